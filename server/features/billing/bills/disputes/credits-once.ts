import { sql } from 'kysely'
import { POSTABLE, UNDECIDED } from '#contracts/billing/bills.states.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'
import type { BillRun } from '../runs/run-row.ts'
import { shareCredits, type About, type Credited, type CreditUse } from './share-credits.ts'

/** Money back; `left` is what of it is no use yet. */
interface NoteRow extends About {
  id: string
  version: number
  amount: string
  credit: string
  references: string[]
  runId: string
  disputeId: string | null
  createTime: string
  left: string
}
interface CreditedRow extends About {
  id: string
  disputeId: string
  no: string
  carrierRef: string | null
  runId: string
  sentAt: string | null
  left: string
}

const NOTE = sql`l.id, l.version, l.parcel_id, l.track_key as key, l.trade_item, l.charge_code,
  l.currency, l.amount, l.credit, l.reference_nos as "references", l.run_id, l.dispute_id,
  l.create_time`
const counted = <T extends { left: string }>(row: T) => ({ ...row, left: BigInt(row.left) })

async function keepUses(
  tx: Tx,
  uses: readonly CreditUse[],
  bookedWith: 'note' | 'line',
): Promise<void> {
  if (uses.length === 0) return
  await sql`insert into bill_use (tenant_id, note_id, line_id, amount, booked_with, create_by)
    select ${tx.principal.tenantId}, u.*, ${bookedWith}, ${tx.principal.username}
      from unnest(${uses.map(({ noteId }) => noteId)}::bigint[],
        ${uses.map(({ lineId }) => lineId)}::bigint[],
        ${uses.map(({ amount }) => amount.toString())}::bigint[]) as u`.execute(tx.db)
}

/**
 * A settled credit is booked with the lines it is about. Where a later bill names it again, that line
 * has it as a negative credit: nothing of it is posted a second time. `decided`: lines users decided on
 * before the dispute was settled, else those they did not. The supplier is locked.
 */
export async function bookCreditsOnce(
  tx: Tx,
  { id, supplierId }: Pick<BillRun, 'id' | 'supplierId'>,
  decided = false,
): Promise<void> {
  const states = decided ? POSTABLE : UNDECIDED
  if (!decided)
    await sql`delete from bill_use as u using ${tx.rows('billLine').as('l')}
      where ${tx.rows('billUse').where('u')} and u.note_id = l.id and u.booked_with = 'line'
        and l.run_id = ${id} and l.posted_at is null
        and l.state = any(${[...states]}::text[])`.execute(tx.db)
  const { rows } = await sql<NoteRow>`select ${NOTE}, (-l.amount - coalesce((select sum(u.amount)
        from ${tx.rows('billUse').as('u')} where u.note_id = l.id), 0))::bigint as left from bill_line as l
    where ${tx.rows('billLine').where('l')} and l.run_id = ${id}
      and l.amount < 0 and l.posted_at is null and l.state = any(${[...states]}::text[])
    order by l.id for update of l`.execute(tx.db)
  const notes = rows.map(counted).filter(({ left, credit }) => left > 0n || credit !== '0')
  if (notes.length === 0) return
  const uses = shareCredits(notes, await bookedCredits(tx, supplierId))
  await keepUses(tx, uses, 'line')
  const byNote = Map.groupBy(uses, ({ noteId }) => noteId)
  await changeMany(
    tx,
    'billLine',
    notes,
    (note) => {
      const found = byNote.get(note.id) ?? []
      if (found.length === 0 && (decided || note.credit === '0')) return null
      const now = found.reduce((sum, { amount }) => sum + amount, 0n)
      const taken = now - (decided ? BigInt(note.credit) : 0n)
      const [credit, delta] = [(-taken).toString(), (BigInt(note.amount) + taken).toString()]
      const disputeId = found[0]?.disputeId ?? null
      if (decided) return { credit, disputeId: note.disputeId ?? disputeId, delta }
      return {
        credit,
        disputeId,
        delta,
        // Its verdict stays: as a charge that fits it would make the disputed line a second one.
        ...(now === note.left ? { code: 'M0', state: 'fits' } : {}),
      }
    },
    { unlogged: 'all' },
  )
}

/** Credits of a supplier's settled disputes that are booked there, less what notes have of them. */
async function bookedCredits(tx: Tx, supplierId: string): Promise<Credited[]> {
  const { rows } = await sql<CreditedRow>`select * from (
    select l.id, l.dispute_id, d.no, d.carrier_ref,
      coalesce(l.first_sent_at, d.sent_at) as sent_at, l.run_id, l.parcel_id, l.track_key as key,
      l.trade_item, l.charge_code, l.currency,
      (l.credit - coalesce((select sum(u.amount) from ${tx.rows('billUse').as('u')}
        where u.line_id = l.id and u.booked_with = 'line'), 0))::bigint as left
    from ${tx.rows('billLine').as('l')} join ${tx.rows('dispute').as('d')} on d.id = l.dispute_id
    where l.supplier_id = ${supplierId} and l.state = 'credited' and l.credit > 0) as c
    where c.left > 0 order by c.id`.execute(tx.db)
  return rows.map(counted)
}

const byTime = (a: string, b: string): number => Date.parse(a) - Date.parse(b)

/**
 * By line of a dispute that is being settled, what of its credit later bills gave back and users accepted
 * there: it is booked with those, now or already. The supplier is locked.
 */
export async function creditsNoted(
  tx: Tx,
  supplierId: string,
  lines: readonly Credited[],
): Promise<ReadonlyMap<string, bigint>> {
  const since = lines.flatMap(({ sentAt }) => sentAt ?? []).toSorted(byTime)[0]
  if (!since) return new Map()
  const { rows } =
    await sql<NoteRow>`select * from (select ${NOTE}, (-l.amount - coalesce((select sum(u.amount)
        from ${tx.rows('billUse').as('u')} where u.note_id = l.id), 0))::bigint as left
    from ${tx.rows('billLine').as('l')}
    where l.supplier_id = ${supplierId} and l.amount < 0
      and l.state = any(${[...POSTABLE]}::text[]) and l.create_time > ${since}) as c
    where c.left > 0 order by c.id`.execute(tx.db)
  const uses = shareCredits(rows.map(counted), lines)
  await keepUses(tx, uses, 'note')
  const found = new Map<string, bigint>()
  for (const { lineId, amount } of uses) found.set(lineId, (found.get(lineId) ?? 0n) + amount)
  return found
}

/** Notes of a run that a settled dispute counts on: they stay as they were decided. */
export async function notesCounted(tx: Tx, runId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select distinct u.note_id as id
    from ${tx.rows('billUse').as('u')} join ${tx.rows('billLine').as('l')} on l.id = u.note_id
    where l.run_id = ${runId} and u.booked_with = 'note'`.execute(tx.db)
  return new Set(rows.map(({ id }) => id))
}
