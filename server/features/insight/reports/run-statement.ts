import pg from 'pg'
import { sourceConnection } from '#server/features/insight/data-sources/index.ts'
import { companyTerms } from '#server/kit/db/business-day.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { fail, failUnavailable, Refusal } from '#server/kit/http/errors.ts'
import { checkStatement, refuseHiddenCalls, type Checked } from './check-statement.ts'
import { reportDatabase, sourcePool, STATEMENT_MS } from './report-database.ts'
import { reportReach } from './report-reach.ts'
import { requireViews, VIEW_NAMES } from './report-views.ts'

/** Rows a file takes, and bytes of all cells. */
export const ROWS_MAX = 20_000
const BYTES_MAX = 20 * 1024 * 1024
const BATCH = 200

export type Cells = Record<string, string | null>
export interface Answered {
  fields: { name: string; oid: number }[]
  rows: Cells[]
}
/** What a statement may be asked for inside one transaction. */
export interface Asking {
  ask(text: string, values: readonly unknown[], most?: number): Promise<Answered>
}
export interface Target {
  /** Id of a data source; null: our own views. */
  sourceId: string | null
  action: 'list' | 'export'
}

/**
 * The one way a report's statement comes to the database, for all that is asked of it: each
 * text is checked as it is sent, on a connection of the role of reports, in a read-only transaction
 * with the caller's reach set for it, within limits of time, rows and bytes.
 */
export function inReport<R>(
  ctx: Ctx,
  target: Target,
  work: (asking: Asking) => Promise<R>,
): Promise<R> {
  const { tenantId } = ctx.principal
  return reportDatabase.of(ctx.deps).inTurn(tenantId, () => runReport(ctx, target, work))
}

async function runReport<R>(
  ctx: Ctx,
  { sourceId, action }: Target,
  work: (asking: Asking) => Promise<R>,
): Promise<R> {
  const readable = sourceId === null ? VIEW_NAMES : null
  const source = sourceId === null ? null : sourcePool(await sourceConnection(ctx, sourceId))
  const pool = source ?? (await reportDatabase.of(ctx.deps).pool())
  const reach = source ? null : await reportReach(ctx, action)
  const { timeZone } = await companyTerms(ctx)
  try {
    const client = await connected(pool)
    let broken = true
    try {
      // One limit for all a report asks, not one for each part of its answer.
      const until = now() + STATEMENT_MS
      await client.query('begin read only')
      await client.query(
        [
          `set local statement_timeout = ${STATEMENT_MS}`,
          `set local timezone = ${pg.escapeLiteral(timeZone)}`,
          ...(reach === null ? [] : [`set local report.reach = ${pg.escapeLiteral(reach)}`]),
        ].join('; '),
      )
      const result = await work({
        ask: async (text, values, most = ROWS_MAX) => {
          const checked = await checkStatement(text, readable)
          if (readable) requireViews(ctx, checked.reads, action)
          await refuseHiddenCalls(checked, client)
          return await fetched(client, { text, values, most, until })
        },
      })
      await client.query('rollback')
      broken = false
      return result
    } catch (error) {
      if (!(error instanceof Refusal)) throw refusalOf(error)
      throw error
    } finally {
      client.release(broken)
    }
  } finally {
    await source?.end()
  }
}

async function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    if (error instanceof Error && /timeout exceeded/.test(error.message))
      failUnavailable('report.busy', 5)
    return fail('report.unreachable')
  }
}

async function limit(client: pg.PoolClient, until: number): Promise<void> {
  const left = until - now()
  if (left <= 0) fail('report.tooSlow', { seconds: STATEMENT_MS / 1000 })
  await client.query(`set local statement_timeout = ${left}`)
}

/** In batches: what is larger than its limit ends before it is in memory. */
async function fetched(
  client: pg.PoolClient,
  {
    text,
    values,
    most,
    until,
  }: { text: string; values: readonly unknown[]; most: number; until: number },
): Promise<Answered> {
  await limit(client, until)
  await client.query(`declare report no scroll cursor for ${text}`, [...values])
  const rows: Cells[] = []
  let [fields, bytes]: [Answered['fields'], number] = [[], 0]
  for (;;) {
    await limit(client, until)
    const found = await client.query<Cells>(`fetch ${BATCH} from report`)
    fields = found.fields.map(({ name, dataTypeID }) => ({ name, oid: dataTypeID }))
    for (const row of found.rows) {
      for (const cell of Object.values(row)) bytes += cell?.length ?? 0
      rows.push(row)
    }
    if (rows.length > most) fail('report.tooManyRows', { max: most })
    if (bytes > BYTES_MAX) fail('report.tooLarge', { max: BYTES_MAX / 1024 / 1024 })
    if (found.rows.length < BATCH) break
  }
  await client.query('close report')
  return { fields, rows }
}

/** The database's reason in its own words where the analyst can do something about it. */
function refusalOf(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string }
  if (code === undefined) return error
  if (code === '57014')
    return new Refusal('report.tooSlow', { data: { seconds: STATEMENT_MS / 1000 } })
  if (code === '42501') return new Refusal('report.sql.denied')
  if (/^(22|42|21|0A|2F|54)/.test(code))
    return new Refusal('report.sql.failed', { data: { message: (message ?? '').slice(0, 300) } })
  return error
}

/** What a text reads and how many parameters it has, refused as it would be when it runs. */
export const readsOf = (sourceId: string | null, text: string): Promise<Checked> =>
  checkStatement(text, sourceId === null ? VIEW_NAMES : null)
