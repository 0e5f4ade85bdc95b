import { sql, type SqlBool } from 'kysely'
import { dicts } from '#contracts/platform/lists/dictionaries.ts'
import { dictItems } from '#contracts/platform/lists/dictionaries.items.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { likeText } from '#server/kit/access/data-rules.ts'
import type { RawIssue } from '#server/kit/http/errors.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { issuesOf } from '#server/kit/http/mount.ts'
import { importSheet, type Cell, type SheetOutcome } from '#server/kit/sheets/sheet-import.ts'
import { sheetReply, tickedIds } from '#server/kit/sheets/sheet-reply.ts'
import { translate, translateLabel } from '#server/kit/http/texts.ts'
import { itemsOfCodes, shownDicts, textsChanged, type StoredDict } from './dict-rows.ts'
import { addDict, ownDict } from './save-dict.ts'
import { changeItem, insertItem } from './save-item.ts'

/** One line per item; a dictionary without items has one line of its own. */
const COLUMNS = [
  'dictCode',
  'dictName',
  'dictNameEn',
  'itemValue',
  'itemText',
  'itemTextEn',
  'color',
  'sortOrder',
  'status',
  'itemDescription',
] as const
type Column = (typeof COLUMNS)[number]

export async function exportDicts(
  ctx: Ctx,
  { selections, dictCode, dictName }: In<typeof dicts.exportXls>,
): Promise<FileReply> {
  const ids = tickedIds(selections)
  const like = (text: string) => `%${likeText(text.replaceAll('*', ''))}%`
  const dicts = await shownDicts(
    ctx,
    sql<SqlBool>`(${ids.length === 0} or d.id = any(${ids}::bigint[]))
      and (${!dictCode} or d.dict_code ilike ${like(dictCode ?? '')})
      and (${!dictName} or d.dict_name ilike ${like(dictName ?? '')})`,
  )
  const items = Map.groupBy(
    await itemsOfCodes(
      ctx,
      dicts.map((dict) => dict.dictCode),
    ),
    (item) => item.dictCode,
  )
  return sheetReply(translate(ctx.lang, 'dictionaries', 'title'), {
    columns: COLUMNS.map((column) => ({
      title: translateLabel(ctx.lang, 'dictionaries', column),
      type: column === 'sortOrder' || column === 'status' ? 'number' : 'text',
    })),
    rows: dicts.flatMap((dict) =>
      (items.get(dict.dictCode) ?? [null]).map((item) => [
        dict.dictCode,
        dict.dictName,
        dict.dictNameEn,
        item?.itemValue,
        item?.itemText,
        item?.itemTextEn,
        item?.color,
        item?.sortOrder,
        item?.status,
        item?.description,
      ]),
    ),
  })
}

/** Adds and changes words by the lines of a sheet; what is as it was stays untouched. */
export function importDicts(
  ctx: Ctx,
  { dryRun }: In<typeof dicts.importExcel>,
): Promise<SheetOutcome> {
  return importSheet<Column>(ctx, {
    labels: 'dictionaries',
    columns: COLUMNS,
    required: ['dictCode'],
    dryRun: dryRun === 'true',
    // Announced first: what is read after a line was stored is not kept for others before all are.
    begin: async (tx) => {
      await textsChanged(tx)
      return takeRow
    },
  })
}

async function takeRow(tx: Tx, cell: Cell<Column>): Promise<RawIssue[]> {
  const shown = async () =>
    (await shownDicts(tx, sql<SqlBool>`d.dict_code = ${cell('dictCode')}`))[0]
  const known = await shown()
  if (!known) {
    const draft = dicts.add.in.safeParse({
      dictCode: cell('dictCode'),
      dictName: cell('dictName'),
      dictNameEn: cell('dictNameEn'),
    })
    if (!draft.success) return issuesOf(draft.error)
    await addDict(tx, draft.data)
  }
  return cell('itemValue') === '' && cell('itemText') === ''
    ? []
    : takeItem(tx, known ?? (await shown())!, cell)
}

async function takeItem(tx: Tx, dict: StoredDict, cell: Cell<Column>): Promise<RawIssue[]> {
  const parsed = dictItems.add.in.omit({ dictId: true }).safeParse({
    itemValue: cell('itemValue'),
    itemText: cell('itemText'),
    itemTextEn: cell('itemTextEn'),
    color: cell('color'),
    description: cell('itemDescription'),
    sortOrder: cell('sortOrder') || undefined,
    status: cell('status') || undefined,
  })
  if (!parsed.success)
    return issuesOf(parsed.error).map((issue) => ({
      ...issue,
      path: issue.path === 'description' ? 'itemDescription' : issue.path,
    }))
  const { itemValue, ...words } = parsed.data
  const before = (
    await itemsOfCodes(tx, [dict.dictCode], sql<SqlBool>`item_value = ${itemValue}`)
  )[0]
  if (!before) {
    await insertItem(tx, await ownDict(tx, dict), parsed.data)
    return []
  }
  const sent = Object.entries(words).filter(
    ([key, value]) =>
      value !== undefined && value !== null && value !== before[key as keyof typeof words],
  )
  if (sent.length > 0) await changeItem(tx, before.id, Object.fromEntries(sent))
  return []
}
