import { sql, type SqlBool } from 'kysely'
import { categories } from '#contracts/platform/lists/categories.ts'
import { parentCode } from '#contracts/platform/departments/departments.codes.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import type { RawIssue } from '#server/kit/http/errors.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { issuesOf } from '#server/kit/http/mount.ts'
import { importSheet, type Cell, type SheetOutcome } from '#server/kit/sheets/sheet-import.ts'
import { sheetReply, tickedIds } from '#server/kit/sheets/sheet-reply.ts'
import { translate, translateLabel } from '#server/kit/http/texts.ts'
import { categoriesWhere } from './category-rows.ts'
import { addCategory } from './save-category.ts'

/** `parent` is the parent's code, of a row above it in the sheet or one that stands. */
const COLUMNS = ['code', 'parent', 'name', 'nameEn'] as const
type Column = (typeof COLUMNS)[number]

export async function exportCategories(
  ctx: Ctx,
  { selections }: In<typeof categories.exportXls>,
): Promise<FileReply> {
  const ids = tickedIds(selections)
  const rows = (
    await categoriesWhere(ctx, sql<SqlBool>`(${ids.length === 0} or c.id = any(${ids}::bigint[]))`)
  ).toSorted((a, b) => (a.code < b.code ? -1 : 1))
  return sheetReply(translate(ctx.lang, 'categories', 'title'), {
    columns: COLUMNS.map((column) => ({ title: translateLabel(ctx.lang, 'categories', column) })),
    rows: rows.map((row) => [row.code, parentCode(row.code) || null, row.name, row.nameEn]),
  })
}

/**
 * Adds the categories of a sheet, each as if typed: codes are given here, the sheet's own only name
 * its parents.
 */
export function importCategories(
  ctx: Ctx,
  { dryRun }: In<typeof categories.importExcel>,
): Promise<SheetOutcome> {
  return importSheet<Column>(ctx, {
    labels: 'categories',
    columns: COLUMNS,
    required: ['name'],
    dryRun: dryRun === 'true',
    begin: () => {
      const byCode = new Map<string, string>()
      return (tx, cell) => takeRow(tx, cell, byCode)
    },
  })
}

async function takeRow(
  tx: Tx,
  cell: Cell<Column>,
  byCode: Map<string, string>,
): Promise<RawIssue[]> {
  const above = cell('parent')
  const pid =
    above === ''
      ? null
      : (byCode.get(above) ?? (await categoriesWhere(tx, sql<SqlBool>`c.code = ${above}`))[0]?.id)
  if (pid === undefined) return [{ path: 'parent', code: 'field.ref' }]
  const parsed = categories.add.in.safeParse({ pid, name: cell('name'), nameEn: cell('nameEn') })
  if (!parsed.success) return issuesOf(parsed.error)
  const made = await addCategory(tx, parsed.data)
  if (cell('code') !== '') byCode.set(cell('code'), made.id)
  return []
}
