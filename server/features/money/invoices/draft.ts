import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult, Lang } from '#contracts/kit/envelope.ts'
import { INVOICE, type PlannedDraft } from '#contracts/money/invoices.parts.ts'
import type { invoices } from '#contracts/money/invoices.ts'
import type { Ctx, RowOutcome, Tx } from '#server/kit/access/ctx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { companyVatOf } from './company-vat.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { insertInvoice, insertParts } from './draft-rows.ts'
import {
  gather,
  invoicedAccount,
  invoicedAccounts,
  isOfMonth,
  sumsOf,
  type Gathered,
  type InvoicedAccount,
} from './gather.ts'
import { labelOf, lockInvoice, readInvoice, type Invoice } from './invoice-row.ts'
import { buyerOf, problemsOf, sellerOf } from './parties.ts'
import { plainRules } from './plain-rules.ts'
import { storedVat, wire, wireLine, wireVat } from './wire.ts'

interface Span {
  from?: string | undefined
  to: string
}

export async function previewDraft(
  ctx: Ctx,
  { accountId, from, to: asked }: In<typeof invoices.preview>,
): Promise<Out<typeof invoices.preview>> {
  requireForwards({ from, to: asked })
  const account = await invoicedAccount(ctx, accountId)
  const { currency } = account
  const to = await pastOf(ctx, asked)
  const draftId = await draftOf(ctx, accountId, to)
  const found = await gather(ctx, account, { from, to, draftId })
  const seller = await sellerOf(ctx)
  const buyer = await buyerOf(ctx, account.customerId)
  const draft = asDraft(account, found, to, buyer.lang)
  return {
    accountId,
    customer: account.customer,
    currency,
    periodFrom: from ?? found.first,
    periodTo: to,
    net: wire(found.net, currency),
    tax: wire(found.tax, currency),
    gross: wire(found.gross, currency),
    lines: found.lines.map((line) => wireLine(line, currency)),
    vat: found.vat.map((one) => wireVat(one, currency)),
    waiting: found.waiting,
    waitingAmount: wire(found.waitingAmount, currency),
    problems: [
      ...problemsOf(found, seller, buyer),
      ...((await companyVatOf(ctx, draft)) === 'noRate' ? ['invoice.noRate'] : []),
    ],
    ...(await plainRules(ctx, draft, found.lines)),
  }
}

/** A period ends with the day it is invoiced on at the latest. */
export async function pastOf(ctx: Ctx, to: string): Promise<string> {
  const today = await businessDay(ctx)
  return to < today ? to : today
}

/** What an account would be invoiced, as the draft it would be. */
const asDraft = (account: InvoicedAccount, found: Gathered, to: string, lang: Lang): Invoice => ({
  id: '0',
  kind: found.isBack ? 'creditNote' : 'invoice',
  number: null,
  status: INVOICE.draft,
  customerId: account.customerId,
  accountId: account.id,
  side: account.kind,
  currency: account.currency,
  periodFrom: found.first ?? to,
  periodTo: to,
  net: found.net.toString(),
  tax: found.tax.toString(),
  gross: found.gross.toString(),
  paid: '0',
  credited: '0',
  open: '0',
  issuedOn: null,
  dueOn: null,
  reference: null,
  creditsId: null,
  frees: null,
  reason: null,
  seller: null,
  buyer: null,
  vat: found.vat.map(storedVat),
  companyVat: null,
  payTo: null,
  lang,
  mailStatus: null,
  reminded: 0,
  dunBlockReason: null,
  version: 0,
})

function requireForwards({ from, to }: Span): void {
  if (from !== undefined && from > to) failFields([{ path: 'to', code: 'account.spanBackwards' }])
}

/** What `draftInvoices` would make now, worked out as it does. */
export async function planDrafts(
  ctx: Ctx,
  { ids, from, to: asked }: In<typeof invoices.planned>,
): Promise<Out<typeof invoices.planned>> {
  requireForwards({ from, to: asked })
  const to = await pastOf(ctx, asked)
  const planned: PlannedDraft[] = []
  const all = [...new Set(ids)]
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE)
    const accounts = await invoicedAccounts(ctx, some)
    const drafts = await draftsOf(ctx, some, to)
    const draftIds = [...drafts.values()].map(({ id }) => id)
    const sums = await sumsOf(ctx, some, { from, to, draftIds })
    for (const accountId of some) {
      const { customer, currency } = accounts.get(accountId) ?? failMissing()
      const found = sums.get(accountId)
      if (!found) continue
      const replaced = drafts.get(accountId)
      planned.push({
        accountId,
        customer,
        currency,
        gross: wire(found.isBack ? -found.gross : found.gross, currency),
        periodFrom: from ?? found.first!,
        periodTo: to,
        replaces: replaced
          ? {
              gross: signedGross(replaced),
              periodFrom: replaced.periodFrom,
              periodTo: replaced.periodTo,
            }
          : null,
      })
    }
  }
  return planned
}
/** Accounts whose charges are read together. */
const AT_ONCE = 100

/** Below zero where it goes back. */
const signedGross = ({
  kind,
  gross,
  currency,
}: Pick<Invoice, 'kind' | 'gross' | 'currency'>): string =>
  wire(kind === 'creditNote' ? -BigInt(gross) : gross, currency)

