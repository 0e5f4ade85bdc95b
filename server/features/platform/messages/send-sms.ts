import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { SmsSettings } from '#contracts/platform/messaging/message-channels.ts'
import { now } from '#server/kit/runtime/clock.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { guardedFetch } from '#server/kit/http/guarded-fetch.ts'
import { channelOf, allowedInternalHosts } from './channels.ts'
import type { OutgoingMessage, Sent } from './outgoing-message.ts'
import { asIs, inJson, render, type Escape } from './template-text.ts'

const ANSWER_MAX = 64 * 1024

/** The tenant's SMS provider; null where none is set up. */
export async function senderOf(
  ctx: Ctx,
): Promise<((outgoing: OutgoingMessage) => Promise<Sent>) | null> {
  const own = await channelOf(ctx, 'sms')
  return own && ((outgoing) => send(ctx, own.settings, own.secret ?? '', outgoing))
}

const inHeader: Escape = (value) => value.replace(/[^\x20-\x7e]/g, '')

/**
 * What a provider is sent, worked out from its templates; the parts differ in how a value is
 * written there.
 */
export function requestOf(
  settings: SmsSettings,
  key: string,
  outgoing: Pick<OutgoingMessage, 'to' | 'title' | 'content' | 'key'>,
  at: { ms: number; nonce: string },
): { url: string; init: RequestInit } {
  const values = {
    to: outgoing.to,
    text: outgoing.content,
    title: outgoing.title,
    id: outgoing.key,
    timestamp: String(Math.floor(at.ms / 1000)),
    timestampMs: String(at.ms),
    nonce: at.nonce,
    key,
  }
  const all = {
    ...values,
    signature: signatureOf(settings, key, render(settings.signText, values, asIs)),
  }
  const headers = Object.fromEntries(
    settings.headers.map(({ name, value }) => [name, render(value, all, inHeader)]),
  )
  const form = settings.bodyType === 'form'
  const type = form
    ? 'application/x-www-form-urlencoded; charset=utf-8'
    : 'application/json; charset=utf-8'
  return {
    url: render(settings.url, all, encodeURIComponent),
    init: {
      method: settings.method,
      headers: { ...(settings.method === 'POST' ? { 'content-type': type } : {}), ...headers },
      ...(settings.method === 'POST'
        ? { body: render(settings.body, all, form ? encodeURIComponent : inJson) }
        : {}),
    },
  }
}

function signatureOf({ signature }: SmsSettings, key: string, text: string): string {
  switch (signature) {
    case 'none':
      return ''
    case 'hmac-sha256':
      return createHmac('sha256', key).update(text).digest('hex')
    case 'sha256':
      return createHash('sha256').update(text).digest('hex')
    case 'md5':
      return createHash('md5').update(text).digest('hex')
  }
}

const send = (ctx: Ctx, settings: SmsSettings, key: string, outgoing: OutgoingMessage) =>
  posted(ctx, outgoing, { key, okText: settings.okText }, () =>
    requestOf(settings, key, outgoing, { ms: now(), nonce: randomBytes(12).toString('hex') }),
  )

/** One call of an address of the tenant's, guarded; what is worth another try is tried later. */
export async function posted(
  ctx: Ctx,
  outgoing: Pick<OutgoingMessage, 'secret'>,
  { key, okText }: { key: string; okText: string },
  requestFor: () => ReturnType<typeof requestOf>,
): Promise<Sent> {
  try {
    const { url, init } = requestFor()
    const { hostname } = new URL(url)
    const answer = await guardedFetch([hostname], allowedInternalHosts(ctx))(url, {
      ...init,
      signal: AbortSignal.timeout(10_000),
    })
    const body = await capped(answer)
    const good = answer.ok && (okText === '' || body.includes(okText))
    // A provider may answer with what it was sent: of a secret message only the number is kept, and
    // never the key.
    const detail = outgoing.secret
      ? `HTTP ${answer.status}`
      : `HTTP ${answer.status} ${body.replace(/\s+/g, ' ').slice(0, 300)}`.trim()
    const masked = key.length >= 6 ? detail.replaceAll(key, '***') : detail
    return {
      outcome: good ? 'sent' : answer.status === 429 || answer.status >= 500 ? 'later' : 'failed',
      detail: masked,
    }
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error && 'code' in error.cause
        ? String(error.cause.code)
        : error instanceof Error
          ? error.name
          : 'error'
    return {
      outcome:
        /^(ADDRESS_|REDIRECT)/.test(cause) || cause === 'ERR_INVALID_URL' ? 'failed' : 'later',
      detail: cause,
    }
  }
}

async function capped(answer: Response): Promise<string> {
  if (!answer.body) return ''
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
    parts.push(part)
    size += part.byteLength
    if (size >= ANSWER_MAX) break
  }
  return Buffer.concat(parts).subarray(0, ANSWER_MAX).toString('utf8')
}
