import { createHash } from 'node:crypto'
import { productName } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { ObjectMissingError } from '../../kit/object-store.ts'
import { previewPayload, watermarkKeyVersion } from '../../work/tasks.ts'
import { keyOfCustom } from './custom-voice.ts'
import { previewText } from './preview-text.ts'
import { type SpeakableVoice, speakableVoice } from './voices.ts'

/** Longer than any sample becomes, however slow a voice. */
const maxSeconds = 30

/** A sample that is being spoken in this process: whoever else asks waits for the same one. */
const speaking = new Map<string, Promise<Buffer>>()

/**
 * The public sample of a voice, spoken when it is first asked for and kept. `tag` changes with its content.
 * Throws what speakableVoice throws, 503 when the queue is full or the voice is out of order.
 */
export async function readPreview(
  ctx: Context,
  voiceId: string,
): Promise<{ audio: Buffer; tag: string }> {
  const voice = await speakableVoice(ctx, voiceId)
  const key = keyOf(voice)
  const audio = (await stored(ctx, key)) ?? (await speakOnce(ctx, voice, key))
  return { audio, tag: `"${createHash('sha256').update(audio).digest('hex').slice(0, 32)}"` }
}

/** Names everything that the sample depends on, so that a voice that is made in another way gets a new one. */
function keyOf(voice: SpeakableVoice): string {
  const engine = [
    voice.engine,
    voice.engineVoice,
    ...(voice.custom ? [keyOfCustom(voice.custom)] : []),
  ]
  const made = [...engine, previewText(voice.locale), watermarkKeyVersion]
  const hash = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 16)
  return `previews/${voice.id}/${hash}.wav`
}

async function stored(ctx: Context, key: string): Promise<Buffer | null> {
  try {
    return await ctx.objects.get(key)
  } catch (error) {
    if (error instanceof ObjectMissingError) return null
    throw error
  }
}

function speakOnce(ctx: Context, voice: SpeakableVoice, key: string): Promise<Buffer> {
  const running = speaking.get(key)
  if (running) return running
  const started = speak(ctx, voice, key).finally(() => speaking.delete(key))
  speaking.set(key, started)
  return started
}

async function speak(ctx: Context, voice: SpeakableVoice, key: string): Promise<Buffer> {
  ctx.speech.refuseUnlessReady(voice)
  const spoken = await ctx.speech.speak({
    // All samples share one turn, so that they never hold up what is paid for.
    tenant: 'previews',
    voiceId: voice.id,
    custom: voice.custom,
    text: previewText(voice.locale),
    speed: 1,
    maxSeconds,
    payload: previewPayload,
    keyVersion: watermarkKeyVersion,
    format: 'wav',
    info: infoOf(ctx, voice),
    askedPauseSeconds: 0,
  })
  const audio = Buffer.from(spoken.audio)
  await ctx.objects.put(key, audio)
  return audio
}

/** What the file says of itself: made by AI, and only to be listened to. */
function infoOf(ctx: Context, voice: SpeakableVoice) {
  return {
    title: `Sample of ${voice.name}`,
    artist: `${voice.name} (${voice.id}), a synthetic voice`,
    comment: `AI-generated speech. A sample to listen to, not licensed for use. See ${ctx.config.webUrl}.`,
    copyright: `${productName}, all rights reserved`,
    software: productName,
    created: ctx.clock.now().toISOString().slice(0, 10),
    source: voice.id,
    keywords: 'AI-generated; synthetic voice; watermarked',
  }
}
