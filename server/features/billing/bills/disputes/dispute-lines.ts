import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { change, changeMany } from '#server/kit/db/change.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { fail } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import type { BillRun } from '../runs/run-row.ts'

/** Characters of a note. */
const NOTE_MOST = 1000

/** After the deadline a carrier takes no dispute: the difference is accepted or written off. */
export async function requireInTime(
  tx: Tx,
  { deadline, invoiceNo }: Pick<BillRun, 'deadline' | 'invoiceNo'>,
): Promise<void> {
  if ((await businessDay(tx)) > deadline) fail('bill.tooLate', { label: invoiceNo, deadline })
}

/**
 * Puts locked open lines into the dispute of their invoice that was not sent yet, or into a new one.
 * The run is locked, so that there is one such dispute, and the dispute, so that it is not sent meanwhile.
 * Lines in another currency than the invoice are no part of it: their sum would be none.
 */
export async function addToDispute(
  tx: Tx,
  run: Pick<BillRun, 'id' | 'supplierId' | 'currency' | 'deadline'>,
  lineIds: readonly string[],
  note: string,
): Promise<string> {
  await sql`select 1 from bill_run as r where ${tx.rows('billRun').where('r')}
    and r.id = ${run.id} for no key update`.execute(tx.db)
  const other = await sql<{ label: string }>`select l.track_no as label
    from ${tx.rows('billLine').as('l')}
    where l.id = any(${lineIds}::bigint[]) and l.currency <> ${run.currency} limit 1`.execute(tx.db)
  if (other.rows[0])
    fail('bill.otherCurrency', { label: other.rows[0].label, currency: run.currency })
  const back = await sql<{ label: string }>`select l.track_no as label
    from ${tx.rows('billLine').as('l')}
    where l.id = any(${lineIds}::bigint[]) and l.amount < 0 limit 1`.execute(tx.db)
  if (back.rows[0]) fail('bill.moneyBack', { label: back.rows[0].label })
  const found = await sql<{ id: string; note: string | null }>`select d.id, d.note
    from dispute as d where ${tx.rows('dispute').where('d')}
      and d.run_id = ${run.id} and d.state = 'draft'
    order by d.id limit 1 for update`.execute(tx.db)
  const [draft] = found.rows
  const disputeId = draft?.id ?? (await addDispute(tx, run, note))
  if (draft && note !== '' && !draft.note?.includes(note))
    await change(tx, 'dispute', draft.id, {
      note: [draft.note, note].filter(Boolean).join(' · ').slice(0, NOTE_MOST),
    })
  await changeMany(tx, 'billLine', lineIds, {
    state: 'disputed',
    disputeId,
    decidedBy: tx.principal.username,
    decidedAt: nowIso(),
  })
  await countDispute(tx, disputeId)
  return disputeId
}

async function addDispute(
  tx: Tx,
  {
    id,
    supplierId,
    currency,
    deadline,
  }: Pick<BillRun, 'id' | 'supplierId' | 'currency' | 'deadline'>,
  note: string,
): Promise<string> {
  const [no] = await nextSerialNumbers(tx, 'dispute', 'BD', 1)
  const { rows } = await sql<{ id: string }>`insert into dispute (tenant_id, no, supplier_id,
      run_id, currency, deadline, note, create_by)
    values (${tx.principal.tenantId}, ${no}, ${supplierId}, ${id}, ${currency}, ${deadline},
      ${note || null}, ${tx.principal.username}) returning id`.execute(tx.db)
  await tx.audit('dispute', rows[0]!.id, 'add', null, { no, runId: id })
  return rows[0]!.id
}

/**
 * What a dispute claims: of each line what it has too much, or all of it where nothing was expected.
 */
export async function countDispute(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ lines: number; claimed: string }>`select count(*)::int as lines,
      coalesce(sum(l.delta) filter (where l.currency = d.currency), 0)::bigint as claimed
    from ${tx.rows('dispute').as('d')}
      left join ${tx.rows('billLine').as('l')} on l.dispute_id = d.id
    where d.id = ${id}`.execute(tx.db)
  await change(tx, 'dispute', id, rows[0]!)
}
