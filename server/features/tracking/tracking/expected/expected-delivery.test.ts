import { expect, test } from 'vitest'
import { courierDesk } from '#contracts/tracking/courier-desk.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { withClock } from '#server/kit/runtime/clock.ts'
import { useOwnWorld } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'
import { publicItem, systemCtx } from '../tracking.fixture.ts'
import { expectedOf, foldTenant, type DeliveryTime } from './expected-delivery.ts'

const world = useOwnWorld()
const HOUR = 3_600_000

/** Hours a parcel takes: a steady stream, one day longer over a weekend, a few much longer. */
function hoursOf(seed: number): number {
  const chance = (salt: number) => (Math.sin(seed * 12.9898 + salt) * 43_758.5453) % 1
  const unit = (salt: number) => Math.abs(chance(salt))
  return Math.round(44 + unit(1) * 20 + unit(2) * 12 + (unit(3) > 0.95 ? 72 : 0))
}

async function parcels(orders: number): Promise<{ id: string; trackNo: string | null }[]> {
  const client = await world().as('customer')
  const made = []
  for (let at = 0; at < orders; at++)
    made.push(
      ...(
        await makeOrder(world(), client, {
          confirm: true,
          change: { parcels: Array.from({ length: 20 }, () => parcel()) },
        })
      ).parcels,
    )
  return made
}

const timesOf = async (): Promise<(DeliveryTime & { area: string })[]> =>
  (
    await world().db.pool.query<DeliveryTime & { area: string }>(
      `select area, low_hours as "lowHours", median_hours as "medianHours",
         high_hours as "highHours", deliveries from delivery_time where tenant_id = $1
       order by area`,
      [world().tenantId],
    )
  ).rows

test('an estimate of 30 deliveries and more, and how far it is from parcels held back', async () => {
  const all = await parcels(6)
  const [known, heldBack] = [all.slice(0, 80), all.slice(80)]
  const deliver = (from: number, to: number) =>
    Promise.all(
      known.slice(from, to).map(({ id }, at) =>
        world().db.pool.query(
          `update parcel set outbound_at = now() - interval '20 days', tracking_status = 70,
               delivered_at = now() - interval '20 days' + make_interval(hours => $2)
             where id = $1`,
          [id, hoursOf(from + at)],
        ),
      ),
    )
  await deliver(0, 29)
  await foldTenant(systemCtx(world()))
  expect(await timesOf()).toEqual([])
  await deliver(29, 80)
  await foldTenant(systemCtx(world()))
  const [country, area] = await timesOf()
  expect(country).toMatchObject({ area: '', deliveries: 80 })
  expect(area).toMatchObject({ deliveries: 80, area: expect.stringMatching(/^..$/) as string })

  const actual = heldBack.map((_, at) => hoursOf(1_000 + at))
  const within = actual.filter((hours) => hours >= area!.lowHours && hours <= area!.highHours)
  expect(within.length / actual.length).toBeGreaterThanOrEqual(0.8)
  const errors = actual
    .map((hours) => Math.abs(hours - area!.medianHours))
    .toSorted((a, b) => a - b)
  // Half of all parcels come within twelve hours of the day named.
  expect(errors[errors.length >> 1]).toBeLessThanOrEqual(12)

  const { id, trackNo } = heldBack[0]!
  const leaves = new Date(Date.now() - HOUR).toISOString()
  await world().db.pool.query(
    'update parcel set outbound_at = $2, tracking_status = 40 where id = $1',
    [id, leaves],
  )
  const wanted = expectedOf(leaves, area!, 'DE')
  expect(wanted?.deliveries).toBe(80)
  expect((await publicItem(world(), trackNo!)).expected).toEqual(wanted)
  for (const who of ['manager', 'customer'] as const) {
    const user = await world().as(who)
    const [found] = await user.call(tracking.search, { nos: [trackNo!] })
    expect(found?.expected).toEqual(wanted)
  }
  // What is delivered now is measured by what the deliveries before name.
  await Promise.all(
    heldBack.slice(1).map((one, at) =>
      world().db.pool.query(
        `update parcel set outbound_at = now() - interval '8 days', tracking_status = 70,
             delivered_at = now() - interval '8 days' + make_interval(hours => $2)
           where id = $1`,
        [one.id, actual[at + 1]],
      ),
    ),
  )
  await foldTenant(systemCtx(world()))
  const { rows } = await world().db.pool.query<{ id: string; code: string }>(
    `select id, code from courier where tenant_id = $1 and code in ('DHL', 'GLS') order by code`,
    [world().tenantId],
  )
  const staff = await world().as('manager')
  const [dhl, gls] = [
    await staff.call(courierDesk.view, { id: rows[0]!.id }),
    await staff.call(courierDesk.view, { id: rows[1]!.id }),
  ]
  const offs = actual
    .slice(1)
    .map((hours) => Math.abs(hours - area!.medianHours))
    .toSorted((a, b) => a - b)
  expect(dhl.expected).toMatchObject({
    days: 14,
    parcels: heldBack.length - 1,
    within: actual.slice(1).filter((hours) => hours >= area!.lowHours && hours <= area!.highHours)
      .length,
    medianOffHours: offs[Math.ceil(offs.length * 0.5) - 1],
    highOffHours: offs[Math.ceil(offs.length * 0.9) - 1],
  })
  expect(gls.expected).toBeNull()

  // Another parcel that is delivered has none.
  expect((await publicItem(world(), known[0]!.trackNo!)).expected).toBeUndefined()
})

test('days that are over are not named, and none lies in the past', () => {
  const time = { lowHours: 24, medianHours: 48, highHours: 96, deliveries: 40 }
  const at = (now: string) =>
    withClock(
      () => Date.parse(now),
      () => expectedOf('2026-11-20T10:00:00Z', time, 'GB'),
    )
  expect(at('2026-11-20T12:00:00Z')).toEqual({
    from: '2026-11-21',
    likely: '2026-11-22',
    until: '2026-11-24',
    deliveries: 40,
  })
  expect(at('2026-11-23T12:00:00Z')).toMatchObject({ from: '2026-11-23', likely: '2026-11-23' })
  expect(at('2026-11-25T00:00:01Z')).toBeNull()
})

test('days are those of the recipient’s country', () => {
  const time = { lowHours: 24, medianHours: 37, highHours: 48, deliveries: 40 }
  const daysIn = (country: string) =>
    withClock(
      () => Date.parse('2026-11-20T12:00:00Z'),
      () => expectedOf('2026-11-20T10:30:00Z', time, country),
    )
  // 23:30 UTC is the next day in Germany and China, not yet in Britain, the United States, nowhere.
  for (const country of ['DE', 'CN', 'ES'])
    expect(daysIn(country), country).toMatchObject({ likely: '2026-11-22', until: '2026-11-22' })
  for (const country of ['GB', 'US', 'XX', ''])
    expect(daysIn(country), country).toMatchObject({ likely: '2026-11-21', until: '2026-11-22' })
})
