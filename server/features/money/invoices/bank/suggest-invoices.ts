import { sql } from 'kysely'
import type { bankInvoices } from '#contracts/money/bank-invoices.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { lineOf, readLine } from '#server/features/money/recharges/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { invoicesByBank } from './by-bank.ts'

interface Row {
  id: string
  number: string
  customerId: string
  customer: string
  currency: string
  open: string
  dueOn: string
  overdue: boolean
  named: boolean
  fits: boolean
}
const MOST = 20

/** Those the text names; then by amount, then those of the payer, the oldest first. */
export async function suggestInvoices(
  ctx: Ctx,
  { lineId }: In<typeof bankInvoices.suggest>,
): Promise<Out<typeof bankInvoices.suggest>> {
  const line = await readLine(ctx, lineId)
  const [found = []] = await invoicesByBank.named(ctx, [lineOf(line)])
  const ids = found.map((one) => one.id)
  const payer = (line.counterparty ?? '').toLowerCase()
  const { rows } = await sql<Row>`select i.id, i.number, i.customer_id, c.name as customer,
      i.currency, i.open, i.due_on::text as due_on, i.overdue,
      i.id = any(${ids}::bigint[]) as named, i.open = ${line.amount}::bigint as fits
    from ${ctx.rows('invoice').as('i')}
      join ${ctx.rows('customer').as('c')} on c.id = i.customer_id
    where i.open > 0 and (i.id = any(${ids}::bigint[]) or i.currency = ${line.currency}
      and (i.open = ${line.amount}::bigint or (${payer} <> ''
        and ${payer} in (lower(c.name), lower(c.legal_name)))))
    order by named desc, fits desc, i.due_on, i.id limit ${MOST}`.execute(ctx.db)
  const shares = proposed(line, rows)
  return rows.map(({ named, fits, open, ...row }, at) => ({
    ...row,
    open: formatMoney({ minor: BigInt(open), currency: row.currency }),
    why: named ? ('reference' as const) : fits ? ('amount' as const) : ('name' as const),
    proposed: shares[at]! > 0n ? formatMoney({ minor: shares[at]!, currency: row.currency }) : null,
  }))
}

/** What is named takes the amount in order; without a name the one whose amount fits. */
function proposed(
  { amount, currency }: { amount: string; currency: string },
  rows: readonly Row[],
): bigint[] {
  const [first] = rows
  const isNamed = rows.some(({ named }) => named)
  const fitting = rows.filter(({ fits }) => fits)
  let left = BigInt(amount)
  return rows.map((row) => {
    const takes =
      row.currency === currency &&
      row.customerId === first!.customerId &&
      (isNamed ? row.named : fitting.length === 1 && row.fits)
    const open = BigInt(row.open)
    const share = takes ? (open < left ? open : left) : 0n
    left -= share
    return share
  })
}
