import { sql } from 'kysely'
import { billLineList } from '#contracts/billing/bill-lines.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failMissing } from '#server/kit/http/errors.ts'
import { listedRow } from '#server/kit/resource/resource-rows.ts'
import { countRun } from '../runs/run-row.ts'

/** A line as its verbs need it. */
export interface BillLine {
  id: string
  version: number
  runId: string
  supplierId: string
  trackNo: string
  lineNo: number
  key: string
  references: string[]
  parcelId: string | null
  parcelNo: string | null
  customerId: string | null
  tradeItem: string | null
  chargeCode: string
  currency: string
  amount: string
  tax: string
  delta: string
  code: string | null
  state: string
  note: string | null
  dedupe: string
  disputeId: string | null
  postedAt: string | null
}

const COLUMNS = sql`l.id, l.version, l.run_id, l.supplier_id, l.track_no, l.line_no,
  l.track_key as key, l.reference_nos as "references", l.parcel_id, l.parcel_no, l.customer_id,
  l.trade_item, l.charge_code, l.currency, l.amount, l.tax, l.delta, l.code, l.state, l.note,
  l.dedupe, l.dispute_id, l.posted_at`

export async function readLine(ctx: Ctx, id: string): Promise<BillLine> {
  const { rows } = await sql<BillLine>`select ${COLUMNS}
    from ${ctx.rows('billLine').as('l')} where l.id = ${id}`.execute(ctx.db)
  return rows[0] ?? failMissing()
}

export async function lockLine(tx: Tx, id: string): Promise<BillLine> {
  const { rows } = await sql<BillLine>`select ${COLUMNS} from bill_line as l
    where ${tx.rows('billLine').where('l')} and l.id = ${id} for update`.execute(tx.db)
  return rows[0] ?? failMissing()
}

/** What a line is called. */
export const labelOf = ({ trackNo, lineNo }: Pick<BillLine, 'trackNo' | 'lineNo'>): string =>
  trackNo || `#${lineNo}`

/** Refuses what was posted, and what another decision was taken on. */
export function requireOpen(line: BillLine, states: readonly string[] = ['open']): void {
  const label = labelOf(line)
  if (line.postedAt !== null) fail('bill.posted', { label })
  if (!states.includes(line.state)) fail('bill.decided', { label })
}

export async function requireVersion(tx: Tx, line: BillLine, version: number): Promise<void> {
  if (line.version !== version) failConflict('row.stale', await wireLine(tx, line.id))
}

export const wireLine = (ctx: Ctx, id: string) => listedRow(ctx, billLineList, id)

/** Counts the runs of lines again, after what was decided on them one by one. */
export async function countRunsOf(ctx: Ctx, lineIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ runId: string }>`select distinct l.run_id
    from ${ctx.rows('billLine').as('l')}
    where l.id = any(${lineIds}::bigint[]) order by l.run_id`.execute(ctx.db)
  for (const { runId } of rows) await inTx(ctx, (tx) => countRun(tx, runId))
}
