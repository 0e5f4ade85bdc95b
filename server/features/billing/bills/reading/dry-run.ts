import { createHash } from 'node:crypto'
import type { In } from '#contracts/kit/endpoint.ts'
import { formatMoney, parseMoney } from '#contracts/kit/money.ts'
import { billMapping, type BillMapping } from '#contracts/billing/bill-files.ts'
import { billImport, type BillDryRun } from '#contracts/billing/bill-imports.ts'
import type { billRuns } from '#contracts/billing/bill-runs.ts'
import { datesOf, decimalOf, layoutAt } from '#server/features/money/recharges/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { asErrorCode, translateError } from '#server/kit/http/texts.ts'
import type { SheetRow } from '#server/kit/sheets/sheets.ts'
import { profileOf, requireSupplier, writeProfile, type Profile } from './bill-profile.ts'
import { BillReader, sheetRows, type KeyedLine } from './bill-rows.ts'
import { guessColumns, tradeItemOf } from './guess-bill.ts'
import { keepDraft, lockSupplier, type Sent, type Wish } from './keep-draft.ts'
import { compareWithKnown, knownRun } from './known-bill.ts'
import type { BillIssue } from './read-bill.ts'
import { isXml } from './scan-xml.ts'
import { xmlColumns } from './xml-rows.ts'

/** First rows shown of a file to be mapped, lines shown of one that was read, and bad rows named. */
const ROWS_SHOWN = 12
const LINES_SHOWN = 20
const ISSUES_SHOWN = 50
const CODES_SHOWN = 100

/** Reads a bill, compares it with its invoice, and keeps it as a draft where it may be taken. */
export async function dryRunBill(ctx: Ctx, input: In<typeof billRuns.dryRun>): Promise<BillDryRun> {
  const { bytes, name, fields } = (await ctx.http?.upload()) ?? failMissing()
  const { wish, mapping: sent, remap, record } = parsed({ ...input, ...fields })
  await requireSupplier(ctx, wish.supplierId)
  const file: Sent = { name, bytes, hash: createHash('sha256').update(bytes).digest('hex') }
  const profile = await profileOf(ctx, wish.supplierId)
  const mapping = sent ?? (remap ? null : await mappingFor(file, profile.mapping))
  // A mapping of tables does not fit XML, nor the other way round.
  if (!mapping || (mapping.xml !== null) !== isXml(bytes))
    return unmapped(file, wish, { record, before: profile.mapping })
  const read = await readAll(file, mapping, wish)
  const known = await knownRun(ctx, wish.supplierId, { ...wish, hash: file.hash })
  const sum = wish.totalWithTax ? read.sum + read.tax : read.sum
  const ready = read.issues.length === 0 && read.count > 0 && sum === wish.total && known === null
  // What reads wrong is not kept for the next bill.
  if (ready && sent) {
    const layout = sent.xml ? null : await layoutIn(file, sent)
    await inTx(ctx, (tx) => keepMapping(tx, wish.supplierId, { ...sent, layout }))
  }
  const id = ready ? await keepDraft(ctx, { wish, file, mapping, profile }) : null
  const money = (minor: bigint) => formatMoney({ minor, currency: wish.currency })
  return {
    ...NOTHING,
    id,
    lines: read.lines.slice(0, LINES_SHOWN).map((line) => shownLine(line, profile)),
    count: read.count,
    blank: read.blank,
    damaged: read.damaged,
    sum: money(read.sum),
    tax: money(read.tax),
    total: money(wish.total),
    difference: money(sum - wish.total),
    currency: wish.currency,
    unknownCodes: [...read.codes]
      .filter((code) => tradeItemOf(profile.chargeCodes, code) === null)
      .slice(0, CODES_SHOWN),
    errors: read.issues.slice(0, ISSUES_SHOWN).map(({ line, code, value }) => ({
      line,
      code,
      value,
      message: translateError(ctx.lang, code, { value }),
    })),
    refused: read.issues.length,
    known: known
      ? await compareWithKnown(ctx, known, read.lines, (line) => shownLine(line, profile))
      : null,
    ready,
  }
}

const NOTHING = {
  id: null,
  rows: null,
  guess: {},
  decimal: null,
  dates: null,
  xml: null,
  lines: [],
  count: 0,
  blank: 0,
  damaged: 0,
  unknownCodes: [],
  errors: [],
  refused: 0,
  known: null,
  ready: false,
} satisfies Partial<BillDryRun>

function parsed(fields: object): {
  wish: Wish
  mapping: BillMapping | null
  remap: boolean
  record: string | null
} {
  const read = billImport.safeParse(fields)
  if (!read.success)
    return failFields(
      read.error.issues.map(({ path, message }) => ({
        path: path.join('.'),
        code: asErrorCode(message.includes('.') ? message : 'field.required'),
      })),
    )
  const { total, totalWithTax, mapping, remap, record, ...wish } = read.data
  const money = parseMoney(total, wish.currency, 'any')
  if (!money) failFields([{ path: 'total', code: 'field.money' }])
  return {
    wish: { ...wish, total: money.minor, totalWithTax: totalWithTax === 'true' },
    mapping: mapping === undefined ? null : mappingOf(mapping),
    remap: remap === 'true',
    record: record ?? null,
  }
}

