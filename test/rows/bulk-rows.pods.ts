import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { expectParcelPods } from '#server/features/billing/pods/expect-pods.ts'
import { inTx } from '#server/kit/db/tx.ts'
import type { Client, World } from '../harness.ts'
import { makeOrder } from '../orders.ts'
import { MISSING, NEVER, twice, type RowsByHand } from './bulk-rows.shape.ts'

let number = 0

/** A POD carrier whose API is simulated, as all rows of a tenant use it. */
async function carrierOf(world: World): Promise<string> {
  const { rows } = await world.db.pool.query<{ id: string }>(
    `insert into pod_carrier (tenant_id, code, name, number_pattern, courier_id, billable, currency,
        price, email, create_by)
      select $1, 'BULKPOD', 'Bulk', 'BK[0-9]{10}', c.id, true, 'EUR', 250, 'pod@bulk.example', 'bulk'
      from courier c where c.tenant_id = $1 and c.adapter = 'dhl' order by c.id limit 1
      on conflict (tenant_id, code) do update set name = 'Bulk' returning id`,
    [world.tenantId],
  )
  return rows[0]!.id
}

/** A proof that is expected of a delivered parcel, or what `columns` make of it. */
export async function podRow(
  world: World,
  client: Client,
  columns: Record<string, unknown> = {},
): Promise<string> {
  await carrierOf(world)
  const { pool } = world.db
  const { id } = await makeOrder(world, client)
  const tenant = world.tenantId.padStart(5, '0').slice(-5)
  // Its last digit chooses the carrier's story: this one ends delivered.
  const trackNo = `BK${tenant}${String(++number).padStart(4, '0')}0`
  await pool.query(
    `insert into simulator_parcel (number, started_at, speed, destination_city, destination_country)
      values ($1, now() - interval '90 days', 10, 'Berlin', 'DE') on conflict do nothing`,
    [trackNo],
  )
  const parcel = await pool.query<{ id: string }>(
    `update parcel set track_no = $3, delivered_at = now() - interval '2 days'
      where tenant_id = $1 and shipment_id = $2 and seq = 1 returning id`,
    [world.tenantId, id, trackNo],
  )
  await inTx(jobCtx(world.deps, world.tenantId), (tx) => expectParcelPods(tx, [parcel.rows[0]!.id]))
  const names = Object.keys(columns)
  const sets = names.map((name, at) => `${name} = $${at + 3}`).join(', ')
  const { rows } = await pool.query<{ id: string }>(
    `${names.length > 0 ? `update pod set ${sets}` : 'select id from pod'}
      where tenant_id = $1 and parcel_id = $2 ${names.length > 0 ? 'returning id' : ''}`,
    [world.tenantId, parcel.rows[0]!.id, ...Object.values(columns)],
  )
  return rows[0]!.id
}

/** A proof with every column, which no standard verb adds. */
export const POD_ROWS: Readonly<Record<string, (world: World, client: Client) => Promise<string>>> =
  {
    pods: (world, client) =>
      podRow(world, client, {
        state: 'BILLED',
        former_no: 'CAT-FORMER',
        fba_code: 'FBA15CATPOD',
        requested_at: '2026-04-02',
        received_at: '2026-04-03',
        source: 'upload',
        pages: 2,
        signed_by: 'catalogue',
        signed_at: '2026-04-02',
        checked_at: '2026-04-04',
        checked_by: 'catalogue',
        reason: 'catalogue',
        amount: 250,
        currency: 'EUR',
        billed_at: '2026-04-05',
      }),
    'print-jobs': async ({ tenantId, db }) => {
      const { rows } = await db.pool.query<{ id: string }>(
        `insert into print_job (tenant_id, name, kind, from_day, to_day, state, fault, records, pages,
          printed_at, printed_by, create_by)
        values ($1, 'catalogue', 'pods', '2026-04-01', '2026-04-07', 'READY', 'catalogue', 3, 7,
          now(), 'catalogue', 'catalogue') returning id`,
        [tenantId],
      )
      return rows[0]!.id
    },
  }

/** Rows for the bulk calls on proofs of delivery. */
export function podRows(world: World, admin: Client): RowsByHand {
  const expected = () => podRow(world, admin)
  const inState = (state: string) => () => podRow(world, admin, { state })
  const [received, verified] = [inState('RECEIVED'), inState('VERIFIED')]
  const step =
    (
      good: () => Promise<string>,
      bad: () => Promise<string>,
      code: string,
      more: Record<string, unknown> = {},
    ) =>
    async () => ({ ...(await twice(good)), bad: await bad(), code, more })
  /** A part of a file that is a picture; `pages` where it is several. */
  const part = async (podId: string | null, pages = 1): Promise<string> => {
    const sent = await admin.upload('/erp/pod/upload', 'scan.png', PICTURE)
    const { id } = sent.result as { id: string }
    await world.db.pool.query(`update pod_scan set state = 'READ' where id = $1`, [id])
    const { rows } = await world.db.pool.query<{ id: string }>(
      `insert into pod_part (tenant_id, scan_id, from_page, to_page, pod_id)
        values ($1, $2, 1, $3, $4) returning id`,
      [world.tenantId, id, pages, podId],
    )
    return rows[0]!.id
  }
  return {
    '/erp/pod/verify': step(received, expected, 'pod.not.verify'),
    '/erp/pod/reject': step(received, expected, 'pod.not.reject'),
    '/erp/pod/request': step(expected, verified, 'pod.not.request'),
    '/erp/pod/miss': step(expected, verified, 'pod.not.miss'),
    '/erp/pod/bill': step(verified, expected, 'pod.not.bill'),
    '/erp/pod/assign': async () => ({
      ...(await twice(expected)),
      ...MISSING,
      more: { podCarrierId: await carrierOf(world) },
    }),
    '/erp/pod/refresh': step(expected, verified, 'pod.proven'),
    '/erp/pod/confirm': step(
      async () => part(await expected()),
      () => part(null),
      'pod.noMatch',
    ),
    '/erp/pod/link': async () => ({
      ...(await twice(expected)),
      bad: NEVER,
      code: 'row.missing',
      more: { partId: await part(null) },
    }),
    '/erp/pod/drop': step(
      () => part(null),
      () => Promise.resolve(NEVER),
      'row.missing',
    ),
    '/erp/pod/split': step(
      () => part(null, 3),
      () => part(null),
      'pod.onePage',
    ),
  }
}

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
