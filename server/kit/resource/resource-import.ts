import type { ErrorCode } from '../runtime/error-codes.ts'
import { sql } from 'kysely'
import { LANGS } from '#contracts/kit/envelope.ts'
import type { Field } from '#contracts/kit/field.ts'
import { percentOf } from '#contracts/kit/percent.ts'
import { isOwner, type Entity } from '#contracts/kit/entity.ts'
import type { Ctx } from '../access/ctx.ts'
import { dictItems } from '../http/dict-texts.ts'
import { fail, Refusal, type RawIssue } from '../http/errors.ts'
import { issuesOf } from '../http/mount.ts'
import { refTarget, tableKey } from './resource-rows.ts'
import { addRow, type Draft } from './resource-write.ts'
import type { Hooks } from './hooks.ts'
import {
  importSheet,
  type Cell,
  type SentSheet,
  type SheetOutcome,
} from '../sheets/sheet-import.ts'
import { translate } from '../http/texts.ts'

/** Turns a cell into what a form would send; refuses where the words mean nothing. */
type Reader = (text: string) => unknown

/**
 * Adds the rows of a sheet, each as if typed into the form. `dryRun`: all of it happens, is
 * answered, and is taken back.
 */
export function importRows(
  ctx: Ctx,
  of: Entity,
  hooks: Hooks,
  dryRun = false,
): Promise<SheetOutcome> {
  const fields = importable(ctx, of)
  // An empty cell takes the default of the form.
  const proposed: Draft = Object.fromEntries(
    fields.filter(([, spec]) => spec.initial !== null).map(([name, spec]) => [name, spec.initial]),
  )
  return importSheet(ctx, {
    labels: of.name,
    columns: fields.map(([name]) => name),
    required: fields
      .filter(([, spec]) => spec.required && spec.initial === null)
      .map(([name]) => name),
    named: Object.keys(of.fields),
    dryRun: dryRun,
    begin: async (tx, sheet) => {
      const readers = await readersOf(tx, fields, sheet)
      return async (row, cell) => {
        const { draft, issues } = draftOf(cell, readers, proposed)
        const parsed = of.input.safeParse(draft)
        const wrong = [
          ...issues,
          ...(parsed.success
            ? []
            : issuesOf(parsed.error).filter(
                (issue) => !issues.some(({ path }) => path === issue.path),
              )),
        ]
        if (wrong.length > 0 || !parsed.success) return wrong
        await addRow(row, of, parsed.data, hooks)
        return []
      }
    },
  })
}

function draftOf(
  cell: Cell<string>,
  readers: ReadonlyMap<string, Reader>,
  proposed: Draft,
): { draft: Draft; issues: RawIssue[] } {
  const draft: Draft = { ...proposed }
  const issues: RawIssue[] = []
  for (const [name, read] of readers) {
    const text = cell(name)
    if (text === '') continue
    try {
      draft[name] = read(text)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      issues.push({ path: name, code: error.code })
      // So that the cell is reported once, and not as missing too.
      draft[name] = undefined
    }
  }
  return { draft, issues }
}

/** Fields a sheet may fill for this caller: what a form would show. */
function importable(ctx: Ctx, of: Entity): [string, Field][] {
  const staff = ctx.principal.customerId === null
  return Object.entries(of.fields).filter(
    ([name, spec]) =>
      !spec.readOnly && (isOwner(name, of.scope) ? staff : !spec.perm || ctx.holds(spec.perm)),
  )
}

/** How the cells of each column are read, from left to right. */
async function readersOf(
  ctx: Ctx,
  fields: readonly [string, Field][],
  sheet: SentSheet<string>,
): Promise<ReadonlyMap<string, Reader>> {
  const readers = new Map<string, Reader>()
  const specs = new Map(fields)
  const dictionaries = await Promise.all(LANGS.map((lang) => dictItems(ctx, lang)))
  for (const name of sheet.columns) {
    const spec = specs.get(name)!
    if (spec.dict) {
      const code = spec.dict
      const items = dictionaries.flatMap((one) => one[code] ?? [])
      readers.set(
        name,
        oneOf('field.dict', [
          ...items.map(({ value }) => [value, value] as const),
          ...items.map(({ value, text }) => [text, value] as const),
        ]),
      )
    } else if (spec.ref) {
      readers.set(
        name,
        oneOf('field.ref', await referred(ctx, spec.ref, sheet.cells(name)), (word) => word),
      )
    } else if (spec.type === 'bool') {
      const words = (key: string) => LANGS.map((lang) => translate(lang, 'common', key))
      readers.set(
        name,
        oneOf('field.bool', [
          ...[...words('value.yes'), 'true', '1', 'y'].map((word) => [word, true] as const),
          ...[...words('value.no'), 'false', '0', 'n'].map((word) => [word, false] as const),
        ]),
      )
    } else if (spec.type === 'datetime') {
      readers.set(name, (text) => text.replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})$/, '$1Z'))
    } else if (spec.percent) {
      readers.set(name, (text) => percentOf(text) ?? fail('field.percent'))
    } else readers.set(name, (text) => text)
  }
  return readers
}

/**
 * Words and what they mean; the first meaning of a word counts, an unknown word refuses the cell.
 */
function oneOf(
  code: ErrorCode,
  pairs: readonly (readonly [word: string, meaning: unknown])[],
  asWritten: (word: string) => string = (word) => word.toLowerCase(),
): Reader {
  const known = new Map<string, unknown>()
  for (const [word, meaning] of pairs)
    if (!known.has(asWritten(word))) known.set(asWritten(word), meaning)
  return (text) => {
    const meaning = known.get(asWritten(text))
    if (meaning === undefined) fail(code)
    if (meaning === AMBIGUOUS) fail('field.ambiguous')
    return meaning
  }
}

const AMBIGUOUS = Symbol('several rows have this name')

/**
 * Codes, then labels in either language, of the rows within the caller's reach that these cells
 * name. Two rows of one name mean neither.
 */
async function referred(
  ctx: Ctx,
  ref: string,
  cells: readonly string[],
): Promise<(readonly [string, unknown])[]> {
  const target = refTarget(ref)
  const requested = [...new Set(cells)].filter((text) => text !== '')
  if (!target || requested.length === 0) return []
  const found: (readonly [string, unknown])[] = []
  for (const column of new Set([target.code, target.label, target.labelEn])) {
    if (column === null) continue
    const rows = await sql<{
      word: string
      id: string
      many: boolean
    }>`select ${sql.ref(`t.${column}`)}::text as word, min(t.id)::text as id, count(*) > 1 as many
      from ${ctx.rows(tableKey(target.table)).as('t')} where ${sql.ref(`t.${column}`)}::text = any(${requested})
      group by 1`.execute(ctx.db)
    for (const { word, id, many } of rows.rows) found.push([word, many ? AMBIGUOUS : id])
  }
  return found
}