function mappingOf(text: string): BillMapping {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return failFields([{ path: 'mapping', code: 'field.invalid' }])
  }
  const read = billMapping.safeParse(value)
  return read.success ? read.data : failFields([{ path: 'mapping', code: 'field.invalid' }])
}

/** The supplier's mapping where it was made for the headings of this file; columns may have moved. */
async function mappingFor(file: Sent, mapping: BillMapping | null): Promise<BillMapping | null> {
  if (!mapping?.layout || isXml(file.bytes)) return mapping
  return (await layoutIn(file, mapping)) === mapping.layout ? mapping : null
}

async function layoutIn({ bytes, name }: Sent, mapping: BillMapping): Promise<string> {
  const rows: SheetRow[] = []
  for await (const batch of sheetRows(bytes, name, mapping)) {
    rows.push(...batch)
    if (rows.length >= mapping.heading) break
  }
  return layoutAt(
    rows.map(({ row, cells }) => ({ line: row, cells })),
    mapping.heading,
  )
}

/**
 * The first rows of a file of which the columns are not known, with what they probably are by
 * their words; XML is read by the element it was read by before.
 */
async function unmapped(
  { bytes, name }: Sent,
  { total, currency }: Wish,
  { record, before }: { record: string | null; before: BillMapping | null },
): Promise<BillDryRun> {
  const xml = isXml(bytes) ? await xmlColumns(bytes, record ?? before?.xml?.record ?? null) : null
  const rows: SheetRow[] = []
  for await (const batch of sheetRows(bytes, name, xml && { ...AS_GUESSED, xml })) {
    rows.push(...batch)
    if (rows.length > 1) break
  }
  requireTable(rows)
  const guess = guessColumns(rows[0]!.cells.map(xml ? lastName : (cell) => cell))
  const decimal = guess.amount === undefined ? null : decimalOf(rows.slice(1), guess.amount)
  return {
    ...NOTHING,
    rows: rows.slice(0, ROWS_SHOWN).map(({ row, cells }) => ({ line: row, cells })),
    guess,
    decimal: decimal === 'mixed' ? null : decimal,
    dates: datesOf(rows.slice(1).map(({ cells }) => cells[guess.shipDate ?? -1] ?? '')),
    xml,
    ...noSums(total, currency),
  }
}

const AS_GUESSED = { sheet: null, charset: null, separator: null }
/** `Invoice/Shipment/TrackingNumber` is a tracking number, whatever it stands in. */
const lastName = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/([a-z])([A-Z])/g, '$1 $2')

function noSums(total: bigint, currency: string) {
  const zero = formatMoney({ minor: 0n, currency })
  return {
    sum: zero,
    tax: zero,
    total: formatMoney({ minor: total, currency }),
    difference: formatMoney({ minor: -total, currency }),
    currency,
  }
}

/** One column means another separator: a file read that way would be taken with nothing in it. */
function requireTable(rows: readonly SheetRow[]): void {
  if (rows.length < 2) fail('bill.noRows')
  if (rows.every(({ cells }) => cells.length < 2)) fail('bill.oneColumn')
}

interface Read {
  lines: KeyedLine[]
  count: number
  blank: number
  damaged: number
  sum: bigint
  tax: bigint
  codes: ReadonlySet<string>
  issues: BillIssue[]
}

async function readAll({ bytes, name }: Sent, mapping: BillMapping, of: Wish): Promise<Read> {
  const reader = new BillReader(mapping, of)
  const lines: KeyedLine[] = []
  const codes = new Set<string>()
  const issues: BillIssue[] = []
  let [blank, damaged, sum, tax] = [0, 0, 0n, 0n]
  const first: SheetRow[] = []
  for await (const batch of sheetRows(bytes, name, mapping))
    for (const row of batch) {
      if (first.length < ROWS_SHOWN) first.push(row)
      if (row.row <= mapping.heading) continue
      const read = reader.read(row)
      if ('issue' in read) issues.push(read.issue)
      else if ('blank' in read) blank++
      else {
        const { line } = read
        // The raw row is read again when it is taken.
        lines.push({ ...line, raw: [] })
        codes.add(line.chargeCode)
        if (line.damaged) damaged++
        if (line.currency !== of.currency) continue
        sum += line.amount
        tax += line.tax
      }
    }
  requireTable(first)
  if (lines.length + issues.length === 0) fail('bill.noRows')
  return { lines, count: lines.length, blank, damaged, sum, tax, codes, issues }
}

const shownLine = (line: KeyedLine, { chargeCodes }: Profile): BillDryRun['lines'][number] => ({
  line: line.line,
  trackNo: line.trackNo,
  damaged: line.damaged,
  chargeCode: line.chargeCode,
  tradeItem: tradeItemOf(chargeCodes, line.chargeCode),
  amount: formatMoney({ minor: line.amount, currency: line.currency }),
  currency: line.currency,
  shipDate: line.shipDate,
  weight: line.weight,
})

async function keepMapping(tx: Tx, supplierId: string, mapping: BillMapping): Promise<void> {
  await lockSupplier(tx, supplierId)
  await writeProfile(tx, await profileOf(tx, supplierId), { mapping })
}
