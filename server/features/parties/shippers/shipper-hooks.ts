import { sql } from 'kysely'
import type { shipperList } from '#contracts/parties/shippers.ts'
import { requirePostalCode } from '#server/features/parties/addresses/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

/** A sub-account uses what is shared with it, and changes its own only. */
export function requireOwn(ctx: Ctx, row: Readonly<Record<string, unknown>>): void {
  const { dataScope, userId } = ctx.principal
  if (dataScope === 'sub' && row.belongUser !== userId)
    fail('shipper.notOwn', { label: typeof row.name === 'string' ? row.name : '' })
}

/** One default sender per owner: making another the default takes it from the one before. */
export const shipperHooks: Hooks<typeof shipperList> = {
  beforeSave: async (tx, draft, before) => {
    if (before) requireOwn(tx, before)
    else if (tx.principal.dataScope === 'sub') draft.izShared ??= false
    await requirePostalCode(tx, draft, before)
  },
  afterSave: async (tx, row, before) => {
    if (before === null && tx.principal.dataScope === 'sub') {
      Object.assign(row, { belongUser: tx.principal.userId })
      await sql`update shipper as s set belong_user = ${row.belongUser}
        where ${tx.rows('shipper').where('s')} and s.id = ${row.id}`.execute(tx.db)
    }
    if (row.izDefault !== true) return
    await sql`update shipper as s
      set iz_default = false, version = version + 1, update_by = ${tx.principal.username},
        update_time = now()
      where ${tx.rows('shipper').where('s')} and s.customer_id = (select own.customer_id
        from shipper own where own.tenant_id = s.tenant_id and own.id = ${row.id})
        and s.belong_user is not distinct from ${row.belongUser}::bigint
        and s.id <> ${row.id} and s.iz_default`.execute(tx.db)
  },
  beforeDelete: (tx, row) => {
    requireOwn(tx, row)
    return Promise.resolve()
  },
}
