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
  /** Whose payments came from this account before. */
  known: boolean
  payer: boolean
  /** How many there are, listed or not. */
  total: number
}
const MOST = 20
/** Of a customer that is named: as many as one movement pays. */
const MOST_OF_ONE = 100

/**
 * Those the text names; then those of who paid from this account before, of who is named as the
 * payer, and by amount; the oldest first. Of a customer that is named all that is open.
 */
export async function suggestInvoices(
  ctx: Ctx,
  { lineId, customerId: chosen }: In<typeof bankInvoices.suggest>,
): Promise<Out<typeof bankInvoices.suggest>> {
  const customerId = chosen ?? null
  const line = await readLine(ctx, lineId)
  const [found = []] = await invoicesByBank.named(ctx, [lineOf(line)])
  const ids = found.map((one) => one.id)
  const payer = (line.counterparty ?? '').toLowerCase()
  const payers = await payersFrom(ctx, line)
  const { rows } = await sql<Row>`select i.id, i.number, i.customer_id, c.name as customer,
      i.currency, i.open, i.due_on::text as due_on, i.overdue,
      i.id = any(${ids}::bigint[]) as named, i.open = ${line.amount}::bigint as fits,
      i.customer_id = any(${payers}::bigint[]) as known,
      (${payer} <> '' and ${payer} in (lower(c.name), lower(c.legal_name))) as payer,
      count(*) over ()::int as total
    from ${ctx.rows('invoice').as('i')}
      join ${ctx.rows('customer').as('c')} on c.id = i.customer_id
    where i.open > 0
      and (i.customer_id = ${customerId}::bigint or ${customerId}::bigint is null)
      and (i.id = any(${ids}::bigint[]) or i.currency = ${line.currency}
      and (${customerId}::bigint is not null or i.open = ${line.amount}::bigint
        or i.customer_id = any(${payers}::bigint[])
        or (${payer} <> ''
        and ${payer} in (lower(c.name), lower(c.legal_name)))))
    order by named desc, known desc, payer desc, fits desc, i.due_on, i.id
    limit ${customerId === null ? MOST : MOST_OF_ONE}`.execute(ctx.db)
  const shares = proposed(line, rows)
  const worded = rows.map(({ named, fits, known, payer: isPayer, open, total: _, ...row }, at) => ({
    ...row,
    open: formatMoney({ minor: BigInt(open), currency: row.currency }),
    why: named
      ? ('reference' as const)
      : known
        ? ('account' as const)
        : isPayer
          ? ('name' as const)
          : fits
            ? ('amount' as const)
            : null,
    proposed: shares[at]! > 0n ? formatMoney({ minor: shares[at]!, currency: row.currency }) : null,
  }))
  return { rows: worded, more: (rows[0]?.total ?? 0) - rows.length }
}

/** Customers whose invoices or recharges were paid from the account a movement came from. */
async function payersFrom(
  ctx: Ctx,
  { counterAccount, id }: { counterAccount?: string | null; id: string },
): Promise<string[]> {
  if (!counterAccount) return []
  const { rows } = await sql<{ customerId: string }>`select distinct coalesce(i.customer_id,
      r.customer_id) as customer_id
    from ${ctx.rows('bankLine').as('l')}
      left join ${ctx.rows('invoicePayment').as('p')} on p.bank_line_id = l.id and p.amount > 0
      left join ${ctx.rows('invoice').as('i')} on i.id = p.invoice_id
      left join ${ctx.rows('recharge').as('r')} on r.id = l.recharge_id
    where l.counter_account = ${counterAccount} and l.id <> ${id} and l.status = 'matched'
      and coalesce(i.customer_id, r.customer_id) is not null limit 20`.execute(ctx.db)
  return rows.map(({ customerId }) => customerId)
}

/**
 * What is named takes the amount in order. Else one customer's: of who is known by the account or
 * the name those that sum to the amount, or, where no payer is known, the one that fits.
 */
function proposed(
  { amount, currency }: { amount: string; currency: string },
  rows: readonly Row[],
): bigint[] {
  const [first] = rows
  const mine = rows.map((row) => row.currency === currency && row.customerId === first?.customerId)
  const total = BigInt(amount)
  if (rows.some(({ named }) => named)) {
    let left = total
    return rows.map((row, at) => {
      const open = BigInt(row.open)
      const share = mine[at] && row.named ? (open < left ? open : left) : 0n
      left -= share
      return share
    })
  }
  if (first?.known || first?.payer) {
    const own = rows.flatMap((row, at) => (mine[at] ? [{ at, open: BigInt(row.open) }] : []))
    const summing = new Set(sumTo(total, own))
    return rows.map((row, at) => (summing.has(at) ? BigInt(row.open) : 0n))
  }
  const fitting = rows.filter(({ fits }) => fits)
  return rows.map((row) => (fitting.length === 1 && row.fits ? BigInt(row.open) : 0n))
}

/** Invoices tried in sums: every set of them is looked at. */
const TRIED = 12

/** Places of the invoices that sum to a total, the fewest and oldest first; none where none do. */
export function sumTo(total: bigint, parts: readonly { at: number; open: bigint }[]): number[] {
  let best: number[] = []
  const look = (from: number, left: bigint, taken: number[]): void => {
    if (left === 0n && (best.length === 0 || taken.length < best.length)) best = taken
    if (left <= 0n || (best.length > 0 && taken.length >= best.length)) return
    for (let next = from; next < Math.min(parts.length, TRIED); next++)
      look(next + 1, left - parts[next]!.open, [...taken, parts[next]!.at])
  }
  look(0, total, [])
  return best
}
