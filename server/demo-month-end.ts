import { sql } from 'kysely'
import { askAdjust, askTransfer } from './features/money/accounts/index.ts'
import { saveDunningSetting } from './features/money/invoices/index.ts'
import { closeMonth } from './features/money/ledger/index.ts'
import { takeBankLines } from './features/money/recharges/index.ts'
import type { Ctx } from './kit/access/ctx.ts'
import { businessDay } from './kit/db/business-day.ts'
import { inTx } from './kit/db/tx.ts'
import { jobCtx } from './kit/jobs/jobs.ts'
import type { Deps } from './kit/runtime/deps.ts'

const EUR = 'EUR'

/**
 * What finance finds at the end of a month: the months before the last one are closed, lines of the
 * bank wait to be matched, requests wait for a second user, and overdue invoices for their letters.
 */
export async function seedDemoMonthEnd(deps: Deps, tenantId: string): Promise<void> {
  const ctx = jobCtx(deps, tenantId, { username: 'finance' })
  await saveDunningSetting(ctx, {
    mode: 'propose',
    steps: [
      { days: 5, fees: [] },
      { days: 20, fees: [{ currency: EUR, amount: '5.00' }] },
      { days: 35, fees: [{ currency: EUR, amount: '10.00' }] },
    ],
    minimums: [{ currency: EUR, amount: '10.00' }],
    interestRate: '9.12',
    payDays: 7,
    freeze: false,
    version: 0,
  })
  await bringBankLines(ctx)
  await askSecondUser(deps, tenantId)
  await closeMonths(ctx)
}

interface Owed {
  number: string
  open: string
  customer: string
}

/** A statement of this morning: invoices paid whole, in one sum, by name only; and something else. */
async function bringBankLines(ctx: Ctx): Promise<void> {
  const { rows: banks } = await sql<{ id: string; iban: string | null }>`select a.id, a.iban
    from ${ctx.rows('receivingAccount').as('a')}
    where a.kind = 'BANK' and a.currency = ${EUR} order by a.id limit 1`.execute(ctx.db)
  const bank = banks[0]
  if (!bank) return
  const { rows: owed } = await sql<Owed>`select i.number, i.open, c.name as customer
    from ${ctx.rows('invoice').as('i')}
      join ${ctx.rows('customer').as('c')} on c.id = i.customer_id
    where i.open > 0 and i.currency = ${EUR} and not i.overdue
    order by i.issued_on, i.number limit 3`.execute(ctx.db)
  const bookedOn = await businessDay(ctx)
  const line = (text: string, minor: bigint, counterparty: string | null) => ({
    account: bank.iban,
    currency: EUR,
    minor,
    bookedOn,
    valueOn: bookedOn,
    reference: null,
    text,
    counterparty,
    counterAccount: null,
    bankId: null,
  })
  const [first, second, third] = owed
  const lines = [
    ...(first ? [line(`RE ${first.number}`, BigInt(first.open), first.customer)] : []),
    ...(second ? [line(`Invoice ${second.number}`, BigInt(second.open), second.customer)] : []),
    ...(third ? [line('Payment, thank you', BigInt(third.open), third.customer)] : []),
    line('SEPA Gutschrift ohne Verwendungszweck', 12_345n, 'Unbekannt GmbH'),
    line('Kontofuehrung', -1_290n, 'Commerzbank'),
  ]
  await inTx(ctx, (tx) =>
    takeBankLines(
      tx,
      bank.id,
      `statement-${bookedOn}.sta`,
      lines.map((one, at) => ({ ...one, line: at + 1 })),
    ),
  )
}

/** What the administrator asked for, which finance may approve. */
async function askSecondUser(deps: Deps, tenantId: string): Promise<void> {
  const finder = jobCtx(deps, tenantId)
  const { rows: users } = await sql<{ id: string; username: string }>`select u.id, u.username
    from ${finder.rows('sysUser').as('u')} where u.username = 'tenant1'`.execute(finder.db)
  const user = users[0]
  if (!user) return
  const ctx = jobCtx(deps, tenantId, { userId: user.id, username: user.username })
  const { rows } = await sql<{ id: string }>`select a.id
    from ${ctx.rows('ledgerAccount').as('a')}
    where a.kind = 'customer' and a.currency = ${EUR} and a.available > 10000
    order by a.customer_id limit 3`.execute(ctx.db)
  const [one, two, three] = rows
  if (!one || !two || !three) return
  await askAdjust(ctx, {
    id: one.id,
    amount: '25.00',
    tradeItem: '20',
    reason: '外箱破损赔付 · Compensation for a damaged box',
  })
  await askTransfer(ctx, {
    id: two.id,
    toId: three.id,
    amount: '40.00',
    reason: '同一集团内调拨 · Within one group',
  })
}

/** All months before the last one, the oldest first. */
async function closeMonths(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ month: string }>`select distinct to_char(t.month, 'YYYY-MM') as month
    from ${ctx.rows('ledgerTransaction').as('t')}
    where t.month < date_trunc('month', ${await businessDay(ctx)}::date) - interval '1 month'
    order by 1`.execute(ctx.db)
  for (const { month } of rows) await inTx(ctx, (tx) => closeMonth(tx, month))
}
