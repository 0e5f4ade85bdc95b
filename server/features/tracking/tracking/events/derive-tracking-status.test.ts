import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AFTER_FINAL,
  TRACK,
  TRACK_PRECEDENCE,
  TRACK_STATUSES,
  subsOf,
} from '#contracts/tracking/tracking.states.ts'
import type { TrackStatus, TrackSub } from '#contracts/tracking/tracking.states.ts'
import { deriveTrackingStatus } from './derive-tracking-status.ts'
import type { StatusEvent } from './derive-tracking-status.ts'

const T0 = Date.parse('2026-03-02T08:00:00Z')
const MIN = 60_000
const at = (minute: number): string => new Date(T0 + minute * MIN).toISOString()

let serial = 0
function ev(
  status: TrackStatus | 'cancel' | 'note',
  minute: number,
  more: Partial<StatusEvent> = {},
): StatusEvent {
  serial += 1
  const plain = typeof status === 'number' ? status : null
  return {
    key: `k${String(serial).padStart(6, '0')}`,
    courier: 'dhl',
    source: 'poll',
    utc: at(minute),
    local: at(minute).slice(0, 19),
    receivedAt: at(minute + 1),
    effect: typeof status === 'number' ? 'move' : status,
    status: plain,
    sub: plain === null ? null : (subsOf(plain)[0] ?? null),
    place: 'Bonn',
    country: 'DE',
    ...more,
  }
}

const anyStatus = fc.constantFrom(...TRACK_PRECEDENCE)
const anyEvent = fc
  .record({
    status: fc.oneof(
      { weight: 8, arbitrary: anyStatus },
      { weight: 1, arbitrary: fc.constantFrom('cancel' as const, 'note' as const) },
    ),
    minute: fc.integer({ min: 0, max: 12 }),
    sub: fc.nat(12),
    received: fc.integer({ min: -30, max: 3000 }),
    utcKnown: fc.boolean(),
    timeKnown: fc.constantFrom(true, true, true, false),
    courier: fc.constantFrom('dhl', 'gls', 'own'),
  })
  .map(({ status, minute, sub, received, utcKnown, timeKnown, courier }) => {
    const subs = typeof status === 'number' ? subsOf(status) : []
    return ev(status, minute, {
      courier,
      sub: subs[sub % Math.max(subs.length, 1)] ?? null,
      receivedAt: at(minute + received),
      ...(utcKnown ? {} : { utc: null }),
      ...(timeKnown ? {} : { utc: null, local: null }),
    })
  })
test('a pre-advice that comes after the hand-over is no step back; a first one counts', () => {
  const own = { courier: 'own', source: 'scan' as const }
  const left = deriveTrackingStatus([ev(TRACK.OUTBOUND, 0, own), ev(TRACK.INFO_RECEIVED, 2)])
  expect(left.status).toBe(TRACK.OUTBOUND)
  expect(deriveTrackingStatus([ev(TRACK.INFO_RECEIVED, 2)]).status).toBe(TRACK.INFO_RECEIVED)
})

const anyJourney = fc.array(anyEvent, { maxLength: 14 })

