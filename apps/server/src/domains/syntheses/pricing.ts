import type { Quote, SynthesisRequest } from '@viva-voce/contract'
import {
  type Micros,
  minimumNetMicros,
  priceOf,
  toEuro,
  usageFactorHundredths,
  vatOn,
  vatRateFor,
} from '@viva-voce/money'
import type { Context } from '../../context.ts'
import { vatCustomerOf } from '../developers/developers.ts'
import { type SpeakableVoice, speakableVoice } from '../voices/voices.ts'
import { readText } from './read-text.ts'

/** The terms of a synthesis, fixed when it begins. */
export interface Terms {
  pricePerSecondMicros: Micros
  usageFactorHundredths: bigint
  vatRateBasisPoints: bigint
  /** The customer's country, ISO 3166 alpha-2; the platform's while it is unknown. */
  vatCountry: string
}

const estimateRateHz = 1_000

/** Looks up what the price of a synthesis depends on, at once. Throws as `speakableVoice`. */
export async function voiceAndTerms(
  ctx: Context,
  developerId: string,
  request: Pick<SynthesisRequest, 'voice_id' | 'usage'>,
): Promise<{ voice: SpeakableVoice; terms: Terms }> {
  const [voice, customer] = await Promise.all([
    speakableVoice(ctx, request.voice_id),
    vatCustomerOf(ctx, developerId),
  ])
  const terms = {
    pricePerSecondMicros: voice.pricePerSecondMicros,
    usageFactorHundredths: usageFactorHundredths[request.usage],
    vatRateBasisPoints: vatRateFor(customer, ctx.config.platformCountry),
    vatCountry: customer.country ?? ctx.config.platformCountry,
  }
  return { voice, terms }
}

/** Net price and VAT of `sampleCount` samples under the terms. */
export function chargeFor(
  terms: Terms,
  length: { sampleCount: number; sampleRateHz: number },
): { netMicros: Micros; vatMicros: Micros } {
  const netMicros = priceOf({
    ...terms,
    sampleCount: BigInt(length.sampleCount),
    sampleRateHz: length.sampleRateHz,
  })
  return { netMicros, vatMicros: vatOn(netMicros, terms.vatRateBasisPoints) }
}

/** Net price and VAT of the estimated length: what is held while the synthesis runs. */
export function estimateCharge(terms: Terms, seconds: number) {
  return chargeFor(terms, {
    sampleCount: Math.ceil(seconds * estimateRateHz),
    sampleRateHz: estimateRateHz,
  })
}

/** What a synthesis would cost, for the person who asks before. */
export function quoteOf(request: SynthesisRequest, voice: SpeakableVoice, terms: Terms): Quote {
  const { seconds } = readText(request, voice.locale)
  const { netMicros, vatMicros } = estimateCharge(terms, seconds)
  return {
    voice_id: request.voice_id,
    usage: request.usage,
    estimated_seconds: Math.round(seconds * 10) / 10,
    price_per_second_eur: toEuro(terms.pricePerSecondMicros),
    usage_factor: Number(terms.usageFactorHundredths) / 100,
    estimated_net_eur: toEuro(netMicros),
    vat_rate: Number(terms.vatRateBasisPoints) / 10_000,
    estimated_gross_eur: toEuro(netMicros + vatMicros),
    minimum_net_eur: toEuro(minimumNetMicros),
  }
}
