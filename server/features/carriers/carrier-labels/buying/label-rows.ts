import { sql } from 'kysely'
import type { CarrierState } from '#contracts/carriers/carrier-sets.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'
import { asSystemTx, inTx } from '#server/kit/db/tx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { now, nowIso } from '#server/kit/runtime/clock.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import type { PlannedParcel } from './plan-parcels.ts'
import type { StoredMessage } from './wording.ts'

/** A label at its carrier. */
export interface CarrierLabel {
  id: string
  carrier: string
  accountId: string
  batchId: string | null
  labelKey: string
  parcelId: string
  serialNumber: string
  customerId: string
  state: CarrierState
  reference: string
  askedAt: string | null
  carrierNo: string | null
  handle: string | null
  labelFormat: 'pdf' | 'zpl' | null
  labelFileId: string | null
  messages: StoredMessage[]
  voidState: 'sent' | 'pending' | 'void' | 'refused' | 'unknown' | null
  voidReason: string | null
  voidAskedAt: string | null
  closedAt: string | null
  /** A manifest with it is on its way to the carrier; see `isClosing`. */
  closingAt: string | null
}
const COLUMNS = sql`c.id, c.carrier, c.account_id, c.batch_id, c.label_key, c.parcel_id,
  c.serial_number, c.customer_id, c.state, c.reference, c.asked_at, c.carrier_no, c.handle,
  c.label_format, c.label_file_id, c.messages, c.void_state, c.void_reason, c.void_asked_at,
  c.closed_at, c.closing_at`

/** A call ends within this time; before it is over an answer may still come. */
export const UNDER_WAY_MS = 90_000

/** Its carrier has the cancellation, or may have it, and has not confirmed it. */
export const isHalfVoid = ({
  voidState,
  voidAskedAt,
}: {
  voidState: string | null
  voidAskedAt: string | null
}): boolean =>
  voidState === 'pending' ||
  voidState === 'unknown' ||
  // What a lost process asked for.
  (voidState === 'sent' && (voidAskedAt === null || now() - Date.parse(voidAskedAt) > UNDER_WAY_MS))

/** Whether its carrier is closing it just now: what a lost process left behind counts no more. */
export const isClosing = ({ closingAt }: Pick<CarrierLabel, 'closingAt'>): boolean =>
  closingAt !== null && now() - Date.parse(closingAt) < UNDER_WAY_MS

const tenantOf = (ctx: Ctx): Ctx => asSystem(ctx, ctx.principal.tenantId)

export async function carrierLabels(
  ctx: Ctx,
  by: { keys: readonly string[] } | { ids: readonly string[] } | { batchIds: readonly string[] },
): Promise<CarrierLabel[]> {
  const condition =
    'keys' in by
      ? sql`c.label_key = any(${by.keys}::text[])`
      : 'ids' in by
        ? sql`c.id = any(${by.ids}::bigint[])`
        : sql`c.batch_id = any(${by.batchIds}::bigint[])`
  const found = await sql<CarrierLabel>`select ${COLUMNS}
    from ${tenantOf(ctx).rows('carrierShipment').as('c')}
    where ${condition} order by c.id`.execute(ctx.db)
  return found.rows
}

/** Wanted once per key: asked for again it is the label that is there. */
export async function wantCarrierLabels(
  ctx: Ctx,
  carrier: string,
  wanted: readonly { key: string; planned: PlannedParcel; billing: string | null }[],
): Promise<void> {
  const tenant = tenantOf(ctx)
  const column = (of: (one: (typeof wanted)[number]) => string | null) => wanted.map(of)
  await sql`insert into carrier_shipment (tenant_id, carrier, account_id, batch_id, label_key,
      parcel_id, shipment_id, serial_number, customer_id, depot_id, product, billing_number,
      reference, create_by)
    select ${ctx.principal.tenantId}, ${carrier}, x.account_id,
      (select b.id from ${tenant.rows('carrierBatchItem').as('i')}
          join ${tenant.rows('carrierBatch').as('b')} on b.id = i.batch_id
        where i.parcel_id = x.parcel_id
          and i.state = 'waiting' and b.kind = 'labels' and b.carrier = ${carrier}
        order by b.id desc limit 1),
      x.key, x.parcel_id, x.shipment_id, x.serial_number, x.customer_id, x.depot_id, x.product,
      x.billing, x.reference, ${ctx.principal.username}
    from unnest(${column(({ key }) => key)}::text[],
      ${column(({ planned }) => planned.accountId)}::bigint[],
      ${column(({ planned }) => planned.parcelId)}::bigint[],
      ${column(({ planned }) => planned.shipmentId)}::bigint[],
      ${column(({ planned }) => planned.serialNumber)}::text[],
      ${column(({ planned }) => planned.customerId)}::bigint[],
      ${column(({ planned }) => planned.depotId)}::bigint[],
      ${column(({ planned }) => planned.product)}::text[],
      ${column(({ billing }) => billing)}::text[],
      ${column(({ key, planned }) => referenceOf(planned.serialNumber, key))}::text[])
      as x(key, account_id, parcel_id, shipment_id, serial_number, customer_id, depot_id, product,
        billing, reference)
    on conflict (tenant_id, label_key) do nothing`.execute(ctx.db)
}

