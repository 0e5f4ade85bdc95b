import { sql } from 'kysely'
import { POSTABLE, UNDECIDED } from '#contracts/billing/bills.states.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'
import { keyOf } from '../compare/bill-numbers.ts'
import type { BillRun } from '../runs/run-row.ts'

interface About {
  parcelId: string | null
  key: string
  tradeItem: string | null
  chargeCode: string
  currency: string
}
/** Money back that a bill names. */
interface CreditNote extends About {
  id: string
  version: number
  amount: string
  credit: string
  references: string[]
  disputeId: string | null
  state: string
  runId: string
  createTime: string
}
/** What a settled dispute gave back on one of its lines, and how much of it no bill has named. */
interface Booked extends About {
  disputeId: string
  no: string
  carrierRef: string | null
  runId: string
  sentAt: string | null
  left: bigint
}

const NOTE = sql`l.id, l.version, l.parcel_id, l.track_key as key, l.trade_item, l.charge_code,
  l.currency, l.amount, l.credit, l.reference_nos as "references", l.dispute_id, l.state, l.run_id,
  l.create_time`

/** Whether both are about one charge; money back is often named by no charge of ours. */
const isSameCharge = (note: About, of: About): boolean =>
  note.currency === of.currency &&
  (note.parcelId !== null && of.parcelId !== null
    ? note.parcelId === of.parcelId
    : note.key !== '' && note.key === of.key) &&
  (note.tradeItem === null || note.tradeItem === of.tradeItem || note.chargeCode === of.chargeCode)

const names = ({ key, references, currency }: CreditNote, of: Booked): boolean =>
  currency === of.currency &&
  [of.no, of.carrierRef ?? ''].some((ref) => {
    const wanted = keyOf(ref)
    return wanted !== '' && (wanted === key || references.includes(wanted))
  })

/** A rebate of the bill itself, or one from before the dispute, is no answer to it. */
const answers = (note: CreditNote, { runId, sentAt }: Booked): boolean =>
  note.runId !== runId && sentAt !== null && Date.parse(note.createTime) > Date.parse(sentAt)

/** Takes an amount from what is left of these credits; answers what it found, and in which dispute. */
function takeFrom(booked: readonly Booked[], amount: bigint): { taken: bigint; of: string | null } {
  let [taken, of]: [bigint, string | null] = [0n, null]
  for (const one of booked) {
    const part = one.left < amount - taken ? one.left : amount - taken
    if (part <= 0n) continue
    one.left -= part
    taken += part
    of ??= one.disputeId
  }
  return { taken, of }
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
  const { rows: notes } = await sql<CreditNote>`select ${NOTE}
    from bill_line as l where ${tx.rows('billLine').where('l')} and l.run_id = ${id}
      and l.amount < 0 and l.posted_at is null and l.state = any(${[...states]}::text[])
      and (${!decided} or l.credit = 0)
    order by l.id for update`.execute(tx.db)
  if (notes.length === 0) return
  const booked = await bookedCredits(
    tx,
    supplierId,
    notes.map((note) => note.id),
  )
  await changeMany(
    tx,
    'billLine',
    notes,
    (note) => {
      const amount = -BigInt(note.amount)
      const { taken, of } = takeFrom(
        booked.filter((one) => answers(note, one) && (names(note, one) || isSameCharge(note, one))),
        amount,
      )
      if (taken === 0n && note.credit === '0') return null
      const [credit, delta] = [(-taken).toString(), (taken - amount).toString()]
      if (decided) return { credit, disputeId: of, delta }
      const whole = taken === amount
      return {
        credit,
        disputeId: of,
        delta,
        // Its verdict stays: as a charge that fits it would make the disputed line a second one.
        ...(whole ? { code: 'M0', state: 'fits' } : {}),
      }
    },
    { unlogged: 'all' },
  )
}

/** Credits of a supplier's settled disputes, less what other lines have of them. */
async function bookedCredits(
  tx: Tx,
  supplierId: string,
  except: readonly string[],
): Promise<Booked[]> {
  const { rows } = await sql<Omit<Booked, 'left'> & { credit: string }>`select l.dispute_id, d.no,
      d.carrier_ref, d.sent_at, l.run_id, l.parcel_id, l.track_key as key, l.trade_item, l.charge_code, l.currency,
      l.credit
    from ${tx.rows('billLine').as('l')} join ${tx.rows('dispute').as('d')} on d.id = l.dispute_id
    where l.supplier_id = ${supplierId} and l.state = 'credited' and l.credit > 0
    order by l.id`.execute(tx.db)
  if (rows.length === 0) return []
  const booked = rows.map(({ credit, ...row }) => ({ ...row, left: BigInt(credit) }))
  const { rows: taken } = await sql<CreditNote>`select ${NOTE}
    from ${tx.rows('billLine').as('l')}
    where l.supplier_id = ${supplierId} and l.credit < 0
      and l.id <> all(${except}::bigint[]) order by l.id`.execute(tx.db)
  for (const note of taken) {
    const own = booked.filter((one) => one.disputeId === note.disputeId)
    takeFrom(
      own.filter((one) => names(note, one) || isSameCharge(note, one)),
      -BigInt(note.credit),
    )
  }
  return booked
}

/**
 * By line of a dispute, what later bills gave back for it that users accepted before the dispute was
 * settled: it is booked already.
 */
export async function creditsNoted(
  tx: Tx,
  { supplierId, sentAt }: { supplierId: string; sentAt: string | null },
  lines: readonly (About & { id: string })[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<CreditNote>`select ${NOTE}
    from ${tx.rows('billLine').as('l')}
    where l.supplier_id = ${supplierId} and l.amount < 0 and l.credit = 0
      and l.state = any(${[...POSTABLE]}::text[]) and l.create_time > ${sentAt}
    order by l.id`.execute(tx.db)
  const found = new Map<string, bigint>()
  for (const note of rows) {
    const line = lines.find((one) => isSameCharge(note, one))
    if (line) found.set(line.id, (found.get(line.id) ?? 0n) - BigInt(note.amount))
  }
  return found
}
