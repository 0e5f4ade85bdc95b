import { sql } from 'kysely'
import type { carrierAccountList } from '#contracts/carriers/carrier-accounts.ts'
import { asSystem } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { requireCarrier, seenCarriers } from '../carrier-access.ts'

/** Accounts of carriers the caller sees; one that labels were bought with stays. */
export const carrierAccountHooks: Hooks<typeof carrierAccountList> = {
  listQuery: (ctx, _query, verb) => [seenCarriers(ctx, 'account', verb)],
  beforeDelete: async (tx, row) => {
    requireCarrier(tx, row.carrier ?? '', 'account', 'delete')
    const used = await sql<{ id: string }>`select c.id
      from ${asSystem(tx, tx.principal.tenantId).rows('carrierShipment').as('c')}
      where c.account_id = ${row.id}
      limit 1`.execute(tx.db)
    if (used.rows.length > 0) fail('carrierAccount.inUse', { label: row.name })
  },
}
