import type { BodyInputOf, routes } from '@viva-voce/contract'
import { send } from './client.ts'

export type SynthesisInput = BodyInputOf<typeof routes.synthesize>

/** A finished synthesis: its audio, and the receipt that came in the headers. */
export interface Take {
  audio: Blob
  /** How the file is named when it is kept. */
  fileName: string
  synthesisId: string
  paymentIntentId: string
  licenceToken: string
  seconds: number | null
  /** Net, and the VAT on top of it. */
  priceEur: number | null
  vatEur: number | null
}

/** Speaks a text. Each call carries its own idempotency key, so that a repeat on the wire is charged once. */
export async function synthesize(body: SynthesisInput): Promise<Take> {
  const headers = { Accept: 'audio/*, application/problem+json', 'Idempotency-Key': newKey() }
  const response = await send('synthesize', { body, headers })
  return readTake(response.headers, await response.blob())
}

/** Reads the receipt of a synthesis from its response headers. */
export function readTake(headers: Headers, audio: Blob): Take {
  const number = (name: string) => (headers.has(name) ? Number(headers.get(name)) : null)
  return {
    audio,
    fileName: fileNameOf(headers),
    synthesisId: headers.get('X-Synthesis-Id') ?? '',
    paymentIntentId: headers.get('X-Payment-Intent-Id') ?? '',
    licenceToken: headers.get('X-License-Token') ?? '',
    seconds: number('X-Audio-Seconds'),
    priceEur: number('X-Price-EUR'),
    vatEur: number('X-VAT-EUR'),
  }
}

function fileNameOf(headers: Headers): string {
  return /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'take.wav'
}

/** 128 random bits; `crypto.randomUUID` is missing on plain http outside localhost. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
