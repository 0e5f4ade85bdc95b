import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney, minorUnits } from '#contracts/kit/money.ts'
import type {
  accountingExport,
  AccountingSetting,
  ExportRecord,
  ExportSummary,
  NamedAccount,
} from '#contracts/money/accounting-export/accounting-export.ts'
import { isCustomerSide } from '#server/features/money/ledger/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { translate } from '#server/kit/http/texts.ts'
import { byDebtor, keyOf, numbersIn } from './numbers.ts'
import { readSetting } from './setting.ts'

type Month = Out<typeof accountingExport.months>[number]

export async function listMonths(ctx: Ctx): Promise<Month[]> {
  const found = await sql<{
    month: string
    status: 'open' | 'closed' | 'reopening'
  }>`with known as (
      select distinct t.month from ${ctx.rows('ledgerTransaction').as('t')}
      union select m.month from ${ctx.rows('ledgerMonth').as('m')})
    select to_char(k.month, 'YYYY-MM') as month, coalesce(m.status, 'open') as status
    from known k left join ${ctx.rows('ledgerMonth').as('m')} on m.month = k.month
    order by k.month desc limit 120`.execute(ctx.db)
  return found.rows
}

/**
 * Whose id stands in a reference, by its first part: `supplier:5`, what is accrued for one, the fees
 * of a collection account. Cash is that of collection accounts.
 */
const PARTIES: Readonly<Record<string, 'supplier' | 'cash'>> = {
  supplier: 'supplier',
  accrued: 'supplier',
  fee: 'cash',
  cash: 'cash',
}

interface SumRow {
  kind: string
  ref: string
  customerId: string | null
  customer: string | null
  debtor: number | null
  currency: string
  entries: number
  debit: string
  credit: string
  tooFine: number
}

/**
 * What a file of the month would hold, by account. The books are whole or nothing: all customers
 * count for every user.
 */
export async function summarise(
  ctx: Ctx,
  { month }: In<typeof accountingExport.summary>,
): Promise<ExportSummary> {
  const day = `${month}-01`
  const setting = await readSetting(ctx)
  const rows = await sumsOf(ctx, day)
  const nameOf = await namesOf(ctx)
  const numberOf = numbersIn(setting)
  const given = byDebtor(setting)
  const wire = (minor: bigint | string, currency: string) =>
    formatMoney({ minor: BigInt(minor), currency })
  const lines = rows.map((row) => ({
    id: [keyOf(row), row.customerId ?? '', row.currency].join('|'),
    kind: row.kind,
    name: row.customer ?? nameOf(row),
    customerId: row.customerId,
    number: numberOf(row) ?? (given.includes(row.kind) ? '' : null),
    currency: row.currency,
    entries: row.entries,
    debit: wire(row.debit, row.currency),
    credit: wire(row.credit, row.currency),
  }))
  const rateless = await withoutRate(ctx, day, setting.currency)
  const sums = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    debit: wire(
      own.reduce((sum, { debit }) => sum + BigInt(debit), 0n),
      currency,
    ),
    credit: wire(
      own.reduce((sum, { credit }) => sum + BigInt(credit), 0n),
      currency,
    ),
    withoutRate: rateless.get(currency) ?? 0,
    tooFine: own.reduce((sum, { tooFine }) => sum + tooFine, 0),
  }))
  const lacks = [
    ...(hasNumbers(setting) ? [] : ['numbers' as const]),
    ...(numberOf(CLEARING) === null ? ['clearing' as const] : []),
  ]
  const months = await listMonths(ctx)
  const transactions = await countOf(ctx, day)
  return {
    month,
    status: months.find((one) => one.month === month)?.status ?? 'open',
    transactions,
    lines,
    sums,
    ready:
      transactions > 0 &&
      lacks.length === 0 &&
      lines.every(({ number }) => number !== null) &&
      sums.every(({ tooFine }) => tooFine === 0),
    lacks,
    exports: await recordsOf(ctx, day),
  }
}

/** Whether the accountant's own numbers are entered. */
export const hasNumbers = ({ consultantNo, clientNo, version }: AccountingSetting): boolean =>
  consultantNo !== null && clientNo !== null && version > 0

/** Between two accounts that are not set against each other. */
export const CLEARING = { kind: 'clearing', ref: '', debtor: null }

async function sumsOf(ctx: Ctx, day: string): Promise<SumRow[]> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<Omit<SumRow, 'tooFine'> & { three: number; four: number }>`
    with sums as (select a.kind, a.ref, a.customer_id, e.currency, count(*)::int as entries,
        coalesce(sum(-e.amount) filter (where e.amount < 0), 0)::text as debit,
        coalesce(sum(e.amount) filter (where e.amount > 0), 0)::text as credit,
        (count(*) filter (where e.amount % 10 <> 0))::int as three,
        (count(*) filter (where e.amount % 100 <> 0))::int as four
      from ${system.rows('ledgerTransaction').as('t')}
        join ${system.rows('ledgerEntry').as('e')} on e.transaction_id = t.id
        join ${system.rows('ledgerAccount').as('a')} on a.id = e.account_id
      where t.month = ${day}::date group by a.kind, a.ref, a.customer_id, e.currency)
    select s.*, c.code || ' ' || c.name as customer, d.number as debtor
    from sums s left join ${system.rows('customer').as('c')} on c.id = s.customer_id
      left join ${system.rows('accountingDebtor').as('d')} on d.customer_id = s.customer_id
    order by s.kind, s.ref, c.code, s.currency`.execute(ctx.db)
  return found.rows.map(({ three, four, ...row }) => {
    const decimals = minorUnits(row.currency)
    return { ...row, tooFine: decimals === 3 ? three : decimals > 3 ? four : 0 }
  })
}

