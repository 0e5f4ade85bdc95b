import { sql } from 'kysely'
import { isId } from '#contracts/kit/envelope.ts'
import { KINDS } from '#contracts/orders/kinds/kinds.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { offerFileOwner, PHOTOS } from '#server/kit/files/file-owners.ts'
import { kindCondition, mayWithKind } from './kind-access.ts'

/** Photos of parcels, each with its parcel. */
export const PARCEL_FILES = 'parcel'

interface Row {
  id: string
  no: string
  customerId: string
}
async function found(ctx: Ctx, ids: readonly string[]): Promise<Row[]> {
  const known = ids.filter((id) => isId(id))
  const { rows } = await sql<Row>`select p.id, coalesce(p.track_no, p.serial_number) as no,
      p.customer_id
    from ${ctx.rows('parcel').as('p')} where p.id = any(${known}::bigint[])`.execute(ctx.db)
  return rows
}

/** Of what was found, what the caller reads: the depot all it handles, others by their orders. */
async function seen(ctx: Ctx, ids: readonly string[]): Promise<Row[]> {
  const rows = await found(ctx, ids)
  if (rows.length === 0 || isDepot(ctx)) return rows
  if (!KINDS.some(({ code }) => mayWithKind(ctx, 'list', code))) return []
  const { rows: mine } = await sql<{ id: string }>`select p.id
    from ${ctx.rows('parcel').as('p')} join ${ctx.rows('shipment').as('s')} on s.id = p.shipment_id
    where p.id = any(${rows.map(({ id }) => id)}::bigint[]) and ${kindCondition(ctx, 's')}`.execute(
    ctx.db,
  )
  return rows.filter(({ id }) => mine.some((one) => one.id === id))
}

const isDepot = (ctx: Ctx): boolean => ctx.principal.customerId === null && ctx.can('wh:in:scan')

// How a parcel looked at the depot: taken there, seen by who sees its order.
offerFileOwner({
  kind: PARCEL_FILES,
  kinds: { photo: PHOTOS },
  readable: async (ctx, ids) => new Map((await seen(ctx, ids)).map(({ id, no }) => [id, no])),
  mayChange: async (ctx, id) => isDepot(ctx) && (await found(ctx, [id])).length > 0,
  existing: async (ctx, ids) => new Set((await found(ctx, ids)).map(({ id }) => id)),
  customerOf: async (ctx, id) => (await found(ctx, [id]))[0]?.customerId ?? null,
})
