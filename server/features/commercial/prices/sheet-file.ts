import type { feePrices, SheetRow } from '#contracts/commercial/fee-versions.ts'
import { SHEET_ROWS_MAX } from '#contracts/commercial/fee-versions.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { idText } from '#contracts/kit/envelope.ts'
import { minorUnits } from '#contracts/kit/money.ts'
import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dryRun, inTx } from '#server/kit/db/tx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { translate, translateError } from '#server/kit/http/texts.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import { readSheet, SheetError } from '#server/kit/sheets/sheets.ts'
import { checkSheet } from './check-sheet.ts'
import { readCells, readZones, rowsOf, shownCells, type Zone } from './price-cells.ts'
import { readTable, readVersion, type PriceTable } from './price-tables.ts'
import { writeSheet } from './sheet.ts'
import { lockDraft } from './versions.ts'

/** Behind a zone's code: the column of its second amount (per step, per kg, minimum). */
const SECOND = ' +'
const hasSeconds = ({ stepMode }: PriceTable) => stepMode !== 'A'

/** Weights down, zones across, as prices are sent around. */
export async function exportSheet(
  ctx: Ctx,
  { id }: In<typeof feePrices.exportXls>,
): Promise<FileReply> {
  const version = await readVersion(ctx, id)
  const table = await readTable(ctx, version.feeId)
  const zones = await readZones(ctx, table)
  const titles = titlesOf(zones)
  const rows = rowsOf(table, await shownCells(ctx, table, version), zones)
  const t = (key: string) => translate(ctx.lang, 'prices', key)
  const twice = hasSeconds(table)
  return sheetReply(`${table.code}-v${version.versionNo}`, {
    columns: [
      { title: t('sheet.upTo') },
      ...(table.stepMode === 'B' ? [{ title: t('sheet.step') }] : []),
      ...titles.flatMap((title) => [{ title }, ...(twice ? [{ title: `${title}${SECOND}` }] : [])]),
    ],
    rows: rows.map(({ upTo, step, prices, seconds }) => [
      upTo,
      ...(table.stepMode === 'B' ? [step] : []),
      ...zones.flatMap((_, at) => [prices[at] ?? null, ...(twice ? [seconds[at] ?? null] : [])]),
    ]),
  })
}

/** A zone's code, with its service where two services of the table share it. */
function titlesOf(zones: readonly Zone[]): string[] {
  const shared = new Set(zones.map(({ service }) => service)).size > 1
  return zones.map(({ code, service }) => (shared ? `${service} ${code}` : code))
}

type Answer = Out<typeof feePrices.importExcel>

/**
 * Takes a sheet as the prices of a draft: all of it, or nothing and the cells that are refused.
 * Zones without a column in the file keep their prices.
 */
export async function importPrices(
  ctx: Ctx,
  input: In<typeof feePrices.importExcel>,
): Promise<Answer> {
  const file = (await ctx.http?.upload()) ?? failFields([{ path: 'file', code: 'field.required' }])
  const id = idText.safeParse(input.id ?? file.fields.id ?? '')
  if (!id.success) failFields([{ path: 'id', code: 'field.required' }])
  const lines: { row: number; cells: string[] }[] = []
  for await (const batch of readSheet(file.bytes, file.name, { rows: SHEET_ROWS_MAX }))
    lines.push(...batch)
  const [header, ...body] = lines
  if (!header || body.length === 0) throw new SheetError('sheet.empty')
  const trial = (input.dryRun ?? file.fields.dryRun) === 'true'
  return (trial ? dryRun : inTx)(ctx, async (tx): Promise<Answer> => {
    const { table, version } = await lockDraft(tx, id.data, null)
    if (table.baseFeeId !== null) fail('fee.follows')
    const all = await readZones(tx, table)
    const columns = columnsOf(table, all, header.cells)
    const zones = all.filter(({ id: zone }) => columns.prices.has(zone))
    if (zones.length === 0) fail('prices.noZone', { value: header.cells.slice(1, 6).join(', ') })
    const rows = body.map(({ cells }) => rowOf(table, columns, zones, cells))
    const { refused, cells } = checkSheet(tx.lang, table, zones, rows)
    const errors = [
      ...columns.unknown.map((value) => ({
        row: header.row,
        column: value,
        code: 'prices.unknownZone',
        message: translateError(tx.lang, 'prices.unknownZone', { value }),
      })),
      ...refused.map(({ path, code, data }) => {
        const [, at = '0', part = '', col = '0'] = path.split('.')
        const zone = zones[Number(col)]?.code ?? ''
        return {
          row: body[Number(at)]?.row ?? 0,
          column: part === 'prices' ? zone : part === 'seconds' ? `${zone}${SECOND}` : part,
          code,
          message: translateError(tx.lang, code, data ?? {}),
        }
      }),
    ]
    const before = new Map(
      (await readCells(tx, version.id)).map((cell) => [keyOf(cell), sayOf(cell)]),
    )
    const changed = cells.filter((cell) => before.get(keyOf(cell)) !== sayOf(cell)).length
    const figures = { dryRun: trial, rows: rows.length, zones: zones.length, changed }
    if (errors.length > 0) return { ...figures, errors, warnings: [] }
    const warnings = await writeSheet(tx, table, version, zones, rows)
    await sql`update fee_version as v set version = version + 1
      where ${tx.rows('feeVersion').where('v')} and v.id = ${version.id}`.execute(tx.db)
    return { ...figures, errors, warnings }
  })
}

