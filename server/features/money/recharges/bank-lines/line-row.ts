import { sql } from 'kysely'
import { bankLineList } from '#contracts/money/bank-lines.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
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
  status: 'open' | 'matched' | 'ignored' | 'out'
  suggestedId: string | null
  importUserId: string | null
  importActorId: string | null
}

const COLUMNS = sql`l.id, l.receiving_account_id, l.currency, l.amount,
  l.booked_on::text as booked_on, l.reference, l.text, l.counterparty, l.bank_id, l.status,
  l.suggested_id, l.import_user_id, l.import_actor_id`

export async function readLine(ctx: Ctx, id: string): Promise<StoredLine> {
  const found = await sql<StoredLine>`select ${COLUMNS} from ${ctx.rows('bankLine').as('l')}
    where l.id = ${id}`.execute(ctx.db)
  return found.rows[0] ?? failMissing()
}

/** Locks a movement that waits to be matched; its recharge is locked before it. */
export async function lockOpenLine(tx: Tx, id: string): Promise<StoredLine> {
  const found = await sql<StoredLine>`select ${COLUMNS} from bank_line as l
    where ${tx.rows('bankLine').where('l')} and l.id = ${id} for update`.execute(tx.db)
  const line = found.rows[0] ?? failMissing()
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
