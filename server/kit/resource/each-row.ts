import type { BulkResult, BulkRow } from '#contracts/kit/envelope.ts'
import type { Ctx, RowOutcome, Tx } from '../access/ctx.ts'
import { Refusal, type RawIssue } from '../http/errors.ts'
import { translateError, wordedIssues } from '../http/texts.ts'
import { inTx } from '../db/tx.ts'

/** A row that went through, with more than its name. */
export interface DoneRow {
  label: string | null
  message?: string
  warnings?: readonly RawIssue[]
  /** For the caller of the verb; no answer carries it. */
  data?: Record<string, unknown>
}
/** Answers the row's name; a refusal without a name uses the one given to `name`. */
type Work = (tx: Tx, id: string, name: (label: string) => void) => Promise<string | null | DoneRow>

/**
 * Runs `work` per id and answers each row's outcome; nothing of a refused row remains. Only
 * refusals are outcomes, anything else is an error. Without a key every row has a transaction of
 * its own; with one, a call that broke off goes on where it stood when it is repeated. An id that
 * was sent twice is one row. `lock` locks many rows in the order of their owner; where several
 * share a transaction it is called before the first.
 */
export async function eachRow(
  ctx: Ctx,
  ids: readonly string[],
  work: Work,
  lock: (tx: Tx, ids: readonly string[]) => Promise<void> = () => Promise.resolve(),
): Promise<BulkResult> {
  const distinct = [...new Set(ids)]
  const rows: BulkRow[] = []
  if (ctx.progress)
    rows.push(...(await ctx.progress.each(distinct, (tx, id) => oneRow(tx, id, work), lock)))
  else for (const id of distinct) rows.push(await oneRow(ctx, id, work))
  const done = rows.filter((row) => row.ok).length
  return { done, failed: rows.length - done, rows }
}

async function oneRow(ctx: Ctx, id: string, work: Work): Promise<RowOutcome> {
  let known: string | null = null
  try {
    const done = await inTx(ctx, (tx) =>
      work(tx, id, (name) => {
        known = name
      }),
    )
    const { label, message, warnings, data } =
      typeof done === 'string' || done === null ? ({ label: done } as DoneRow) : done
    return {
      id,
      ok: true,
      label,
      code: null,
      message: message ?? null,
      ...(warnings && warnings.length > 0 ? { warnings: wordedIssues(ctx.lang, warnings) } : {}),
      ...(data ? { data } : {}),
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      id,
      ok: false,
      label: typeof error.data.label === 'string' ? error.data.label : known,
      code: error.code,
      message: translateError(ctx.lang, error.code, error.data),
      ...(error.issues.length > 0 ? { issues: wordedIssues(ctx.lang, error.issues) } : {}),
    }
  }
}
