import { sql } from 'kysely'
import {
  NUMBER_ERRORS_MAX,
  NUMBER_FILE_BYTES,
  NUMBER_ROWS_MAX,
} from '#contracts/commercial/numbers/number-pools.ts'
import type { NumberScheme } from '#contracts/commercial/numbers/number-schemes.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { Refusal, type Failure } from '#server/kit/http/errors.ts'
import { readSheet, type SheetRow } from '#server/kit/sheets/sheets.ts'
import { columnsOf, isError, readRow, type FileColumns } from './file-rows.ts'
import type { FileRow, RowError } from './file-rows.ts'
import { knownNumbers, lockNumbers, openSegments, type KnownSegment } from './known-numbers.ts'
import { SeenNumbers } from './seen-numbers.ts'

interface Task {
  id: string
  poolId: string
  fileName: string
  file: Buffer | null
  dryRun: boolean
  whole: boolean
  status: string
  done: number
  scheme: string | null
}

/** Rows of one transaction. */
const BATCH = 5_000
const LIMITS = {
  fileBytes: NUMBER_FILE_BYTES,
  unzippedBytes: 400 * 1024 * 1024,
  rows: NUMBER_ROWS_MAX,
  columns: 50,
  timeout: 300_000,
}

/**
 * Takes a file of numbers. Rows go in batches; a batch's numbers, its refused rows and the progress
 * are one transaction, so a process that dies goes on where the last batch ended. A file that is
 * to be taken whole is read twice: validated first, then stored.
 */
export async function runImport(ctx: Ctx, id: string): Promise<void> {
  const found = await sql<Task>`select i.id, i.pool_id, i.file_name, i.file, i.dry_run, i.whole,
      i.status, i.done, p.scheme
    from ${ctx.rows('numberImport').as('i')}
      join ${ctx.rows('numberPool').as('p')} on p.id = i.pool_id
    where i.id = ${id}`.execute(ctx.db)
  const task = found.rows[0]
  if (!task?.file || (task.status !== 'queued' && task.status !== 'running')) return
  try {
    if (task.whole && !task.dryRun && task.done === 0) {
      const refused = await countRefused(ctx, task)
      if (refused > 0)
        return await endFailed(ctx, id, { code: 'numberImport.notWhole', data: { count: refused } })
    }
    await work(ctx, task)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return endFailed(ctx, id, error)
  }
  await inTx(ctx, async (tx) => {
    const ended = await sql<{ accepted: number; refused: number }>`update number_import as i
      set status = 'done', total = i.done, finished_at = now(),
        file = case when i.dry_run and i.accepted > 0 then i.file end
      where ${tx.rows('numberImport').where('i')} and i.id = ${id}
      returning i.accepted, i.refused`.execute(tx.db)
    await tx.audit('number_import', id, 'edit', null, { status: 'done', ...ended.rows[0] })
    // The dry run it was taken from needs its file no longer.
    await sql`update number_import as i set file = null
      where ${tx.rows('numberImport').where('i')}
        and i.id = (select d.dry_run_id from ${tx.rows('numberImport').as('d')}
          where d.id = ${id})`.execute(tx.db)
  })
}

interface Validated {
  rows: readonly SheetRow[]
  good: FileRow[]
  errors: RowError[]
}

/** The rows of a file in batches, each with those that can be stored and those that cannot. */
async function* validatedRows(ctx: Ctx, task: Task, skip: number): AsyncGenerator<Validated> {
  const segments = await openSegments(ctx)
  const seen = new SeenNumbers()
  let columns: FileColumns | null = null
  let left = skip
  for await (const rows of inBatches(readSheet(task.file!, task.fileName, LIMITS))) {
    let data = rows
    if (!columns) {
      const first = columnsOf(rows[0]?.cells ?? [])
      columns = first.columns
      if (first.heading) data = rows.slice(1)
    }
    const skipped = data.slice(0, left)
    left -= skipped.length
    for (const row of skipped) remember(row, columns, seen)
    const fresh = data.slice(skipped.length)
    if (fresh.length > 0)
      yield await validateBatch(ctx, task, { rows: fresh, columns, segments, seen })
  }
}

function remember(row: SheetRow, columns: FileColumns, seen: SeenNumbers): void {
  const read = readRow(row, columns, null)
  if (!isError(read)) seen.add(read.number)
}

