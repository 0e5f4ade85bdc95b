import { openUntilHere } from '#server/features/carriers/carriers/circuit.fixture.ts'
import { dhlMapping } from '#seeds/reference/carrier-codes.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CarrierEvent, MappingRow, TrackEvent } from '#contracts/tracking/tracking.events.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { TrackStatus, TrackSub } from '#contracts/tracking/tracking.states.ts'
import {
  dhlTracking,
  script,
  shipmentsPush,
  simulatorFetch,
} from '#server/features/carriers/carriers/index.ts'
import type {
  CarrierAdapter,
  SimParcel,
  SimWorld,
} from '#server/features/carriers/carriers/index.ts'
import {
  deriveTrackingStatus,
  nextPoll,
  parcelEffect,
  patternIssue,
  replay,
  normaliseEvent,
} from '../index.ts'
import type { TrackState } from '../index.ts'

const start = '2026-03-02T08:00:00.000Z'
const hour = (h: number): string => new Date(Date.parse(start) + h * 3_600_000).toISOString()
const parcel: SimParcel = {
  startedAt: start,
  depot: { city: 'Köln', country: 'DE' },
  destination: { city: 'Wien', country: 'AT' },
}
const numberOf = (digit: number): string => `0034043400000000000${digit}`
const rows = dhlMapping('dhl')
const hook = { header: 'X-Hook-Key', token: 'let-me-in' }
const END = 400

function carrierAt(now: string): CarrierAdapter {
  const world: SimWorld = { isKnown: () => parcel, now: () => now, speed: 1, apiKey: 'key' }
  const deps = {
    fetch: simulatorFetch(world),
    clock: () => Date.parse(now),
    sleep: async () => {},
    random: () => 0.5,
    newId: () => 'id',
    turn: async () => 0,
    openUntil: openUntilHere(),
    log: () => {},
  }
  return dhlTracking(
    {
      courier: 'dhl',
      baseUrl: 'https://simulator.invalid',
      apiKey: 'key',
      service: 'parcel-de',
      language: 'en',
      sandbox: true,
      hook,
      timeZones: {},
      callsPerDay: null,
    },
    deps,
  )
}

async function pulled(number: string, now: string): Promise<CarrierEvent[]> {
  const [result] = (await carrierAt(now).track?.([number])) ?? []
  if (result?.outcome !== 'found') return []
  return [...result.events]
}

function pushed(number: string, now: string): CarrierEvent[] {
  const { headers, body } = shipmentsPush({ id: 's1', hook }, [{ number, parcel }], now)
  const result = carrierAt(now).parsePush?.(headers, body)
  if (!result?.verified || result.kind !== 'events') throw new Error('push refused')
  return [...result.events]
}

const understood = (
  events: readonly CarrierEvent[],
  table: readonly MappingRow[] = rows,
): TrackEvent[] => events.map((event) => normaliseEvent(event, table))

const reportedTexts = ({ lastEvent: _, ...state }: TrackState) => state

const ENDS: readonly [number, TrackStatus, TrackSub][] = [
  [0, TRACK.DELIVERED, 'to_recipient'],
  [1, TRACK.DELIVERED, 'neighbour'],
  [2, TRACK.RETURNED, 'to_sender'],
  [3, TRACK.DELIVERED, 'shop_collected'],
  [4, TRACK.DELIVERED, 'to_recipient'],
  [5, TRACK.EXCEPTION, 'damaged'],
  [6, TRACK.DELIVERED, 'to_recipient'],
  [7, TRACK.IN_TRANSIT, 'arrived'],
  [8, TRACK.DELIVERED, 'to_recipient'],
  [9, TRACK.DELIVERED, 'to_recipient'],
]

