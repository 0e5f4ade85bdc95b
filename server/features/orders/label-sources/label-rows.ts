import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { knownSources } from './sources.ts'
import type { LabelState, VoidState } from '#contracts/orders/labels.states.ts'
import { FLAG } from '#contracts/orders/shipments.states.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'

/** A label another source was asked for. */
export interface LabelRow {
  id: string
  parcelId: string
  source: string
  state: LabelState
  number: string | null
  reason: string | null
  format: 'pdf' | 'zpl' | null
  fileId: string | null
  voidState: VoidState | null
  voidReason: string | null
  asked: number
  voidAsked: number
}
const COLUMNS = sql`l.id, l.parcel_id, l.source, l.state, l.number, l.reason, l.format, l.file_id,
  l.void_state, l.void_reason, l.asked, l.void_asked`

/** The key a source knows a label by. */
export const keyOf = (ctx: Ctx, { id }: Pick<LabelRow, 'id'>): string =>
  `${ctx.principal.tenantId}-${id}`

const tenantOf = (ctx: Ctx) => asSystem(ctx, ctx.principal.tenantId)

/**
 * Labels parcels have or wait for, by parcel; those that were refused or are void left out. The
 * parcels are within the caller's reach.
 */
export async function liveLabels(
  ctx: Ctx,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, LabelRow>> {
  const found = await sql<LabelRow>`select ${COLUMNS}
    from ${tenantOf(ctx).rows('parcelLabel').as('l')}
    where l.parcel_id = any(${parcelIds}::bigint[]) and l.state <> 'refused'
      and l.void_state is distinct from 'void'`.execute(ctx.db)
  return new Map(found.rows.map((row) => [row.parcelId, row]))
}

/** The last word on each parcel's label, refusals included. */
export async function lastLabels(
  ctx: Ctx,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, LabelRow>> {
  const found = await sql<LabelRow>`select distinct on (l.parcel_id) ${COLUMNS}
    from ${tenantOf(ctx).rows('parcelLabel').as('l')}
    where l.parcel_id = any(${parcelIds}::bigint[]) order by l.parcel_id, l.id desc`.execute(ctx.db)
  return new Map(found.rows.map((row) => [row.parcelId, row]))
}

/** Labels of a source by the keys it knows them by; keys of none, or of other tenants, are left out. */
export async function labelsByKey(
  ctx: Ctx,
  source: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, LabelRow>> {
  const prefix = `${ctx.principal.tenantId}-`
  const ids = keys.flatMap((key) => {
    const id = key.startsWith(prefix) ? key.slice(prefix.length) : ''
    return /^\d{1,18}$/.test(id) ? [id] : []
  })
  const found = await sql<LabelRow>`select ${COLUMNS}
    from ${tenantOf(ctx).rows('parcelLabel').as('l')}
    where l.id = any(${ids}::bigint[]) and l.source = ${source}`.execute(ctx.db)
  return new Map(found.rows.map((row) => [keyOf(ctx, row), row]))
}

/**
 * Notes that labels of locked parcels are wanted; a parcel that has one, or waits, gets no other.
 * None of an order whose labels are being taken back: it would bear the address before, or be paid
 * twice. Answers those orders. `again`: by the task that took them back.
 */
export async function wantLabels(
  tx: Tx,
  wanted: readonly { parcelId: string; source: string }[],
  { again = false }: { again?: boolean } = {},
): Promise<string[]> {
  const closed = again ? 0 : FLAG.revoking
  const revoking = await sql<{ serialNumber: string }>`select distinct s.serial_number
    from ${tenantOf(tx).rows('shipment').as('s')}
      join parcel p on p.tenant_id = s.tenant_id and p.shipment_id = s.id
    where p.id = any(${wanted.map((one) => one.parcelId)}::bigint[])
      and s.flags & ${closed}::int <> 0`.execute(tx.db)
  await sql`insert into parcel_label (tenant_id, parcel_id, shipment_id, serial_number, customer_id,
      depot_id, source, create_by)
    select p.tenant_id, p.id, s.id, s.serial_number, s.customer_id, s.depot_id, x.source,
      s.create_by
    from unnest(${wanted.map((one) => one.parcelId)}::bigint[],
      ${wanted.map((one) => one.source)}::text[]) as x(id, source)
      join ${tenantOf(tx).rows('parcel').as('p')} on p.id = x.id
      join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
    where s.flags & ${closed}::int = 0
    order by p.id on conflict do nothing`.execute(tx.db)
  return revoking.rows.map(({ serialNumber }) => serialNumber)
}

/**
 * Takes labels to ask their source about: each is taken by one caller, and again only when its
 * lease is over. Those of a source this process does not have are left to another.
 */
export async function claimLabels(
  ctx: Ctx,
  parcelIds: readonly string[],
  from: 'wanted' | 'open',
  leaseSeconds: number,
): Promise<LabelRow[]> {
  const open: RawBuilder<SqlBool> =
    from === 'wanted'
      ? sql<SqlBool>`l.state = 'wanted' and l.void_state is null`
      : sql<SqlBool>`l.state in ('sent', 'pending', 'unknown')
          and l.asked_at <= now() - make_interval(secs => ${leaseSeconds})`
  const tenant = tenantOf(ctx)
  const done = await sql<LabelRow>`update parcel_label as l
    set state = case when l.state = 'wanted' then 'sent' else l.state end, asked = l.asked + 1,
      asked_at = now()
    where ${tenant.rows('parcelLabel').where('l')} and l.id in (select l.id from parcel_label as l
      where ${tenant.rows('parcelLabel').where('l')} and l.parcel_id = any(${parcelIds}::bigint[])
        and l.source = any(${knownSources(ctx)}::text[]) and ${open}
      order by l.id for update skip locked)
    returning ${COLUMNS}`.execute(ctx.db)
  return done.rows
}

/** The source never heard of them: they are wanted as at first. */
export async function wantAgain(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await sql`update parcel_label as l set state = 'wanted'
    where ${tenantOf(ctx).rows('parcelLabel').where('l')} and l.id = any(${ids}::bigint[])
      and l.state in ('sent', 'pending', 'unknown')`.execute(ctx.db)
}

/** The source of labels that are still to come is asked with the next turn. */
export async function askAgain(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update parcel_label as l set asked_at = now() - interval '1 day'
    where ${tenantOf(tx).rows('parcelLabel').where('l')} and l.id = any(${ids}::bigint[])
      and l.state in ('sent', 'pending', 'unknown')`.execute(tx.db)
}

/** Labels that were refused are wanted no more. */
export async function setAside(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update parcel_label as l set void_state = 'void', void_answered_at = now(),
      version = l.version + 1, update_by = ${tx.principal.username}, update_time = now()
    where ${tenantOf(tx).rows('parcelLabel').where('l')} and l.id = any(${ids}::bigint[])
      and l.state = 'refused'`.execute(tx.db)
}

export interface StoredAnswer {
  id: string
  state: LabelState
  number: string | null
  reason: string | null
  cost: string | null
  currency: string | null
  format: string | null
  fileId: string | null
}

/** Stores answers with labels that have none yet, their parcels locked; answers whose it was. */
export async function storeAnswers(tx: Tx, answers: readonly StoredAnswer[]): Promise<LabelRow[]> {
  const column = (of: (one: StoredAnswer) => string | null) => answers.map(of)
  const done = await sql<LabelRow>`update parcel_label as l
    set state = x.state, number = x.number, reason = x.reason, cost = x.cost,
      cost_currency = x.currency, format = x.format, file_id = x.file_id, answered_at = now(),
      version = l.version + 1, update_by = ${tx.principal.username}, update_time = now()
    from unnest(${column((one) => one.id)}::bigint[], ${column((one) => one.state)}::text[],
      ${column((one) => one.number)}::text[], ${column((one) => one.reason)}::text[],
      ${column((one) => one.cost)}::bigint[], ${column((one) => one.currency)}::text[],
      ${column((one) => one.format)}::text[], ${column((one) => one.fileId)}::bigint[])
      as x(id, state, number, reason, cost, currency, format, file_id)
    where ${tenantOf(tx).rows('parcelLabel').where('l')} and l.id = x.id
      and l.state in ('wanted', 'sent', 'pending', 'unknown')
    returning ${COLUMNS}`.execute(tx.db)
  return done.rows
}
