import { sql } from 'kysely'
import type { stockPlaces } from '#contracts/orders/stock/stock-places.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

/** Whether the caller works in this depot. */
export const inOwnDepot = ({ principal }: Ctx, depotId: string): boolean =>
  principal.depotIds === null || principal.depotIds.includes(depotId)

/** A place stays in its depot while goods lie there. */
export const placeHooks: Hooks<typeof stockPlaces> = {
  beforeSave: async (tx, draft, before) => {
    const depotId = draft.depotId
    if (typeof depotId !== 'string' || depotId === before?.depotId) return
    if (!inOwnDepot(tx, depotId)) failFields([{ path: 'depotId', code: 'field.ref' }])
    if (!before) return
    const used = await sql`select 1 from ${tx.rows('stockBalance').as('b')}
      where b.place_id = ${before.id} limit 1`.execute(tx.db)
    if (used.rows.length > 0) failFields([{ path: 'depotId', code: 'stock.placeUsed' }])
  },
}

export interface KnownPlace {
  id: string
  code: string
  depotId: string
}

/** Places within the caller's reach by id. */
export async function placesById(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, KnownPlace>> {
  const found = await sql<KnownPlace>`select p.id, p.code, p.depot_id
    from ${ctx.rows('stockPlace').as('p')} where p.id = any(${ids}::bigint[])`.execute(ctx.db)
  return new Map(found.rows.map((row) => [row.id, row]))
}
