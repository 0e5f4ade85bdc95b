import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { INVOICE_MAIL, type invoiceMails } from '#contracts/money/invoice-mails.ts'
import { messageSettled } from '#contracts/platform/messaging/messages.events.ts'
import {
  defineTemplate,
  offerAttachment,
  queueMessage,
} from '#server/features/platform/messages/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { subscribe } from '#server/kit/jobs/jobs.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { invoiceXmlBytes, paperOf } from '../invoice-files.ts'
import { labelOf, lockInvoice, readInvoice, type Invoice } from '../invoice-row.ts'
import { wire } from '../wire.ts'
import { mailAddressOf } from './mail-address.ts'

const SAMPLE = {
  number: 'INV2026-000001',
  customer: 'Nordwind Logistik GmbH',
  seller: 'Parcelyard GmbH',
  issuedOn: '2026-03-01',
  periodFrom: '2026-02-01',
  periodTo: '2026-02-28',
  gross: '119.00',
  currency: 'EUR',
  dueOn: '2026-03-15',
  reference: 'RF18 INV2 0260 0000 1',
}
defineTemplate({
  code: 'invoiceMail.invoice',
  space: 'invoice-mails',
  channels: ['email'],
  sample: SAMPLE,
})
defineTemplate({
  code: 'invoiceMail.creditNote',
  space: 'invoice-mails',
  channels: ['email'],
  sample: {
    ...SAMPLE,
    credits: 'INV2026-000001',
    dueOn: '',
    reference: '',
    reason: 'Wrong weight',
  },
})

const [INVOICE_WORDS, NOTE_WORDS] = ['invoiceMail.invoice', 'invoiceMail.creditNote'] as const
const ABOUT = 'invoice'
const [PDF, XML] = ['invoice-pdf', 'invoice-xml']
offerAttachment(PDF, async (ctx, id) => {
  const row = await readInvoice(ctx, id)
  return { name: `${row.number}.pdf`, type: 'application/pdf', bytes: await paperOf(ctx, row) }
})
offerAttachment(XML, async (ctx, id) => {
  const row = await readInvoice(ctx, id)
  return {
    name: `${row.number}.xml`,
    type: 'application/xml',
    bytes: await invoiceXmlBytes(ctx, row),
  }
})

/** By hand: one that is on its way is not sent a second time, one that was sent only if wished. */
export function sendInvoices(
  ctx: Ctx,
  { ids, again }: In<typeof invoiceMails.send>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const row = await lockInvoice(tx, id)
    const label = labelOf(row)
    name(label)
    if (row.number === null) fail('invoice.notIssued', { label })
    if (row.mailStatus === INVOICE_MAIL.waiting) fail('invoice.mailWaiting', { label })
    if (row.mailStatus === INVOICE_MAIL.sent && !again) fail('invoice.mailSent', { label })
    const { customer, sent } = await sendLocked(tx, row)
    if (!sent) fail('invoice.noAddress', { label, customer })
    return label
  })
}

/**
 * Queues the mail of a locked, issued invoice in the transaction of its caller. A customer without
 * an address: nothing is queued, and that is noted on the invoice.
 */
export async function sendLocked(
  tx: Tx,
  row: Invoice,
): Promise<{ customer: string; sent: boolean }> {
  const { id, customerId, number, currency } = row
  const { customer, email, invoiceXml } = await mailAddressOf(tx, customerId)
  if (email === null) {
    await setMail(tx, row, { status: INVOICE_MAIL.noAddress })
    return { customer, sent: false }
  }
  const isNote = row.kind === 'creditNote'
  const credits = row.creditsId === null ? null : (await readInvoice(tx, row.creditsId)).number
  const due = !isNote && row.side === 'receivable'
  const message = await queueMessage(tx, {
    channel: 'email',
    to: email,
    template: isNote ? NOTE_WORDS : INVOICE_WORDS,
    lang: row.lang,
    data: {
      number,
      customer: row.buyer?.name ?? customer,
      seller: row.seller?.name ?? '',
      issuedOn: row.issuedOn,
      periodFrom: row.periodFrom,
      periodTo: row.periodTo,
      gross: wire(row.gross, currency),
      currency,
      dueOn: due ? row.dueOn : '',
      reference: due ? row.reference : '',
      ...(isNote ? { credits, reason: row.reason } : {}),
    },
    attachments: [
      { maker: PDF, ref: id, name: `${number}.pdf` },
      ...(invoiceXml ? [{ maker: XML, ref: id, name: `${number}.xml` }] : []),
    ],
    once: true,
    about: ABOUT,
  })
  await sql`insert into invoice_mail (tenant_id, invoice_id, message_id, sent_to, create_by)
    values (${tx.principal.tenantId}, ${id}, ${message.id}, ${email},
      ${tx.principal.username})`.execute(tx.db)
  await setMail(tx, row, { status: INVOICE_MAIL.waiting })
  return { customer, sent: true }
}

async function setMail(
  tx: Tx,
  { id, mailStatus }: Pick<Invoice, 'id' | 'mailStatus'>,
  {
    status,
    sentAt = null,
    sentTo = null,
  }: { status: string; sentAt?: string | null; sentTo?: string | null },
): Promise<void> {
  await sql`update invoice as i set mail_status = ${status},
      sent_at = coalesce(${sentAt}::timestamptz, i.sent_at),
      sent_to = coalesce(${sentTo}, i.sent_to), version = i.version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('invoice').where('i')} and i.id = ${id}`.execute(tx.db)
  await tx.audit(
    'invoice',
    id,
    'edit',
    { mailStatus },
    { mailStatus: status, ...(sentTo ? { sentTo } : {}) },
  )
}

/** What became of a mail stands on it, and on its invoice where it is the last one. */
subscribe(
  messageSettled,
  'invoices.onMailSettled',
  async (ctx, { about, messageId, outcome, receiver, detail, at }) => {
    if (about !== ABOUT) return
    await inTx(ctx, async (tx) => {
      const found = await sql<{ invoiceId: string }>`select e.invoice_id
        from ${tx.rows('invoiceMail').as('e')}
        where e.message_id = ${messageId}`.execute(tx.db)
      const mail = found.rows[0]
      if (!mail) return
      const row = await lockInvoice(tx, mail.invoiceId)
      const sentAt = outcome === 'sent' ? at : null
      await sql`update invoice_mail as e set status = ${outcome}, detail = ${detail},
          sent_to = ${receiver}, sent_at = coalesce(${sentAt}::timestamptz, e.sent_at)
        where ${tx.rows('invoiceMail').where('e')} and e.message_id = ${messageId}`.execute(tx.db)
      const last = await sql<{ messageId: string }>`select e.message_id
        from ${tx.rows('invoiceMail').as('e')} where e.invoice_id = ${row.id}
        order by e.id desc limit 1`.execute(tx.db)
      if (last.rows[0]?.messageId === messageId)
        await setMail(tx, row, { status: outcome, sentAt, sentTo: sentAt ? receiver : null })
    })
  },
)
