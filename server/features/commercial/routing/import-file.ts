import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import {
  routingImport,
  routingMapping,
  ROUTING_COLUMNS,
  ROUTING_ROWS_MAX,
  type routing,
  type RoutingColumn,
  type RoutingMapping,
} from '#contracts/commercial/zones/routing.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { itemsIn } from '#server/features/platform/dictionaries/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { dryRun, inTx } from '#server/kit/db/tx.ts'
import { fail, failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { issuesOf } from '#server/kit/http/mount.ts'
import type { Upload } from '#server/kit/http/http-side.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { readSheet, SheetError } from '#server/kit/sheets/sheets.ts'
import { crossings, placeLevels } from './levels.ts'
import { requireSupplier, saveMapping } from './mappings.ts'
import { openPeriod, type Period } from './periods.ts'
import { rowReader, type RoutingRow } from './read-rows.ts'

type Input = z.output<typeof routingImport>
type Answer = Out<typeof routing.importFile>

/** Errors that are listed; all are counted. */
const ERRORS_MAX = 1_000
const REQUIRED: readonly RoutingColumn[] = ['sortCode']

/** Takes back what was stored and answers what was found. */
class NothingTaken extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super('nothing taken')
    this.answer = answer
  }
}

/**
 * A supplier's file becomes its table from a day on, in one transaction: read, checked and stored
 * batch by batch, so that a file of any length needs little memory.
 */
export async function importRouting(
  ctx: Ctx,
  sent: In<typeof routing.importFile>,
): Promise<Answer> {
  const file = (await ctx.http?.upload()) ?? failFields([{ path: 'file', code: 'field.required' }])
  const read = routingImport.safeParse({ ...sent, ...file.fields })
  if (!read.success) return failFields(issuesOf(read.error))
  const input = read.data
  const mapping = mappingOf(input.mapping)
  await requireSupplier(ctx, input.supplierId)
  if (input.serviceId) await requireService(ctx, input.serviceId, input.supplierId)
  const trial = input.dryRun === 'true'
  try {
    const answer = await (trial ? dryRun : inTx)(ctx, (tx) =>
      take(tx, { input, mapping, file, trial }),
    )
    // The planner must know of the rows before the first label asks for one.
    if (answer.added > 0 && !trial) await sql`analyze routing_code`.execute(ctx.db)
    return answer
  } catch (error) {
    if (error instanceof NothingTaken) return error.answer
    throw error
  }
}

function mappingOf(text: string): RoutingMapping {
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    failFields([{ path: 'mapping', code: 'field.invalid' }])
  }
  const read = routingMapping.safeParse(body)
  if (!read.success) return failFields([{ path: 'mapping', code: 'field.invalid' }])
  for (const column of REQUIRED)
    if (read.data.columns[column] === undefined)
      failFields([{ path: `mapping.${column}`, code: 'field.required' }])
  return read.data
}

/** A table of a service is of the supplier that carries it: no other is looked at. */
async function requireService(ctx: Ctx, id: string, supplierId: string): Promise<void> {
  const found = await sql`select 1
    from ${ctx.rows('deliveryService').as('s')}
      join ${ctx.rows('channel').as('h')} on h.id = s.channel_id
    where s.id = ${id} and h.supplier_id = ${supplierId}`.execute(ctx.db)
  if (found.rows.length === 0) failFields([{ path: 'serviceId', code: 'routing.otherSupplier' }])
}

interface Work {
  input: Input
  mapping: RoutingMapping
  file: Upload
  trial: boolean
}

async function take(tx: Tx, { input, mapping, file, trial }: Work): Promise<Answer> {
  const { supplierId, serviceId, validFrom } = input
  // Three hundred thousand rows take longer than a request's statements otherwise may.
  await sql`set local statement_timeout = '60s'`.execute(tx.db)
  await oneAtATime(tx, supplierId)
  const hash = createHash('sha256').update(file.bytes).update(JSON.stringify(mapping)).digest('hex')
  const empty = { dryRun: trial, added: 0, refused: 0, countries: [], errors: [] }
  const period = await openPeriod(tx, { supplierId, serviceId, validFrom, hash })
  if ('known' in period) {
    const { id, validFrom: from, validTo, rowCount } = period.known
    return { ...empty, tableId: id, already: true, validFrom: from, validTo, rows: rowCount }
  }
  const tableId = await addTable(tx, { input, hash, period, name: input.name || file.name })
  const read = await store(tx, { tableId, mapping, file })
  const { errors } = read
  for (const { id, rowNo, otherRow } of await crossings(tx, tableId)) {
    errors.add(rowNo ?? 0, [
      { path: 'valueFrom', code: 'routing.crosses', data: { row: otherRow } },
    ])
    read.dropped.push(id)
  }
  const added = read.rows - errors.rows
  const answer: Answer = {
    ...empty,
    tableId: trial ? null : tableId,
    already: false,
    validFrom,
    validTo: period.validTo,
    rows: read.rows,
    added,
    refused: errors.rows,
    countries: [...read.countries]
      .map(([country, rows]) => ({ country, rows }))
      .toSorted((a, b) => b.rows - a.rows),
    errors: errors.list,
  }
  const nothing = (errors.rows > 0 && input.mode === 'all') || added === 0
  if (nothing) throw new NothingTaken({ ...answer, tableId: null, added: trial ? added : 0 })
  if (trial) return answer
  await finish(tx, { tableId, dropped: read.dropped, added })
  if (input.saveMapping === 'true') await saveMapping(tx, supplierId, read.headings, mapping)
  return answer
}

