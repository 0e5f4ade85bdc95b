import { sql } from 'kysely'
import { parcelTracked } from '#contracts/tracking/tracking.events.ts'
import { fbaMoved } from '#contracts/orders/fba/fba.events.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { subscribe } from '#server/kit/jobs/jobs.ts'
import { shortPattern } from '#server/kit/patterns/pattern-cost.ts'

interface Carrier {
  id: string
  kind: 'PARCEL' | 'TRUCK'
  numberPattern: string | null
  courier: string | null
  dueDays: number
}
/** Days after which a proof without a carrier counts as missing. */
const DUE_DAYS = 7

subscribe(fbaMoved, 'pods.onFbaMoved', (ctx, { shipmentIds, step }) =>
  inTx(ctx, async (tx) => {
    if (step === 'delivered') await expectOrderPods(tx, shipmentIds)
  }),
)
subscribe(parcelTracked, 'pods.onParcelTracked', (ctx, { parcelIds }) =>
  inTx(ctx, async (tx) => {
    await expectParcelPods(tx, parcelIds)
  }),
)

async function carriersOf(ctx: Ctx): Promise<Carrier[]> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<Carrier>`select c.id, c.kind, c.number_pattern, c.due_days,
      k.code as courier
    from ${tenant.rows('podCarrier').as('c')}
      left join ${tenant.rows('courier').as('k')} on k.id = c.courier_id
    where c.enabled order by c.id`.execute(ctx.db)
  return rows
}

const owns = ({ numberPattern }: Carrier, numbers: readonly string[]): boolean => {
  const pattern = numberPattern === null ? null : shortPattern(numberPattern)
  return pattern !== null && numbers.some((number) => pattern.matches(number))
}

/**
 * Proofs of delivered orders into warehouses, each once. The carrier is the one whose numbers they
 * have, or the only one with trucks.
 */
export async function expectOrderPods(tx: Tx, shipmentIds: readonly string[]): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{ id: string; bolNo: string | null; proNos: string | null }>`select
      f.id, f.bol_no, f.pro_nos from ${tenant.rows('fbaOrder').as('f')}
    where f.id = any(${shipmentIds}::bigint[]) and f.delivery_state = 'DELIVERED'
      and not exists (select 1 from ${tenant.rows('pod').as('p')}
        where p.shipment_id = f.id and p.parcel_id is null)
    order by f.id`.execute(tx.db)
  if (rows.length === 0) return
  const trucks = (await carriersOf(tx)).filter(({ kind }) => kind === 'TRUCK')
  const only = trucks.length === 1 && trucks[0]!.numberPattern === null ? trucks[0]! : null
  for (const { id, bolNo, proNos } of rows) {
    const numbers = [bolNo, ...(proNos ?? '').split(',')].filter((one): one is string => !!one)
    const carrier = trucks.find((one) => owns(one, numbers)) ?? only
    const made = await sql<{ id: string }>`insert into pod (tenant_id, customer_id, depot_id,
        shipment_id, kind, pod_carrier_id, serial_number, fba_code, delivered_at, due_at, create_by)
      select f.tenant_id, f.customer_id, f.depot_id, f.id, 'TRUCK', ${carrier?.id ?? null},
        f.serial_number, f.fba_code, coalesce(f.real_time, now()),
        coalesce(f.real_time, now()) + make_interval(days => ${carrier?.dueDays ?? DUE_DAYS}),
        ${tx.principal.username}
      from fba_order as f where ${tenant.rows('fbaOrder').where('f')} and f.id = ${id}
      on conflict do nothing returning id`.execute(tx.db)
    await noteNew(tx, made.rows)
  }
}

interface Delivered {
  id: string
  trackNo: string | null
  courier: string | null
}

/** Proofs of delivered parcels whose carrier gives any, each once. */
export async function expectParcelPods(tx: Tx, parcelIds: readonly string[]): Promise<number> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<Delivered>`select p.id, p.track_no, n.courier_code as courier
    from ${tenant.rows('parcel').as('p')}
      left join ${tenant.rows('trackingNumber').as('n')}
        on n.parcel_id = p.id and n.number = p.track_no and n.state = 1
    where p.id = any(${parcelIds}::bigint[]) and p.delivered_at is not null
      and not exists (select 1 from ${tenant.rows('pod').as('o')} where o.parcel_id = p.id)
    order by p.id`.execute(tx.db)
  if (rows.length === 0) return 0
  const carriers = (await carriersOf(tx)).filter(({ kind }) => kind === 'PARCEL')
  const chosen = rows.flatMap((row) => {
    const carrier =
      carriers.find((one) => owns(one, row.trackNo === null ? [] : [row.trackNo])) ??
      carriers.find((one) => one.courier !== null && one.courier === row.courier)
    return carrier ? [{ id: row.id, carrier }] : []
  })
  const made = await sql<{ id: string }>`insert into pod (tenant_id, customer_id, depot_id,
      shipment_id, parcel_id, kind, pod_carrier_id, serial_number, track_no, fba_code, delivered_at,
      due_at, create_by)
    select p.tenant_id, p.customer_id, p.depot_id, p.shipment_id, p.id, 'PARCEL', x.carrier_id,
      p.serial_number, p.track_no, p.fba_code, p.delivered_at,
      p.delivered_at + make_interval(days => x.due_days), ${tx.principal.username}
    from unnest(${chosen.map(({ id }) => id)}::bigint[],
        ${chosen.map(({ carrier }) => carrier.id)}::bigint[],
        ${chosen.map(({ carrier }) => carrier.dueDays)}::int[]) as x(id, carrier_id, due_days)
      join parcel as p on p.id = x.id
    where ${tenant.rows('parcel').where('p')}
    on conflict do nothing returning id`.execute(tx.db)
  await noteNew(tx, made.rows)
  return made.rows.length
}

const noteNew = (tx: Tx, rows: readonly { id: string }[]): Promise<void> =>
  tx.auditMany(
    'pod',
    'add',
    rows.map(({ id }) => ({ id, before: null, after: { state: 'EXPECTED' } })),
  )
