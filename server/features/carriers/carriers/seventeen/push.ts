import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHeaders, PushResult } from '../adapter.ts'
import { hashOf, record, text, type Fields } from '../dhl/unified-shape.ts'
import { readSeventeen } from '../payloads/seventeen-track.ts'

export const SIGN_HEADER = 'sign'

/**
 * Reads what 17TRACK posts to our hook. Its signature is a plain hash: of the body as it came and
 * the key, or, as older accounts have it, of the event, its data and the key.
 */
export function parseSeventeenPush(
  headers: IncomingHeaders,
  rawBody: Uint8Array | string,
  { courier, key }: { courier: string; key: string },
  receivedAt: string,
): PushResult {
  if (key === '') return { verified: false, reason: 'notConfigured' }
  const source = typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8')
  const body = readJson(source)
  const header = headers[SIGN_HEADER]
  const sign = typeof header === 'string' ? header : (text(body?.['sign'], 64) ?? '')
  const signed = [source, ...(body ? oldForms(body, source) : [])]
  // Every form is hashed, whichever fits: the time shows nothing.
  const fits = signed.map((form) => isSame(sign, sha256(`${form}/${key}`)))
  if (!fits.includes(true)) return { verified: false, reason: 'badToken' }

  const payloadHash = hashOf(rawBody)
  if (!body) return { verified: true, kind: 'unreadable', payloadHash }
  if (body['event'] !== 'TRACKING_UPDATED')
    return { verified: true, kind: 'other', subscription: null, payloadHash }
  const { events } = readSeventeen(body, { courier, source: 'push', payloadHash, receivedAt })
  return {
    verified: true,
    kind: 'events',
    payloadHash,
    events: events.filter(({ trackNo }) => trackNo !== ''),
  }
}

/** `event/data`, the data as they came where they come last, and as they are written again. */
function oldForms(body: Fields, source: string): string[] {
  const event = text(body['event'], 60) ?? ''
  const asCame = /"data"\s*:\s*(\{[\s\S]*\})\s*\}\s*$/.exec(source)?.[1]
  return [asCame, JSON.stringify(body['data'])]
    .filter((data) => data !== undefined)
    .map((data) => `${event}/${data}`)
}

const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex')

/** Hashes are compared, so that neither length nor beginning of a wrong one shows. */
function isSame(given: string, wanted: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given.toLowerCase()), digest(wanted))
}

function readJson(source: string): Fields | null {
  try {
    const parsed: unknown = JSON.parse(source)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? record(parsed)
      : null
  } catch {
    return null
  }
}
