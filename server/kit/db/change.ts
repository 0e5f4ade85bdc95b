import { sql, type Expression, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import { snake } from '#contracts/kit/entity.ts'
import type { Tx } from '../access/ctx.ts'
import type { TableName } from '../access/rows.ts'
import { lockOwnerOf, scopeOf } from '../access/tables.ts'
import { failConflict, failMissing } from '../runtime/errors.ts'
import { refuseBroken, type Written } from './broken-constraint.ts'
import type { DB, JsonValue } from './generated/schema.ts'

/** Tables whose rows can be changed here: they have an id, a version, and who changed them last. */
export type ChangeableTable = {
  [T in TableName]: DB[T] extends { id: unknown; version: unknown; updateBy: unknown } ? T : never
}[TableName]

type System = 'id' | 'tenantId' | 'version' | 'createBy' | 'createTime' | 'updateBy' | 'updateTime'

/** A row as the database has it: amounts, ids and times are text. */
export type StoredRow<T extends ChangeableTable> = Selectable<DB[T]> & { id: string }

/**
 * Columns to write. Plain values, documents and lists as they are (nothing is made JSON text by
 * the caller); an expression of SQL may name the row as `t`. What is undefined stays as it is.
 */
export type Patch<T extends ChangeableTable> = {
  [K in Exclude<keyof Updateable<DB[T]>, System>]?:
    | Updateable<DB[T]>[K]
    | (JsonValue extends Updateable<DB[T]>[K] ? object : never)
    | Expression<unknown>
    | undefined
}

export interface ChangeOptions<T extends ChangeableTable, R> {
  /** The version the caller has seen; `current` gives the row as the wire carries it. */
  seen?: { version: number; current: () => unknown } | undefined
  /** Refuses, by `fail`, where the locked row does not allow the change. */
  if?: (row: R) => void | Promise<void>
  /** Noted in the data log with the columns. */
  note?: Record<string, unknown>
  /** Columns the data log leaves out; `all` where the caller writes its line. */
  unlogged?: 'all' | readonly (keyof Patch<T>)[]
  /** What a broken constraint is about, where fields are not named after columns. */
  broken?: Partial<Written>
}

type Change<T extends ChangeableTable, R> = Patch<T> | ((row: R) => Patch<T> | Promise<Patch<T>>)
type ManyPatch<T extends ChangeableTable, R> = Patch<T> | ((row: R) => Patch<T> | null)
type ManyOptions<T extends ChangeableTable> = Omit<ChangeOptions<T, unknown>, 'seen' | 'if'>

/**
 * Changes one row: locks it, refuses a stale version and what `if` refuses, writes the patch with
 * `version`, `update_by` and `update_time`, and notes in the data log what became different. Rows
 * are those within the caller's reach. An empty patch counts as a change. Answers the row as it is
 * then.
 *
 * Given a row instead of an id, that row was locked by the caller in this transaction (`lockOrders`
 * and the like) and is not read again. A duplicate, a missing reference or a value out of bounds is
 * the refusal of the field it belongs to.
 *
 * ```ts
 * const batch = await change(
 *   tx,
 *   'outBatch',
 *   input.id,
 *   { status: OUT_BATCH.shipped, closedAt: nowIso(), closedBy: tx.principal.username },
 *   {
 *     seen: { version: input.version, current: () => readOutboundBatch(tx, input) },
 *     if: (row) => requireOpen(row),
 *     note: { pieces: 12 },
 *   },
 * )
 * await change(tx, 'parcel', id, (row) => ({ weight: row.weight + 10 }))
 * ```
 *
 * @throws Refusal `row.missing`, `row.stale`, `request.invalid` with the field, `row.referenced`.
 */
export function change<T extends ChangeableTable>(
  tx: Tx,
  table: T,
  id: string,
  patch: Change<T, StoredRow<T>>,
  options?: ChangeOptions<T, StoredRow<T>>,
): Promise<StoredRow<T>>
export function change<T extends ChangeableTable, R extends { id: string }>(
  tx: Tx,
  table: T,
  locked: R,
  patch: Change<T, R>,
  options?: ChangeOptions<T, R>,
): Promise<R>
export async function change<T extends ChangeableTable, R extends { id: string }>(
  tx: Tx,
  table: T,
  row: string | R,
  patch: Change<T, R>,
  options: ChangeOptions<T, R> = {},
): Promise<R> {
  const before = typeof row === 'string' ? (await lockRows(tx, table, [row]))[0] : row
  if (!before) failMissing()
  const one = before as R
  const { seen } = options
  if (seen && (one as { version?: number }).version !== seen.version)
    failConflict('row.stale', await seen.current())
  await options.if?.(one)
  const [after] = await writeAll(tx, table, [one], patch, options)
  return after ?? failMissing()
}

/**
 * The same for many rows, in one statement: ids (locked here, in their order) or rows the caller
 * has locked. The patch may differ from row to row; rows out of reach are left out, and rows whose
 * patch is null stay as they are. Answers the changed rows.
 *
 * ```ts
 * await changeMany(tx, 'depotGate', gates, (gate) => ({ code: codes.get(gate.id) ?? null }))
 * await changeMany(tx, 'codItem', itemIds, { payoutId: payout.id })
 * ```
 */
export function changeMany<T extends ChangeableTable>(
  tx: Tx,
  table: T,
  ids: readonly string[],
  patch: ManyPatch<T, StoredRow<T>>,
  options?: ManyOptions<T>,
): Promise<StoredRow<T>[]>
export function changeMany<T extends ChangeableTable, R extends { id: string }>(
  tx: Tx,
  table: T,
  locked: readonly R[],
  patch: ManyPatch<T, R>,
  options?: ManyOptions<T>,
): Promise<R[]>
export async function changeMany<T extends ChangeableTable, R extends { id: string }>(
  tx: Tx,
  table: T,
  rows: readonly string[] | readonly R[],
  patch: ManyPatch<T, R>,
  options: ManyOptions<T> = {},
): Promise<R[]> {
  if (rows.length === 0) return []
  const ids = rows.filter((row): row is string => typeof row === 'string')
  const before = ids.length > 0 ? ((await lockRows(tx, table, ids)) as R[]) : (rows as readonly R[])
  return writeAll(tx, table, before, patch, options)
}

/** What a query gives: column names by their camelCase names. */
type Cells = Record<string, unknown>

/** Locks rows by id. Those of a table with a lock function of its own are locked there first. */
async function lockRows(tx: Tx, table: TableName, ids: readonly string[]): Promise<Cells[]> {
  const name = snake(table)
  const owner = lockOwnerOf(name)
  if (owner) throw new Error(`rows of ${name} are locked by ${owner}: hand over the locked rows`)
  const found = await sql<Cells>`select t.* from ${sql.table(name)} as t
    where ${tx.rows(table).where('t')} ${ownOnly(tx, name)} and t.id = any((select ${[...ids]}::bigint[])::bigint[])
    order by t.id for update`.execute(tx.db)
  return found.rows
}

/** Rows all tenants share can be read by each and are changed by none. */
const ownOnly = (tx: Tx, name: string) =>
  scopeOf(name).kind === 'shared' ? sql`and tenant_id = ${tx.principal.tenantId}` : sql``

async function writeAll<T extends ChangeableTable, R extends { id: string }>(
  tx: Tx,
  table: T,
  rows: readonly R[],
  patch: Patch<T> | ((row: R) => Patch<T> | null | Promise<Patch<T>>),
  options: ChangeOptions<T, R>,
): Promise<R[]> {
  const wanted = new Map<string, { row: R; patch: Cells }>()
  for (const row of rows) {
    const made = typeof patch === 'function' ? await patch(row) : patch
    if (made) wanted.set(row.id, { row, patch: defined(made) })
  }
  if (wanted.size === 0) return []
  const columns = [...new Set([...wanted.values()].flatMap((one) => Object.keys(one.patch)))]
  const written = await write(tx, table, wanted, columns).catch((error: unknown) =>
    refuseBroken(error, { ...whatWasWritten(table, wanted, columns), ...options.broken }),
  )
  if (options.unlogged !== 'all') {
    const left = new Set<string>(options.unlogged as readonly string[] | undefined)
    const pick = (cells: Cells, prefix: 'was' | 'now') =>
      Object.fromEntries(
        columns.flatMap((column, at) =>
          left.has(column) ? [] : [[column, cells[`${prefix}${at}`]] as const],
        ),
      )
    await tx.auditMany(
      snake(table),
      'edit',
      written.map((cells) => ({
        id: String(cells.id),
        before: pick(cells, 'was'),
        after: { ...pick(cells, 'now'), ...options.note, version: cells.version },
      })),
    )
  }
  return written.map((cells) => {
    const now = Object.fromEntries(columns.map((column, at) => [column, cells[`now${at}`]]))
    return { ...wanted.get(String(cells.id))!.row, ...now, version: cells.version }
  })
}

type Wanted = ReadonlyMap<string, { row: { id: string }; patch: Cells }>

/** The columns by their own names, with the value and the changes of the rows written. */
function whatWasWritten(table: TableName, wanted: Wanted, columns: readonly string[]): Written {
  const all = [...wanted.values()]
  return {
    table: snake(table),
    field: (column) => column,
    value: (column) => all[0]?.patch[column],
    changed: columns.filter((column) =>
      all.some(({ row, patch }) => patch[column] !== (row as unknown as Cells)[column]),
    ),
  }
}

const joined = (parts: readonly RawBuilder<unknown>[]) =>
  parts.length === 0 ? sql`` : sql.join(parts, sql``)

const defined = (patch: object): Cells =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))

