import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { isId } from '#contracts/kit/envelope.ts'
import type { invoices } from '#contracts/money/invoices.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { bytesOf, filesOf, storeFile } from '#server/kit/files/stored-files.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { drawInvoice } from './draw-invoice.ts'
import { readInvoice, type Invoice } from './invoice-row.ts'
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
  const bytes = await drawn(ctx, row)
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

async function drawnNow(ctx: Ctx, row: Invoice): Promise<Buffer> {
  const { lang, ...buyer } = await buyerOf(ctx, row.customerId)
  const payTo = row.side === 'customer' ? null : await payToOf(ctx, row.currency)
  return drawn(ctx, { ...row, lang, buyer, payTo, seller: await sellerOf(ctx) })
}

async function drawn(ctx: Ctx, row: Invoice): Promise<Buffer> {
  const credits = row.creditsId === null ? null : (await readInvoice(ctx, row.creditsId)).number
  return drawInvoice(
    { row, lines: await linesOf(ctx, row.id), vat: row.vat.map(readVat), credits },
    (key, data) => translate(row.lang, 'invoices', key, data),
    await dictTexts({ ...ctx, lang: row.lang }),
  )
}
