import { sql } from 'kysely'
import type { NotDunned } from '#contracts/money/dunning/dunning.parts.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import type { Terms } from './dunning-setting.ts'

/** An overdue invoice with all that decides whether it is dunned. */
export interface OverdueInvoice {
  id: string
  number: string
  customerId: string
  customer: string
  currency: string
  open: string
  issuedOn: string
  dueOn: string
  daysLate: number
  reminded: number
  /** Days since the last reminder; of one that had none, since it was due. */
  daysSince: number
  blocked: string | null
  until: string | null
  exempt: boolean
  disputed: boolean
  creditOpen: boolean
  paying: boolean
}

export interface DueInvoice extends OverdueInvoice {
  step: number
  interest: bigint
}
export interface LeftOut extends OverdueInvoice {
  why: NotDunned
}
export interface DueSum {
  currency: string
  open: bigint
  fee: bigint
  interest: bigint
}
export interface Proposed {
  customerId: string
  customer: string
  step: number
  invoices: DueInvoice[]
  sums: DueSum[]
}

/** Overdue invoices within the caller's reach; of one customer where it is named. */
export async function overdueInvoices(
  ctx: Ctx,
  customerId: string | null = null,
): Promise<OverdueInvoice[]> {
  const day = await businessDay(ctx)
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<OverdueInvoice>`select i.id, i.number, i.customer_id,
      c.name as customer, i.currency, i.open, i.issued_on::text as issued_on,
      i.due_on::text as due_on, ${day}::date - i.due_on as days_late, i.reminded,
      ${day}::date - coalesce((select max(m.made_on) from ${system.rows('invoiceReminder').as('m')}
        where m.invoice_id = i.id), i.due_on) as days_since,
      case when i.dun_block_until is null or i.dun_block_until >= ${day}::date
        then i.dun_block_reason end as blocked,
      i.dun_block_until::text as until, c.dunning_exempt as exempt,
      exists (select 1 from ${system.rows('invoiceTrade').as('it')}
          join ${system.rows('tradeQuestion').as('q')} on q.trade_id = it.trade_id
        where it.invoice_id = i.id and q.state = 'open') as disputed,
      exists (select 1 from ${system.rows('invoiceTrade').as('it')}
          join ${system.rows('trade').as('t')} on t.id = it.trade_id
        where it.invoice_id = i.id and it.live and t.reversed_by_id is not null
          and not exists (select 1 from ${system.rows('invoiceCredit').as('x')}
            where x.invoice_id = it.invoice_id and x.trade_id = it.trade_id)) as credit_open,
      exists (select 1 from ${system.rows('recharge').as('r')}
        where r.customer_id = i.customer_id and r.currency = i.currency and r.status = 'paid')
      or exists (select 1 from ${system.rows('bankLine').as('b')}
        where b.status = 'open' and b.currency = i.currency
          and (b.reference = i.reference or position(i.number in b.text) > 0)) as paying
    from ${ctx.rows('invoice').as('i')}
      join ${ctx.rows('customer').as('c')} on c.id = i.customer_id
    where i.open > 0 and i.due_on < ${day}::date
      and (${customerId}::bigint is null or i.customer_id = ${customerId}::bigint)
    order by c.name, i.customer_id, i.due_on, i.id limit 20000`.execute(ctx.db)
  return found.rows
}

/** The next step of an invoice, null where it has not come; a letter leaves time for paying. */
export function nextStep(
  { reminded, daysLate, daysSince }: Pick<OverdueInvoice, 'reminded' | 'daysLate' | 'daysSince'>,
  { steps }: Pick<Terms, 'steps'>,
): number | null {
  const next = steps[reminded]
  if (!next || daysLate < next.days) return null
  const pause = reminded === 0 ? 0 : next.days - steps[reminded - 1]!.days
  return daysSince >= pause ? reminded + 1 : null
}

const YEAR = 365n * 10_000n

/** Default interest for so many days, rounded to the smallest unit. */
export function interestOf(open: bigint, rate: number | null, days: number): bigint {
  if (rate === null || days <= 0) return 0n
  return (open * BigInt(rate) * BigInt(days) + YEAR / 2n) / YEAR
}

/** Who is dunned for what, and what is left out and why. */
export function propose(
  overdue: readonly OverdueInvoice[],
  terms: Terms,
): { customers: Proposed[]; leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = []
  const customers = new Map<string, DueInvoice[]>()
  for (const row of overdue) {
    const step = nextStep(row, terms)
    const why = whyNot(row)
    if (why !== null && (step !== null || why === 'lastStep')) leftOut.push({ ...row, why })
    else if (step !== null) {
      const interest = interestOf(BigInt(row.open), terms.interestRate, row.daysSince)
      const due = customers.get(row.customerId) ?? []
      customers.set(row.customerId, [...due, { ...row, step, interest }])
    }
  }
  const proposed: Proposed[] = []
  for (const [customerId, all] of customers) {
    const owed = totals(all)
    const isBelow = ({ currency }: DueInvoice) =>
      owed.get(currency)! < BigInt(terms.minimums[currency] ?? 0)
    leftOut.push(...all.filter(isBelow).map((row) => ({ ...row, why: 'belowMinimum' as const })))
    const invoices = all.filter((row) => !isBelow(row))
    if (invoices.length > 0)
      proposed.push({
        customerId,
        customer: invoices[0]!.customer,
        step: highest(invoices),
        invoices,
        sums: sumsOf(invoices, terms),
      })
  }
  return { customers: proposed, leftOut }
}

function whyNot(row: OverdueInvoice): NotDunned | null {
  if (row.exempt) return 'exempt'
  if (row.blocked !== null) return 'blocked'
  if (row.disputed) return 'disputed'
  if (row.creditOpen) return 'creditOpen'
  if (row.paying) return 'paymentUnderWay'
  return row.reminded >= 3 ? 'lastStep' : null
}

const highest = (rows: readonly { step: number }[]): number =>
  rows.reduce((most, { step }) => Math.max(most, step), 1)

function totals(rows: readonly DueInvoice[]): Map<string, bigint> {
  const found = new Map<string, bigint>()
  for (const { currency, open } of rows)
    found.set(currency, (found.get(currency) ?? 0n) + BigInt(open))
  return found
}

/** By currency: what is open, the fee of the highest step in it, interest. */
export function sumsOf(invoices: readonly DueInvoice[], { steps }: Pick<Terms, 'steps'>): DueSum[] {
  return [...totals(invoices)].map(([currency, open]) => {
    const own = invoices.filter((row) => row.currency === currency)
    return {
      currency,
      open,
      fee: BigInt(steps[highest(own) - 1]?.fees[currency] ?? 0),
      interest: own.reduce((sum, { interest }) => sum + interest, 0n),
    }
  })
}
