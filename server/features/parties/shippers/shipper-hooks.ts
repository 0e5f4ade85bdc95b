import { sql } from 'kysely'
import type { shippers } from '#contracts/parties/shippers.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

/** One default sender per customer: making another the default takes it from the one before. */
export const shipperHooks: Hooks<typeof shippers> = {
  afterSave: async (tx, row) => {
    if (row.izDefault !== true) return
    await sql`update shipper as s
      set iz_default = false, version = version + 1, update_by = ${tx.principal.username},
        update_time = now()
      where ${tx.rows('shipper').where('s')} and s.customer_id = (select own.customer_id
        from shipper own where own.tenant_id = s.tenant_id and own.id = ${row.id})
        and s.id <> ${row.id} and s.iz_default`.execute(tx.db)
  },
}
