import { sql } from 'kysely'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { InvoiceParty, InvoicePayTo } from '#contracts/money/invoices.parts.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'

/** A letter as the database has it. */
export interface Letter {
  id: string
  customerId: string
  step: number
  total: string
  madeOn: string
  payBy: string
  seller: InvoiceParty
  buyer: InvoiceParty
  payTo: Record<string, InvoicePayTo | null>
  lang: Lang
  title: string
  body: string
  mailStatus: string
  messageId: string | null
}

const COLUMNS = sql`d.id, d.customer_id, d.step, d.total, d.made_on::text as made_on,
  d.pay_by::text as pay_by, d.seller, d.buyer, d.pay_to, d.lang, d.title, d.body, d.mail_status,
  d.message_id`

export async function readLetter(ctx: Ctx, id: string): Promise<Letter> {
  const found = await sql<Letter>`select ${COLUMNS} from ${ctx.rows('dunningLetter').as('d')}
    where d.id = ${id}`.execute(ctx.db)
  return found.rows[0] ?? failMissing()
}

export async function lockLetter(tx: Tx, id: string): Promise<Letter> {
  const found = await sql<Letter>`select ${COLUMNS} from dunning_letter as d
    where ${tx.rows('dunningLetter').where('d')} and d.id = ${id} for update`.execute(tx.db)
  return found.rows[0] ?? failMissing()
}

export interface LetterInvoice {
  id: string
  number: string
  currency: string
  issuedOn: string
  dueOn: string
  step: number
  open: string
  daysLate: number
  fee: string
  interest: string
}

/** The invoices of a letter as they stood. */
export async function letterInvoices(ctx: Ctx, letterId: string): Promise<LetterInvoice[]> {
  const found = await sql<LetterInvoice>`select i.id, i.number, i.currency,
      i.issued_on::text as issued_on, i.due_on::text as due_on, m.step, m.open, m.days_late, m.fee,
      m.interest
    from ${ctx.rows('invoiceReminder').as('m')}
      join ${ctx.rows('invoice').as('i')} on i.id = m.invoice_id
    where m.letter_id = ${letterId} order by i.currency, i.due_on, i.id`.execute(ctx.db)
  return found.rows
}
