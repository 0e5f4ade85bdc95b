import { sql } from 'kysely'
import { ensureAccount, lockAccounts, post, setAccount } from './features/money/ledger/index.ts'
import { readTaxSetting, saveTaxSetting } from './features/money/tax/index.ts'
import type { Ctx } from './kit/access/ctx.ts'
import { inTx } from './kit/db/tx.ts'
import { jobCtx } from './kit/jobs/jobs.ts'
import type { Deps } from './kit/runtime/deps.ts'

/** What each customer starts with, in the whole unit of a currency of two decimals. */
const BALANCE = 50_000_00n
const CREDIT = 200_000_00n

/**
 * Opens the accounts of a demo tenant's customers and switches charging on: each has a balance, and
 * credit for what it pays by the month, so that its orders can be confirmed.
 */
export async function openDemoAccounts(deps: Deps, tenantId: string): Promise<void> {
  const ctx = jobCtx(deps, tenantId, { username: 'finance' })
  const { rows: customers } = await sql<{ id: string }>`select c.id
    from ${ctx.rows('customer').as('c')} order by c.id`.execute(ctx.db)
  const { rows: currencies } = await sql<{ currency: string }>`select distinct f.currency
    from ${ctx.rows('fee').as('f')}`.execute(ctx.db)
  for (const { id } of customers)
    for (const { currency } of currencies) await openAccounts(ctx, id, currency)
  await sql`insert into charging_setting (tenant_id, charging_from, create_by)
    values (${tenantId}, now(), 'finance') on conflict do nothing`.execute(ctx.db)
  // A German company whose prices are without tax.
  const { prices, version } = await readTaxSetting(ctx)
  if (prices === 'off')
    await saveTaxSetting(ctx, { prices: 'net', country: 'DE', vatId: 'DE136695976', version })
}

/** Once: a start that was killed goes on where it stood. */
const openAccounts = (ctx: Ctx, customerId: string, currency: string): Promise<void> =>
  inTx(ctx, async (tx) => {
    const id = await ensureAccount(tx, { kind: 'receivable', customerId, currency })
    const [owed] = await lockAccounts(tx, [id])
    if (owed?.credit === 0n) await setAccount(tx, id, { credit: CREDIT }, 1)
    // The demo's own history has its accounts already: one is nearly empty, one is frozen.
    const { rows: known } = await sql`select 1 from ${tx.rows('trade').as('t')}
      where t.customer_id = ${customerId} and t.currency = ${currency} limit 1`.execute(tx.db)
    if (known.length > 0) return
    await post(tx, {
      key: `opening:${customerId}:${currency}`,
      kind: 'adjustment',
      debit: 'workDone',
      reason: '期初余额 · Opening balance',
      lines: [
        { account: { kind: 'customer', customerId, currency }, minor: BALANCE },
        { account: { kind: 'adjustment', ref: 'opening', currency }, minor: -BALANCE },
      ],
    })
  })
