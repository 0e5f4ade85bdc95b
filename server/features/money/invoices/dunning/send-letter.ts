import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult, Lang } from '#contracts/kit/envelope.ts'
import type { dunning } from '#contracts/money/dunning/dunning.ts'
import { INVOICE_MAIL } from '#contracts/money/invoice-mails.ts'
import { messageSettled } from '#contracts/platform/messaging/messages.events.ts'
import {
  defineTemplate,
  offerAttachment,
  queueMessage,
  wordsOf,
} from '#server/features/platform/messages/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { subscribe } from '#server/kit/jobs/jobs.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { mailAddressOf } from '../sending/mail-address.ts'
import { drawnLetter, letterName } from './letter-file.ts'
import { lockLetter, readLetter, type Letter } from './letter-row.ts'

const SAMPLE = {
  customer: 'Nordwind Logistik GmbH',
  seller: 'Parcelyard GmbH',
  madeOn: '2026-04-01',
  payBy: '2026-04-08',
  total: '124.00 EUR',
  invoices: 'INV2026-000001',
}
defineTemplate({ code: 'dunningMail.step1', space: 'dunning', channels: ['email'], sample: SAMPLE })
defineTemplate({ code: 'dunningMail.step2', space: 'dunning', channels: ['email'], sample: SAMPLE })
defineTemplate({ code: 'dunningMail.step3', space: 'dunning', channels: ['email'], sample: SAMPLE })

const ABOUT = 'dunning'
const PDF = 'dunning-pdf'
offerAttachment(PDF, async (ctx, id) => {
  const letter = await readLetter(ctx, id)
  return {
    name: letterName(letter),
    type: 'application/pdf',
    bytes: await drawnLetter(ctx, letter),
  }
})

const templateOf = (step: number): string => `dunningMail.step${step}`

/** The words of a step, the tenant's own or the product's; they stay with the letter. */
export function wordLetter(
  ctx: Ctx,
  step: number,
  lang: Lang,
  data: typeof SAMPLE,
): Promise<{ title: string; text: string }> {
  return wordsOf(ctx, { template: templateOf(step), channel: 'email', lang, data })
}

/** Queues a letter's mail in the transaction of its caller; false where there is no address. */
export async function sendLetter(tx: Tx, id: string): Promise<boolean> {
  const letter = await lockLetter(tx, id)
  const { email } = await mailAddressOf(tx, letter.customerId)
  if (email === null) return false
  const invoices = await sql<{ numbers: string }>`select string_agg(i.number, ', ' order by i.id)
      as numbers
    from ${tx.rows('invoiceReminder').as('m')}
      join ${tx.rows('invoice').as('i')} on i.id = m.invoice_id
    where m.letter_id = ${id}`.execute(tx.db)
  const message = await queueMessage(tx, {
    channel: 'email',
    to: email,
    template: templateOf(letter.step),
    lang: letter.lang,
    data: {
      customer: letter.buyer.name,
      seller: letter.seller.name,
      madeOn: letter.madeOn,
      payBy: letter.payBy,
      total: letter.total,
      invoices: invoices.rows[0]?.numbers ?? '',
    },
    attachments: [{ maker: PDF, ref: id, name: letterName(letter) }],
    once: true,
    about: ABOUT,
  })
  await setMail(tx, letter, { status: INVOICE_MAIL.waiting, to: email, messageId: message.id })
  return true
}

async function setMail(
  tx: Tx,
  { id, mailStatus }: Pick<Letter, 'id' | 'mailStatus'>,
  of: { status: string; to: string; messageId?: string; detail?: string; sentAt?: string },
): Promise<void> {
  await sql`update dunning_letter as d set mail_status = ${of.status}, sent_to = ${of.to},
      message_id = coalesce(${of.messageId ?? null}::bigint, d.message_id),
      mail_detail = ${of.detail ?? null},
      sent_at = coalesce(${of.sentAt ?? null}::timestamptz, d.sent_at), version = d.version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('dunningLetter').where('d')} and d.id = ${id}`.execute(tx.db)
  await tx.audit(
    'dunning_letter',
    id,
    'edit',
    { mailStatus },
    { mailStatus: of.status, sentTo: of.to },
  )
}

/** By hand; one that is on its way is not sent a second time. */
export function sendLetters(ctx: Ctx, { ids }: In<typeof dunning.send>): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const letter = await lockLetter(tx, id)
    const label = `${letter.buyer.name}: ${letter.title}`
    name(label)
    if (letter.mailStatus === INVOICE_MAIL.waiting) fail('invoice.mailWaiting', { label })
    if (!(await sendLetter(tx, id)))
      fail('invoice.noAddress', { label, customer: letter.buyer.name })
    return label
  })
}

/** What became of a letter's last mail stands on it. */
subscribe(
  messageSettled,
  'dunning.onMailSettled',
  async (ctx, { about, messageId, outcome, receiver, detail, at }) => {
    if (about !== ABOUT) return
    await inTx(ctx, async (tx) => {
      const found = await sql<{ id: string }>`select d.id from ${tx.rows('dunningLetter').as('d')}
        where d.message_id = ${messageId}`.execute(tx.db)
      if (!found.rows[0]) return
      const letter = await lockLetter(tx, found.rows[0].id)
      if (letter.messageId !== messageId) return
      const sent = outcome === 'sent' ? { sentAt: at } : {}
      await setMail(tx, letter, { status: outcome, to: receiver, detail, ...sent })
    })
  },
)
