import { sql } from 'kysely'
import { isId } from '#contracts/kit/envelope.ts'
import { RECHARGE } from '#contracts/money/recharges.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'

interface Row {
  id: string
  reference: string
  customerId: string
  status: string
}
async function named(ctx: Ctx, ids: readonly string[]): Promise<Row[]> {
  const known = ids.filter((id) => isId(id))
  const { rows } = await sql<Row>`select r.id, r.reference, r.customer_id, r.status
    from ${ctx.rows('recharge').as('r')} where r.id = any(${known}::bigint[])`.execute(ctx.db)
  return rows
}

/** Proofs of payment: pictures and PDFs of transfers. They stay as they are once it is decided. */
offerFileOwner({
  kind: 'recharge',
  kinds: {
    document: { count: 10, types: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] },
  },
  readable: async (ctx, ids) =>
    ctx.can('acc:recharge:list') || ctx.can('pay:recharge:list')
      ? new Map((await named(ctx, ids)).map(({ id, reference }) => [id, reference]))
      : new Map<string, string>(),
  mayChange: async (ctx, id) => {
    const [row] = await named(ctx, [id])
    const open = row?.status === RECHARGE.draft || row?.status === RECHARGE.paid
    return open && (ctx.can('acc:recharge:add') || ctx.can('pay:recharge:add'))
  },
  existing: async (ctx, ids) => new Set((await named(ctx, ids)).map(({ id }) => id)),
  customerOf: async (ctx, id) => (await named(ctx, [id]))[0]?.customerId ?? null,
})
