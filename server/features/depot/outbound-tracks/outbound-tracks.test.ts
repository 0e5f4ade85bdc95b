import { expect, test } from 'vitest'
import { outboundTracks } from '#contracts/depot/outbound-tracks.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { sql } from 'kysely'
import { outProblem } from './out-rows.ts'

const world = useWorld()

/** A parcel that left so many hours ago; what its carrier scanned since, hours ago. */
async function left(hours: number, scans: readonly number[] = []) {
  const { parcels } = await makeOrder(world(), await world().as('customer'), { confirm: true })
  const { id, trackNo } = parcels[0]!
  const { pool } = world().db
  await pool.query(
    `update parcel set outbound_at = now() - make_interval(hours => $2), tracking_status = 40
      where id = $1`,
    [id, hours],
  )
  for (const ago of scans)
    await pool.query(
      `insert into tracking_event (tenant_id, parcel_id, event_key, status, sub, at, courier, source)
        values ($1, $2, $3, 40, 'arrived', now() - make_interval(hours => $4), 'DHL', 'poll')`,
      [world().tenantId, id, Buffer.from(`${id} ${ago}`), ago],
    )
  return { id, trackNo: trackNo! }
}

test('no first scan, standing still and maybe lost are found by number, counted and filtered', async () => {
  const manager = await world().as('manager')
  const silent = await left(60)
  const stuck = await left(200, [150, 100])
  const lost = await left(400, [300])
  const fine = await left(60, [50, 10])
  const nos = [silent, stuck, lost, fine].map(({ trackNo }) => trackNo)
  const found = await manager.call(outboundTracks.query, { nos })
  expect(new Map(found.rows.map((row) => [row.parcelId, row.problem]))).toEqual(
    new Map([
      [lost.id, 'lost'],
      [stuck.id, 'stuck'],
      [silent.id, 'noFirstScan'],
      [fine.id, null],
    ]),
  )
  expect(found.counts).toEqual({ total: 4, noFirstScan: 1, stuck: 1, lost: 1 })
  const only = await manager.call(outboundTracks.query, { nos, problem: 'stuck' })
  expect(only.rows.map(({ parcelId }) => parcelId)).toEqual([stuck.id])
  expect((await manager.call(outboundTracks.query, { batchNo: 'NO-SUCH' })).rows).toEqual([])

  const stranger = await world().otherTenantUser()
  expect((await stranger.call(outboundTracks.query, { nos })).rows).toEqual([])
  expect((await (await world().as('customer')).post(outboundTracks.query.path, {})).status).toBe(
    403,
  )
})

test('a claim list, and one mail to each supplier', async () => {
  const manager = await world().as('manager')
  const { id, trackNo } = await left(60)
  const file = await manager.raw('GET', outboundTracks.claims.path, { query: { parcelIds: id } })
  expect(file.status).toBe(200)
  await world().db.pool.query(
    `update supplier set email = 'claims@carrier.example' where tenant_id = $1`,
    [world().tenantId],
  )
  const sent = await manager.call(outboundTracks.mail, {
    parcelIds: [id],
    note: 'Please answer by Friday.',
  })
  expect(sent).toMatchObject({
    mails: [{ to: 'claims@carrier.example', parcels: 1 }],
    without: [],
  })
  const outbox = await world().db.pool.query<{ content: string }>(
    `select to_jsonb(m)::text as content from sys_message as m where m.tenant_id = $1
      order by m.id desc limit 1`,
    [world().tenantId],
  )
  expect(outbox.rows[0]?.content).toContain(trackNo)
  await world().db.pool.query('update supplier set email = null where tenant_id = $1', [
    world().tenantId,
  ])
  expect((await manager.post(outboundTracks.mail.path, { parcelIds: [id] })).error).toBe(
    'outTrack.noAddress',
  )
  const stranger = await world().otherTenantUser()
  expect((await stranger.post(outboundTracks.mail.path, { parcelIds: [id] })).error).toBe(
    'outTrack.noParcels',
  )
})

test.each([
  [70, null, 500, null],
  [45, '2026-01-01', 80, null],
  [45, '2026-01-01', 96, 'stuck'],
  [55, '2026-01-01', 119, null],
  [40, '2026-01-01', 72, 'stuck'],
  [10, null, 47, null],
  [80, '2026-01-01', 240, 'lost'],
])('status %s, first scan %s, %s hours: %s', async (status, firstScanAt, hours, problem) => {
  const found = await sql<{ problem: string | null }>`select ${outProblem} as problem
    from (select ${status}::int as tracking_status, null::text as tracking_sub,
      ${firstScanAt}::timestamptz as first_scan_at, ${hours}::int as silent_hours) as o`.execute(
    world().db.kysely,
  )
  expect(found.rows[0]?.problem ?? null).toBe(problem)
})
