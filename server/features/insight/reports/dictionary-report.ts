import type { In, Out } from '#contracts/kit/endpoint.ts'
import { PAGE_MAX } from '#contracts/kit/page.ts'
import type { ReportColumn, ReportQueryField, reports } from '#contracts/insight/reports.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictItems, type DictWord } from '#server/kit/http/dict-texts.ts'
import { failFields } from '#server/kit/http/errors.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import { translate } from '#server/kit/http/texts.ts'
import { wordReports } from './registry.ts'

type Described = Out<typeof reports.getRpColumns>
type ReportQuery = In<typeof reports.getData>
const COLUMNS = ['value', 'text'] as const

/**
 * A dictionary as a report: a few hundred items of the caller's own words, so all of it happens in
 * memory.
 */
export function describeDictionaryReport(ctx: Ctx, code: string): Described {
  const columns = COLUMNS.map((name): ReportColumn => ({
    title: translate(ctx.lang, 'reports', `${code}.${name}`),
    dataIndex: name,
    fieldType: 'String',
    align: 'center',
    sorter: 'true',
  }))
  return {
    columns,
    dictOptions: {},
    fieldHrefSlots: [],
    cgRpConfigId: code,
    cgRpConfigName: translate(ctx.lang, 'reports', code),
  }
}
export const wordQuery = (ctx: Ctx, code: string): ReportQueryField[] =>
  COLUMNS.map((field) => ({
    label: translate(ctx.lang, 'reports', `${code}.${field}`),
    field,
    view: 'string',
    mode: 'single',
  }))

export async function dictionaryReportData(
  ctx: Ctx,
  desired: ReportQuery,
): Promise<Out<typeof reports.getData>> {
  const found = await wordsFor(ctx, desired)
  const size = Math.min(PAGE_MAX, Math.max(1, Number(desired.pageSize ?? '10')))
  const from = (Math.max(1, Number(desired.pageNo ?? '1')) - 1) * size
  return {
    total: found.length,
    records: found.slice(from, from + size).map(({ value, text }) => ({ id: value, value, text })),
  }
}

export async function exportDictionaryReport(ctx: Ctx, desired: ReportQuery): Promise<FileReply> {
  const { columns, cgRpConfigName } = describeDictionaryReport(ctx, desired.cgRpConfigId)
  const rows = (await wordsFor(ctx, desired)).map(({ value, text }) => [value, text])
  return sheetReply(cgRpConfigName, { columns: columns.map(({ title }) => ({ title })), rows })
}

async function wordsFor(ctx: Ctx, desired: ReportQuery): Promise<readonly DictWord[]> {
  const { column, order, selections } = desired
  const fields = COLUMNS.map((name) => [name, desired[name]] as const)
  const sorted = COLUMNS.find((name) => name === column)
  const wrong: string[] = fields
    .filter(([, value]) => value !== undefined && typeof value !== 'string')
    .map(([name]) => name)
  if (column !== undefined && !sorted) wrong.push('column')
  if (wrong.length > 0) failFields(wrong.map((path) => ({ path, code: 'field.invalid' })))
  const chosen = selections ? new Set(selections.split(',')) : null
  const items = (
    (await dictItems(ctx, ctx.lang))[wordReports[desired.cgRpConfigId] ?? ''] ?? []
  ).filter(
    (item) =>
      (!chosen || chosen.has(item.value)) &&
      fields.every(
        ([name, requested]) =>
          !requested ||
          item[name].toLowerCase().includes(
            String(requested)
              .replace(/^\*+|(?<!\*)\*+$/g, '')
              .toLowerCase(),
          ),
      ),
  )
  if (!sorted) return items
  const way = order === 'asc' ? 1 : -1
  const { compare } = new Intl.Collator(ctx.lang.replace('_', '-'))
  return items.toSorted((a, b) => way * compare(a[sorted], b[sorted]))
}
