import { sql } from 'kysely'
import type { userDepotList } from '#contracts/platform/people/user-depots.ts'
import { asSystemTx } from '#server/kit/db/tx.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'

const CODE_MAX = 32

/** A code belongs to one customer of a depot; one of a customer's codes is the default. */
export const userDepotHooks: Hooks<typeof userDepotList> = {
  beforeSave: async (tx, draft, before) => {
    const row = rowAfter(draft, before)
    const customerId = row.customerId ?? tx.principal.customerId
    if (!row.depotId || !customerId) return
    const given = row.depotCode?.trim() ?? ''
    const isSame = before && given === before.depotCode && row.depotId === before.depotId
    if (!isSame) {
      const taken = await codesAt(tx, row.depotId, before?.id ?? null)
      if (taken.has(given.toUpperCase()))
        failFields([{ path: 'depotCode', code: 'userDepot.codeTaken' }])
      if (given === '')
        draft.depotCode = freeCode(await codeBase(tx, row.depotId, customerId), taken)
    }
    // Before the row becomes the default: the index allows one at any moment.
    if (row.izDefault === true) await dropDefaults(tx, customerId, before?.id ?? null)
  },
}

/** Codes at a depot, whose row is locked so that two saves do not make the same. */
async function codesAt(tx: Tx, depotId: string, own: string | null): Promise<Set<string>> {
  const system = asSystemTx(tx, tx.principal.tenantId)
  await sql`select d.id from depot as d where ${system.rows('depot').where('d')}
    and d.id = ${depotId} for no key update`.execute(tx.db)
  const found = await sql<{ code: string }>`select u.depot_code as code
    from ${system.rows('userDepot').as('u')}
    where u.depot_id = ${depotId} and u.id is distinct from ${own}::bigint`.execute(tx.db)
  return new Set(found.rows.map(({ code }) => code.toUpperCase()))
}

async function codeBase(tx: Tx, depotId: string, customerId: string): Promise<string> {
  const system = asSystemTx(tx, tx.principal.tenantId)
  const found = await sql<{ base: string }>`select d.code || '-' || c.code as base
    from ${system.rows('depot').as('d')} join ${system.rows('customer').as('c')}
      on c.tenant_id = d.tenant_id
    where d.id = ${depotId} and c.id = ${customerId}`.execute(tx.db)
  return found.rows[0]?.base ?? 'D'
}

/** The base, or with the first number behind it that makes it new. */
export function freeCode(base: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const end = count === 1 ? '' : `-${count}`
    const code = base.slice(0, CODE_MAX - end.length) + end
    if (!taken.has(code.toUpperCase())) return code
  }
}

async function dropDefaults(tx: Tx, customerId: string, own: string | null): Promise<void> {
  await sql`update user_depot as u set iz_default = false, version = version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('userDepot').where('u')} and u.iz_default
      and u.customer_id = ${customerId} and u.id is distinct from ${own}::bigint`.execute(tx.db)
}
