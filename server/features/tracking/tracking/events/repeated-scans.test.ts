import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CarrierEvent } from '#contracts/tracking/tracking.events.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { deriveTrackingStatus, type StatusEvent } from './derive-tracking-status.ts'
import { normaliseEvent } from './normalise-event.ts'
import { repeatedScans } from './repeated-scans.ts'

const DIRECT = new Set(['DHL'])

interface Scan {
  at: string
  text: string
  code: Record<'DHL' | '17TRACK' | 'GLS', string>
}
const scan = (at: string, text: string, dhl: string, general: string): Scan => ({
  at,
  text,
  code: { DHL: dhl, '17TRACK': general, GLS: dhl },
})
const JOURNEY = [
  scan('2026-11-20T08:10:00', 'The shipment has been handed in.', 'ES', 'InTransit_PickedUp'),
  scan('2026-11-20T20:31:00', 'Processed in the parcel center.', 'NB', 'InTransit_Other'),
  scan('2026-11-21T07:02:00', 'Loaded onto the delivery vehicle.', 'PO', 'OutForDelivery_Other'),
  scan('2026-11-21T12:40:00', 'Delivered.', 'ZU', 'Delivered_Other'),
] as const
const STATUS: Record<string, [number, string]> = {
  ES: [TRACK.ACCEPTED, 'dropped_off'],
  NB: [TRACK.IN_TRANSIT, 'at_delivery_depot'],
  PO: [TRACK.OUT_FOR_DELIVERY, 'on_vehicle'],
  ZU: [TRACK.DELIVERED, 'neighbour'],
  InTransit_PickedUp: [TRACK.ACCEPTED, 'picked_up'],
  InTransit_Other: [TRACK.IN_TRANSIT, 'in_transit'],
  OutForDelivery_Other: [TRACK.OUT_FOR_DELIVERY, 'on_vehicle'],
  Delivered_Other: [TRACK.DELIVERED, 'to_recipient'],
}

/** As a source reports it: DHL with its offset, 17TRACK by the wall time, GLS as a second carrier. */
function reported(one: Scan, courier: keyof Scan['code'], receivedAt: string): StatusEvent {
  const rawCode = one.code[courier]
  const event: CarrierEvent = {
    trackNo: '1',
    courier,
    rawCode,
    reasonCode: null,
    rawText: one.text,
    rawTime: courier === '17TRACK' ? one.at : `${one.at}+01:00`,
    timeZone: null,
    place: courier === 'GLS' ? null : 'Bonn',
    country: 'DE',
    source: courier === '17TRACK' ? 'push' : 'poll',
    payloadHash: '',
    receivedAt,
  }
  const [status, sub] = STATUS[rawCode]!
  return { ...normaliseEvent(event, []), effect: 'move', status, sub } as StatusEvent
}
const cancelOf = (at: string, receivedAt: string): StatusEvent => ({
  ...reported(scan(at, 'The event before was a mistake.', 'ES', 'ES'), 'DHL', receivedAt),
  effect: 'cancel',
  status: null,
  sub: null,
})

/** What is kept of reports that come in this order: the first of each key. */
function stored(arrivals: readonly StatusEvent[]): StatusEvent[] {
  const firsts = new Map<string, StatusEvent>()
  for (const event of arrivals) if (!firsts.has(event.key)) firsts.set(event.key, event)
  return [...firsts.values()]
}
function outcome(arrivals: readonly StatusEvent[]) {
  const all = stored(arrivals)
  const repeated = repeatedScans(all, DIRECT)
  const state = deriveTrackingStatus(all.filter(({ key }) => !repeated.has(key)))
  const shown = all
    .filter(({ key, effect }) => effect === 'move' && !repeated.has(key))
    .filter(({ key }) => !state.cancelled.includes(key))
  return {
    state,
    repeated: [...repeated].toSorted(),
    shown: shown.map(({ key }) => key).toSorted(),
  }
}

const LATER = '2026-11-22T09:00:00.000Z'
const sources = (['DHL', '17TRACK', 'GLS'] as const).map((courier) =>
  JOURNEY.map((one) => reported(one, courier, LATER)),
)

describe('the same scan of several sources', () => {
  test('is shown once, by the carrier whose number it is; the originals are kept', () => {
    const { shown, repeated, state } = outcome(sources.flat())
    expect(shown).toEqual(sources[0]!.map(({ key }) => key).toSorted())
    expect(repeated).toHaveLength(8)
    expect(state).toMatchObject({ status: TRACK.DELIVERED, sub: 'neighbour' })
  })

  test('a delivery the carrier took back is no delivery, even where another reported it', () => {
    const back = cancelOf('2026-11-21T12:50:00', LATER)
    const { state, shown } = outcome([...sources.flat(), back])
    expect(state).toMatchObject({ status: TRACK.OUT_FOR_DELIVERY, delivered: false })
    expect(shown).toHaveLength(3)
  })

  test('two scans of one minute at different steps, and of other countries, stay two', () => {
    const [dhl] = sources
    const other = { ...sources[1]![3]!, country: 'FR' }
    const van = { ...sources[1]![2]!, local: sources[0]![3]!.local }
    expect(outcome([...dhl!, other]).shown).toHaveLength(5)
    expect(outcome([...dhl!, van]).shown).toHaveLength(5)
  })

  test('shuffled, doubled, late and corrected: the same end', () => {
    const back = cancelOf('2026-11-21T12:50:00', LATER)
    const again = reported(scan('2026-11-21T15:05:00', 'Delivered.', 'ZU', ''), 'DHL', LATER)
    const all = [...sources.flat(), back, again]
    const wanted = outcome(all)
    expect(wanted.state.status).toBe(TRACK.DELIVERED)
    const order = fc.array(fc.nat(all.length - 1), { maxLength: 40 }).chain((doubled) =>
      fc.shuffledSubarray([...all.keys(), ...doubled], {
        minLength: all.length + doubled.length,
      }),
    )
    fc.assert(
      fc.property(order, (keys) => {
        expect(outcome(keys.map((at) => all[at]!))).toEqual(wanted)
      }),
      { numRuns: 300 },
    )
  })
})
