import { describe, expect, test } from 'vitest'
import {
  addToSimulator,
  carrierAccount,
  simulatedAdapters,
} from '#server/features/carriers/carriers/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { useWorld } from '#test/harness.ts'
import { dailyLimit } from '../public/daily-limit.ts'
import { at, systemCtx, parcelRow, pollAfter, sendParcel } from '../tracking.fixture.ts'
import { pollTenant } from './poll-parcels.ts'

const world = useWorld()
const HOUR = 3_600_000
const courier = (sets: string) =>
  world().db.pool.query(`update courier set ${sets} where tenant_id = $1 and code = 'DHL'`, [
    world().tenantId,
  ])

describe('asking a carrier', () => {
  test('one that cannot be reached is asked more and more seldom, and nothing of it is lost or leaked', async () => {
    const parcel = await sendParcel(world(), 0)
    // A host the guard does not let through stands for one that does not answer.
    await courier(`api_base = 'https://carrier.invalid', calls_per_day = 100000`)
    const gaps: number[] = []
    for (let round = 0; round < 3; round++) {
      await pollAfter(world(), parcel, 10)
      const row = await parcelRow(world(), parcel.id)
      expect(row).toMatchObject({
        poll_failures: round + 1,
        last_polled_at: null,
        tracking_status: 25,
      })
      gaps.push(Math.round((Date.parse(row.next_poll_at!) - parcel.leftAt) / HOUR - 10))
    }
    expect(gaps).toEqual([12, 24, 24])
    const calls = await world().db.pool.query(
      `select distinct operation, http_status, error from carrier_call
        where tenant_id = $1 and error is not null`,
      [world().tenantId],
    )
    expect(calls.rows).toEqual([{ operation: 'track', http_status: null, error: 'network' }])
    await courier('api_base = null, calls_per_day = 250')
    await pollAfter(world(), parcel, 40)
    expect(await parcelRow(world(), parcel.id)).toMatchObject({
      poll_failures: 0,
      tracking_status: 70,
    })
  })

  test('a plan that is used up rests; what was not asked is not put down as asked', async () => {
    const parcel = await sendParcel(world(), 0)
    await courier(`api_base = 'https://carrier.invalid', calls_per_day = 1`)
    await world().db.pool.query(
      `insert into carrier_call (tenant_id, courier, operation, ms) values ($1, 'DHL', 'track', 1)`,
      [world().tenantId],
    )
    await at(Date.now() + HOUR, async () => {
      await world().db.pool.query(
        `update parcel set next_poll_at = now() + interval '10 minutes' where id = $1`,
        [parcel.id],
      )
      await pollTenant(systemCtx(world()))
    })
    const row = await parcelRow(world(), parcel.id)
    expect(row).toMatchObject({ poll_failures: 0, last_polled_at: null })
    expect((Date.parse(row.next_poll_at!) - Date.now()) / HOUR).toBeCloseTo(2, 1)
    await courier('api_base = null, calls_per_day = 250')
  })

  test.each(['GLS', '17TRACK'])('a simulated %s is asked as the carrier would be', async (code) => {
    const parcel = await sendParcel(world(), 0)
    const { pool } = world().db
    const hand = `update tracking_number set courier_code = $2 where number = $1`
    await pool.query(hand, [parcel.trackNo, code])
    await pool.query('delete from simulator_parcel where number = $1', [parcel.trackNo])
    const ctx = systemCtx(world())
    await inTx(ctx, (tx) => addToSimulator(tx, [parcel.id], simulatedAdapters(ctx)))
    // 17TRACK takes the number first, and has its events when it is asked again.
    for (const hours of [20, 60]) await pollAfter(world(), parcel, hours)
    expect(await parcelRow(world(), parcel.id)).toMatchObject({
      poll_failures: 0,
      tracking_status: 70,
    })
    const found = await pool.query<{ followed: string | null }>(
      'select followed from simulator_parcel where number = $1',
      [parcel.trackNo],
    )
    expect(found.rows[0]?.followed).toBe(code === 'GLS' ? null : 'tracking')
    await pool.query(`update courier set simulated = false where tenant_id = $1 and code = $2`, [
      world().tenantId,
      code,
    ])
    expect((await carrierAccount(ctx, code))?.simulated).toBe(false)
    await pool.query(`update courier set simulated = true where tenant_id = $1`, [world().tenantId])
  })

  test('a courier that is not polled is not asked', async () => {
    const parcel = await sendParcel(world(), 0)
    await courier('polling = false')
    await pollAfter(world(), parcel, 20)
    expect(await parcelRow(world(), parcel.id)).toMatchObject({
      next_poll_at: null,
      tracking_status: 25,
    })
    await courier('polling = true')
  })

  test('two processes never ask for the same parcel', async () => {
    const parcels = [
      await sendParcel(world(), 1),
      await sendParcel(world(), 2),
      await sendParcel(world(), 3),
    ]
    await world().db.pool.query(
      `update parcel set next_poll_at = now() + interval '10 minutes' where id = any($1)`,
      [parcels.map(({ id }) => id)],
    )
    // Nothing of other tests is due.
    await world().db.pool.query(
      `update parcel set next_poll_at = null where tenant_id = $1 and not (id = any($2))`,
      [world().tenantId, parcels.map(({ id }) => id)],
    )
    await world().db.pool.query('delete from carrier_call where tenant_id = $1', [world().tenantId])
    await at(Date.now() + 30 * HOUR, () =>
      Promise.all(Array.from({ length: 4 }, () => pollTenant(systemCtx(world())))),
    )
    const requested = await world().db.pool.query(
      `select count(*)::int as n from carrier_call where tenant_id = $1`,
      [world().tenantId],
    )
    expect(requested.rows[0].n).toBe(parcels.length)
  })
})

test('an address has so many questions a day, and the day ends at midnight', async () => {
  const limit = dailyLimit(3)
  const noon = Date.parse('2026-03-01T12:00:00Z')
  await at(noon, async () => {
    for (let count = 0; count < 3; count++) limit.spend('192.0.2.1')
    expect(() => limit.spend('192.0.2.1')).toThrowError(
      expect.objectContaining({ http: 429, retryAfter: 12 * 3600 }),
    )
    limit.spend('192.0.2.2')
  })
  await at(noon + 12 * HOUR, async () => limit.spend('192.0.2.1'))
})

test('a network of IPv6 counts as well, and others do not push a count out', async () => {
  const noon = Date.parse('2026-03-02T12:00:00Z')
  await at(noon, async () => {
    const limit = dailyLimit(2, 50)
    const spendAll = () => {
      for (let net = 0; net < 30; net++) limit.spend(`2001:db8:1:${net.toString(16)}::1`)
    }
    // Thirty networks of /64 in one /48, each below its own limit.
    expect(spendAll).toThrowError(expect.objectContaining({ http: 429 }))
    limit.spend('2001:db8:2::1')
    const crowded = dailyLimit(3, 50)
    for (let count = 0; count < 3; count++) crowded.spend('192.0.2.1')
    for (let other = 0; other < 40; other++) crowded.spend(`198.51.100.${other}`)
    expect(() => crowded.spend('192.0.2.1')).toThrowError()
    for (let other = 0; other < 60; other++) crowded.spend(`203.0.113.${other}`)
    expect(() => crowded.spend('203.0.113.59')).not.toThrowError()
  })
})
