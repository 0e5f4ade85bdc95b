import pg from 'pg'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { PAGE_MAX } from '#contracts/kit/page.ts'
import type { reports } from '#contracts/insight/reports.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictItems } from '#server/kit/http/dict-texts.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { sheetReply, UTC } from '#server/kit/sheets/sheet-reply.ts'
import { columnsOf, wordsOf } from './describe-report.ts'
import { askedOf } from './report-filters.ts'
import { nameOf, reportOf, titleOf, type Item, type Report } from './report-row.ts'
import { asTable, bound, cellText } from './report-text.ts'
import { inReport, type Answered, type Cells, type Target } from './run-statement.ts'

type ReportQuery = In<typeof reports.getData>
type Data = Out<typeof reports.getData>

/** As many rows are counted. */
const COUNT_MAX = 100_000

export async function reportData(ctx: Ctx, requested: ReportQuery): Promise<Data> {
  return pageOf(ctx, await reportOf(ctx, requested.cgRpConfigId), requested)
}

export async function columnsAndData(
  ctx: Ctx,
  requested: ReportQuery,
): Promise<Out<typeof reports.getColumnsAndData>> {
  const report = await reportOf(ctx, requested.cgRpConfigId)
  const data = await pageOf(ctx, report, requested)
  return { ...(await columnsOf(ctx, report)), cgreportHeadName: nameOf(ctx, report), data }
}

/** Exporting is a right of its own wherever lists are concerned; a report is no way round it. */
export async function exportReport(ctx: Ctx, requested: ReportQuery): Promise<FileReply> {
  const { name, columns, rows, fields } = await reportSheet(ctx, requested)
  return sheetReply(name, { columns, rows }, undefined, { ctx, fields })
}

/** All rows of a report as a sheet takes them. */
export async function reportSheet(
  ctx: Ctx,
  requested: ReportQuery,
): Promise<{ name: string; columns: { title: string }[]; rows: string[][]; fields: string[] }> {
  const report = await reportOf(ctx, requested.cgRpConfigId, 'export')
  const shown = report.items.filter(({ isShow }) => isShow)
  const { rows } = await inReport(ctx, targetOf(report, 'export'), ({ ask }) => {
    const { text, values } = statementOf(report, requested, shown)
    return ask(text, values)
  })
  const words = await textsOf(ctx, shown)
  return {
    name: nameOf(ctx, report),
    fields: shown.map(({ fieldName }) => fieldName),
    columns: shown.map((item) => ({
      title: titleOf(ctx, item) + (item.fieldType === 'Datetime' ? UTC : ''),
    })),
    rows: rows.map((row) =>
      shown.map(({ fieldName }) => words(fieldName, row[fieldName] ?? null) ?? ''),
    ),
  }
}

const targetOf = ({ sourceId }: Report, action: Target['action']): Target => ({ sourceId, action })

async function pageOf(ctx: Ctx, report: Report, requested: ReportQuery): Promise<Data> {
  const size = Math.min(PAGE_MAX, Math.max(1, Number(requested.pageSize ?? '10')))
  const from = (Math.max(1, Number(requested.pageNo ?? '1')) - 1) * size
  const page = statementOf(report, requested, report.items)
  const sums = report.items.filter(({ isTotal }) => isTotal)
  const [found, total, totals] = await inReport(ctx, targetOf(report, 'list'), async ({ ask }) => {
    const rows = await ask(`${page.text} limit ${size} offset ${from}`, page.values)
    const table = `${page.table} limit ${COUNT_MAX}`
    const counted = await ask(
      `select count(*)::text as n from (select 1 ${table}) as counted`,
      page.values,
    )
    return [rows, Number(counted.rows[0]?.n ?? 0), await summed(sums, page, ask)] as const
  })
  return {
    total,
    records: found.rows.map((row) => recordOf(report.items, row)),
    ...(sums.length > 0 ? { totals } : {}),
  }
}

interface Statement {
  text: string
  /** Without its columns. */
  table: string
  values: unknown[]
}

function statementOf(report: Report, requested: ReportQuery, items: readonly Item[]): Statement {
  const statement = bound(report.cgrSql)
  const { where, order, values } = askedOf(report, statement, requested)
  const cells = items.map(({ fieldName, fieldType }) => cellText(fieldName, fieldType)).join(', ')
  const table = `${asTable(statement.text)}${where}`
  return { text: `select ${cells} ${table}${order}`, table, values }
}

async function summed(
  items: readonly Item[],
  { table, values }: Statement,
  ask: (text: string, values: readonly unknown[]) => Promise<Answered>,
): Promise<Cells> {
  if (items.length === 0) return {}
  const cells = items.map(({ fieldName }) => {
    const name = pg.escapeIdentifier(fieldName)
    return `sum(report.${name})::text as ${name}`
  })
  const { rows } = await ask(`select ${cells.join(', ')} ${table}`, values)
  return rows[0] ?? {}
}

/** The id comes first: clients make a row's key of the first characters of its values. */
function recordOf(items: readonly Item[], row: Cells): Record<string, unknown> {
  const names = items.map(({ fieldName }) => fieldName)
  const ordered = names.includes('id') ? ['id', ...names.filter((name) => name !== 'id')] : names
  return Object.fromEntries(ordered.map((name) => [name, row[name] ?? null]))
}

/** The words of a dictionary in place of its values. */
async function textsOf(
  ctx: Ctx,
  items: readonly Item[],
): Promise<(name: string, value: string | null) => string | null> {
  const known = await dictItems(ctx, ctx.lang)
  const byName = new Map(
    items.map((item) => [
      item.fieldName,
      new Map((wordsOf(ctx, item, known) ?? []).map(({ value, text }) => [value, text])),
    ]),
  )
  return (name, value) => (value === null ? null : (byName.get(name)?.get(value) ?? value))
}