const isExpression = (value: unknown): value is Expression<unknown> =>
  typeof value === 'object' && value !== null && 'toOperationNode' in value

/**
 * One statement that writes and answers what was there before. Values travel as one document the
 * table's own type reads, so a list, a document or an amount needs no cast; an expression is the
 * same for all rows.
 */
async function write(
  tx: Tx,
  table: TableName,
  wanted: Wanted,
  columns: readonly string[],
): Promise<Cells[]> {
  const name = snake(table)
  const all = [...wanted.values()]
  const values = columns.map((column) => {
    const made = all.map((one) => one.patch[column]).find(isExpression)
    if (made) return sql`${made}`
    // A row that leaves the column out keeps what it has.
    const partly = all.some((one) => !(column in one.patch))
    const value = sql.ref(`sent.${snake(column)}`)
    return partly
      ? sql`case when d.document ? ${snake(column)} then ${value} else ${sql.ref(`t.${snake(column)}`)} end`
      : value
  })
  const documents = all.map(({ row, patch }) =>
    Object.fromEntries([
      ['id', row.id],
      ...Object.entries(patch)
        .filter(([, value]) => !isExpression(value))
        .map(([column, value]) => [snake(column), value]),
    ]),
  )
  const sets = columns.map((column, at) => sql`${sql.id(snake(column))} = ${values[at]}, `)
  const answers = columns.map(
    (column, at) => sql`, ${sql.ref(`was.${snake(column)}`)} as ${sql.id(`was${at}`)},
      ${sql.ref(`t.${snake(column)}`)} as ${sql.id(`now${at}`)}`,
  )
  const whole = scopeOf(name).kind === 'global'
  const done = await sql<Cells>`update ${sql.table(name)} as t
    set ${joined(sets)} version = t.version + 1, update_by = ${tx.principal.username},
      update_time = now()
    from (select w.* from ${sql.table(name)} as w
        where ${tx.rows(table).where('w')} ${ownOnly(tx, name)}
          and w.id = any((select ${[...wanted.keys()]}::bigint[])::bigint[])
        order by w.id for update) as was
      join jsonb_array_elements(${asJson(documents)}::jsonb) as d(document)
        on (d.document ->> 'id')::bigint = was.id
      cross join lateral jsonb_populate_record(null::${sql.table(name)}, d.document) as sent
    where t.id = was.id ${whole ? sql`` : sql`and t.tenant_id = was.tenant_id`}
    returning t.id, t.version ${joined(answers)}`.execute(tx.db)
  return done.rows
}

/** Bytes as PostgreSQL writes them in text, whole numbers beyond 2^53 as text. */
function asJson(documents: readonly Cells[]): string {
  return JSON.stringify(documents, (_, value: unknown) => {
    if (typeof value === 'bigint') return value.toString()
    if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
    return value
  })
}