/** The statuses a person sees one after the other, for the stories that are about the way. */
const WAYS: readonly [number, string[]][] = [
  [
    0,
    [
      '10 data_sent_to_carrier',
      '30 dropped_off',
      '40 departed',
      '40 at_delivery_depot',
      '50 on_vehicle',
      '70 to_recipient',
    ],
  ],
  [
    2,
    [
      '10 data_sent_to_carrier',
      '30 dropped_off',
      '40 departed',
      '40 at_delivery_depot',
      '50 on_vehicle',
      '60 refused',
      '85 refused',
      '90 to_sender',
    ],
  ],
  [
    3,
    [
      '10 data_sent_to_carrier',
      '30 dropped_off',
      '40 departed',
      '40 at_delivery_depot',
      '50 on_vehicle',
      '60 not_home',
      '55 parcel_shop',
      '70 shop_collected',
    ],
  ],
  [
    4,
    [
      '10 data_sent_to_carrier',
      '30 dropped_off',
      '40 departed',
      '40 arrived_country',
      '45 processing',
      '45 released',
      '40 at_delivery_depot',
      '50 on_vehicle',
      '70 to_recipient',
    ],
  ],
  [
    6,
    [
      '10 data_sent_to_carrier',
      '30 dropped_off',
      '40 departed',
      '80 delayed_carrier',
      '40 resolved',
      '40 at_delivery_depot',
      '50 on_vehicle',
      '70 to_recipient',
    ],
  ],
  [
    8,
    [
      '10 data_sent_to_carrier',
      '30 dropped_off',
      '40 departed',
      '40 at_delivery_depot',
      '50 on_vehicle',
      '60 address_problem',
      '40 resolved',
      '50 on_vehicle',
      '70 to_recipient',
    ],
  ],
]

describe('the ten stories, from the carrier’s answer to our status', () => {
  test.each(ENDS)('%i ends as %i/%s, pulled or pushed', async (digit, status, sub) => {
    const number = numberOf(digit)
    const pull = understood(await pulled(number, hour(END)))
    const push = understood(pushed(number, hour(END)))
    expect(deriveTrackingStatus(pull)).toMatchObject({ status, sub, accepted: true, refused: [] })
    expect(reportedTexts(deriveTrackingStatus(push))).toEqual(
      reportedTexts(deriveTrackingStatus(pull)),
    )
    expect(push.map((event) => event.key)).toEqual(pull.map((event) => event.key))
    expect(pull.filter((event) => event.unmapped)).toEqual([])
  })

  test.each(ENDS)(
    '%i ends as %i/%s when the carrier gives words instead of event codes',
    async (digit, status, sub) => {
      const events = (await pulled(numberOf(digit), hour(END))).map((event) => ({
        ...event,
        rawCode: unifiedCodeOf(digit, event),
      }))
      expect(deriveTrackingStatus(understood(events))).toMatchObject({ status, sub, refused: [] })
    },
  )

  test.each(WAYS)('story %i, asked every hour, shows its steps in order', async (digit, way) => {
    const seen: string[] = []
    let known: TrackEvent[] = []
    for (let h = 0; h <= 144; h += 1) {
      known = [
        ...known,
        ...understood(
          h % 2 === 0 ? await pulled(numberOf(digit), hour(h)) : pushed(numberOf(digit), hour(h)),
        ),
      ]
      const { status, sub } = deriveTrackingStatus(known)
      if (seen.at(-1) !== `${status} ${sub}`) seen.push(`${status} ${sub}`)
    }
    expect(seen).toEqual(way)
  })

  test('pulls and pushes of any moment, in any order, any number of times: the same end', async () => {
    for (const [digit, status, sub] of ENDS) {
      const full = understood(await pulled(numberOf(digit), hour(END)))
      const end = deriveTrackingStatus(full)
      expect(end).toMatchObject({ status, sub })
      const parts = understood(
        [0, 20, 40, 90, 200].flatMap((h) => pushed(numberOf(digit), hour(h))),
      )
      // What was pushed in time was learnt earlier; the state may not depend on it.
      fc.assert(
        fc.property(fc.shuffledSubarray([...parts, ...full, ...full]), (some) => {
          expect(deriveTrackingStatus([...some, ...full])).toEqual(end)
        }),
        { numRuns: 20 },
      )
    }
  })

  test('the lost one falls silent and expires; news afterwards finds it again', async () => {
    const events = understood(await pulled(numberOf(7), hour(24 * 31)))
    const state = deriveTrackingStatus(events)
    const facts = { ...state, pollingSince: start, lastPolledAt: hour(24 * 31), failures: 0 }
    expect(nextPoll(facts, hour(24 * 31))).toMatchObject({ do: 'poll' })
    expect(nextPoll(facts, hour(24 * 33))).toEqual({
      do: 'expire',
      status: TRACK.EXPIRED,
      sub: 'no_update_30d',
    })
  })

  test('a parcel handed over follows: delivered, with problem, returned', async () => {
    const effects = await Promise.all(
      [0, 2, 5, 7].map(async (digit) =>
        parcelEffect(
          70,
          deriveTrackingStatus(understood(await pulled(numberOf(digit), hour(END)))),
        ),
      ),
    )
    expect(effects).toEqual([
      { do: 'move', steps: [90] },
      { do: 'move', steps: [85, 88] },
      { do: 'move', steps: [82] },
      { do: 'move', steps: [80] },
    ])
  })
})

