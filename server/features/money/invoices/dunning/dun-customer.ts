import { sql } from 'kysely'
import { DUNNING_ITEMS, DUNNING_STEPS } from '#contracts/money/dunning/dunning.parts.ts'
import { post, setAccount, type Line } from '#server/features/money/ledger/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { buyerOf, payToOf, sellerOf } from '../parties.ts'
import { wire } from '../wire.ts'
import {
  overdueInvoices,
  propose,
  sumsOf,
  type DueInvoice,
  type DueSum,
  type LeftOut,
} from './due-invoices.ts'
import { termsOf, type Terms } from './dunning-setting.ts'
import { sendLetter, wordLetter } from './send-letter.ts'

interface Claim {
  id: string
  sum: DueSum
}

/** What became of a customer: the letter, and the invoices of the proposal that are not on it. */
export interface Dunned {
  letterId: string
  customer: string
  leftOut: string[]
  sent: boolean
}

/**
 * One letter about what a customer has overdue: of the invoices a user saw those that are still due
 * for the same step, or all (null). Two runs at once take turns; the second finds the steps taken.
 */
export async function dunCustomer(
  tx: Tx,
  customerId: string,
  seen: ReadonlyMap<string, number> | null,
): Promise<Dunned> {
  const lock = `dunning ${tx.principal.tenantId} ${customerId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx.db)
  // A payment that runs at the same time is waited for.
  await sql`select i.id from invoice as i
    where ${tx.rows('invoice').where('i')} and i.customer_id = ${customerId} and i.open > 0
    order by i.id for update`.execute(tx.db)
  const terms = await termsOf(tx)
  const found = propose(await overdueInvoices(tx, customerId), terms)
  const due = found.customers[0]?.invoices ?? []
  const invoices = seen === null ? due : due.filter(({ id, step }) => seen.get(id) === step)
  const taken = new Set(invoices.map(({ id }) => id))
  const missing = seen === null ? [] : [...seen.keys()].filter((id) => !taken.has(id))
  const leftOut = await numbersOf(tx, customerId, missing, found.leftOut)
  const buyer = await buyerOf(tx, customerId)
  if (invoices.length === 0)
    fail('dunning.nothing', { label: buyer.name, invoices: leftOut.join(', ') })
  const sums = sumsOf(invoices, terms)
  const { letterId, claims } = await writeLetter(tx, { customerId, buyer, invoices, sums, terms })
  const sent = await sendLetter(tx, letterId)
  if (terms.freeze && invoices.some(({ step }) => step === DUNNING_STEPS))
    await freeze(tx, customerId, letterId, invoices)
  for (const claim of claims) await postClaim(tx, customerId, claim, invoices)
  return { letterId, customer: buyer.name, leftOut, sent }
}

/** Of these invoices the customer's, with what keeps each from the letter. */
async function numbersOf(
  tx: Tx,
  customerId: string,
  ids: readonly string[],
  leftOut: readonly LeftOut[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await sql<{
    id: string
    number: string
    open: string
  }>`select i.id, i.number, i.open
    from ${tx.rows('invoice').as('i')}
    where i.id = any(${ids}::bigint[]) and i.customer_id = ${customerId} and i.number is not null
    order by i.id`.execute(tx.db)
  return found.rows.map(({ id, number, open }) => {
    const why = BigInt(open) === 0n ? 'paid' : leftOut.find((row) => row.id === id)?.why
    return `${number} (${translate(tx.lang, 'dunning', `why.${why ?? 'dunned'}`)})`
  })
}

async function writeLetter(
  tx: Tx,
  of: {
    customerId: string
    buyer: Awaited<ReturnType<typeof buyerOf>>
    invoices: readonly DueInvoice[]
    sums: readonly DueSum[]
    terms: Terms
  },
): Promise<{ letterId: string; claims: Claim[] }> {
  const { customerId, invoices, sums, terms } = of
  const { lang, paymentDays: _, ...buyer } = of.buyer
  const { tenantId, username } = tx.principal
  const madeOn = await businessDay(tx)
  const step = invoices.reduce((most, one) => Math.max(most, one.step), 1)
  const seller = await sellerOf(tx)
  const payTo: Record<string, unknown> = {}
  for (const { currency } of sums) payTo[currency] = await payToOf(tx, currency)
  const total = sums
    .map(
      ({ currency, open, fee, interest }) => `${wire(open + fee + interest, currency)} ${currency}`,
    )
    .join('; ')
  const payBy = dayAfter(madeOn, terms.payDays)
  const words = await wordLetter(tx, step, lang, {
    customer: buyer.name,
    seller: seller.name,
    madeOn,
    payBy,
    total,
    invoices: invoices.map(({ number }) => number).join(', '),
  })
  const made = await sql<{ id: string }>`insert into dunning_letter (tenant_id, customer_id, step,
      invoices, total, made_on, pay_by, seller, buyer, pay_to, lang, title, body, create_by)
    values (${tenantId}, ${customerId}, ${step}, ${invoices.length}, ${total}, ${madeOn}::date,
      ${payBy}::date, ${JSON.stringify(seller)}::jsonb, ${JSON.stringify(buyer)}::jsonb,
      ${JSON.stringify(payTo)}::jsonb, ${lang}, ${words.title}, ${words.text}, ${username})
    returning id`.execute(tx.db)
  const letterId = made.rows[0]!.id
  await tx.audit('dunning_letter', letterId, 'add', null, { customerId, step, total })
  await writeReminders(tx, letterId, madeOn, invoices, sums)
  const claims: Claim[] = []
  for (const sum of sums) {
    if (sum.fee + sum.interest === 0n) continue
    const claim = await sql<{ id: string }>`insert into dunning_claim (tenant_id, letter_id,
        customer_id, currency, fee, interest, create_by)
      values (${tenantId}, ${letterId}, ${customerId}, ${sum.currency},
        ${sum.fee.toString()}::bigint, ${sum.interest.toString()}::bigint, ${username})
      returning id`.execute(tx.db)
    const { id } = claim.rows[0]!
    claims.push({ id, sum })
  }
  await tx.auditMany(
    'dunning_claim',
    'add',
    claims.map(({ id, sum: { currency, fee, interest } }) => ({
      id,
      before: null,
      after: { letterId, currency, fee: fee.toString(), interest: interest.toString() },
    })),
  )
  return { letterId, claims }
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The step stands on each invoice; the fee of a currency on the one that is furthest. */
async function writeReminders(
  tx: Tx,
  letterId: string,
  madeOn: string,
  invoices: readonly DueInvoice[],
  sums: readonly DueSum[],
): Promise<void> {
  const bearers = new Map<string, DueInvoice>()
  for (const row of invoices) {
    const known = bearers.get(row.currency)
    if (!known || row.step > known.step) bearers.set(row.currency, row)
  }
  const feeOf = (row: DueInvoice): bigint =>
    bearers.get(row.currency) === row
      ? (sums.find(({ currency }) => currency === row.currency)?.fee ?? 0n)
      : 0n
  const { tenantId, username } = tx.principal
  await sql`insert into invoice_reminder (tenant_id, invoice_id, step, letter_id, open, days_late,
      fee, interest, made_on, create_by)
    select ${tenantId}::bigint, x.id, x.step, ${letterId}::bigint, x.open, x.days, x.fee,
      x.interest, ${madeOn}::date, ${username}
    from unnest(${invoices.map(({ id }) => id)}::bigint[],
      ${invoices.map(({ step }) => step)}::int[], ${invoices.map(({ open }) => open)}::bigint[],
      ${invoices.map(({ daysLate }) => daysLate)}::int[],
      ${invoices.map((row) => feeOf(row).toString())}::bigint[],
      ${invoices.map(({ interest }) => interest.toString())}::bigint[])
      as x (id, step, open, days, fee, interest)`.execute(tx.db)
  await sql`update invoice as i set reminded = i.reminded + 1, reminded_at = now(),
      overdue = true, version = i.version + 1, update_by = ${username}, update_time = now()
    where ${tx.rows('invoice').where('i')}
      and i.id = any(${invoices.map(({ id }) => id)}::bigint[])`.execute(tx.db)
  await tx.auditMany(
    'invoice',
    'edit',
    invoices.map(({ id, reminded, step }) => ({
      id,
      before: { reminded },
      after: { reminded: step, letterId },
    })),
  )
}

/** Stops what of the customer's accounts may be spent; what is frozen already keeps its reason. */
async function freeze(
  tx: Tx,
  customerId: string,
  letterId: string,
  invoices: readonly DueInvoice[],
): Promise<void> {
  const system = asSystem(tx, tx.principal.tenantId)
  const found = await sql<{ id: string; version: number }>`select a.id, a.version
    from ${system.rows('ledgerAccount').as('a')}
    where a.customer_id = ${customerId} and a.status = 'open' order by a.id`.execute(tx.db)
  const numbers = invoices
    .filter(({ step }) => step === DUNNING_STEPS)
    .map(({ number }) => number)
    .join(', ')
  const frozenReason = translate(tx.lang, 'dunning', 'frozen', { invoices: numbers }).slice(0, 300)
  for (const { id, version } of found.rows) await setAccount(tx, id, { frozenReason }, version)
  await sql`update dunning_letter as d set froze = true
    where ${tx.rows('dunningLetter').where('d')} and d.id = ${letterId}`.execute(tx.db)
}

/** Owed by the customer next to its invoices, without tax: damages for late payment. */
async function postClaim(
  tx: Tx,
  customerId: string,
  { id, sum: { currency, fee, interest } }: Claim,
  invoices: readonly DueInvoice[],
): Promise<void> {
  const note = invoices
    .filter((row) => row.currency === currency)
    .map(({ number }) => number)
    .join(', ')
    .slice(0, 200)
  const { transactionId } = await post(tx, {
    key: `dunning:${id}`,
    kind: 'charge',
    debit: 'workDone',
    lines: claimLines(customerId, currency, { fee, interest }, note),
  })
  await sql`update dunning_claim as k set transaction_id = ${transactionId}
    where ${tx.rows('dunningClaim').where('k')} and k.id = ${id}`.execute(tx.db)
}

/** What a customer owes more, or less where the amounts are below zero. */
export function claimLines(
  customerId: string,
  currency: string,
  of: { fee: bigint; interest: bigint },
  note: string,
): Line[] {
  return (['fee', 'interest'] as const).flatMap((part): Line[] => {
    const minor = of[part]
    const tradeItem = DUNNING_ITEMS[part]
    return minor === 0n
      ? []
      : [
          {
            account: { kind: 'receivable', customerId, currency },
            minor: -minor,
            trade: { tradeItem, note },
          },
          { account: { kind: 'revenue', ref: tradeItem, customerId, currency }, minor },
        ]
  })
}
