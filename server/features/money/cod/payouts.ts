import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { needsStepUp } from '#contracts/money/account-figures.ts'
import { formatMoney, parseMoney } from '#contracts/kit/money.ts'
import { COD, PAYOUT } from '#contracts/money/cod/cod.states.ts'
import type { codPayouts } from '#contracts/money/cod/cod.ts'
import { requireOwnSession } from '#server/features/money/accounts/index.ts'
import { decidedAlone, requireSecondUser, reverse } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failFields } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { lockItems, type CodItem } from './item-row.ts'
import { lockPayout, patchPayout, requirePayout, wirePayout, type Payout } from './payout-row.ts'
import { moveItems, payPayout, storePayout } from './payout-steps.ts'
import { readSetting } from './setting.ts'

/** What customers within reach have to come, by currency. */
export async function listOwed(ctx: Ctx): Promise<Out<typeof codPayouts.owed>> {
  const found = await sql<{
    customerId: string
    customer: string
    currency: string
    minor: string
    items: number
    since: string | null
    iban: string | null
  }>`select o.customer_id, c.name as customer, o.currency, o.minor, o.items, o.since, b.iban
    from (select i.customer_id, i.currency, sum(i.due)::text as minor, count(*)::int as items,
        min(i.settled_at)::text as since
      from ${ctx.rows('codItem').as('i')} where i.status = ${COD.remitted}
      group by i.customer_id, i.currency) as o
      join ${ctx.rows('customer').as('c')} on c.id = o.customer_id
      left join ${ctx.rows('codBank').as('b')} on b.customer_id = o.customer_id
    order by c.name, o.currency`.execute(ctx.db)
  return found.rows.map(({ minor, since, ...row }) => ({
    ...row,
    amount: formatMoney({ minor: BigInt(minor), currency: row.currency }),
    since: since === null ? null : new Date(since).toISOString(),
  }))
}

type Wanted = In<typeof codPayouts.run>['rows'][number]
interface Source {
  payTo: 'bank' | 'balance'
  accountId: string | null
}

/** Pays out what was previewed, whole or not at all. */
export async function runPayouts(
  ctx: Ctx,
  { rows, receivingAccountId }: In<typeof codPayouts.run>,
): Promise<Out<typeof codPayouts.run>> {
  const pairs = new Set(rows.map(({ customerId, currency }) => `${customerId} ${currency}`))
  if (pairs.size < rows.length) failFields([{ path: 'rows', code: 'field.duplicate' }])
  const numbers = await nextSerialNumbers(ctx, 'cod_payout', 'CP', rows.length)
  // In one order, whatever the screen's: two runs lock the same rows one after the other.
  const sorted = rows.toSorted((a, b) =>
    BigInt(a.customerId) === BigInt(b.customerId)
      ? a.currency.localeCompare(b.currency)
      : BigInt(a.customerId) < BigInt(b.customerId)
        ? -1
        : 1,
  )
  return inTx(ctx, async (tx) => {
    const { payTo } = await readSetting(tx)
    const source = {
      payTo,
      accountId: payTo === 'bank' ? await accountFor(tx, receivingAccountId ?? null, rows) : null,
    }
    const items = await owedItems(tx, sorted)
    const made: { payout: Payout; items: CodItem[] }[] = []
    for (const [at, row] of sorted.entries())
      made.push(await order(tx, { no: numbers[at]!, ...row, items }, source))
    // The ledger locks accounts until the commit: it comes last.
    for (const { payout, items } of made)
      if (payout.status === PAYOUT.ordered && payTo === 'balance')
        await payPayout(tx, payout, items)
    return made.map(({ payout: { id, no, customerId, currency, amount, status } }) => ({
      id,
      no,
      customerId,
      currency,
      amount: formatMoney({ minor: BigInt(amount), currency }),
      status: status === PAYOUT.ordered && payTo === 'balance' ? PAYOUT.paid : status,
    }))
  })
}

/** The company's account, in the one currency of the run. */
async function accountFor(tx: Tx, id: string | null, rows: readonly Wanted[]): Promise<string> {
  if (id === null) return failFields([{ path: 'receivingAccountId', code: 'field.required' }])
  const found = await sql<{ currency: string }>`select a.currency
    from ${tx.rows('receivingAccount').as('a')} where a.id = ${id}`.execute(tx.db)
  const account = found.rows[0] ?? failFields([{ path: 'receivingAccountId', code: 'field.ref' }])
  const other = rows.find(({ currency }) => currency !== account.currency)
  if (other) fail('cod.accountCurrency', { account: account.currency, currency: other.currency })
  return id
}

/** What is owed to all customers of a run, locked at once: in one order with imports and scans. */
async function owedItems(tx: Tx, rows: readonly Wanted[]): Promise<CodItem[]> {
  const found = await sql<{ id: string }>`select i.id from ${tx.rows('codItem').as('i')}
      join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x("customerId" bigint,
        currency text) on x."customerId" = i.customer_id and x.currency = i.currency
    where i.status = ${COD.remitted}`.execute(tx.db)
  const locked = await lockItems(
    tx,
    found.rows.map(({ id }) => id),
  )
  return locked.filter(({ status }) => status === COD.remitted)
}