describe('what is not mapped yet', () => {
  test('every pattern of the default mapping passes the gate staff must pass', () => {
    for (const { id, textPattern } of rows)
      if (textPattern !== null) expect([id, patternIssue(textPattern)]).toEqual([id, null])
  })

  const odd = (code: string, h: number): CarrierEvent => ({
    trackNo: numberOf(0),
    courier: 'dhl',
    rawCode: code,
    reasonCode: null,
    rawText: 'Sonderlage',
    rawTime: hour(h),
    timeZone: null,
    place: 'Wien',
    country: 'AT',
    source: 'poll',
    payloadHash: '',
    receivedAt: hour(h),
  })

  test('is in transit and flagged; a new row replayed gives the right state', async () => {
    const known = understood([...(await pulled(numberOf(0), hour(32))), odd('QX', 33)])
    expect(deriveTrackingStatus(known)).toMatchObject({
      status: TRACK.IN_TRANSIT,
      sub: 'in_transit',
    })
    expect(known.filter((event) => event.unmapped).map((event) => event.rawCode)).toEqual(['QX'])

    const row: MappingRow = {
      id: 'staff-1',
      courier: 'dhl',
      rawCode: 'QX',
      reasonCode: null,
      textPattern: null,
      weight: 0,
      to: { effect: 'move', status: TRACK.EXCEPTION, sub: 'held_security' },
    }
    const again = known.map((event) => replay(event, [...rows, row]))
    expect(deriveTrackingStatus(again)).toMatchObject({
      status: TRACK.EXCEPTION,
      sub: 'held_security',
    })
    expect(again.map((event) => event.key)).toEqual(known.map((event) => event.key))
    expect(again.some((event) => event.unmapped)).toBe(false)
  })

  test('a correction takes a wrong delivery back, and money and data events move nothing', async () => {
    const events = [...(await pulled(numberOf(0), hour(END))), odd('GT', 70), odd('DD', 71)]
    expect(deriveTrackingStatus(understood(events))).toMatchObject({
      status: TRACK.DELIVERED,
      refused: [],
      lastEventAt: hour(71),
    })
    expect(deriveTrackingStatus(understood([...events, odd('STORN', 72)]))).toMatchObject({
      status: TRACK.OUT_FOR_DELIVERY,
      delivered: false,
    })
  })
})

/** What the unified API sends in addition to the standard event code. */
function unifiedCodeOf(digit: number, event: CarrierEvent): string | null {
  const reported = script(numberOf(digit), parcel, hour(END)).find(
    (one) => one.timestamp === event.rawTime,
  )
  return reported?.statusCode ?? null
}
