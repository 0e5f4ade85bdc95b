import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { minorUnits } from '#contracts/kit/money.ts'
import type { BillMapping } from '#contracts/billing/bill-files.ts'
import { billRunList } from '#contracts/billing/bill-runs.ts'
import { POSTABLE, type BillRunState } from '#contracts/billing/bills.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { listedRow } from '#server/kit/resource/resource-rows.ts'

/** A run as its work needs it. */
export interface BillRun {
  id: string
  supplierId: string
  invoiceNo: string
  currency: string
  fileName: string
  mapping: BillMapping
  state: BillRunState
  position: string
  rows: number
  lines: number
  blank: number
  repeated: number
  deadline: string
  resume: string | null
  createBy: string | null
}

const COLUMNS = sql`r.id, r.supplier_id, r.invoice_no, r.currency, r.file_name, r.mapping, r.state,
  r.position, r.rows, r.lines, r.blank, r.repeated, r.deadline::text as deadline, r.resume,
  r.create_by`

export async function readRun(ctx: Ctx, id: string): Promise<BillRun> {
  const { rows } = await sql<BillRun>`select ${COLUMNS}
    from ${ctx.rows('billRun').as('r')} where r.id = ${id}`.execute(ctx.db)
  return rows[0] ?? failMissing()
}

export async function lockRun(tx: Tx, id: string): Promise<BillRun> {
  const { rows } = await sql<BillRun>`select ${COLUMNS} from bill_run as r
    where ${tx.rows('billRun').where('r')} and r.id = ${id} for update`.execute(tx.db)
  return rows[0] ?? failMissing()
}

/** Locks a run that has been compared and rests: what users decide on. */
export async function lockCompared(tx: Tx, id: string): Promise<BillRun> {
  const run = await lockRun(tx, id)
  if (run.state !== 'matched') fail('bill.notCompared', { label: run.invoiceNo })
  return run
}

/**
 * Locks a run for its next chunk; null where another worker went on meanwhile, or the work is over.
 * The position is read again under the lock, so two workers never do a chunk twice.
 */
export async function lockAt(tx: Tx, { id, state, position }: BillRun): Promise<BillRun | null> {
  const run = await lockRun(tx, id)
  return run.state === state && run.position === position ? run : null
}

type Step = Partial<{
  state: BillRunState
  position: string
  startNo: number
  rows: number
  lines: number
  blank: number
  repeated: number
  failure: string | null
  resume: string | null
}>

/** The progress of the work; no line of the data log for each chunk. */
export const stepRun = (tx: Tx, run: BillRun, step: Step): Promise<BillRun> =>
  change(tx, 'billRun', run, step, step.state === undefined ? { unlogged: 'all' } : {})

export const decimalsOf = (currency: string): number => minorUnits(currency)

interface Figures {
  matched: number
  duplicates: number
  unmatched: number
  open: number
  posted: number
  billed: string
  expected: string
  over: string
  under: string
}

/** Counts a run's lines again; amounts are those of its currency. */
export async function countRun(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<Figures>`select count(l.parcel_id)::int as matched,
      (count(*) filter (where l.code = 'D7'))::int as duplicates,
      (count(*) filter (where l.code in ('D8', 'N0')))::int as unmatched,
      (count(*) filter (where l.state in ('new', 'open')))::int as open,
      (count(*) filter (where l.posted_at is not null))::int as posted,
      coalesce(sum(l.amount) filter (where l.currency = r.currency), 0)::bigint as billed,
      coalesce(sum(l.expected) filter (where l.currency = r.currency), 0)::bigint as expected,
      coalesce(sum(l.delta) filter (where l.currency = r.currency and l.delta > 0), 0)::bigint
        as over,
      coalesce(sum(l.delta) filter (where l.currency = r.currency and l.delta < 0), 0)::bigint
        as under
    from ${tx.rows('billLine').as('l')} join ${tx.rows('billRun').as('r')} on r.id = l.run_id
    where l.run_id = ${id}`.execute(tx.db)
  const [figures] = rows
  if (!figures) return
  const { rows: before } = await sql<Figures>`select r.matched, r.duplicates, r.unmatched, r.open,
      r.posted, r.billed, r.expected, r.over, r.under
    from ${tx.rows('billRun').as('r')} where r.id = ${id}`.execute(tx.db)
  // A run whose figures stay as they are is not changed.
  if (isDeepStrictEqual(figures, before[0])) return
  await change(tx, 'billRun', id, figures, { unlogged: 'all' })
}

/** What of a run may be posted now. */
export async function postableLines(ctx: Ctx, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from ${ctx.rows('billLine').as('l')}
    where l.run_id = ${id} and l.posted_at is null
      and l.state = any(${[...POSTABLE]}::text[])`.execute(ctx.db)
  return rows[0]!.count
}

export const wireRun = (ctx: Ctx, id: string) => listedRow(ctx, billRunList, id)