/** Transactions in other currencies than the books', of which the ledger knows no rate. */
async function withoutRate(ctx: Ctx, day: string, base: string): Promise<Map<string, number>> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ currency: string; count: number }>`
    select e.currency, count(distinct t.id)::int as count
    from ${system.rows('ledgerTransaction').as('t')}
      join ${system.rows('ledgerEntry').as('e')} on e.transaction_id = t.id
    where t.month = ${day}::date and e.currency <> ${base}
      and not exists (select 1 from ${system.rows('ledgerEntry').as('b')}
        where b.transaction_id = t.id and b.currency = ${base})
    group by e.currency`.execute(ctx.db)
  return new Map(found.rows.map(({ currency, count }) => [currency, count]))
}

async function countOf(ctx: Ctx, day: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count
    from ${ctx.rows('ledgerTransaction').as('t')} where t.month = ${day}::date`.execute(ctx.db)
  return found.rows[0]!.count
}

interface RecordRow {
  id: string
  format: 'datev' | 'csv' | 'xlsx'
  closed: boolean
  lines: number | null
  sha256: string | null
  createBy: string | null
  createTime: string
}

async function recordsOf(ctx: Ctx, day: string): Promise<ExportRecord[]> {
  const found = await sql<RecordRow>`select x.id, x.format, x.closed, x.lines, x.sha256,
      x.create_by, x.create_time
    from ${ctx.rows('accountingExport').as('x')} where x.month = ${day}::date
    order by x.id desc limit 100`.execute(ctx.db)
  return found.rows
}

/** Words for what a ledger account is kept for. */
export async function namesOf(ctx: Ctx): Promise<(of: { kind: string; ref: string }) => string> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const texts = await dictTexts(ctx)
  const { rows } = await sql<{ id: string; kind: string; name: string }>`
    select r.id::text as id, 'cash' as kind, r.name
      from ${system.rows('receivingAccount').as('r')}
    union all select s.id::text, 'supplier', s.name
      from ${system.rows('supplier').as('s')}`.execute(ctx.db)
  const known = new Map(rows.map(({ id, kind, name }) => [`${kind}:${id}`, name]))
  const words = (key: string, data?: Record<string, unknown>) =>
    translate(ctx.lang, 'accounting-export', key, data)
  const codName = (ref: string) => {
    const [what = '', id = ''] = ref.split(':')
    return [words(`cod.${what}`), known.get(`supplier:${id}`)].filter(Boolean).join(' ')
  }
  return ({ kind, ref }) => {
    const general = words(`kind.${kind}`)
    if (ref === '') return general
    if (kind === 'tax') return words('name.plain', { general, of: taxName(ref) })
    if (kind === 'cod') return words('name.plain', { general, of: codName(ref) })
    const [of = '', id = ''] = kind === 'cash' ? ['cash', ref] : ref.split(':')
    if (isOwnRef(ref)) return words('name.plain', { general, of: words(`ref.${ref}`) })
    const party = id === '' ? undefined : PARTIES[of]
    const word = (party && known.get(`${party}:${id}`)) || texts('money_trade_item', ref) || ref
    const way = of === 'accrued' || of === 'fee' ? of : 'plain'
    return words(`name.${way}`, { general, of: word })
  }
}

/** What the product itself books on, of no list of items. */
const OWN_REFS = ['opening', 'codDifference', 'fxGain', 'fxLoss', 'valuation'] as const
const isOwnRef = (ref: string): ref is (typeof OWN_REFS)[number] =>
  (OWN_REFS as readonly string[]).includes(ref)

/** `DE:S:1900`: country, category and rate in hundredths of a percent. */
function taxName(ref: string): string {
  const [country, category, rate] = ref.split(':')
  return `${country} ${category} ${Number(rate) / 100} %`
}

/** The ledger accounts that can have a number of their own; customers' have theirs by customer. */
export async function namedAccounts(ctx: Ctx): Promise<NamedAccount[]> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ kind: string; ref: string }>`select distinct a.kind, a.ref
    from ${system.rows('ledgerAccount').as('a')}
    where a.customer_id is null and a.ref <> '' order by a.kind, a.ref limit 400`.execute(ctx.db)
  const nameOf = await namesOf(ctx)
  return found.rows
    .filter(({ kind }) => !isCustomerSide(kind))
    .map((one) => ({ key: keyOf(one), kind: one.kind, name: nameOf(one) }))
}
