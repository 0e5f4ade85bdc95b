import type { z } from 'zod'
import { CODES, LANGS } from '#contracts/kit/envelope.ts'
import type { importResult } from '#contracts/kit/crud.ts'
import type { Ctx, Tx } from '../access/ctx.ts'
import { fail, failFields, Refusal, type RawIssue } from '../http/errors.ts'
import { STATIC } from '#contracts/kit/static-files.ts'
import { storeDownload } from '../files/uploads.ts'
import { SuccessReply } from '../http/http-side.ts'
import { hasMask } from '../http/personal.ts'
import { UTC } from './sheet-reply.ts'
import { readSheet, SheetError, writeSheet, type SheetRow } from './sheets.ts'
import { translate, translateError, translateLabel } from '../http/texts.ts'
import { dryRun, inTx } from '../db/tx.ts'

/** Rows one import takes; order files have a feature of their own. */
export const IMPORT_MAX = 5_000

type Outcome = z.infer<typeof importResult>
/** 200 where all rows were taken, 201 with the file of the others where some were not. */
export type SheetOutcome = SuccessReply<Outcome>
/** A cell's text without the blanks around it; '' where the sheet lacks the column. */
export type Cell<C extends string> = (column: C) => string
/**
 * Stores one row. Answers, or throws as a `Refusal`, why the row is not taken; nothing of such a
 * row stays.
 */
export type TakeRow<C extends string> = (tx: Tx, cell: Cell<C>) => Promise<readonly RawIssue[]>

/** What was sent, before its rows are taken. */
export interface SentSheet<C extends string> {
  /** The columns it has, from left to right. */
  columns: readonly C[]
  /** The texts of a column, from the first row down. */
  cells(column: C): string[]
}

export interface SheetImport<C extends string> {
  /** The namespace whose labels are the titles of the columns. */
  labels: string
  /** Every column that is read. Where two have one title, it is the first's. */
  columns: readonly C[]
  /** Without these nothing is taken (`sheet.missingColumns`). */
  required: readonly C[]
  /** What a refusal may name by its label; the columns by default. */
  named?: readonly string[]
  /** Rows it takes at most, where one costs more than a row. */
  max?: number
  /** The call's own wish; the part `dryRun` of the upload counts as well. */
  dryRun: boolean
  /** Begins in the transaction, again at each retry: state between rows belongs in here. */
  begin: (tx: Tx, sheet: SentSheet<C>) => TakeRow<C> | Promise<TakeRow<C>>
  /** After the last row, in the transaction; not where it is only tried. */
  end?: (tx: Tx) => Promise<void>
}

/**
 * Takes the rows of the sheet this call brought (`file`): a refused row is reported with its place
 * and the others are imported.
 * One transaction, so a file is either answered for or not there at all; each row is a part of it.
 * A dry run does all of it, answers, and takes it back. Refuses a missing or empty sheet, and one
 * without its required columns.
 */
export async function importSheet<C extends string>(
  ctx: Ctx,
  of: SheetImport<C>,
): Promise<SheetOutcome> {
  const file = (await ctx.http?.upload()) ?? failFields([{ path: 'file', code: 'field.required' }])
  const rows: SheetRow[] = []
  for await (const batch of readSheet(file.bytes, file.name, { rows: of.max ?? IMPORT_MAX }))
    rows.push(...batch)
  const [header, ...body] = rows
  if (!header || body.length === 0) throw new SheetError('sheet.empty')
  const places = placesOf(ctx, of, header.cells)
  const text = ({ cells }: SheetRow, column: C) => (cells[places.get(column) ?? -1] ?? '').trim()
  const named = new Set<string>(of.named ?? of.columns)
  const isTrial = of.dryRun || file.fields.dryRun === 'true'
  const refusedRows: Refused[] = []
  const figures = await (isTrial ? dryRun : inTx)(ctx, async (tx) => {
    refusedRows.length = 0
    const take = await of.begin(tx, {
      columns: [...places.keys()],
      cells: (column) => body.map((row) => text(row, column)),
    })
    const errors: Outcome['errors'] = []
    for (const row of body) {
      const own = masksIn(ctx, [...places.keys()], (column) => text(row, column))
      const issues =
        own.length > 0 ? own : await takeWhole(tx, () => take(tx, (column) => text(row, column)))
      const reasons = issues.map(({ path, code, data }) => {
        const field = path.split('.')[0] ?? ''
        return {
          row: row.row,
          column: named.has(field) ? translateLabel(ctx.lang, of.labels, field) : '',
          code,
          message: translateError(ctx.lang, code, data),
        }
      })
      if (reasons.length > 0) refusedRows.push({ cells: row.cells, reasons })
      errors.push(...reasons)
    }
    if (!isTrial) await of.end?.(tx)
    return {
      totalCount: body.length,
      successCount: body.length - refusedRows.length,
      errorCount: refusedRows.length,
      errors,
    }
  })
  return answerOf(ctx, figures, {
    isTrial,
    file: isTrial ? null : await refusedFile(ctx, file.name, header.cells, refusedRows),
  })
}

