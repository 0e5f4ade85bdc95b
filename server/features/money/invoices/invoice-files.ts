import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { isId } from '#contracts/kit/envelope.ts'
import type { invoices } from '#contracts/money/invoices.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { checkInvoice } from '#server/kit/einvoice/check-invoice.ts'
import { invoiceXml } from '#server/kit/einvoice/cii.ts'
import { facturX } from '#server/kit/einvoice/factur-x.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { bytesOf, filesOf, storeFile } from '#server/kit/files/stored-files.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { drawInvoice } from './papers/draw-invoice.ts'
import { electronicInvoice } from './electronic-invoice.ts'
import { labelOf, readInvoice, type Invoice } from './invoice-row.ts'
import { buyerOf, payToOf, sellerOf } from './parties.ts'
import { linesOf } from './read-invoices.ts'
import { readVat } from './wire.ts'

const OWNER = 'invoice'

async function named(ctx: Ctx, ids: readonly string[]) {
  const known = ids.filter((id) => isId(id))
  const { rows } = await sql<{ id: string; number: string; customerId: string }>`select i.id,
      i.number, i.customer_id
    from ${ctx.rows('invoice').as('i')}
    where i.id = any(${known}::bigint[]) and i.number is not null`.execute(ctx.db)
  return rows
}

/** The paper of an issued invoice: made by the product, never changed or sent by users. */
offerFileOwner({
  kind: OWNER,
  kinds: {},
  readable: async (ctx, ids) =>
    ctx.can('acc:invoice:list') || ctx.can('pay:invoice:list')
      ? new Map((await named(ctx, ids)).map(({ id, number }) => [id, number]))
      : new Map<string, string>(),
  mayChange: () => Promise.resolve(false),
  existing: async (ctx, ids) => new Set((await named(ctx, ids)).map(({ id }) => id)),
  customerOf: async (ctx, id) => (await named(ctx, [id]))[0]?.customerId ?? null,
})

/** The invoice as a PDF; a draft is drawn as it would be now, and marked as a draft. */
export async function invoicePdf(ctx: Ctx, { id }: In<typeof invoices.pdf>): Promise<FileReply> {
  const row = await readInvoice(ctx, id)
  const bytes = row.number === null ? await drawnNow(ctx, row) : await paperOf(ctx, row)
  const name = row.number ?? translate(ctx.lang, 'invoices', 'paper.draft')
  return new FileReply(`${name}.pdf`, 'application/pdf', bytes, { isInline: true })
}

/** The stored paper of an issued invoice; drawn and stored when it is first asked for. */
export async function paperOf(ctx: Ctx, row: Invoice): Promise<Buffer> {
  const [stored] = await filesOf(ctx, OWNER, [row.id])
  if (stored) return bytesOf(ctx, stored)
  const bytes = await drawIssued(ctx, row)
  // As the system: who reads it first changes nothing of theirs.
  await storeFile(asSystem(ctx, ctx.principal.tenantId), {
    ownerKind: OWNER,
    ownerId: row.id,
    name: `${row.number}.pdf`,
    bytes,
    kind: 'document',
    customerId: row.customerId,
  })
  return bytes
}

/** A draft as it would be now. */
async function drawnNow(ctx: Ctx, row: Invoice): Promise<Buffer> {
  const { lang, ...buyer } = await buyerOf(ctx, row.customerId)
  const payTo = row.side === 'customer' ? null : await payToOf(ctx, row.currency)
  const { drawn, t, dict } = await partsOf(ctx, {
    ...row,
    lang,
    buyer,
    payTo,
    seller: await sellerOf(ctx),
  })
  return await drawInvoice(drawn, t, dict).end()
}

/**
 * With the XML of EN 16931 inside (ZUGFeRD, Factur-X). What the standard cannot express, such as
 * amounts with three decimals, is a plain PDF.
 */
async function drawIssued(ctx: Ctx, row: Invoice): Promise<Buffer> {
  const { drawn, t, dict } = await partsOf(ctx, row)
  const invoice = electronicInvoice(drawn, t, dict)
  const pages = drawInvoice(drawn, t, dict)
  if (checkInvoice(invoice).length > 0) return await pages.end()
  return facturX(pages, invoice, {
    created: new Date(`${row.issuedOn}T00:00:00Z`),
    language: row.lang === 'zh_CN' ? 'zh-CN' : 'en',
    title: row.number!,
  })
}

/** The XML alone, as XRechnung: what it demands and the invoice has not is named. */
export async function invoiceXmlFile(
  ctx: Ctx,
  { id }: In<typeof invoices.xml>,
): Promise<FileReply> {
  const row = await readInvoice(ctx, id)
  if (row.number === null) fail('invoice.notIssued', { label: labelOf(row) })
  return new FileReply(`${row.number}.xml`, 'application/xml', await invoiceXmlBytes(ctx, row))
}

/** The XRechnung of an issued invoice; refuses what it demands and the invoice has not. */
export async function invoiceXmlBytes(ctx: Ctx, row: Invoice): Promise<Buffer> {
  const { drawn, t, dict } = await partsOf(ctx, row)
  return Buffer.from(await invoiceXml(electronicInvoice(drawn, t, dict), 'xrechnung'), 'utf8')
}

async function partsOf(ctx: Ctx, row: Invoice) {
  const credits = row.creditsId === null ? null : (await readInvoice(ctx, row.creditsId)).number
  return {
    drawn: { row, lines: await linesOf(ctx, row.id), vat: row.vat.map(readVat), credits },
    t: (key: string, data?: Record<string, unknown>) => translate(row.lang, 'invoices', key, data),
    dict: await dictTexts({ ...ctx, lang: row.lang }),
  }
}
