import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { ImportMapping } from '#contracts/orders/imports/import-mappings.ts'
import type { KindCode } from '#contracts/orders/kinds/kinds.ts'
import type { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { choicesFor, namedChoices } from './import-template.ts'
import { guessMapping, isOwnName } from './guess-mapping.ts'
import { isWholeAddress } from './split-address.ts'
import { currentMapping, mappingsFor } from './mappings.ts'
import { hiddenCells } from '../hidden-cells.ts'
import { missingFields, shownReading, type FileReading, type FileSheet } from './read-file.ts'

export interface Layout {
  headings: string[]
  samples: string[][]
  /** Kinds of orders its sender may import, as they were when it was sent. */
  kinds: string[]
}
const SAMPLES = 50
/** Cells that are tried as whole addresses. */
const WHOLE_READ = 10
const SAMPLES_SHOWN = 5
const SAMPLE_CHARS = 200

export const layoutIn = ({ headings, rows }: FileSheet, kinds: readonly string[]): Layout => ({
  kinds: [...kinds],
  headings: headings.map((heading) => heading.slice(0, SAMPLE_CHARS)),
  samples: rows
    .slice(0, SAMPLES_SHOWN)
    .map(({ cells }) => headings.map((_, at) => (cells[at] ?? '').slice(0, SAMPLE_CHARS))),
})

interface Chosen {
  mapping: ImportMapping
  /** These headings are new: a user should look at the guess. */
  isNew: boolean
}

/** The saved mapping of a file's layout, else what its headings and cells suggest. */
export async function chooseMapping(
  ctx: Ctx,
  { headings, rows }: FileSheet,
  { kind, ...of }: { customerId: string; sender: string | null; kind: KindCode | null },
): Promise<Chosen> {
  const [saved] = await mappingsFor(ctx, { ...of, headings })
  if (saved) return { mapping: saved.mapping, isNew: false }
  const samples = rows.slice(0, SAMPLES).map(({ cells }) => cells)
  const guess = guessMapping(headings, samples)
  const known = await withKnownServices(ctx, of.customerId, guess.mapping, {
    headings,
    samples,
  })
  const mapping = await withWholeAddress(ctx, known, samples)
  return { mapping, isNew: !guess.ours || missingFields(mapping, kind).length > 0 }
}

/**
 * A channel of a shop or of an ERP is no service of ours: a column without a single code we know is
 * left to the user.
 */
async function withKnownServices(
  ctx: Ctx,
  customerId: string,
  mapping: ImportMapping,
  { headings, samples }: { headings: readonly string[]; samples: readonly (readonly string[])[] },
): Promise<ImportMapping> {
  const service = mapping.fields.find(({ field }) => field === 'service')
  const at = service?.columns[0]
  if (at === undefined || isOwnName(headings[at] ?? '')) return mapping
  const cells = samples.map((row) => (row[at] ?? '').trim().toUpperCase()).filter(Boolean)
  const { service: codes = [] } = await choicesFor(ctx, customerId)
  const known = new Set(codes.map((code) => code.toUpperCase()))
  return cells.length === 0 || cells.some((cell) => known.has(cell))
    ? mapping
    : { ...mapping, fields: mapping.fields.filter((one) => one !== service) }
}

/** Without a town of its own, what is called the street may hold the whole address. */
async function withWholeAddress(
  ctx: Ctx,
  mapping: ImportMapping,
  samples: readonly (readonly string[])[],
): Promise<ImportMapping> {
  const street = mapping.fields.find(({ field }) => field === 'street')
  if (!street || mapping.fields.some(({ field }) => field === 'city' || field === 'postalCode'))
    return mapping
  const cells = samples
    .map((row) => (row[street.columns[0] ?? -1] ?? '').trim())
    .filter((text) => text !== '')
    .slice(0, WHOLE_READ)
  let whole = 0
  for (const cell of cells) if (await isWholeAddress(ctx, cell)) whole++
  if (whole * 2 <= cells.length) return mapping
  return {
    ...mapping,
    fields: mapping.fields.map((one) => (one === street ? { ...one, field: 'addressText' } : one)),
  }
}

/** What the mapping of an import is chosen by. */
export async function readLayout(
  ctx: Ctx,
  { id }: In<typeof shipmentImports.layout>,
): Promise<Out<typeof shipmentImports.layout>> {
  const found = await sql<{
    customerId: string
    createBy: string | null
    layout: Layout | null
    mapping: ImportMapping | null
    file: Buffer
    fileName: string
    reading: FileReading | null
  }>`select i.customer_id, i.create_by, i.layout, i.mapping, i.file, i.file_name, i.reading
    from ${ctx.rows('shipmentImport').as('i')} where i.id = ${id}`.execute(ctx.db)
  const row = found.rows[0] ?? failMissing()
  const { headings, samples } = row.layout ?? { headings: [], samples: [] }
  const mapping = row.mapping ? currentMapping(row.mapping) : null
  const reading = await shownReading(row.file, row.fileName, row.reading)
  const hide = (of: ImportMapping | null) => hiddenCells(ctx, { ...row, mapping: of })
  return {
    reading: { ...reading, cells: hide(null)(reading.cells) },
    headings,
    samples: samples.map(hide(mapping)),
    mapping: mapping ?? { decimal: 'auto', fields: [] },
    saved: await mappingsFor(ctx, {
      customerId: row.customerId,
      headings,
      sender: ctx.principal.username,
    }),
    choices: await namedChoices(ctx, row.customerId),
    mayShare: ctx.principal.dataScope !== 'sub',
  }
}