interface Refused {
  cells: readonly string[]
  reasons: Outcome['errors']
}
type Figures = Omit<Outcome, 'msg' | 'fileUrl' | 'fileName'>

/** The messages clients of this family show, with the link to the refused rows (wire.md §3). */
function answerOf(
  { lang }: Ctx,
  figures: Figures,
  { isTrial, file }: { isTrial: boolean; file: { url: string; name: string } | null },
): SheetOutcome {
  const data = {
    total: figures.totalCount,
    success: figures.successCount,
    failed: figures.errorCount,
  }
  const word = isTrial
    ? 'tried'
    : data.failed === 0
      ? 'all'
      : data.success === 0
        ? 'none'
        : 'partly'
  return new SuccessReply(
    data.failed === 0 ? CODES.ok : CODES.partly,
    translate(lang, 'sheets', `import.${word}`, data),
    {
      ...figures,
      msg: translate(lang, 'sheets', 'import.figures', data),
      fileUrl: file?.url ?? null,
      fileName: file?.name ?? null,
    },
  )
}

/**
 * The refused rows as they were sent, each with its reasons: put right, it is sent again as it is.
 */
async function refusedFile(
  ctx: Ctx,
  sent: string,
  header: readonly string[],
  rows: readonly Refused[],
): Promise<{ url: string; name: string } | null> {
  if (rows.length === 0) return null
  const titles = [...header, translate(ctx.lang, 'sheets', 'import.reason')]
  const bytes = await writeSheet(
    {
      columns: titles.map((title) => ({ title })),
      rows: rows.map(({ cells, reasons }) => [
        ...header.map((_, at) => cells[at] ?? ''),
        reasons
          .map(({ column, message }) => (column === '' ? message : `${column}: ${message}`))
          .join('; '),
      ]),
    },
    'xlsx',
  )
  const name = translate(ctx.lang, 'sheets', 'import.fileName', {
    name: sent.replace(/\.\w{1,5}$/, ''),
  })
  const path = await storeDownload(ctx, { name, bytes })
  return { url: `${STATIC}/${path}`, name }
}

/** Cells that came out of a file with masks: they are no values. */
const masksIn = <C extends string>(
  { principal }: Ctx,
  columns: readonly C[],
  text: (column: C) => string,
): RawIssue[] =>
  columns.flatMap((path) =>
    hasMask(principal, path, text(path)) ? [{ path, code: 'field.masked' as const }] : [],
  )

/** One row, all of it or nothing. */
async function takeWhole(
  tx: Tx,
  take: () => Promise<readonly RawIssue[]>,
): Promise<readonly RawIssue[]> {
  try {
    return await inTx(tx, async () => {
      const issues = await take()
      if (issues.length > 0) failFields([...issues])
      return issues
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.issues.length > 0
      ? error.issues
      : [{ path: '', code: error.code, data: error.data }]
  }
}

/**
 * Where a sheet holds each column: by its name, or its label in either language, whatever the
 * spacing.
 */
function placesOf<C extends string>(
  ctx: Ctx,
  of: SheetImport<C>,
  header: readonly string[],
): ReadonlyMap<C, number> {
  const names = new Map<string, C>()
  for (const titled of [
    (column: C): string => column,
    ...LANGS.map((lang) => (column: C) => translateLabel(lang, of.labels, column)),
  ]) {
    for (const column of of.columns)
      if (!names.has(plain(titled(column)))) names.set(plain(titled(column)), column)
  }
  const found = new Map<C, number>()
  for (const [at, title] of header.entries()) {
    const column = names.get(plain(title.replace(UTC, '')))
    if (column !== undefined && !found.has(column)) found.set(column, at)
  }
  const missing = of.required.filter((column) => !found.has(column))
  if (missing.length > 0 || found.size === 0)
    fail('sheet.missingColumns', {
      columns: (missing.length > 0 ? missing : of.columns)
        .map((column) => translateLabel(ctx.lang, of.labels, column))
        .join(', '),
    })
  return found
}

/** Required columns are marked in templates; the mark is no part of the name. */
const plain = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_*（）()-]/g, '')
