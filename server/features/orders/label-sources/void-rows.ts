import { sql } from 'kysely'
import type { VoidState } from '#contracts/orders/labels.states.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { knownSources } from './sources.ts'
import type { LabelRow } from './label-rows.ts'

const tenantOf = (ctx: Ctx) => asSystem(ctx, ctx.principal.tenantId)

/** Notes that labels of locked parcels are to be void; one its source was not asked for is so at once. */
export async function wantVoids(tx: Tx, parcelIds: readonly string[]): Promise<void> {
  await sql`update parcel_label as l
    set void_state = case when l.state = 'wanted' then 'void' else 'wanted' end,
      void_answered_at = case when l.state = 'wanted' then now() end, void_reason = null,
      version = l.version + 1, update_by = ${tx.principal.username}, update_time = now()
    where ${tenantOf(tx).rows('parcelLabel').where('l')} and l.parcel_id = any(${parcelIds}::bigint[])
      and l.state <> 'refused' and l.void_state is distinct from 'void'
      and l.void_state is distinct from 'sent'`.execute(tx.db)
}

/** Takes labels whose source is to be asked to void them; each by one caller at a time. */
export async function claimVoids(
  ctx: Ctx,
  parcelIds: readonly string[],
  leaseSeconds: number,
): Promise<LabelRow[]> {
  const tenant = tenantOf(ctx)
  const done = await sql<LabelRow>`update parcel_label as l
    set void_state = 'sent', void_asked = l.void_asked + 1, void_asked_at = now()
    where ${tenant.rows('parcelLabel').where('l')} and l.id in (select l.id from parcel_label as l
      where ${tenant.rows('parcelLabel').where('l')} and l.parcel_id = any(${parcelIds}::bigint[])
        and l.source = any(${knownSources(ctx)}::text[])
        and l.state <> 'refused' and (l.void_state = 'wanted'
          or l.void_state in ('sent', 'pending', 'unknown')
            and l.void_asked_at <= now() - make_interval(secs => ${leaseSeconds}))
      order by l.id for update skip locked)
    returning l.id, l.parcel_id, l.source, l.state, l.number, l.reason, l.format, l.file_id,
      l.void_state, l.void_reason, l.asked, l.void_asked`.execute(ctx.db)
  return done.rows
}

/** Stores what sources answered, their parcels locked; answers the parcels it changed. */
export async function storeVoids(
  tx: Tx,
  answers: readonly { id: string; state: VoidState; reason: string | null }[],
): Promise<string[]> {
  const done = await sql<{ parcelId: string }>`update parcel_label as l
    set void_state = x.state, void_reason = x.reason, void_answered_at = now(),
      version = l.version + 1, update_by = ${tx.principal.username}, update_time = now()
    from unnest(${answers.map((one) => one.id)}::bigint[],
      ${answers.map((one) => one.state)}::text[], ${answers.map((one) => one.reason)}::text[])
      as x(id, state, reason)
    where ${tenantOf(tx).rows('parcelLabel').where('l')} and l.id = x.id and l.void_state is not null
      and l.void_state <> 'void'
    returning l.parcel_id`.execute(tx.db)
  return done.rows.map((row) => row.parcelId)
}

/** Labels of locked parcels count as void whatever their source answered. */
export async function forceVoids(tx: Tx, parcelIds: readonly string[]): Promise<void> {
  await sql`update parcel_label as l set void_state = 'void', void_answered_at = now(),
      version = l.version + 1, update_by = ${tx.principal.username}, update_time = now()
    where ${tenantOf(tx).rows('parcelLabel').where('l')} and l.parcel_id = any(${parcelIds}::bigint[])
      and l.void_state is distinct from 'void'`.execute(tx.db)
}

/** Labels of locked parcels that were to be void stay as they are. */
export async function keepLabels(tx: Tx, parcelIds: readonly string[]): Promise<void> {
  await sql`update parcel_label as l set void_state = null, version = l.version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tenantOf(tx).rows('parcelLabel').where('l')} and l.parcel_id = any(${parcelIds}::bigint[])
      and l.void_state = 'refused'`.execute(tx.db)
}
