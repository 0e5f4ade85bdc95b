import { sql, type SqlBool } from 'kysely'
import { categories } from '#contracts/categories.ts'
import { parentCode } from '#contracts/departments.codes.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { LANGS } from '#contracts/kit/envelope.ts'
import { nowIso } from '#server/kit/clock.ts'
import type { Ctx, Tx } from '#server/kit/ctx.ts'
import { fail, failFields, Refusal, type RawIssue } from '#server/kit/errors.ts'
import { FileReply } from '#server/kit/http-side.ts'
import { issuesOf } from '#server/kit/mount.ts'
import { readSheet, SheetError, writeSheet, type SheetRow } from '#server/kit/sheets.ts'
import { say, sayError, sayLabel } from '#server/kit/texts.ts'
import { inTx } from '#server/kit/tx.ts'
import { categoriesWhere } from './category-rows.ts'
import { addCategory } from './save-category.ts'

const IMPORT_MAX = 5_000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** `parent` is the parent's code, of a row above it in the sheet or one that stands. */
const COLUMNS = ['code', 'parent', 'name', 'nameEn'] as const
type Column = (typeof COLUMNS)[number]
const label = (ctx: Pick<Ctx, 'lang'>, column: Column) => sayLabel(ctx.lang, 'categories', column)

export async function exportCategories(ctx: Ctx, { selections }: In<typeof categories.exportXls>): Promise<FileReply> {
  const ids = selections?.split(',').filter(Boolean) ?? []
  if (ids.some((id) => !/^\d{1,18}$/.test(id))) failFields([{ path: 'selections', code: 'field.ref' }])
  const rows = (await categoriesWhere(ctx, sql<SqlBool>`(${ids.length === 0} or c.id = any(${ids}::bigint[]))`)).toSorted((a, b) => (a.code < b.code ? -1 : 1))
  const title = say(ctx.lang, 'categories', 'title')
  const bytes = await writeSheet({ name: title, columns: COLUMNS.map((column) => ({ title: label(ctx, column), type: 'text' as const })), rows: rows.map((row) => [row.code, parentCode(row.code) || null, row.name, row.nameEn]) }, 'xlsx')
  return new FileReply(`${title}-${nowIso().slice(0, 10).replaceAll('-', '')}.xlsx`, XLSX, bytes)
}

/** Adds the categories of a sheet, each as if typed: codes are given here, the sheet's own only name its parents. */
export async function importCategories(ctx: Ctx, { dryRun }: In<typeof categories.importExcel>): Promise<Out<typeof categories.importExcel>> {
  const file = (await ctx.http?.upload()) ?? failFields([{ path: 'file', code: 'field.required' }])
  const rows: SheetRow[] = []
  for await (const batch of readSheet(file.bytes, file.name, { rows: IMPORT_MAX })) rows.push(...batch)
  const [header, ...body] = rows
  if (!header || body.length === 0) throw new SheetError('sheet.empty')
  const plain = (title: string) => title.trim().toLowerCase().replaceAll(/[\s_*（）()-]/g, '')
  const places = new Map(COLUMNS.flatMap((column) => {
    const names = [column, ...LANGS.map((lang) => label({ lang }, column))].map(plain)
    const at = header.cells.findIndex((title) => names.includes(plain(title)))
    return at < 0 ? [] : [[column, at] as const]
  }))
  if (!places.has('name')) fail('sheet.missingColumns', { columns: label(ctx, 'name') })
  return inTx(ctx, async (tx) => {
    const byCode = new Map<string, string>()
    const errors: Out<typeof categories.importExcel>['errors'] = []
    let refused = 0
    const trial = dryRun === 'true' || file.fields.dryRun === 'true'
    if (trial) await sql`savepoint dry_run`.execute(tx.db)
    for (const row of body) {
      const issues = await takeRow(tx, (column) => (row.cells[places.get(column) ?? -1] ?? '').trim(), byCode)
      if (issues.length > 0) refused++
      for (const { path, code, data } of issues) errors.push({ row: row.row, column: COLUMNS.some((one) => one === path) ? label(ctx, path as Column) : '', code, message: sayError(ctx.lang, code, data) })
    }
    if (trial) await sql`rollback to savepoint dry_run`.execute(tx.db)
    return { totalCount: body.length, successCount: body.length - refused, errorCount: refused, errors }
  })
}

async function takeRow(tx: Tx, cell: (column: Column) => string, byCode: Map<string, string>): Promise<RawIssue[]> {
  const above = cell('parent')
  const pid = above === '' ? null : byCode.get(above) ?? (await categoriesWhere(tx, sql<SqlBool>`c.code = ${above}`))[0]?.id
  if (pid === undefined) return [{ path: 'parent', code: 'field.ref' }]
  const parsed = categories.add.in.safeParse({ pid, name: cell('name'), nameEn: cell('nameEn') })
  if (!parsed.success) return issuesOf(parsed.error)
  await sql`savepoint sheet_row`.execute(tx.db)
  try {
    const made = await addCategory(tx, parsed.data)
    if (cell('code') !== '') byCode.set(cell('code'), made.id)
    await sql`release savepoint sheet_row`.execute(tx.db)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint sheet_row`.execute(tx.db)
    return error.issues.length > 0 ? error.issues : [{ path: '', code: error.code, data: error.data }]
  }
}