describe('folding is a function of the set of events', () => {
  test('a hundred orders of arrival, ten reports of each: one state', () => {
    fc.assert(
      fc.property(anyJourney, fc.infiniteStream(fc.nat()), (events, dice) => {
        const state = deriveTrackingStatus(events)
        const rolls = dice[Symbol.iterator]()
        const roll = (): number => rolls.next().value ?? 0
        for (let round = 0; round < 100; round += 1) {
          const many =
            round % 10 === 0
              ? events.flatMap((event) => Array.from({ length: 10 }, () => event))
              : [...events]
          for (let i = many.length - 1; i > 0; i -= 1) {
            const j = roll() % (i + 1)
            const locked = many[i]
            const other = many[j]
            if (locked === undefined || other === undefined) continue
            many[i] = other
            many[j] = locked
          }
          expect(deriveTrackingStatus(many)).toEqual(state)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('a repetition reported later changes nothing', () => {
    fc.assert(
      fc.property(anyJourney, fc.integer({ min: 1, max: 100_000 }), (events, later) => {
        const again = events.map((event) => ({
          ...event,
          receivedAt: new Date(Date.parse(event.receivedAt) + later * MIN).toISOString(),
        }))
        expect(deriveTrackingStatus([...again, ...events])).toEqual(deriveTrackingStatus(events))
        expect(deriveTrackingStatus([...events, ...again])).toEqual(deriveTrackingStatus(events))
      }),
    )
  })
})

describe('time decides', () => {
  test('the newest event gives status, time and place; a note only counts as news', () => {
    const moving = ev(TRACK.IN_TRANSIT, 10, { place: 'Hamburg' })
    const note = ev('note', 20)
    const state = deriveTrackingStatus([note, moving, ev(TRACK.ACCEPTED, 5)])
    expect(state).toMatchObject({
      status: TRACK.IN_TRANSIT,
      at: at(10),
      place: 'Hamburg',
      statusEvent: moving.key,
      accepted: true,
    })
    expect(state).toMatchObject({ lastEvent: note.key, lastEventAt: at(20), lastCarrierAt: at(20) })
  })

  test('identical timestamps: the higher precedence, however they arrive', () => {
    fc.assert(
      fc.property(anyStatus, anyStatus, (a, b) => {
        const [low, high] =
          TRACK_PRECEDENCE.indexOf(a) < TRACK_PRECEDENCE.indexOf(b) ? [a, b] : [b, a]
        const state = deriveTrackingStatus([ev(high, 5), ev(low, 5)])
        const moves: readonly { status: TrackStatus; sub?: TrackSub }[] = AFTER_FINAL[low] ?? [
          { status: high },
        ]
        const moved =
          low === high || moves.some((move) => move.status === high && move.sub === undefined)
        expect(state.status).toBe(moved ? high : low)
      }),
    )
  })

  test('a failed attempt and the shop it was brought to at the same minute: it waits in the shop', () => {
    expect(
      deriveTrackingStatus([ev(TRACK.READY_FOR_PICKUP, 5), ev(TRACK.ATTEMPT_FAILED, 5)]).status,
    ).toBe(TRACK.READY_FOR_PICKUP)
  })

  test('without an offset the wall time places an event, and no UTC is made up', () => {
    const state = deriveTrackingStatus([
      ev(TRACK.OUT_FOR_DELIVERY, 30, { utc: null }),
      ev(TRACK.IN_TRANSIT, 10),
    ])
    expect(state).toMatchObject({
      status: TRACK.OUT_FOR_DELIVERY,
      at: null,
      local: at(30).slice(0, 19),
    })
    expect(deriveTrackingStatus([ev(TRACK.DELIVERED, 30, { utc: null })])).toMatchObject({
      delivered: true,
      deliveredAt: null,
    })
  })

  test('an event without a readable time never outdoes one that has a time', () => {
    const odd = ev(TRACK.EXCEPTION, 0, { utc: null, local: null, receivedAt: at(500) })
    expect(deriveTrackingStatus([odd, ev(TRACK.IN_TRANSIT, 10)]).status).toBe(TRACK.IN_TRANSIT)
    expect(deriveTrackingStatus([odd]).status).toBe(TRACK.EXCEPTION)
  })

  test('clocks ten minutes ahead or behind do not change how a journey ends', () => {
    const journey: TrackStatus[] = [10, 30, 40, 40, 50, 70]
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 6, maxLength: 6 }),
        (skews) => {
          const events = journey.map((status, i) =>
            ev(status, i * 5 + (skews[i] ?? 0), { receivedAt: at(i * 5) }),
          )
          expect(deriveTrackingStatus(events)).toMatchObject({
            status: TRACK.DELIVERED,
            delivered: true,
          })
        },
      ),
    )
  })

  test('an event from next year is as old as its report', () => {
    const wrong = ev(TRACK.IN_TRANSIT, 525_600, { receivedAt: at(10) })
    const state = deriveTrackingStatus([wrong, ev(TRACK.OUT_FOR_DELIVERY, 30)])
    expect(state.status).toBe(TRACK.OUT_FOR_DELIVERY)
    expect(deriveTrackingStatus([wrong]).at).toBe(at(10))
    expect(deriveTrackingStatus([ev(TRACK.IN_TRANSIT, 19, { receivedAt: at(10) })]).at).toBe(at(19))
  })
})

describe('final is final', () => {
  test('late events never move it back, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(70, 90, 92, 95) satisfies fc.Arbitrary<TrackStatus>,
        fc.array(anyStatus, { maxLength: 8 }),
        (final, late) => {
          const before = late
            .filter((status) => !TRACK_STATUSES[status].terminal)
            .map((status, i) => ev(status, i, { receivedAt: at(9000 + i) }))
          const end = ev(final, 100)
          expect(deriveTrackingStatus([end, ...before])).toMatchObject({
            status: final,
            statusEvent: end.key,
            refused: [],
          })
        },
      ),
    )
  })

  test('after delivery only a return or damage moves it; the rest is put before a person', () => {
    for (const status of TRACK_PRECEDENCE) {
      for (const sub of subsOf(status)) {
        const next = ev(status, 200, { sub })
        const state = deriveTrackingStatus([ev(TRACK.DELIVERED, 100), next])
        const free =
          status === 70 || status === 85 || status === 90 || (status === 80 && sub === 'damaged')
        expect([status, sub, state.status]).toEqual([status, sub, free ? status : 70])
        expect(state.refused).toEqual(free || status === TRACK.PENDING ? [] : [next.key])
        expect(state.deliveredAt).toBe(at(100))
      }
    }
  })

  test('a return of a delivered parcel is not undone by scans on its way', () => {
    const state = deriveTrackingStatus([
      ev(TRACK.DELIVERED, 1),
      ev(TRACK.RETURNING, 2),
      ev(TRACK.IN_TRANSIT, 3),
      ev(TRACK.RETURNED, 4),
      ev(TRACK.DELIVERED, 5),
    ])
    expect(state.status).toBe(TRACK.RETURNED)
    expect(state.refused).toHaveLength(2)
  })

  test('a second report of the delivery adds its detail and keeps the time of the first', () => {
    const state = deriveTrackingStatus([
      ev(TRACK.DELIVERED, 1),
      ev(TRACK.DELIVERED, 60, { sub: 'cod_paid' }),
    ])
    expect(state).toMatchObject({ sub: 'cod_paid', deliveredAt: at(1) })
  })

  test('expiry is a silence: any news ends it, even news older than itself', () => {
    const expiry = ev(TRACK.EXPIRED, 1000, { courier: 'own' })
    expect(deriveTrackingStatus([ev(TRACK.IN_TRANSIT, 1), expiry]).status).toBe(TRACK.EXPIRED)
    expect(deriveTrackingStatus([expiry, ev(TRACK.IN_TRANSIT, 2000)]).status).toBe(TRACK.IN_TRANSIT)
    expect(
      deriveTrackingStatus([expiry, ev(TRACK.CUSTOMS, 900, { receivedAt: at(2000) })]).status,
    ).toBe(TRACK.CUSTOMS)
    const requested = [
      ev(TRACK.IN_TRANSIT, 1),
      expiry,
      ev(TRACK.PENDING, 2000, { sub: 'not_found' }),
    ]
    expect(deriveTrackingStatus(requested).status).toBe(TRACK.EXPIRED)
    expect(
      deriveTrackingStatus([...requested, ev(TRACK.PENDING, 2000, { courier: 'own' })]).status,
    ).toBe(TRACK.IN_TRANSIT)
  })

  test('"nothing known" is no news once something is known', () => {
    expect(deriveTrackingStatus([ev(TRACK.PENDING, 50), ev(TRACK.INFO_RECEIVED, 1)]).status).toBe(
      TRACK.INFO_RECEIVED,
    )
  })
})

