import { sql } from 'kysely'
import { DEMO_COMPANIES } from '#seeds/world/index.ts'
import { readSetting, saveSetting } from './features/money/invoices/index.ts'
import { ensureAccount, lockAccounts, post, setAccount } from './features/money/ledger/index.ts'
import { readTaxSetting, saveTaxSetting } from './features/money/tax/index.ts'
import { companyOf, saveCompany } from './features/parties/company/index.ts'
import type { Ctx } from './kit/access/ctx.ts'
import { inTx } from './kit/db/tx.ts'
import { jobCtx } from './kit/jobs/jobs.ts'
import type { Deps } from './kit/runtime/deps.ts'

/** What each customer starts with, in the whole unit of a currency of two decimals. */
const BALANCE = 50_000_00n
const CREDIT = 200_000_00n

/**
 * What the tenant's invoices name it as, and that they are made every month; where its pages are,
 * and that the recipients of one customer get mails.
 */
export async function nameDemoCompany(deps: Deps, tenantId: string, place: 1 | 2): Promise<void> {
  const ctx = jobCtx(deps, tenantId, { username: 'finance' })
  const { legalName, version } = await companyOf(ctx)
  // Links of its mails lead to where it runs; their addresses end in example.com, where no mail goes.
  const siteUrl = `http://localhost:${deps.env.port}`
  if (legalName === null) await saveCompany(ctx, { ...DEMO_COMPANIES[place], siteUrl, version })
  await sql`insert into recipient_mail (tenant_id, customer_id, shipped, on_van, ready, failed,
      create_by)
    select c.tenant_id, c.id, true, true, true, true, 'service'
    from ${ctx.rows('customer').as('c')} order by c.id limit 1
    on conflict do nothing`.execute(ctx.db)
  const setting = await readSetting(ctx)
  if (setting.version === 0)
    await saveSetting(ctx, { ...setting, monthly: true, prepaid: true, version: 0 })
}

/**
 * Gives a demo tenant's customers credit for what they pay by the month, and switches charging and
 * tax on, for orders of a day on: a German company whose prices are without tax.
 */
export async function switchDemoChargingOn(
  deps: Deps,
  tenantId: string,
  from: string,
): Promise<void> {
  const ctx = jobCtx(deps, tenantId, { username: 'finance' })
  for (const { customerId, currency } of await wallets(ctx))
    await inTx(ctx, async (tx) => {
      const id = await ensureAccount(tx, { kind: 'receivable', customerId, currency })
      const [owed] = await lockAccounts(tx, [id])
      if (owed?.credit === 0n) await setAccount(tx, id, { credit: CREDIT }, 1)
    })
  await sql`insert into charging_setting (tenant_id, charging_from, create_by)
    values (${tenantId}, ${from}::timestamptz, 'finance') on conflict do nothing`.execute(ctx.db)
  const { prices, version, country, vatId } = await readTaxSetting(ctx)
  if (prices === 'off')
    await saveTaxSetting(ctx, { prices: 'net', country: country ?? 'DE', vatId, version })
}

/** Each customer in each currency of the price tables. */
async function wallets(ctx: Ctx): Promise<{ customerId: string; currency: string }[]> {
  const { rows } = await sql<{ customerId: string; currency: string }>`select
      c.id as customer_id, f.currency
    from ${ctx.rows('customer').as('c')}
      cross join (select distinct f.currency from ${ctx.rows('fee').as('f')}) as f
    order by c.id, f.currency`.execute(ctx.db)
  return rows
}

/** Gives customers without a history a balance, so that their orders can be confirmed. */
export async function openDemoAccounts(deps: Deps, tenantId: string): Promise<void> {
  const ctx = jobCtx(deps, tenantId, { username: 'finance' })
  for (const { customerId, currency } of await wallets(ctx))
    await openAccount(ctx, customerId, currency)
}

/** Once: a start that was killed goes on where it stood. */
const openAccount = (ctx: Ctx, customerId: string, currency: string): Promise<void> =>
  inTx(ctx, async (tx) => {
    // The demo's own history has its accounts already: one is nearly empty, one is frozen.
    const { rows: known } = await sql`select 1 from ${tx.rows('trade').as('t')}
      where t.customer_id = ${customerId} and t.currency = ${currency} limit 1`.execute(tx.db)
    if (known.length > 0) return
    await post(tx, {
      key: `request:opening:${customerId}:${currency}`,
      kind: 'adjustment',
      debit: 'workDone',
      reason: '期初余额 · Opening balance',
      lines: [
        { account: { kind: 'customer', customerId, currency }, minor: BALANCE },
        { account: { kind: 'adjustment', ref: 'opening', currency }, minor: -BALANCE },
      ],
    })
  })
