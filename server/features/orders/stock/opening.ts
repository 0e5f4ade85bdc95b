import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { stockBalances } from '#contracts/orders/stock/stock-balances.ts'
import { stockArrived } from '#contracts/orders/stock/stock.events.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { issuesOf } from '#server/kit/http/mount.ts'
import { translate, translateLabel } from '#server/kit/http/texts.ts'
import { importSheet, type Cell, type SheetOutcome } from '#server/kit/sheets/sheet-import.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { ensureBalances, lockBalances, post } from './ledger.ts'
import { placesById } from './places.ts'
import { skusOf } from './skus.ts'

type Opening = In<typeof stockBalances.addOpening>

/** Opens one balance: what lay there before. A balance is opened once. */
export function addOpening(ctx: Ctx, draft: Opening): Promise<{ balanceId: string }> {
  return inTx(ctx, async (tx) => {
    const issues = await checkOpening(tx, draft)
    if (issues.length > 0) failFields(issues)
    const [balanceId] = await ensureBalances(tx, [
      { ...draft, lot: draft.lot || null, expiryDate: draft.expiryDate ?? null },
    ])
    await lockBalances(tx, [balanceId!])
    const opened =
      await sql`select 1 from ${asSystem(tx, tx.principal.tenantId).rows('stockEntry').as('e')}
      where e.balance_id = ${balanceId} and e.ref_kind = 'opening'`.execute(tx.db)
    if (opened.rows.length > 0) failFields([{ path: 'quantity', code: 'stock.opened' }])
    await post(
      tx,
      [{ balanceId: balanceId!, kind: 'in', quantity: draft.quantity }],
      { kind: 'opening', id: null, no: null },
      draft.remark || null,
    )
    await tx.audit('stock_balance', balanceId!, 'edit', { onHand: 0 }, { onHand: draft.quantity })
    await tx.emit(stockArrived, {
      customerId: draft.customerId,
      depotId: draft.depotId,
      skuIds: [draft.skuId],
    })
    return { balanceId: balanceId! }
  })
}

async function checkOpening(tx: Tx, draft: Opening): Promise<RawIssue[]> {
  const customer = await sql`select 1 from ${tx.rows('customer').as('c')}
    where c.id = ${draft.customerId}`.execute(tx.db)
  if (customer.rows.length === 0) return [{ path: 'customerId', code: 'field.ref' }]
  const sku = (await skusOf(tx, draft.customerId, [draft.skuId])).get(draft.skuId)
  const place = (await placesById(tx, [draft.placeId])).get(draft.placeId)
  const issues: RawIssue[] = []
  if (!sku) issues.push({ path: 'skuId', code: 'field.ref' })
  if (place?.depotId !== draft.depotId) issues.push({ path: 'placeId', code: 'field.ref' })
  if (sku?.lotTracked && !draft.lot) issues.push({ path: 'lot', code: 'field.required' })
  if (sku?.expiryTracked && !draft.expiryDate)
    issues.push({ path: 'expiryDate', code: 'field.required' })
  return issues
}

const COLUMNS = [
  'customer',
  'depot',
  'sku',
  'place',
  'lot',
  'expiryDate',
  'quantity',
  'remark',
] as const
type Column = (typeof COLUMNS)[number]
const REQUIRED = ['customer', 'depot', 'sku', 'place', 'quantity'] as const
/** Where a refused field of the form is in the sheet. */
const COLUMN_OF: Record<string, Column> = {
  customerId: 'customer',
  depotId: 'depot',
  skuId: 'sku',
  placeId: 'place',
}

/** Opens the balances of a sheet, each as if typed into the form. */
export function importOpening(
  ctx: Ctx,
  { dryRun }: In<typeof stockBalances.importOpening>,
): Promise<SheetOutcome> {
  return importSheet<Column>(ctx, {
    labels: 'stock-opening',
    columns: COLUMNS,
    required: REQUIRED,
    dryRun: dryRun === 'true',
    begin: () => takeRow,
  })
}

async function takeRow(tx: Tx, cell: Cell<Column>): Promise<RawIssue[]> {
  const ids = await idsOf(tx, cell)
  const missing = (['customer', 'depot', 'sku', 'place'] as const).filter(
    (column) => ids[`${column}Id`] === null,
  )
  if (missing.length > 0)
    return missing.map((path) => ({
      path,
      code: cell(path) === '' ? ('field.required' as const) : ('field.ref' as const),
    }))
  const quantity = cell('quantity')
  const parsed = stockBalances.addOpening.in.safeParse({
    ...ids,
    lot: cell('lot') || null,
    expiryDate: cell('expiryDate').slice(0, 10) || null,
    quantity: /^\d{1,9}(\.0+)?$/.test(quantity) ? Number(quantity) : Number.NaN,
    remark: cell('remark') || null,
  })
  if (!parsed.success) return inSheet(issuesOf(parsed.error))
  const issues = await checkOpening(tx, parsed.data)
  if (issues.length > 0) return inSheet(issues)
  await addOpening(tx, parsed.data)
  return []
}

const inSheet = (issues: readonly RawIssue[]): RawIssue[] =>
  issues.map((issue) => ({ ...issue, path: COLUMN_OF[issue.path] ?? issue.path }))

interface Ids {
  customerId: string | null
  depotId: string | null
  skuId: string | null
  placeId: string | null
}

/** What the codes of a row mean, each within what stands before it. */
async function idsOf(tx: Tx, cell: Cell<Column>): Promise<Ids> {
  const found = await sql<Ids>`select c.id as customer_id, d.id as depot_id,
      (select k.id from ${tx.rows('stockSku').as('k')}
        where k.customer_id = c.id and k.sku = ${cell('sku')}) as sku_id,
      (select p.id from ${tx.rows('stockPlace').as('p')}
        where p.depot_id = d.id and p.code = ${cell('place')}) as place_id
    from (select 1) as one
      left join ${tx.rows('customer').as('c')} on c.code = ${cell('customer')}
      left join ${tx.rows('depot').as('d')} on d.code = ${cell('depot')}`.execute(tx.db)
  return found.rows[0]!
}

/** An empty sheet with the columns; those that must be filled in are marked. */
export async function openingTemplate(ctx: Ctx): Promise<FileReply> {
  return sheetReply(translate(ctx.lang, 'stock-opening', 'template'), {
    columns: COLUMNS.map((column) => ({
      title: `${translateLabel(ctx.lang, 'stock-opening', column)}${(REQUIRED as readonly Column[]).includes(column) ? '*' : ''}`,
    })),
    rows: [],
  })
}