async function order(
  tx: Tx,
  { no, customerId, currency, amount, items: all }: Wanted & { no: string; items: CodItem[] },
  { payTo, accountId }: Source,
): Promise<{ payout: Payout; items: CodItem[] }> {
  const seen = await sql<{ id: string; name: string; holder: string; iban: string; bic: string }>`
    select c.id, c.name, b.holder, b.iban, b.bic
    from ${tx.rows('customer').as('c')}
      left join ${tx.rows('codBank').as('b')} on b.customer_id = c.id
    where c.id = ${customerId}`.execute(tx.db)
  const customer = seen.rows[0] ?? failFields([{ path: 'rows', code: 'field.ref' }])
  if (payTo === 'bank' && !customer.iban) fail('cod.noBank', { label: customer.name })
  const items = all.filter((one) => one.customerId === customerId && one.currency === currency)
  const minor = items.reduce((sum, { due }) => sum + BigInt(due ?? 0), 0n)
  if (minor === 0n || parseMoney(amount, currency, 'positive')?.minor !== minor)
    failConflict('cod.owedChanged', null, { label: customer.name, currency })
  // Counted with what the user gave back to the customer today: parts do not get round the limit.
  const decision = { kind: 'refund', customerId, currency, minor, unset: 0n } as const
  const two = !(await decidedAlone(tx, decision))
  if (two || needsStepUp(minor, currency)) {
    requireOwnSession(tx)
    await requireStepUp(tx)
  }
  const status = two ? PAYOUT.waiting : PAYOUT.ordered
  const bank = payTo === 'bank' ? customer : null
  const wish = { no, customerId, currency, minor, payTo, accountId, status, bank }
  return storePayout(tx, wish, items)
}

async function itemsOf(tx: Tx, payoutId: string): Promise<CodItem[]> {
  const found = await sql<{ id: string }>`select i.id from ${tx.rows('codItem').as('i')}
    where i.payout_id = ${payoutId}`.execute(tx.db)
  return lockItems(
    tx,
    found.rows.map(({ id }) => id),
  )
}

/** The second user's consent: to the balance it is paid at once, else the bank is asked. */
export function approvePayout(
  ctx: Ctx,
  { id, version }: In<typeof codPayouts.approve>,
): Promise<Out<typeof codPayouts.approve>> {
  requireOwnSession(ctx)
  return inTx(ctx, async (tx) => {
    const payout = await lockPayout(tx, id)
    await requirePayout(tx, 'approve', payout, version)
    await requireSecondUser(tx, {
      userId: payout.firstUserId ?? '0',
      actorId: payout.firstActorId,
    })
    await requireStepUp(tx)
    await patchPayout(tx, payout, { status: PAYOUT.ordered, approved: true })
    if (payout.payTo === 'balance')
      await payPayout(tx, { ...payout, status: PAYOUT.ordered }, await itemsOf(tx, id))
    return wirePayout(tx, id)
  })
}

/** Leaves it unpaid: its orders are owed again. */
export function cancelPayout(
  ctx: Ctx,
  { id, version, reason }: In<typeof codPayouts.cancel>,
): Promise<Out<typeof codPayouts.cancel>> {
  return inTx(ctx, async (tx) => {
    const payout = await lockPayout(tx, id)
    await requirePayout(tx, 'cancel', payout, version)
    await moveItems(tx, await itemsOf(tx, id), { status: COD.remitted, payoutId: null })
    await patchPayout(tx, payout, { status: PAYOUT.cancelled, reason })
    return wirePayout(tx, id)
  })
}

/** The bank made these transfers. */
export function payPayouts(
  ctx: Ctx,
  { ids }: In<typeof codPayouts.pay>,
): Promise<Out<typeof codPayouts.pay>> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const payout = await lockPayout(tx, id)
    name(payout.no)
    await requirePayout(tx, 'pay', payout)
    await payPayout(tx, payout, await itemsOf(tx, id))
    return payout.no
  })
}

/** The bank sent it back: booked back where it was booked, and owed again. */
export function returnedPayout(
  ctx: Ctx,
  { id, version, reason }: In<typeof codPayouts.returned>,
): Promise<Out<typeof codPayouts.returned>> {
  return inTx(ctx, async (tx) => {
    const payout = await lockPayout(tx, id)
    await requirePayout(tx, 'returned', payout, version)
    const items = await itemsOf(tx, id)
    await moveItems(tx, items, { status: COD.remitted, payoutId: null, paidOn: null })
    await patchPayout(tx, payout, { status: PAYOUT.returned, reason })
    if (payout.transactionId !== null)
      await reverse(tx, { transactionId: payout.transactionId, reason, debit: 'workDone' })
    return wirePayout(tx, id)
  })
}
