import { sql } from 'kysely'
import { departments, departCalls, type DepartNode } from '#contracts/departments.ts'
import { parentCode } from '#contracts/departments.codes.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { LANGS } from '#contracts/kit/envelope.ts'
import { nowIso } from '#server/kit/clock.ts'
import type { Ctx, Tx } from '#server/kit/ctx.ts'
import { dictItems, dictTexts } from '#server/kit/dict-texts.ts'
import { fail, failFields, Refusal, type RawIssue } from '#server/kit/errors.ts'
import { FileReply } from '#server/kit/http-side.ts'
import { issuesOf } from '#server/kit/mount.ts'
import { readSheet, SheetError, writeSheet, type SheetRow } from '#server/kit/sheets.ts'
import { say, sayError, sayLabel } from '#server/kit/texts.ts'
import { inTx } from '#server/kit/tx.ts'
import { departNodes } from './depart-rows.ts'
import { addDepart } from './save-depart.ts'

const IMPORT_MAX = 5_000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** In the order of the sheet. `parent` is the parent's code, or names from the top down with `/`. */
const COLUMNS = ['orgCode', 'parent', 'departName', 'departNameEn', 'departNameAbbr', 'orgCategory', 'departOrder', 'mobile', 'fax', 'address', 'memo', 'description', 'status'] as const
type Column = (typeof COLUMNS)[number]
const label = (ctx: Pick<Ctx, 'lang'>, column: Column) => sayLabel(ctx.lang, departments.name, column)

/** The tree as a workbook, parents before children; of the ticked ones only, where some are. */
export async function exportDeparts(ctx: Ctx, { selections }: In<typeof departCalls.exportXls>): Promise<FileReply> {
  const texts = await dictTexts(ctx.who.tenantId, ctx.lang)
  const chosen = selections?.split(',').filter(Boolean)
  const all = await departNodes(ctx)
  const nodes = chosen?.length ? all.filter((one) => chosen.includes(one.id)) : all
  const cell = (node: DepartNode, column: Column) => (column === 'parent' ? parentCode(node.orgCode) || null : column === 'orgCategory' ? node.orgCategory_dictText : column === 'status' ? texts('depart_status', node.status) : node[column])
  const title = say(ctx.lang, departments.name, 'title')
  const bytes = await writeSheet({
    name: title, columns: COLUMNS.map((column) => ({ title: label(ctx, column), type: column === 'departOrder' ? 'number' as const : 'text' as const })),
    rows: nodes.toSorted((a, b) => (a.orgCode < b.orgCode ? -1 : 1)).map((node) => COLUMNS.map((column) => cell(node, column))),
  }, 'xlsx')
  return new FileReply(`${title}-${nowIso().slice(0, 10).replaceAll('-', '')}.xlsx`, XLSX, bytes)
}

/** Adds the departments of a sheet, each as if typed: codes are given here, the sheet's own are only names for its parents. A dry run is answered and taken back. */
export async function importDeparts(ctx: Ctx, { dryRun }: In<typeof departCalls.importExcel>): Promise<Out<typeof departCalls.importExcel>> {
  const file = (await ctx.http?.upload()) ?? failFields([{ path: 'file', code: 'field.required' }])
  const rows: SheetRow[] = []
  for await (const batch of readSheet(file.bytes, file.name, { rows: IMPORT_MAX })) rows.push(...batch)
  const [header, ...body] = rows
  if (!header || body.length === 0) throw new SheetError('sheet.empty')
  const places = new Map(COLUMNS.flatMap((column) => {
    const names = [column, ...LANGS.map((lang) => label({ lang }, column))].map(plain)
    const at = header.cells.findIndex((title) => names.includes(plain(title)))
    return at < 0 ? [] : [[column, at] as const]
  }))
  if (!places.has('departName')) fail('sheet.missingColumns', { columns: label(ctx, 'departName') })
  const words = await meanings(ctx)
  return inTx(ctx, async (tx) => {
    const byCode = new Map<string, string>()
    const errors: Out<typeof departCalls.importExcel>['errors'] = []
    let refused = 0
    const trial = dryRun === 'true' || file.fields.dryRun === 'true'
    if (trial) await sql`savepoint dry_run`.execute(tx.db)
    for (const row of body) {
      const cell = (column: Column) => (row.cells[places.get(column) ?? -1] ?? '').trim()
      const issues = await takeRow(tx, cell, words, byCode)
      if (issues.length > 0) refused++
      for (const { path, code, data } of issues) errors.push({ row: row.row, column: COLUMNS.some((one) => one === path) ? label(ctx, path as Column) : '', code, message: sayError(ctx.lang, code, data) })
    }
    if (trial) await sql`rollback to savepoint dry_run`.execute(tx.db)
    return { totalCount: body.length, successCount: body.length - refused, errorCount: refused, errors }
  })
}

const plain = (title: string) => title.trim().toLowerCase().replaceAll(/[\s_*（）()-]/g, '')

/** Words of a choice in either language, and its value itself. */
async function meanings(ctx: Ctx): Promise<(dict: string, text: string) => string> {
  const all = await Promise.all(LANGS.map((lang) => dictItems(ctx.who.tenantId, lang)))
  return (dict, text) => all.flatMap((one) => one[dict] ?? []).find((item) => item.value === text || item.text.toLowerCase() === text.toLowerCase())?.value ?? text
}

async function takeRow(tx: Tx, cell: (column: Column) => string, words: (dict: string, text: string) => string, byCode: Map<string, string>): Promise<RawIssue[]> {
  const parentId = cell('parent') === '' ? null : await parentOf(tx, cell('parent'), byCode)
  if (parentId === undefined) return [{ path: 'parent', code: 'field.ref' }]
  const parsed = departCalls.add.in.safeParse({
    parentId, departName: cell('departName'), departNameEn: cell('departNameEn'), departNameAbbr: cell('departNameAbbr'), departOrder: cell('departOrder') || null, mobile: cell('mobile'), fax: cell('fax'),
    address: cell('address'), memo: cell('memo'), description: cell('description'), orgCategory: words('org_category', cell('orgCategory')) || null, status: words('depart_status', cell('status')) || null,
  })
  if (!parsed.success) return issuesOf(parsed.error)
  await sql`savepoint sheet_row`.execute(tx.db)
  try {
    const made = await addDepart(tx, parsed.data)
    if (cell('orgCode') !== '') byCode.set(cell('orgCode'), made.id)
    await sql`release savepoint sheet_row`.execute(tx.db)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint sheet_row`.execute(tx.db)
    return error.issues.length > 0 ? error.issues : [{ path: '', code: error.code, data: error.data }]
  }
}

/** A code of the sheet's own rows before one that stands in the tree, then names from the top down; undefined for neither. */
async function parentOf(tx: Tx, text: string, byCode: ReadonlyMap<string, string>): Promise<string | undefined> {
  const known = byCode.get(text)
  if (known !== undefined) return known
  const nodes = await departNodes(tx)
  const coded = nodes.find((one) => one.orgCode === text)
  if (coded) return coded.id
  let at: string | null = null
  for (const name of text.split(/[/／]/).map((part) => part.trim())) {
    const next: DepartNode | undefined = nodes.find((one) => one.parentId === at && (one.departName === name || one.departNameEn === name))
    if (!next) return undefined
    at = next.id
  }
  return at ?? undefined
}