async function* inBatches(source: AsyncIterable<SheetRow[]>): AsyncGenerator<SheetRow[]> {
  let batch: SheetRow[] = []
  for await (const rows of source) {
    batch.push(...rows)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function validateBatch(
  ctx: Ctx,
  task: Task,
  {
    rows,
    columns,
    segments,
    seen,
  }: {
    rows: readonly SheetRow[]
    columns: FileColumns
    segments: readonly KnownSegment[]
    seen: SeenNumbers
  },
): Promise<Validated> {
  const errors: RowError[] = []
  const fresh: FileRow[] = []
  for (const sheetRow of rows) {
    const row = readRow(sheetRow, columns, task.scheme as NumberScheme | null)
    if (isError(row)) errors.push(row)
    else if (!seen.add(row.number))
      errors.push({
        row: row.row,
        column: 'number',
        value: row.number,
        code: 'poolNumber.twice',
      })
    else fresh.push(row)
  }
  const known = await knownNumbers(
    ctx,
    fresh.map(({ number }) => number),
    segments,
  )
  const good = fresh.filter(({ number }) => !known.has(number))
  for (const { row, number } of fresh) {
    const why = known.get(number)
    if (why) errors.push({ row, column: 'number', value: number, ...why })
  }
  return { rows, good, errors }
}

async function countRefused(ctx: Ctx, task: Task): Promise<number> {
  let refused = 0
  for await (const { errors } of validatedRows(ctx, task, 0)) refused += errors.length
  return refused
}

async function work(ctx: Ctx, task: Task): Promise<void> {
  let done = task.done
  // While the database stores one batch the next is read and validated.
  let storing: Promise<void> = Promise.resolve()
  for await (const batch of validatedRows(ctx, task, task.done)) {
    await storing
    const before = done
    done += batch.rows.length
    storing = inTx(ctx, (tx) => storeBatch(tx, task, before, batch))
    storing.catch(() => {})
  }
  await storing
}

async function storeBatch(tx: Tx, task: Task, before: number, batch: Validated): Promise<void> {
  // Should another process have gone on with this import meanwhile, this one stops before it counts
  // anything twice.
  const locked = await sql<{ done: number; refused: number }>`select i.done, i.refused
    from number_import as i
    where ${tx.rows('numberImport').where('i')} and i.id = ${task.id} for update`.execute(tx.db)
  if (locked.rows[0]?.done !== before) throw new Error(`import ${task.id} is run elsewhere`)
  const errors = [...batch.errors]
  if (!task.dryRun) errors.push(...(await storeNumbers(tx, task, batch.good)))
  await storeErrors(tx, task, errors, locked.rows[0].refused)
  await sql`update number_import as i set status = 'running',
      done = i.done + ${batch.rows.length}, refused = i.refused + ${errors.length},
      accepted = i.accepted + ${batch.rows.length - errors.length}
    where ${tx.rows('numberImport').where('i')} and i.id = ${task.id}`.execute(tx.db)
}

/** Stores numbers; those another import stored meanwhile are refused. */
async function storeNumbers(tx: Tx, task: Task, rows: readonly FileRow[]): Promise<RowError[]> {
  if (rows.length === 0) return []
  await lockNumbers(tx)
  // Since the batch was checked another tenant may have taken the range, or filled its pool.
  const numbers = rows.map(({ number }) => number)
  const known = await knownNumbers(tx, numbers, await openSegments(tx))
  const free = rows.filter(({ number }) => !known.has(number))
  const stored = await sql<{ number: string }>`insert into number_pool_number
      (tenant_id, pool_id, import_id, number, third_id, third_mark)
    select ${tx.principal.tenantId}::bigint, ${task.poolId}::bigint, ${task.id}::bigint,
      x.number, x.third_id, x.third_mark
    from unnest(${free.map(({ number }) => number)}::text[],
      ${free.map(({ thirdId }) => thirdId)}::text[],
      ${free.map(({ thirdMark }) => thirdMark)}::text[]) with ordinality
      as x(number, third_id, third_mark, at)
    order by x.at on conflict (number) do nothing returning number`.execute(tx.db)
  if (stored.rows.length === rows.length) return []
  const made = new Set(stored.rows.map(({ number }) => number))
  return rows
    .filter(({ number }) => !made.has(number))
    .map(({ row, number }) => ({ row, column: 'number', value: number, code: 'poolNumber.used' }))
}

async function storeErrors(
  tx: Tx,
  task: Task,
  errors: readonly RowError[],
  refusedBefore: number,
): Promise<void> {
  const listed = errors
    .toSorted((a, b) => a.row - b.row)
    .slice(0, Math.max(0, NUMBER_ERRORS_MAX - refusedBefore))
  if (listed.length === 0) return
  await sql`insert into number_import_error (tenant_id, import_id, row_no, column_name, cell, code,
      data)
    select ${tx.principal.tenantId}::bigint, ${task.id}::bigint, x.row_no, x.column_name, x.cell,
      x.code, x.data::jsonb
    from unnest(${listed.map(({ row }) => row)}::int[], ${listed.map(({ column }) => column)}::text[],
      ${listed.map(({ value }) => value)}::text[], ${listed.map(({ code }) => code)}::text[],
      ${listed.map(({ data }) => (data ? JSON.stringify(data) : null))}::text[]) with ordinality
      as x(row_no, column_name, cell, code, data, at) order by x.at`.execute(tx.db)
}

/** The file as a whole could not be taken. */
export function endFailed(ctx: Ctx, id: string, { code, data }: Failure): Promise<void> {
  return inTx(ctx, async (tx) => {
    await sql`update number_import as i set status = 'failed', failure = ${code},
        failure_data = ${JSON.stringify(data)}::jsonb, finished_at = now(), file = null
      where ${tx.rows('numberImport').where('i')} and i.id = ${id}`.execute(tx.db)
    await tx.audit('number_import', id, 'edit', null, { status: 'failed', failure: code })
  })
}
