import { createHash } from 'node:crypto'
import type { CarrierEvent } from '#contracts/tracking/tracking.events.ts'

/** The courier of what we saw ourselves: depot scans, a clerk's entries, our own expiry. */
export const OWN = 'own'

type Identity = Pick<
  CarrierEvent,
  'trackNo' | 'courier' | 'rawTime' | 'rawCode' | 'reasonCode' | 'rawText' | 'place'
>

/**
 * Rule 2: what makes two reports the same event, whether pushed, polled or imported.
 * Spaces and Unicode forms differ between a carrier's channels and are levelled; nothing else is.
 * `trackNo` must be our own spelling of the number (carriers drop leading zeros in pushes).
 * Returns SHA-256 hex.
 */
export function eventKey(event: Identity): string {
  const parts = [
    event.trackNo.replace(/\s+/g, '').toUpperCase(),
    event.courier,
    level(event.rawTime),
    event.reasonCode ? `${level(event.rawCode)}/${level(event.reasonCode)}` : level(event.rawCode),
    level(event.rawText),
    level(event.place),
  ]
  // As JSON, so that a text which moves from one part into the next is another key.
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

const level = (text: string | null): string =>
  (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim()