/** Files of one supplier one after the other; one that is being read is not waited for. */
async function oneAtATime(tx: Tx, supplierId: string): Promise<void> {
  const key = `routing:${tx.principal.tenantId}:${supplierId}`
  const got = await sql<{ free: boolean }>`select
    pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as free`.execute(tx.db)
  if (!got.rows[0]?.free) fail('routing.importing')
}

async function addTable(
  tx: Tx,
  of: { input: Input; hash: string; period: Period; name: string },
): Promise<string> {
  const { supplierId, serviceId, validFrom } = of.input
  const name = of.name.slice(0, 100)
  const made = await sql<{ id: string }>`insert into routing_table
      (tenant_id, supplier_id, service_id, name, valid_from, valid_to, file_hash, create_by)
    values (${tx.principal.tenantId}, ${supplierId}, ${serviceId}, ${name}, ${validFrom},
      ${of.period.validTo}, ${of.hash}, ${tx.principal.username})
    returning id`.execute(tx.db)
  const { id } = made.rows[0]!
  await tx.audit('routing_table', id, 'add', null, {
    name,
    supplierId,
    serviceId,
    validFrom,
    validTo: of.period.validTo,
  })
  return id
}

/** Reads the file to its end and stores the rows that are right. */
async function store(
  tx: Tx,
  { tableId, mapping, file }: { tableId: string; mapping: RoutingMapping; file: Upload },
) {
  const known = new Set((await itemsIn(tx, tx.lang)).country?.map(({ value }) => value))
  const readRow = rowReader(mapping, (code) => known.has(code))
  const errors = new Errors(tx, mapping)
  const seen = new Map<string, number>()
  const countries = new Map<string, number>()
  let headings: readonly string[] | null = null
  let rows = 0
  for await (const batch of readSheet(file.bytes, file.name, { rows: ROUTING_ROWS_MAX })) {
    const good: RoutingRow[] = []
    for (const { row: rowNo, cells } of batch) {
      if (headings === null) {
        headings = cells
        errors.headings = cells
        continue
      }
      rows++
      const read = readRow(cells, rowNo)
      if ('issues' in read) {
        errors.add(rowNo, read.issues)
        continue
      }
      const key = identityOf(read.row)
      const before = seen.get(key)
      if (before !== undefined)
        errors.add(rowNo, [{ path: 'valueFrom', code: 'routing.twice', data: { row: before } }])
      else {
        seen.set(key, rowNo)
        countries.set(read.row.country ?? '', (countries.get(read.row.country ?? '') ?? 0) + 1)
        good.push(read.row)
      }
    }
    if (good.length > 0) await insertRows(tx, tableId, good)
  }
  if (headings === null || rows === 0) throw new SheetError('sheet.empty')
  return { headings, rows, countries, errors, dropped: [] as string[] }
}

/** Rows for the same addresses, in whatever spelling. */
function identityOf({ keys, matchType, valueFrom, priority }: RoutingRow): string {
  if ('low' in keys) return `${keys.low}\t${keys.high}`
  return matchType === 'REGEX' ? `${keys.key}\t${priority}\t${valueFrom}` : keys.key
}

class Errors {
  readonly list: Answer['errors'] = []
  rows = 0
  headings: readonly string[] = []
  readonly #tx: Tx
  readonly #mapping: RoutingMapping
  constructor(tx: Tx, mapping: RoutingMapping) {
    this.#tx = tx
    this.#mapping = mapping
  }
  add(row: number, issues: readonly RawIssue[]): void {
    this.rows++
    for (const { path, code, data } of issues) {
      if (this.list.length >= ERRORS_MAX) return
      const column = ROUTING_COLUMNS.find((one) => one === path)
      const at = column && this.#mapping.columns[column]
      this.list.push({
        row,
        column: (at === undefined ? undefined : this.headings[at]) ?? path,
        code,
        message: translateError(this.#tx.lang, code, data),
      })
    }
  }
}

async function insertRows(tx: Tx, tableId: string, rows: readonly RoutingRow[]): Promise<void> {
  const of = <T>(value: (row: RoutingRow) => T): T[] => rows.map(value)
  const key = (name: 'key' | 'low' | 'high') =>
    of(({ keys }) => (keys as Partial<Record<string, string>>)[name] ?? null)
  await sql`insert into routing_code (tenant_id, table_id, row_no, country, match_type, value_from,
      value_to, priority, sort_code, gate, dest_depot, barcode_text, match_key, low, high,
      create_by)
    select ${tx.principal.tenantId}, ${tableId}, x.*, ${tx.principal.username}
    from unnest(${of((row) => row.rowNo)}::int[], ${of((row) => row.country)}::text[],
      ${of((row) => row.matchType)}::text[], ${of((row) => row.valueFrom)}::text[],
      ${of((row) => row.valueTo)}::text[], ${of((row) => row.priority)}::int[],
      ${of((row) => row.sortCode)}::text[], ${of((row) => row.gate)}::text[],
      ${of((row) => row.destDepot)}::text[], ${of((row) => row.barcodeText)}::text[],
      ${key('key')}::text[], ${key('low')}::text[], ${key('high')}::text[]) as x`.execute(tx.db)
}

async function finish(
  tx: Tx,
  { tableId, dropped, added }: { tableId: string; dropped: readonly string[]; added: number },
): Promise<void> {
  if (dropped.length > 0)
    await sql`delete from routing_code as c
      where ${tx.rows('routingCode').where('c')} and c.id = any(${dropped}::bigint[])`.execute(
      tx.db,
    )
  const levels = await placeLevels(tx, tableId)
  await sql`update routing_table as t set row_count = ${added}, levels = ${levels}
    where ${tx.rows('routingTable').where('t')} and t.id = ${tableId}`.execute(tx.db)
}
