import { sql, type SqlBool } from 'kysely'
import { dictCalls, dictItemCalls } from '#contracts/dictionaries.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { LANGS } from '#contracts/kit/envelope.ts'
import { nowIso } from '#server/kit/clock.ts'
import type { Ctx, Tx } from '#server/kit/ctx.ts'
import { likeText } from '#server/kit/data-rules.ts'
import { fail, failFields, Refusal, type RawIssue } from '#server/kit/errors.ts'
import { FileReply } from '#server/kit/http-side.ts'
import { issuesOf } from '#server/kit/mount.ts'
import { readSheet, SheetError, writeSheet, type SheetRow } from '#server/kit/sheets.ts'
import { say, sayError, sayLabel } from '#server/kit/texts.ts'
import { inTx } from '#server/kit/tx.ts'
import { itemsOfCodes, shownDicts, wordsChanged } from './dict-rows.ts'
import { addDict, ownDict } from './save-dict.ts'
import { changeItem, insertItem } from './save-item.ts'

const IMPORT_MAX = 5_000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** One line per item; a dictionary without items has one line of its own. */
const COLUMNS = ['dictCode', 'dictName', 'dictNameEn', 'itemValue', 'itemText', 'itemTextEn', 'color', 'sortOrder', 'status', 'itemDescription'] as const
type Column = (typeof COLUMNS)[number]
const label = (ctx: Pick<Ctx, 'lang'>, column: Column) => sayLabel(ctx.lang, 'dictionaries', column)

export async function exportDicts(ctx: Ctx, { selections, dictCode, dictName }: In<typeof dictCalls.exportXls>): Promise<FileReply> {
  const ids = selections?.split(',').filter(Boolean) ?? []
  if (ids.some((id) => !/^\d{1,19}$/.test(id))) failFields([{ path: 'selections', code: 'field.ref' }])
  const like = (text: string) => `%${likeText(text.replaceAll('*', ''))}%`
  const dicts = await shownDicts(ctx, sql<SqlBool>`(${ids.length === 0} or d.id = any(${ids}::bigint[])) and (${!dictCode} or d.dict_code ilike ${like(dictCode ?? '')}) and (${!dictName} or d.dict_name ilike ${like(dictName ?? '')})`)
  const items = Map.groupBy(await itemsOfCodes(ctx, dicts.map((dict) => dict.dictCode)), (item) => item.dictCode)
  const rows = dicts.flatMap((dict) => (items.get(dict.dictCode) ?? [null]).map((item) => [
    dict.dictCode, dict.dictName, dict.dictNameEn, item?.itemValue ?? null, item?.itemText ?? null, item?.itemTextEn ?? null, item?.color ?? null, item?.sortOrder ?? null, item?.status ?? null, item?.description ?? null,
  ]))
  const title = say(ctx.lang, 'dictionaries', 'title')
  const bytes = await writeSheet({ name: title, columns: COLUMNS.map((column) => ({ title: label(ctx, column), type: column === 'sortOrder' || column === 'status' ? 'number' as const : 'text' as const })), rows }, 'xlsx')
  return new FileReply(`${title}-${nowIso().slice(0, 10).replaceAll('-', '')}.xlsx`, XLSX, bytes)
}

/** Adds and changes words by the lines of a sheet; what is as it was stays untouched. A dry run is answered and taken back. */
export async function importDicts(ctx: Ctx, { dryRun }: In<typeof dictCalls.importExcel>): Promise<Out<typeof dictCalls.importExcel>> {
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
  if (!places.has('dictCode')) fail('sheet.missingColumns', { columns: label(ctx, 'dictCode') })
  return inTx(ctx, async (tx) => {
    const errors: Out<typeof dictCalls.importExcel>['errors'] = []
    let refused = 0
    const trial = dryRun === 'true' || file.fields.dryRun === 'true'
    if (trial) await sql`savepoint dry_run`.execute(tx.db)
    for (const row of body) {
      const issues = await takeRow(tx, (column) => (row.cells[places.get(column) ?? -1] ?? '').trim())
      if (issues.length > 0) refused++
      for (const { path, code, data } of issues) errors.push({ row: row.row, column: COLUMNS.some((one) => one === path) ? label(ctx, path as Column) : '', code, message: sayError(ctx.lang, code, data) })
    }
    if (trial) await sql`rollback to savepoint dry_run`.execute(tx.db)
    else await wordsChanged(tx)
    return { totalCount: body.length, successCount: body.length - refused, errorCount: refused, errors }
  })
}

const plain = (title: string) => title.trim().toLowerCase().replaceAll(/[\s_*（）()-]/g, '')

async function takeRow(tx: Tx, cell: (column: Column) => string): Promise<RawIssue[]> {
  const code = cell('dictCode')
  await sql`savepoint sheet_row`.execute(tx.db)
  try {
    const known = (await shownDicts(tx, sql<SqlBool>`d.dict_code = ${code}`))[0]
    if (!known) {
      const draft = dictCalls.add.in.safeParse({ dictCode: code, dictName: cell('dictName'), dictNameEn: cell('dictNameEn') })
      if (!draft.success) return issuesOf(draft.error)
      await addDict(tx, draft.data)
    }
    if (cell('itemValue') !== '' || cell('itemText') !== '') {
      const dict = known ?? (await shownDicts(tx, sql<SqlBool>`d.dict_code = ${code}`))[0]!
      const parsed = dictItemCalls.add.in.omit({ dictId: true }).safeParse({
        itemValue: cell('itemValue'), itemText: cell('itemText'), itemTextEn: cell('itemTextEn'), color: cell('color'), description: cell('itemDescription'), sortOrder: cell('sortOrder') || undefined, status: cell('status') || undefined,
      })
      if (!parsed.success) return issuesOf(parsed.error).map((issue) => ({ ...issue, path: issue.path === 'description' ? 'itemDescription' : issue.path }))
      const draft = parsed.data
      const before = (await itemsOfCodes(tx, [code], sql<SqlBool>`item_value = ${draft.itemValue}`))[0]
      const sent = Object.entries({ itemText: draft.itemText, itemTextEn: draft.itemTextEn, color: draft.color, description: draft.description, sortOrder: draft.sortOrder, status: draft.status }).filter(([key, value]) => value !== undefined && value !== null && value !== before?.[key as 'itemText'])
      if (!before) await insertItem(tx, await ownDict(tx, dict), draft)
      else if (sent.length > 0) await changeItem(tx, before.id, Object.fromEntries(sent))
    }
    await sql`release savepoint sheet_row`.execute(tx.db)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint sheet_row`.execute(tx.db)
    return error.issues.length > 0 ? error.issues : [{ path: '', code: error.code, data: error.data }]
  }
}