describe('a carrier takes an event back', () => {
  test('the event before the correction is gone, a delivery included', () => {
    const wrong = ev(TRACK.DELIVERED, 20)
    const state = deriveTrackingStatus([ev('cancel', 30), wrong, ev(TRACK.OUT_FOR_DELIVERY, 10)])
    expect(state).toMatchObject({
      status: TRACK.OUT_FOR_DELIVERY,
      delivered: false,
      deliveredAt: null,
      cancelled: [wrong.key],
    })
  })

  test('two corrections take two events, and one at the same minute counts', () => {
    const events = [
      ev(TRACK.ACCEPTED, 1),
      ev(TRACK.EXCEPTION, 2),
      ev(TRACK.DELIVERED, 3),
      ev('cancel', 3),
      ev('cancel', 4),
    ]
    expect(deriveTrackingStatus(events).status).toBe(TRACK.ACCEPTED)
    expect(
      deriveTrackingStatus([ev('cancel', 3), ev(TRACK.DELIVERED, 3), ev(TRACK.OUT_FOR_DELIVERY, 1)])
        .status,
    ).toBe(TRACK.OUT_FOR_DELIVERY)
  })

  test("other couriers' events and our own scans are not theirs to take", () => {
    const events = [
      ev(TRACK.IN_TRANSIT, 1),
      ev(TRACK.CUSTOMS, 2, { courier: 'gls' }),
      ev(TRACK.RECEIVED, 3, { source: 'scan' }),
      ev('cancel', 4),
    ]
    const state = deriveTrackingStatus(events)
    expect(state.status).toBe(TRACK.RECEIVED)
    expect(state.cancelled).toEqual([events[0]?.key])
  })

  test('a correction of nothing changes nothing', () => {
    expect(deriveTrackingStatus([ev('cancel', 1)])).toMatchObject({
      status: TRACK.PENDING,
      cancelled: [],
    })
  })
})