/** Ours, and no other label's: a parcel may have had one before. */
const referenceOf = (serialNumber: string, key: string): string =>
  `${serialNumber.slice(0, 20)}-${key}`.slice(0, 35)

/** Takes labels to ask their carrier for: one caller each, and never again once it was asked. */
export async function claimToSend(ctx: Ctx, ids: readonly string[]): Promise<CarrierLabel[]> {
  const done = await sql<CarrierLabel>`update carrier_shipment as c
    set state = 'sent', asked_at = ${nowIso()}
    where ${tenantOf(ctx).rows('carrierShipment').where('c')} and c.id in (
      select c.id from carrier_shipment as c
      where ${tenantOf(ctx).rows('carrierShipment').where('c')} and c.id = any(${ids}::bigint[])
        and c.state = 'wanted' and c.void_state is null
      order by c.id for update skip locked)
    returning ${COLUMNS}`.execute(ctx.db)
  return done.rows
}

export interface Outcome {
  state: CarrierState
  messages: readonly StoredMessage[]
  carrierNo?: string
  handle?: string
  returnNo?: string | null
  routingCode?: string | null
  labelFormat?: string | null
  raw?: unknown
}

/** Notes what the carrier answered, in one step with its number; only of labels still open (`from`). */
export async function storeOutcomes(
  ctx: Ctx,
  account: OpenAccount,
  outcomes: ReadonlyMap<string, Outcome>,
  from: readonly CarrierState[] = ['wanted', 'sent', 'unknown'],
): Promise<void> {
  if (outcomes.size === 0) return
  const day = [...outcomes.values()].some(({ state }) => state === 'bought')
    ? await dayBatch(ctx, account)
    : null
  await inTx(ctx, async (tx) => {
    const system = asSystemTx(tx, tx.principal.tenantId)
    const changed = await changeMany(system, 'carrierShipment', [...outcomes.keys()], (row) => {
      const { raw, ...outcome } = outcomes.get(row.id)!
      if (!(from as readonly string[]).includes(row.state)) return null
      return {
        ...outcome,
        messages: [...outcome.messages],
        answeredAt: nowIso(),
        ...(raw === undefined ? {} : { raw: (raw ?? {}) as object }),
        ...(outcome.state === 'bought' && row.batchId === null ? { batchId: day } : {}),
      }
    })
    await tellBatches(
      system,
      changed.map(({ id }) => id),
    )
  })
}

/** Batches that wait for parcels learn what became of their labels, whichever batch bought them. */
export async function tellBatches(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update carrier_batch_item as i
    set state = case c.state when 'bought' then 'done' when 'refused' then 'refused'
        when 'unknown' then 'unknown' else 'waiting' end, messages = c.messages
    from ${tenantOf(tx).rows('carrierShipment').as('c')}
    where ${tenantOf(tx).rows('carrierBatchItem').where('i')} and c.id = any(${ids}::bigint[])
      and i.parcel_id = c.parcel_id and i.state in ('waiting', 'unknown')
      and exists (select 1 from ${tenantOf(tx).rows('carrierBatch').as('b')}
        where b.id = i.batch_id and b.kind = 'labels')`.execute(tx.db)
}

/** The batch of what an account buys on a day without one. */
async function dayBatch(ctx: Ctx, { row }: OpenAccount): Promise<string> {
  const day = await businessDay(ctx)
  const tenant = tenantOf(ctx)
  const find = () =>
    sql<{ id: string }>`select b.id from ${tenant.rows('carrierBatch').as('b')}
    where b.account_id = ${row.id} and b.kind = 'day' and b.day = ${day}::date
    limit 1`.execute(ctx.db)
  const known = await find()
  if (known.rows[0]) return known.rows[0].id
  const no = (await nextSerialNumbers(ctx, 'carrier_batch', 'CB', 1))[0]!
  await sql`insert into carrier_batch (tenant_id, batch_no, carrier, account_id, kind, day, state,
      create_by)
    values (${ctx.principal.tenantId}, ${no}, ${row.carrier}, ${row.id}, 'day', ${day}::date,
      'done', ${ctx.principal.username})
    on conflict (tenant_id, account_id, day) where kind = 'day' do nothing`.execute(ctx.db)
  return (await find()).rows[0]!.id
}