/** Drafts of accounts, row by row, and what each came to. */
export async function draftInvoices(
  ctx: Ctx,
  { ids, from, to }: In<typeof invoices.draft>,
): Promise<Out<typeof invoices.draft>> {
  requireForwards({ from, to })
  const result = await eachRow(ctx, ids, async (tx, id, name) => {
    const account = await invoicedAccount(tx, id)
    name(`${account.customer} ${account.currency}`)
    const made = await draftAccount(tx, account, { from, to })
    if (made === null) fail('invoice.nothing', { label: `${account.customer} ${account.currency}` })
    const gross = signedGross(await readInvoice(tx, made))
    return {
      label: `${account.customer} ${account.currency}`,
      data: { gross, currency: account.currency },
    }
  })
  const outcomes: readonly RowOutcome[] = result.rows
  return {
    ...result,
    rows: outcomes.map(({ data: _, ...row }) => row),
    made: outcomes.flatMap(({ data }) =>
      data ? [{ gross: String(data.gross), currency: String(data.currency) }] : [],
    ),
  }
}

/**
 * The draft of an account over all that is on no invoice: made, or made again where the month has
 * one already, so a second run changes nothing. Those of other months stay as they are. Null where
 * nothing is to be invoiced.
 */
export async function draftAccount(
  tx: Tx,
  account: InvoicedAccount,
  { from, to: asked }: Span,
): Promise<string | null> {
  const lock = `invoice draft ${tx.principal.tenantId} ${account.id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx.db)
  const to = await pastOf(tx, asked)
  const draftId = await draftOf(tx, account.id, to)
  const found = await gather(tx, account, { from, to, draftId })
  if (found.trades.length === 0) return null
  const period = { from: from ?? found.first!, to }
  const id = draftId
    ? await emptyDraft(tx, draftId, found, period)
    : await insertInvoice(tx, account, found, {
        ...period,
        kind: found.isBack ? 'creditNote' : 'invoice',
      })
  await insertParts(tx, id, found)
  const after = {
    customerId: account.customerId,
    currency: account.currency,
    gross: found.gross.toString(),
    ...period,
  }
  await tx.audit('invoice', id, draftId ? 'edit' : 'add', draftId ? {} : null, after)
  return id
}

type Draft = Pick<
  Invoice,
  'id' | 'accountId' | 'kind' | 'currency' | 'gross' | 'periodFrom' | 'periodTo'
>

/** The drafts of accounts whose period ends in the month of a day, by account. */
async function draftsOf(
  ctx: Ctx,
  accountIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, Draft>> {
  const found = await sql<Draft>`select i.id, i.account_id, i.kind, i.currency, i.gross,
      i.period_from::text as period_from, i.period_to::text as period_to
    from ${ctx.rows('invoice').as('i')}
    where i.account_id = any(${[...accountIds]}::bigint[]) and i.status = 'draft'
      and i.credits_id is null and ${isOfMonth(day)}`.execute(ctx.db)
  return new Map(found.rows.map((one) => [one.accountId, one]))
}

const draftOf = async (ctx: Ctx, accountId: string, day: string): Promise<string | null> =>
  (await draftsOf(ctx, [accountId], day)).get(accountId)?.id ?? null

async function emptyDraft(
  tx: Tx,
  id: string,
  { net, tax, gross, vat, isBack }: Gathered,
  { from, to }: { from: string; to: string },
): Promise<string> {
  // Issued meanwhile: it is no draft any more, and its trade details are its own.
  const row = await lockInvoice(tx, id)
  if (row.number !== null) fail('invoice.notDraft', { label: labelOf(row) })
  await sql`delete from invoice_line as l
    where ${tx.rows('invoiceLine').where('l')} and l.invoice_id = ${id}`.execute(tx.db)
  await sql`delete from invoice_trade as it
    where ${tx.rows('invoiceTrade').where('it')} and it.invoice_id = ${id}`.execute(tx.db)
  await sql`update invoice as i set net = ${net.toString()}::bigint,
      tax = ${tax.toString()}::bigint, gross = ${gross.toString()}::bigint,
      kind = ${isBack ? 'creditNote' : 'invoice'},
      vat = ${JSON.stringify(vat.map(storedVat))}::jsonb, period_from = ${from}::date,
      period_to = ${to}::date, version = i.version + 1, update_by = ${tx.principal.username},
      update_time = now()
    where ${tx.rows('invoice').where('i')} and i.id = ${id}`.execute(tx.db)
  return id
}

/** Drafts that are not wanted; what they named may be invoiced again. */
export function discardDrafts(ctx: Ctx, { ids }: In<typeof invoices.discard>): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const row = await lockInvoice(tx, id)
    name(labelOf(row))
    if (row.number !== null) fail('invoice.notDraft', { label: labelOf(row) })
    await sql`delete from invoice as i where ${tx.rows('invoice').where('i')}
      and i.id = ${id}`.execute(tx.db)
    const { customerId, currency, gross } = row
    await tx.audit('invoice', id, 'delete', { customerId, currency, gross }, null)
    return labelOf(row)
  })
}
