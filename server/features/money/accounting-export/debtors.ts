import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type {
  accountingExport,
  AccountingSetting,
} from '#contracts/money/accounting-export/accounting-export.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failFields, failMissing } from '#server/kit/http/errors.ts'
import { debtorSpan, lockSetting } from './setting.ts'

export async function readDebtor(
  ctx: Ctx,
  { customerId }: In<typeof accountingExport.debtor>,
): Promise<Out<typeof accountingExport.debtor>> {
  const seen = await sql`select 1 from ${ctx.rows('customer').as('c')}
    where c.id = ${customerId}`.execute(ctx.db)
  if (seen.rows.length === 0) failMissing()
  const found = await sql<{ number: number; version: number }>`select d.number, d.version
    from ${ctx.rows('accountingDebtor').as('d')} where d.customer_id = ${customerId}`.execute(
    ctx.db,
  )
  return found.rows[0] ?? { number: null, version: 0 }
}

/** A customer's own number; files made before keep the one they had. */
export function saveDebtor(
  ctx: Ctx,
  { customerId, number, version }: In<typeof accountingExport.saveDebtor>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const { accountLength } = await lockSetting(tx)
    const before = await readDebtor(tx, { customerId })
    if (before.version !== version) failConflict('row.stale')
    const [low, high] = debtorSpan(accountLength)
    if (number < low || number > high)
      failFields([{ path: 'number', code: 'accountingExport.debtorSpan', data: { low, high } }])
    const taken = await sql`select 1 from ${tx.rows('accountingDebtor').as('d')}
      where d.number = ${number} and d.customer_id <> ${customerId}`.execute(tx.db)
    if (taken.rows.length > 0)
      failFields([{ path: 'number', code: 'accountingExport.debtorTaken' }])
    const { tenantId, username } = tx.principal
    await sql`insert into accounting_debtor (tenant_id, customer_id, number, create_by)
      values (${tenantId}, ${customerId}, ${number}, ${username})
      on conflict (tenant_id, customer_id) do update set number = excluded.number,
        version = accounting_debtor.version + 1, update_by = excluded.create_by,
        update_time = now()`.execute(tx.db)
    const action = before.number === null ? 'add' : 'edit'
    await tx.audit('accounting_debtor', customerId, action, before, { number })
    return null
  })
}

/**
 * Gives every customer with entries of these kinds in the month a number, in the order of their
 * first account, after the highest given so far. The setting is locked.
 */
export async function giveDebtors(
  tx: Tx,
  day: string,
  kinds: readonly string[],
  { accountLength, debtorFrom }: AccountingSetting,
): Promise<void> {
  const { tenantId, username } = tx.principal
  const system = asSystem(tx, tenantId)
  const found = await sql<{ id: string }>`select distinct a.party_id as id
    from ${system.rows('ledgerTransaction').as('t')}
      join ${system.rows('ledgerEntry').as('e')} on e.transaction_id = t.id
      join ${system.rows('ledgerAccount').as('a')} on a.id = e.account_id
    where t.month = ${day}::date and a.kind = any(${kinds}::text[])
      and not exists (select 1 from ${tx.rows('accountingDebtor').as('d')}
        where d.customer_id = a.party_id)
    order by id`.execute(tx.db)
  if (found.rows.length === 0) return
  const [low, high] = debtorSpan(accountLength)
  const last = await sql<{ last: number | null }>`select max(d.number) as last
    from ${tx.rows('accountingDebtor').as('d')} where d.number >= ${debtorFrom ?? low}`.execute(
    tx.db,
  )
  const first = Math.max((last.rows[0]?.last ?? 0) + 1, debtorFrom ?? low)
  if (first + found.rows.length - 1 > high) fail('accountingExport.debtorsFull', { last: high })
  const ids = found.rows.map(({ id }) => id)
  await sql`insert into accounting_debtor (tenant_id, customer_id, number, create_by)
    select ${tenantId}::bigint, n.id, ${first}::int + n.at::int - 1, ${username}
    from unnest(${ids}::bigint[]) with ordinality as n(id, at)`.execute(tx.db)
  await tx.auditMany(
    'accounting_debtor',
    'add',
    ids.map((id, at) => ({ id, before: null, after: { number: first + at } })),
  )
}
