import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readyPush, shipmentsPush, validatePush } from '../index.ts'
import type { PushResult, SimParcel } from '../index.ts'
import { parseDhlPush } from './push.ts'

const hook = { header: 'X-Hook-Key', token: 'let-me-in' }
const settings = { courier: 'dhl', hook, timeZones: {} }
const now = '2026-03-05T08:00:00.000Z'
const parse = (
  headers: Record<string, string | string[] | undefined>,
  body: string | Uint8Array,
): PushResult => parseDhlPush(headers, body, settings, now)

const parcel: SimParcel = {
  startedAt: '2026-03-02T08:00:00.000Z',
  depot: { city: 'Köln', country: 'DE' },
  destination: { city: 'Wien', country: 'AT' },
}
const subscription = { id: 'sub-1', hook }
const push = shipmentsPush(
  subscription,
  [
    { number: '100', parcel },
    { number: '105', parcel },
  ],
  now,
)

describe('who pushes', () => {
  test.each([
    undefined,
    '',
    'let-me-i',
    'let-me-in ',
    'LET-ME-IN',
    'x'.repeat(100_000),
    ['let-me-in', 'let-me-in'],
  ])('token %j is refused', (token) => {
    expect(parse({ 'x-hook-key': token }, push.body)).toEqual({
      verified: false,
      reason: 'badToken',
    })
  })

  test('without a token of ours nothing is let in, an empty one included', () => {
    for (const none of [null, { header: 'x-hook-key', token: '' }]) {
      expect(
        parseDhlPush({ 'x-hook-key': '' }, push.body, { ...settings, hook: none }, now),
      ).toEqual({ verified: false, reason: 'notConfigured' })
    }
  })
})

describe('what is pushed', () => {
  test('shipments become events, with one hash for the payload', () => {
    const result = parse(push.headers, Buffer.from(push.body))
    if (!result.verified || result.kind !== 'events') throw new Error('refused')
    expect(new Set(result.events.map((event) => event.trackNo))).toEqual(new Set(['100', '105']))
    expect(
      result.events.every((event) => event.source === 'push' && event.receivedAt === now),
    ).toBe(true)
    expect(result.events.every((event) => event.payloadHash === result.payloadHash)).toBe(true)
    expect(parse(push.headers, push.body)).toEqual(result)
  })

  test('every shipment of a large push counts', () => {
    const numbers = Array.from({ length: 250 }, (_, at) => String(1000 + at))
    const large = shipmentsPush(
      subscription,
      numbers.map((number) => ({ number, parcel })),
      now,
    )
    const result = parse(large.headers, large.body)
    if (!result.verified || result.kind !== 'events') throw new Error('refused')
    expect(new Set(result.events.map((event) => event.trackNo))).toEqual(new Set(numbers))
  })

  test('the handshake: secret and id, never the address', () => {
    const { headers, body } = validatePush(subscription, 's3cret')
    expect(parse(headers, body)).toMatchObject({
      verified: true,
      kind: 'validate',
      secret: 's3cret',
      subscription: 'sub-1',
    })
    const ready = readyPush(subscription)
    expect(parse(ready.headers, ready.body)).toMatchObject({
      verified: true,
      kind: 'ready',
      subscription: 'sub-1',
    })
    expect(parse(headers, '{"scope":"subscription.failure"}')).toMatchObject({
      kind: 'failure',
      subscription: null,
    })
    expect(parse(headers, '{"scope":"subscription.validate"}')).toMatchObject({
      kind: 'unreadable',
    })
    expect(parse(headers, '{"scope":"else"}')).toMatchObject({ kind: 'other' })
  })

  test('a present status alone is an event; a shipment without a number is none', () => {
    const status = { timestamp: now, statusCode: 'transit', status: 'AA' }
    const result = parse(
      push.headers,
      JSON.stringify({ scope: 'subscription.push', shipments: [{ id: '7', status }, { status }] }),
    )
    expect(
      result.verified &&
        result.kind === 'events' &&
        result.events.map((event) => [event.trackNo, event.rawCode]),
    ).toEqual([['7', 'AA']])
  })

  test('whatever is posted is answered, never thrown', () => {
    const odd = [
      '',
      '{',
      'null',
      '[]',
      '1',
      '{"scope":"subscription.push","shipments":[[[]]]}',
      '{"scope":"subscription.push","shipments":[{"id":{},"events":[1,"x",{"timestamp":{}}]}]}',
      '{"__proto__":{"scope":"subscription.push"}}',
      '['.repeat(100_000),
    ]
    for (const body of odd) expect(parse(push.headers, body).verified).toBe(true)
    expect(parse(push.headers, new Uint8Array([0xff, 0xfe]))).toMatchObject({ kind: 'unreadable' })
    fc.assert(
      fc.property(fc.json(), fc.anything(), (json, shipments) => {
        parse(push.headers, json)
        let body = 'null'
        try {
          body = JSON.stringify({
            scope: 'subscription.push',
            shipments: [shipments, { id: 1, events: [shipments], status: shipments }],
          })
        } catch {
          // Not everything can be written as JSON.
        }
        parse(push.headers, body)
      }),
    )
  })
})
