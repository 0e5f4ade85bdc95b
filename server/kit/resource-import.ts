import { sql } from 'kysely'
import type { z } from 'zod'
import { LANGS } from '#contracts/kit/envelope.ts'
import type { Field } from '#contracts/kit/field.ts'
import { isOwner, type importResult, type Resource } from '#contracts/kit/resource.ts'
import type { Ctx, Tx } from './ctx.ts'
import { dictItems } from './dict-texts.ts'
import { fail, failFields, Refusal, type RawIssue } from './errors.ts'
import { issuesOf } from './mount.ts'
import { refTarget, tableKey } from './resource-rows.ts'
import { UTC } from './resource-sheets.ts'
import { addRow, type Draft, type WriteHooks } from './resource-write.ts'
import { readSheet, SheetError, type SheetRow } from './sheets.ts'
import { say, sayError, sayLabel } from './texts.ts'
import { inTx } from './tx.ts'

/** Rows one import takes; order files have a feature of their own. */
export const IMPORT_MAX = 5_000

type ImportResult = z.infer<typeof importResult>
/** Turns a cell into what a form would send; undefined where the words mean nothing. */
type Reader = (text: string) => unknown

/**
 * Adds the rows of a sheet, each as if typed into the form: a refused row is told with its place and the others go
 * in. One transaction, so a file is either answered for or not there at all; a savepoint around each row. With the
 * part or parameter `dryRun` = true all of it happens, is answered, and is taken back.
 */
export async function importRows(ctx: Ctx, of: Resource, hooks: WriteHooks, tryOut = false): Promise<ImportResult> {
  const file = (await ctx.http?.upload()) ?? failFields([{ path: 'file', code: 'field.required' }])
  const rows: SheetRow[] = []
  for await (const batch of readSheet(file.bytes, file.name, { rows: IMPORT_MAX })) rows.push(...batch)
  const [header, ...body] = rows
  if (!header || body.length === 0) throw new SheetError('sheet.empty')
  const fields = importable(ctx, of)
  const places = headerOf(ctx, of, header.cells, fields)
  // What a form proposes stands where the sheet says nothing.
  const proposed = Object.fromEntries(fields.filter(([, spec]) => spec.initial !== null).map(([name, spec]) => [name, spec.initial]))
  const readers = await readersOf(ctx, of, fields, places, body)
  return inTx(ctx, async (tx) => {
    const errors: ImportResult['errors'] = []
    let refused = 0
    // A savepoint, since a call with an Idempotency-Key stands in a transaction of its own.
    const dryRun = tryOut || file.fields.dryRun === 'true'
    if (dryRun) await sql`savepoint dry_run`.execute(tx.db)
    for (const row of body) {
      const issues = await takeRow(tx, of, hooks, draftOf(row, places, readers, proposed))
      if (issues.length === 0) continue
      refused++
      for (const { path, code, data } of issues) {
        const field = path.split('.')[0] ?? ''
        errors.push({ row: row.row, column: field in of.fields ? sayLabel(ctx.lang, of.name, field) : '', code, message: sayError(ctx.lang, code, data) })
      }
    }
    if (dryRun) await sql`rollback to savepoint dry_run`.execute(tx.db)
    return { totalCount: body.length, successCount: body.length - refused, errorCount: refused, errors }
  })
}

