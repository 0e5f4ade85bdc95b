import { sql } from 'kysely'
import type { TaxCategory, TaxFacts } from '#contracts/money/tax.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { lockAccounts } from './accounts.ts'
import { facingOf, refOf, taxOfRow, type StoredRef } from './corrections.ts'
import type { AccountRef, Line, TradeFacts } from './lines.ts'
import { post, type Posted, type Posting } from './post.ts'

/** A line of a charge on the customer's account, and what of it was not given back. */
export interface LeftLine {
  tradeItem: string
  tax: TaxFacts | null
  /** Minor units, above zero where the customer was charged. */
  minor: bigint
  customer: AccountRef
  own: AccountRef
  trade: TradeFacts
}

/** A charge as the ledger has it. */
export interface Left {
  transactionId: string
  lines: LeftLine[]
  /** What it was expected to cost, where that was not taken back. */
  costs: Line[]
  /** Whether a part was given back, by whatever named it. */
  touched: boolean
}

interface Row extends StoredRef {
  original: string
  accountId: string
  mine: boolean
  amount: string
  tradeItem: string | null
  userId: string | null
  forUser: string | null
  shipmentId: string | null
  shipmentNo: string | null
  parcelId: string | null
  parcelNo: string | null
  priceVersionId: string | null
  taxCountry: string | null
  taxCategory: TaxCategory | null
  taxRate: number | null
}

/**
 * What is left of charges, line by line, their customers' accounts locked until the commit: nothing
 * is given back of them meanwhile. In the order asked for; what is no charge is missing.
 */
export async function leftOf(tx: Tx, transactionIds: readonly string[]): Promise<Left[]> {
  if (transactionIds.length === 0) return []
  const tenant = asSystem(tx, tx.principal.tenantId)
  const accounts = await sql<{ id: string }>`select distinct a.id
    from ${tenant.rows('ledgerEntry').as('e')}
      join ${tenant.rows('ledgerAccount').as('a')} on a.id = e.account_id
    where e.transaction_id = any(${transactionIds}::bigint[])
      and a.customer_id is not null`.execute(tx.db)
  await lockAccounts(
    tx,
    accounts.rows.map(({ id }) => id),
  )
  // Asked apart from their entries: joined in one statement, thousands of them are too much for a
  // planner that knows little of a new tenant.
  const found = await sql<{ id: string; original: string }>`select p.id, p.id as original
      from ${tenant.rows('ledgerTransaction').as('p')}
      where p.id = any(${transactionIds}::bigint[]) and p.kind = 'charge'
    union all
    select p.id, p.refunds_id from ${tenant.rows('ledgerTransaction').as('p')}
      where p.refunds_id = any(${transactionIds}::bigint[])`.execute(tx.db)
  const charges = new Set(found.rows.filter((one) => one.id === one.original).map(({ id }) => id))
  const postings = found.rows.filter(({ original }) => charges.has(original))
  const { rows } = await sql<Row>`select p.original, p.id = p.original as mine, a.id as account_id,
      a.kind, a.party_id, a.ref, e.currency, e.amount, t.trade_item, t.user_id,
      t.create_by as for_user, t.shipment_id, t.shipment_no, t.parcel_id, t.parcel_no,
      t.price_version_id, t.tax_country, t.tax_category, t.tax_rate
    from unnest(${postings.map(({ id }) => id)}::bigint[],
        ${postings.map(({ original }) => original)}::bigint[]) as p (id, original)
      join ${tenant.rows('ledgerEntry').as('e')} on e.transaction_id = p.id
      join ${tenant.rows('ledgerAccount').as('a')} on a.id = e.account_id
      left join ${tenant.rows('trade').as('t')} on t.id = e.id
    order by p.id, e.line_no`.execute(tx.db)
  const byCharge = Map.groupBy(rows, ({ original }) => original)
  return transactionIds.flatMap((id) => {
    const own = byCharge.get(id)
    return own ? [leftFrom(id, own)] : []
  })
}

/** What makes two lines of a charge the same: fee item and tax. */
export const lineKey = ({ tradeItem, tax }: Pick<LeftLine, 'tradeItem' | 'tax'>): string =>
  [tradeItem, tax?.country, tax?.category, tax?.rate].join('|')

function leftFrom(transactionId: string, rows: readonly Row[]): Left {
  const lines = new Map<string, LeftLine>()
  const costs = new Map<string, { account: AccountRef; minor: bigint }>()
  for (const [at, row] of rows.entries()) {
    const minor = -BigInt(row.amount)
    if (row.kind === 'cost' || row.kind === 'payable') {
      const known = costs.get(row.accountId) ?? { account: refOf(row), minor: 0n }
      costs.set(row.accountId, { ...known, minor: known.minor + minor })
      continue
    }
    if (row.tradeItem === null) continue
    const line = { tradeItem: row.tradeItem, tax: taxOfRow(row) }
    const known = lines.get(lineKey(line))
    if (known) known.minor += minor
    else {
      // Each line of a charge is followed by its other side.
      const facing = rows[at + 1]
      if (!facing || facing.tradeItem !== null)
        throw new Error(`charge ${transactionId} is no pairs`)
      lines.set(lineKey(line), {
        ...line,
        minor,
        customer: refOf(row),
        own: refOf(facing),
        trade: facingOf(row),
      })
    }
  }
  return {
    transactionId,
    lines: [...lines.values()],
    costs: [...costs.values()].filter(({ minor }) => minor !== 0n),
    touched: rows.some(({ mine }) => !mine),
  }
}

/** What is left in all, minor units; above zero: the customer has paid so much. */
export const sumLeft = (lines: readonly Pick<LeftLine, 'minor'>[]): bigint =>
  lines.reduce((sum, { minor }) => sum + minor, 0n)

/**
 * Gives back of a charge: the one way to do so, whatever the reason. `lines` are parts of what is
 * left of it; the ledger refuses more, with `ledger.overRefunded`. `costs`: what it was expected to
 * cost goes back as well. Null where nothing is left to give.
 */
export async function giveBack(
  tx: Tx,
  of: Left,
  how: {
    key: Posting['key']
    reason: string
    /** A reversal is one by hand. */
    kind?: 'refund' | 'reversal'
    lines?: readonly LeftLine[]
    costs?: boolean
    /** What its trade details show of it. */
    trade?: Pick<TradeFacts, 'explanation' | 'note'>
  },
): Promise<Posted | null> {
  const { key, reason, kind = 'refund', lines = of.lines, costs = false, trade = {} } = how
  const given = lines.filter(({ minor }) => minor !== 0n)
  const entries: Line[] = given.flatMap(({ customer, own, minor, ...line }) => [
    { account: customer, minor, trade: { ...line.trade, ...trade } },
    { account: own, minor: -minor },
  ])
  if (costs) entries.push(...of.costs)
  if (entries.length === 0) return null
  return post(tx, {
    key,
    kind,
    debit: 'workDone',
    reason,
    refundsId: of.transactionId,
    lines: entries,
  })
}