interface Priced {
  partitionId: string
  upTo: number | null
  step: number | null
  price: bigint
  stepPrice: bigint | null
  minPrice: bigint | null
}
const keyOf = ({ partitionId, upTo, step }: Priced) => [partitionId, upTo, step].join('/')
const sayOf = ({ price, stepPrice, minPrice }: Priced) => [price, stepPrice, minPrice].join('/')

interface Columns {
  upTo: number
  step: number
  prices: ReadonlyMap<string, number>
  seconds: ReadonlyMap<string, number>
  unknown: string[]
}

/** Which column is which zone: by its code or its name, in either language. */
function columnsOf(table: PriceTable, zones: readonly Zone[], header: readonly string[]): Columns {
  const plain = (text: string) => text.trim().toLowerCase()
  const titles = titlesOf(zones)
  const byName = new Map<string, string>()
  for (const [at, { id, code, name, nameEn }] of zones.entries())
    for (const one of [titles[at] ?? '', code, name, nameEn ?? '', `${code} ${name}`])
      if (one !== '' && !byName.has(plain(one))) byName.set(plain(one), id)
  const first = table.stepMode === 'B' ? 2 : 1
  const [prices, seconds] = [new Map<string, number>(), new Map<string, number>()]
  const unknown: string[] = []
  for (const [at, title] of header.entries()) {
    if (at < first || title.trim() === '') continue
    const second = title.trimEnd().endsWith(SECOND.trim()) && hasSeconds(table)
    const zone = byName.get(plain(second ? title.trimEnd().slice(0, -SECOND.trim().length) : title))
    if (zone === undefined) unknown.push(title)
    else (second ? seconds : prices).set(zone, at)
  }
  return { upTo: 0, step: first - 1, prices, seconds, unknown }
}

function rowOf(
  table: PriceTable,
  columns: Columns,
  zones: readonly Zone[],
  cells: readonly string[],
): SheetRow {
  const text = (at: number | undefined, decimals: number) => {
    const found = at === undefined ? '' : (cells[at] ?? '').trim().replace(',', '.')
    if (found === '') return null
    // A calculated cell of a sheet comes as 3.7500000000000004.
    return /^\d+\.\d{10,}$/.test(found) ? trimmed(Number(found).toFixed(decimals)) : found
  }
  const decimals = minorUnits(table.currency)
  const weight = text(columns.upTo, 3)
  return {
    upTo: weight !== null && /^(∞|\*|以上|above)$/i.test(weight) ? null : weight,
    step: table.stepMode === 'B' ? text(columns.step, 3) : null,
    prices: zones.map(({ id }) => text(columns.prices.get(id), decimals)),
    seconds: zones.map(({ id }) => text(columns.seconds.get(id), decimals)),
  }
}

const trimmed = (text: string): string =>
  text.includes('.') ? text.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : text