/** Stores one draft in a savepoint; answers why it was refused, nothing where it went in. */
async function takeRow(tx: Tx, of: Resource, hooks: WriteHooks, { draft, issues }: { draft: Draft; issues: RawIssue[] }): Promise<RawIssue[]> {
  const parsed = of.input.safeParse(draft)
  const wrong = [...issues, ...(parsed.success ? [] : issuesOf(parsed.error).filter((issue) => !issues.some(({ path }) => path === issue.path)))]
  if (wrong.length > 0 || !parsed.success) return wrong
  await sql`savepoint sheet_row`.execute(tx.db)
  try {
    await addRow(tx, of, parsed.data, hooks)
    await sql`release savepoint sheet_row`.execute(tx.db)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint sheet_row`.execute(tx.db)
    return error.issues.length > 0 ? error.issues : [{ path: '', code: error.code, data: error.data }]
  }
}

function draftOf(row: SheetRow, places: ReadonlyMap<string, number>, readers: ReadonlyMap<string, Reader>, proposed: Draft): { draft: Draft; issues: RawIssue[] } {
  const draft: Draft = { ...proposed }
  const issues: RawIssue[] = []
  for (const [name, at] of places) {
    const text = (row.cells[at] ?? '').trim()
    if (text === '') continue
    try {
      draft[name] = readers.get(name)!(text)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      issues.push({ path: name, code: error.code })
      // So that the cell is told once, and not as missing too.
      draft[name] = undefined
    }
  }
  return { draft, issues }
}

/** Fields a sheet may fill for this caller: what a form would show. */
function importable(ctx: Ctx, of: Resource): [string, Field][] {
  const staff = ctx.who.customerId === null
  return Object.entries(of.fields).filter(([name, spec]) => !spec.readOnly && (isOwner(name, of.scope) ? staff : !spec.perm || ctx.can(spec.perm)))
}

/** Where a sheet holds each field: by its name, or its label in either language, whatever the spacing. */
function headerOf(ctx: Ctx, of: Resource, header: readonly string[], fields: readonly [string, Field][]): ReadonlyMap<string, number> {
  const names = new Map<string, string>()
  for (const read of [(field: string) => field, ...LANGS.map((lang) => (field: string) => sayLabel(lang, of.name, field))]) {
    for (const [name] of fields) if (!names.has(plain(read(name)))) names.set(plain(read(name)), name)
  }
  const found = new Map<string, number>()
  for (const [at, title] of header.entries()) {
    const name = names.get(plain(title.replace(UTC, '')))
    if (name !== undefined && !found.has(name)) found.set(name, at)
  }
  const missing = fields.filter(([name, spec]) => spec.required && spec.initial === null && !found.has(name))
  if (missing.length > 0 || found.size === 0) fail('sheet.missingColumns', { columns: (missing.length > 0 ? missing : fields).map(([name]) => sayLabel(ctx.lang, of.name, name)).join(', ') })
  return found
}

const plain = (title: string) => title.trim().toLowerCase().replaceAll(/[\s_*（）()-]/g, '')

async function readersOf(ctx: Ctx, of: Resource, fields: readonly [string, Field][], places: ReadonlyMap<string, number>, body: readonly SheetRow[]): Promise<ReadonlyMap<string, Reader>> {
  const readers = new Map<string, Reader>()
  const dictionaries = await Promise.all(LANGS.map((lang) => dictItems(ctx.who.tenantId, lang)))
  for (const [name, spec] of fields) {
    const at = places.get(name)
    if (at === undefined) continue
    if (spec.dict) {
      const code = spec.dict
      const items = dictionaries.flatMap((one) => one[code] ?? [])
      readers.set(name, oneOf('field.dict', [...items.map(({ value }) => [value, value] as const), ...items.map(({ value, text }) => [text, value] as const)]))
    } else if (spec.ref) {
      readers.set(name, oneOf('field.ref', await referred(ctx, spec.ref, body.map((row) => (row.cells[at] ?? '').trim())), (word) => word))
    } else if (spec.type === 'bool') {
      const words = (key: string) => LANGS.map((lang) => say(lang, 'common', key))
      readers.set(name, oneOf('field.bool', [...[...words('value.yes'), 'true', '1', 'y'].map((word) => [word, true] as const), ...[...words('value.no'), 'false', '0', 'n'].map((word) => [word, false] as const)]))
    } else if (spec.type === 'datetime') {
      readers.set(name, (text) => text.replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})$/, '$1Z'))
    } else readers.set(name, (text) => text)
  }
  return readers
}

/** Words and what they mean; the first meaning of a word stands, a word that is not there refuses the cell. */
function oneOf(code: string, pairs: readonly (readonly [word: string, meaning: unknown])[], asWritten: (word: string) => string = (word) => word.toLowerCase()): Reader {
  const known = new Map<string, unknown>()
  for (const [word, meaning] of pairs) if (!known.has(asWritten(word))) known.set(asWritten(word), meaning)
  return (text) => {
    const meaning = known.get(asWritten(text))
    if (meaning === undefined) fail(code)
    if (meaning === AMBIGUOUS) fail('field.ambiguous')
    return meaning
  }
}

const AMBIGUOUS = Symbol('several rows have this name')

/** Codes, then labels in either language, of the rows within the caller's reach that these cells name. Two rows of one name mean neither. */
async function referred(ctx: Ctx, ref: string, cells: readonly string[]): Promise<(readonly [string, unknown])[]> {
  const target = refTarget(ref)
  const wanted = [...new Set(cells)].filter((text) => text !== '')
  if (!target || wanted.length === 0) return []
  const found: (readonly [string, unknown])[] = []
  for (const column of new Set([target.code, target.label, target.labelEn])) {
    if (column === null) continue
    const rows = await sql<{ word: string; id: string; many: boolean }>`select ${sql.ref(`t.${column}`)}::text as word, min(t.id)::text as id, count(*) > 1 as many
      from ${ctx.rows(tableKey(target.table)).as('t')} where ${sql.ref(`t.${column}`)}::text = any(${wanted}) group by 1`.execute(ctx.db)
    for (const { word, id, many } of rows.rows) found.push([word, many ? AMBIGUOUS : id])
  }
  return found
}
