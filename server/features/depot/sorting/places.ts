import { sql } from 'kysely'
import type { LockedParcel } from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { Decided, Why } from './find-gate.ts'

/** Sent to its gate, lies there, is an exception. */
export type PlaceState = '1' | '2' | '3'

interface Place {
  gateCode: string | null
  state: PlaceState
  sortedAt: string | null
  sortedBy: string | null
}

export async function placeOf(ctx: Ctx, parcelId: string): Promise<Place | null> {
  const { rows } = await sql<Place>`select o.gate_code, o.state, o.sorted_at, o.sorted_by
    from ${ctx.rows('parcelSort').as('o')} where o.parcel_id = ${parcelId}`.execute(ctx.db)
  return rows[0] ?? null
}

/** Notes where a locked parcel was sent, or that it lies there. */
export async function storePlace(
  tx: Tx,
  parcel: LockedParcel,
  { gate, sortCode, why }: Decided,
  state: PlaceState,
): Promise<void> {
  const by = tx.principal.username
  const [sortedAt, sortedBy] = state === '2' ? [sql`now()`, by] : [null, null]
  await sql`insert into parcel_sort (tenant_id, parcel_id, depot_id, gate_id, gate_code, sort_code,
      state, why, scanned_by, sorted_at, sorted_by)
    values (${tx.principal.tenantId}, ${parcel.id}, ${parcel.depotId}, ${gate?.id ?? null},
      ${gate?.code ?? null}, ${sortCode}, ${state}, ${JSON.stringify(why)}::jsonb, ${by},
      ${sortedAt}, ${sortedBy})
    on conflict (tenant_id, parcel_id) do update set depot_id = excluded.depot_id,
      gate_id = excluded.gate_id, gate_code = excluded.gate_code, sort_code = excluded.sort_code,
      state = excluded.state, why = excluded.why, scanned_at = now(),
      scanned_by = excluded.scanned_by, sorted_at = excluded.sorted_at,
      sorted_by = excluded.sorted_by`.execute(tx.db)
}

/** A confirmation taken back: it was sent to its gate and does not lie there. */
export async function leavePlace(tx: Tx, parcelId: string): Promise<void> {
  await sql`update parcel_sort as o set state = '1', sorted_at = null, sorted_by = null
    where ${tx.rows('parcelSort').where('o')} and o.parcel_id = ${parcelId}
      and o.state = '2'`.execute(tx.db)
}

export const whyText = (ctx: Ctx, { code, data }: Why): string =>
  translate(ctx.lang, 'sorting', `why.${code}`, data)
