import { describe, expect, it } from 'vitest'
import { statusIconOf } from '#contracts/kit/status-looks.ts'
import { CLOSED_MIXED, PARCEL } from '#contracts/orders/shipments.states.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { dictionaries } from '#seeds/reference/dictionaries/dictionaries.ts'
import { toneOf } from './status-tag.tsx'

/** Colour and icon of a status as every list, drawer and tracking page shows it. */
function lookOf(dict: string, value: number): string {
  const item = dictionaries
    .find(({ code }) => code === dict)
    ?.items.find((one) => one.value === String(value))
  const icon = statusIconOf(dict, value)
  expect(item?.color, `${dict} ${value}`).toBeTruthy()
  expect(icon, `${dict} ${value}`).toBeTruthy()
  return `${toneOf(item?.color)} ${icon}`
}
const parcel = (value: number) => lookOf('parcel_status', value)
const tracking = (value: number) => lookOf('tracking_status', value)

describe('the statuses of a parcel', () => {
  it.each(['parcel_status', 'tracking_status'])('%s: no two look the same', (dict) => {
    const values = Object.values(dict === 'parcel_status' ? PARCEL : TRACK)
    const looks = values.map((value) => lookOf(dict, value))
    expect(looks.filter((look, at) => looks.indexOf(look) !== at)).toEqual([])
  })
  it('are the same for an order, with one more', () => {
    for (const value of Object.values(PARCEL))
      expect(lookOf('shipment_status', value)).toBe(parcel(value))
    expect(Object.values(PARCEL).map(parcel)).not.toContain(lookOf('shipment_status', CLOSED_MIXED))
  })
  it('look like the tracking status of the same meaning, and unlike all others', () => {
    const same = new Map<number, number>([
      [PARCEL.RECEIVED, TRACK.RECEIVED],
      [PARCEL.OUTBOUND, TRACK.OUTBOUND],
      [PARCEL.IN_TRANSIT, TRACK.IN_TRANSIT],
      [PARCEL.EXCEPTION, TRACK.EXCEPTION],
      [PARCEL.RETURNING, TRACK.RETURNING],
      [PARCEL.RETURNED, TRACK.RETURNED],
      [PARCEL.DELIVERED, TRACK.DELIVERED],
      [PARCEL.DESTROYED, TRACK.DESTROYED],
      [PARCEL.CANCELLED, TRACK.CANCELLED],
    ])
    for (const value of Object.values(PARCEL)) {
      const twins = Object.values(TRACK).filter((other) => tracking(other) === parcel(value))
      const own = same.get(value)
      expect(twins, `${value}`).toEqual(own === undefined ? [] : [own])
    }
  })
  it('only one is done: delivered', () => {
    const done = Object.values(PARCEL).filter((value) => parcel(value).startsWith('done'))
    expect(done).toEqual([PARCEL.DELIVERED])
  })
})
it('a kind of price is no status', () => {
  const kinds = dictionaries.find(({ code }) => code === 'fee_kind')
  expect(kinds?.items.filter(({ color }) => color)).toEqual([])
})
