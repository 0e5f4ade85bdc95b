import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHeaders, PushResult } from '../adapter.ts'
import { hashOf, readShipments, record, text } from './unified-shape.ts'

export interface DhlPushSettings {
  courier: string
  /**
   * Name and value that DHL was set up to send with every push (ApiKeyAuthentication); null = no
   * push.
   */
  hook: { header: string; token: string } | null
  timeZones: Readonly<Record<string, string>>
}

/**
 * Reads what DHL posts to our hook. The token is checked before the body is looked at. Scopes:
 * subscription.validate brings the secret to activate with, subscription.ready and .failure report
 * how that went, subscription.push brings shipments in the unified shape.
 */
export function parseDhlPush(
  headers: IncomingHeaders,
  rawBody: Uint8Array | string,
  settings: DhlPushSettings,
  receivedAt: string,
): PushResult {
  if (!settings.hook || settings.hook.token === '')
    return { verified: false, reason: 'notConfigured' }
  if (!isSameSecret(headers[settings.hook.header.toLowerCase()], settings.hook.token))
    return { verified: false, reason: 'badToken' }

  const payloadHash = hashOf(rawBody)
  const body = readJson(rawBody)
  if (body === null) return { verified: true, kind: 'unreadable', payloadHash }
  // `self` is an address; only its last part, the id, is ever used.
  const subscription =
    text(body['self'], 500)
      ?.split(/[?#]/)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? null
  switch (body['scope']) {
    case 'subscription.push': {
      const shipments = readShipments(body, {
        ...settings,
        source: 'push',
        payloadHash,
        receivedAt,
      })
      return {
        verified: true,
        kind: 'events',
        payloadHash,
        events: shipments.flatMap((shipment) => (shipment.id === '' ? [] : shipment.events)),
      }
    }
    case 'subscription.validate': {
      const secret = text(body['secret'], 200)
      if (secret === null) return { verified: true, kind: 'unreadable', payloadHash }
      return { verified: true, kind: 'validate', subscription, secret, payloadHash }
    }
    case 'subscription.ready':
      return { verified: true, kind: 'ready', subscription, payloadHash }
    case 'subscription.failure':
      return { verified: true, kind: 'failure', subscription, payloadHash }
    default:
      return { verified: true, kind: 'other', subscription, payloadHash }
  }
}

/**
 * Equal time for every wrong token, its length included: what is compared are hashes. `requested`
 * is not empty.
 */
function isSameSecret(given: string | string[] | undefined, requested: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(typeof given === 'string' ? given : ''), digest(requested))
}

function readJson(rawBody: Uint8Array | string): Readonly<Record<string, unknown>> | null {
  try {
    const source =
      typeof rawBody === 'string'
        ? rawBody
        : new TextDecoder('utf-8', { fatal: true }).decode(rawBody)
    const parsed: unknown = JSON.parse(source)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? record(parsed)
      : null
  } catch {
    return null
  }
}
