import { sql } from 'kysely'
import type { Lang } from '#contracts/kit/envelope.ts'
import { invoiceList } from '#contracts/money/invoices.ts'
import type {
  CompanyVat,
  InvoiceParty,
  InvoicePayTo,
  InvoiceState,
} from '#contracts/money/invoices.parts.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { listedRow } from '#server/kit/resource/resource-rows.ts'
import type { StoredVat } from './wire.ts'

/** An invoice as the database has it; amounts are minor units as text. */
export interface Invoice {
  id: string
  kind: 'invoice' | 'creditNote'
  number: string | null
  status: InvoiceState
  customerId: string
  accountId: string
  side: 'receivable' | 'customer'
  currency: string
  periodFrom: string
  periodTo: string
  net: string
  tax: string
  gross: string
  paid: string
  credited: string
  open: string
  issuedOn: string | null
  dueOn: string | null
  reference: string | null
  creditsId: string | null
  frees: boolean | null
  reason: string | null
  seller: InvoiceParty | null
  buyer: InvoiceParty | null
  vat: StoredVat[]
  companyVat: CompanyVat | null
  payTo: InvoicePayTo | null
  lang: Lang
  mailStatus: string | null
  reminded: number
  dunBlockReason: string | null
  version: number
}

const COLUMNS = sql`i.id, i.kind, i.number, i.status, i.customer_id, i.account_id, i.side,
  i.currency, i.period_from::text as period_from, i.period_to::text as period_to, i.net, i.tax,
  i.gross, i.paid, i.credited, i.open, i.issued_on::text as issued_on, i.due_on::text as due_on,
  i.reference, i.credits_id, i.frees, i.reason, i.seller, i.buyer, i.vat, i.company_vat, i.pay_to, i.lang,
  i.mail_status, i.reminded, i.dun_block_reason, i.version`

/** One the caller reaches; a customer reaches those issued only. */
export async function readInvoice(ctx: Ctx, id: string): Promise<Invoice> {
  const found = await sql<Invoice>`select ${COLUMNS} from ${ctx.rows('invoice').as('i')}
    where i.id = ${id}`.execute(ctx.db)
  const row = found.rows[0] ?? failMissing()
  return row.number === null && ctx.principal.customerId !== null ? failMissing() : row
}

export async function lockInvoice(tx: Tx, id: string): Promise<Invoice> {
  const found = await sql<Invoice>`select ${COLUMNS} from invoice as i
    where ${tx.rows('invoice').where('i')} and i.id = ${id} for update`.execute(tx.db)
  return found.rows[0] ?? failMissing()
}

export const wireInvoice = (ctx: Ctx, id: string) => listedRow(ctx, invoiceList, id)

/** What a refusal calls it. */
export const labelOf = ({ number, periodFrom, periodTo }: Invoice): string =>
  number ?? `${periodFrom} – ${periodTo}`
