import { departmentList, departments } from '#contracts/platform/departments/departments.ts'
import { type DepartNode } from '#contracts/platform/departments/departments.nodes.ts'
import { parentCode } from '#contracts/platform/departments/departments.codes.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { LANGS } from '#contracts/kit/envelope.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { dictItems, dictTexts } from '#server/kit/http/dict-texts.ts'
import type { RawIssue } from '#server/kit/http/errors.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { issuesOf } from '#server/kit/http/mount.ts'
import { importSheet, type Cell, type SheetOutcome } from '#server/kit/sheets/sheet-import.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import { translate, translateLabel } from '#server/kit/http/texts.ts'
import { departNodes } from './depart-rows.ts'
import { addDepart } from './save-depart.ts'

/**
 * In the order of the sheet. `parent` is the parent's code, or names from the top down with `/`.
 */
const COLUMNS = [
  'orgCode',
  'parent',
  'departName',
  'departNameEn',
  'departNameAbbr',
  'orgCategory',
  'departOrder',
  'mobile',
  'fax',
  'address',
  'memo',
  'description',
  'status',
] as const
type Column = (typeof COLUMNS)[number]
type CellTexts = (dict: string, text: string) => string

/** The tree as a workbook, parents before children; of the ticked ones only, where some are. */
export async function exportDeparts(
  ctx: Ctx,
  { selections }: In<typeof departments.exportXls>,
): Promise<FileReply> {
  const texts = await dictTexts(ctx)
  const chosen = selections?.split(',').filter(Boolean)
  const all = await departNodes(ctx)
  const nodes = chosen?.length ? all.filter((one) => chosen.includes(one.id)) : all
  const cell = (node: DepartNode, column: Column) =>
    column === 'parent'
      ? parentCode(node.orgCode) || null
      : column === 'orgCategory'
        ? node.orgCategory_dictText
        : column === 'status'
          ? texts('depart_status', node.status)
          : node[column]
  return sheetReply(translate(ctx.lang, departmentList.name, 'title'), {
    columns: COLUMNS.map((column) => ({
      title: translateLabel(ctx.lang, departmentList.name, column),
      type: column === 'departOrder' ? 'number' : 'text',
    })),
    rows: nodes
      .toSorted((a, b) => (a.orgCode < b.orgCode ? -1 : 1))
      .map((node) => COLUMNS.map((column) => cell(node, column))),
  })
}

/**
 * Adds the departments of a sheet, each as if typed: codes are given here, the sheet's own are only
 * names for its parents.
 */
export function importDeparts(
  ctx: Ctx,
  { dryRun }: In<typeof departments.importExcel>,
): Promise<SheetOutcome> {
  return importSheet<Column>(ctx, {
    labels: departmentList.name,
    columns: COLUMNS,
    required: ['departName'],
    dryRun: dryRun === 'true',
    begin: async (first) => {
      const words = await meanings(first)
      const byCode = new Map<string, string>()
      return (tx, cell) => takeRow(tx, cell, words, byCode)
    },
  })
}

/** Words of a choice in either language, and its value itself. */
async function meanings(ctx: Ctx): Promise<CellTexts> {
  const all = await Promise.all(LANGS.map((lang) => dictItems(ctx, lang)))
  return (dict, text) =>
    all
      .flatMap((one) => one[dict] ?? [])
      .find((item) => item.value === text || item.text.toLowerCase() === text.toLowerCase())
      ?.value ?? text
}

async function takeRow(
  tx: Tx,
  cell: Cell<Column>,
  words: CellTexts,
  byCode: Map<string, string>,
): Promise<RawIssue[]> {
  const parentId = cell('parent') === '' ? null : await parentOf(tx, cell('parent'), byCode)
  if (parentId === undefined) return [{ path: 'parent', code: 'field.ref' }]
  const parsed = departments.add.in.safeParse({
    parentId,
    departName: cell('departName'),
    departNameEn: cell('departNameEn'),
    departNameAbbr: cell('departNameAbbr'),
    departOrder: cell('departOrder') || null,
    mobile: cell('mobile'),
    fax: cell('fax'),
    address: cell('address'),
    memo: cell('memo'),
    description: cell('description'),
    orgCategory: words('org_category', cell('orgCategory')) || null,
    status: words('depart_status', cell('status')) || null,
  })
  if (!parsed.success) return issuesOf(parsed.error)
  const made = await addDepart(tx, parsed.data)
  if (cell('orgCode') !== '') byCode.set(cell('orgCode'), made.id)
  return []
}

/**
 * A code of the sheet's own rows before one that stands in the tree, then names from the top down;
 * undefined for neither.
 */
async function parentOf(
  tx: Tx,
  text: string,
  byCode: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const known = byCode.get(text)
  if (known !== undefined) return known
  const nodes = await departNodes(tx)
  const coded = nodes.find((one) => one.orgCode === text)
  if (coded) return coded.id
  let at: string | null = null
  for (const name of text.split(/[/／]/).map((part) => part.trim())) {
    const next: DepartNode | undefined = nodes.find(
      (one) => one.parentId === at && (one.departName === name || one.departNameEn === name),
    )
    if (!next) return undefined
    at = next.id
  }
  return at ?? undefined
}
