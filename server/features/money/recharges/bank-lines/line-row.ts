import { sql } from 'kysely'
import { bankLineList } from '#contracts/money/bank-lines.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { paymentBy } from '../credit.ts'
import { listedRow } from '#server/kit/resource/resource-rows.ts'

/** A movement as the database has it; the amount is minor units as text. */
export interface StoredLine {
  id: string
  receivingAccountId: string
  currency: string
  amount: string
  bookedOn: string
  reference: string | null
  text: string
  counterparty: string | null
  bankId: string | null
  status: 'open' | 'matched' | 'ignored' | 'out' | 'returned'
  suggestedId: string | null
  suggestedInvoiceId: string | null
  rechargeId: string | null
  transactionId: string | null
  settles: string | null
  version: number
  importUserId: string | null
  importActorId: string | null
}

const COLUMNS = sql`l.id, l.receiving_account_id, l.currency, l.amount,
  l.booked_on::text as booked_on, l.reference, l.text, l.counterparty, l.bank_id, l.status,
  l.suggested_id, l.suggested_invoice_id, l.recharge_id, l.transaction_id, l.settles, l.version,
  l.import_user_id, l.import_actor_id`

export async function readLine(ctx: Ctx, id: string): Promise<StoredLine> {
  const found = await sql<StoredLine>`select ${COLUMNS} from ${ctx.rows('bankLine').as('l')}
    where l.id = ${id}`.execute(ctx.db)
  return found.rows[0] ?? failMissing()
}

/** Locks a movement; its recharge and its invoices are locked before it. */
export async function lockLine(tx: Tx, id: string): Promise<StoredLine> {
  const found = await sql<StoredLine>`select ${COLUMNS} from bank_line as l
    where ${tx.rows('bankLine').where('l')} and l.id = ${id} for update`.execute(tx.db)
  return found.rows[0] ?? failMissing()
}

/** One that waits to be matched. */
export async function lockOpenLine(tx: Tx, id: string): Promise<StoredLine> {
  const line = await lockLine(tx, id)
  if (line.status !== 'open') fail('bank.notOpen', { label: labelOf(line) })
  return line
}

/** What a refusal calls it. */
export const labelOf = ({ bookedOn, counterparty, text }: StoredLine): string =>
  `${bookedOn} ${counterparty ?? text}`.slice(0, 60)

export const wireLine = (ctx: Ctx, id: string) => listedRow(ctx, bankLineList, id)

/** The number a payment by this movement is credited under. */
export const tradeNoOf = (line: StoredLine): string => (line.bankId ?? ownNoOf(line)).slice(0, 64)

/** The number where the bank's is that of another movement. */
export const ownNoOf = ({ id }: StoredLine): string => `LINE-${id}`

/** The text a line is searched by. */
export const lineOf = ({ text, reference }: Pick<StoredLine, 'text' | 'reference'>): string =>
  `${text} ${reference ?? ''}`

/** What became of a locked line that pays invoices, or pays a recharge no more. */
export async function putLine(
  tx: Tx,
  line: StoredLine,
  to: {
    status: 'open' | 'matched' | 'out' | 'returned'
    transactionId: string | null
    settles: string | null
    reason?: string
    /** For the data log alone. */
    why?: string
  },
): Promise<void> {
  const { status, transactionId, settles, reason = null, why = reason } = to
  const handled = status === 'open' || status === 'out' ? null : tx.principal.username
  await sql`update bank_line as l set status = ${status},
      transaction_id = ${transactionId}::bigint, settles = ${settles}, reason = ${reason},
      recharge_id = case when ${status} = 'open' then null else l.recharge_id end,
      matched_by = ${handled},
      matched_at = case when ${handled}::text is null then null else now() end,
      version = l.version + 1, update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('bankLine').where('l')} and l.id = ${line.id}`.execute(tx.db)
  await tx.audit(
    'bank_line',
    line.id,
    'edit',
    { status: line.status, settles: line.settles },
    { status, settles, transactionId, ...(why === null ? {} : { reason: why }) },
  )
}

/**
 * The number a payment of invoices is posted under: banks use a number again, and what was credited
 * to a recharge by hand under it is the same money, which must not be credited again.
 */
export async function tradeNoFor(tx: Tx, line: StoredLine): Promise<string> {
  const known = await paymentBy(tx, 'BANK', tradeNoOf(line))
  if (known && known.bankLineId === null) fail('recharge.tradeNoUsed', { value: tradeNoOf(line) })
  return known ? ownNoOf(line) : tradeNoOf(line)
}
