import { sql } from 'kysely'
import { formatMoney } from '#contracts/kit/money.ts'
import { CURRENCY, setMoment } from './demo-recharges.ts'
import {
  applyPayment,
  creditInvoice,
  draftAccount,
  invoicedAccount,
  issueLocked,
  lockInvoice,
} from './features/money/invoices/index.ts'
import type { Ctx, Tx } from './kit/access/ctx.ts'
import { inTx } from './kit/db/tx.ts'
import { withClock } from './kit/runtime/clock.ts'

const DAY = 24 * 3_600_000

export interface InvoicePayment {
  invoiceId: string
  at: number
  minor: bigint
}
interface Customer {
  customerId: string
  code: string
  place: number
}
/** Customers whose invoices become something else than paid. */
const LATE = 'C1003'
const IN_PARTS = 'C1007'
const CREDITED = 'C1005'
/** Whose last draft is left to be issued by hand. */
const DRAFTED = 'C1002'

/**
 * The invoices over a month of a customer, made by the product as of the moment they are issued;
 * answers how they are going to be paid.
 */
export async function invoiceMonth(
  ctx: Ctx,
  { customerId, code, place }: Customer,
  until: number,
  moment: number,
): Promise<InvoicePayment[]> {
  const to = new Date(until).toISOString().slice(0, 10)
  const { rows } = await sql<{ id: string }>`select a.id from ${ctx.rows('ledgerAccount').as('a')}
    where a.party_id = ${customerId} and a.kind in ('receivable', 'customer')
    order by a.kind desc, a.currency`.execute(ctx.db)
  const last = Date.now() - moment < 31 * DAY
  const payments: InvoicePayment[] = []
  for (const { id } of rows)
    await inTx(ctx, (tx) =>
      withClock(
        () => moment,
        async () => {
          const draftId = await draftAccount(tx, await invoicedAccount(tx, id), { to })
          if (draftId === null) return
          await sql`update invoice as i set create_time = ${new Date(moment).toISOString()}::timestamptz
            where ${tx.rows('invoice').where('i')} and i.id = ${draftId}`.execute(tx.db)
          if (last && code === DRAFTED) return
          await issueLocked(tx, await lockInvoice(tx, draftId))
          if (code === CREDITED) await creditOne(tx, draftId, moment)
          payments.push(...(await paymentsOf(tx, draftId, { code, place })))
        },
      ),
    )
  return payments
}

/** One charge of the first invoice is given back. */
async function creditOne(tx: Tx, id: string, moment: number): Promise<void> {
  const { rows } = await sql<{ version: number; transactionId: string; known: boolean }>`select
      i.version, it.transaction_id, exists (select 1 from ${tx.rows('invoice').as('c')}
        where c.customer_id = i.customer_id and c.kind = 'creditNote') as known
    from ${tx.rows('invoice').as('i')}
      join ${tx.rows('invoiceTrade').as('it')} on it.invoice_id = i.id
    where i.id = ${id} order by it.trade_id limit 1`.execute(tx.db)
  const [found] = rows
  if (!found || found.known) return
  await setMoment(tx, moment)
  await withClock(
    () => Math.min(moment, Date.now()),
    () =>
      creditInvoice(tx, {
        id,
        version: found.version,
        transactionIds: [found.transactionId],
        lineNos: [],
        frees: false,
        reason: 'Parcel damaged in our depot',
      }),
  )
  await setMoment(tx, null)
}

async function paymentsOf(
  tx: Tx,
  id: string,
  { code, place }: Pick<Customer, 'code' | 'place'>,
): Promise<InvoicePayment[]> {
  const { open, dueOn, currency } = await lockInvoice(tx, id)
  // Contracts in other currencies are still to be paid: open items, and a rate that moved.
  if (currency !== CURRENCY) return []
  const due = Date.parse(`${dueOn}T10:00:00Z`)
  const minor = BigInt(open)
  if (minor === 0n) return []
  const recent = Date.now() - due < 45 * DAY
  if (recent && code === LATE) return []
  // Some pay a little late, as they do.
  const at = due + (place % 3 === 1 ? 9 : -(place % 6)) * DAY
  const parts = recent && code === IN_PARTS ? minor / 2n : minor
  return parts === 0n ? [] : [{ invoiceId: id, at, minor: parts }]
}

/** From the balance, into which the customer has just paid. */
export async function payInvoice(tx: Tx, { invoiceId, at, minor }: InvoicePayment): Promise<void> {
  await setMoment(tx, at)
  const { version, currency } = await lockInvoice(tx, invoiceId)
  await withClock(
    () => at,
    () => applyPayment(tx, { id: invoiceId, version, amount: formatMoney({ minor, currency }) }),
  )
  await sql`update invoice_payment as p set create_time = ${new Date(at).toISOString()}::timestamptz
    where ${tx.rows('invoicePayment').where('p')} and p.invoice_id = ${invoiceId}`.execute(tx.db)
}
