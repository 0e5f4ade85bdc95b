import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney, isCurrency } from '#contracts/kit/money.ts'
import type { recharges } from '#contracts/money/recharges.ts'
import { stepUpAbove } from '#contracts/money/account-figures.ts'
import { askTwoUsers, offerTwoUsers } from '#server/features/money/accounts/index.ts'
import { decidedAlone, decidedToday, type Decision } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failFields, failMissing, type RawIssue } from '#server/kit/http/errors.ts'
import { minorIn } from './recharge-row.ts'

interface Limit {
  currency: string
  amount: string
}
const worded = ({ currency, amount }: Limit): Limit => ({
  currency,
  amount: formatMoney({ currency, minor: BigInt(amount) }),
})

async function limitsOf(ctx: Ctx): Promise<Limit[]> {
  const found = await sql<Limit>`select l.currency, l.amount
    from ${ctx.rows('rechargeLimit').as('l')} order by l.currency`.execute(ctx.db)
  return found.rows.map(worded)
}

export const readLimits = (ctx: Ctx): Promise<Out<typeof recharges.limits>> => limitsOf(ctx)

/**
 * All limits at once: a currency left out has none, and every confirmation takes two users. What
 * lets one user do more than before waits for a second one.
 */
export function saveLimits(
  ctx: Ctx,
  { limits }: In<typeof recharges.saveLimits>,
): Promise<Out<typeof recharges.saveLimits>> {
  return inTx(ctx, async (tx) => {
    const issues = limits.flatMap(({ currency }, at): RawIssue[] =>
      !isCurrency(currency)
        ? [{ path: `limits.${at}.currency`, code: 'field.dict' }]
        : limits.findIndex((one) => one.currency === currency) < at
          ? [{ path: `limits.${at}.currency`, code: 'field.duplicate', data: { value: currency } }]
          : [],
    )
    if (issues.length > 0) failFields(issues)
    const wanted = limits.map(({ currency, amount }, at) => ({
      currency,
      amount: minorIn(amount, currency, `limits.${at}.amount`).toString(),
    }))
    const before = await limitsOf(tx)
    const now = await lowerOnly(tx, wanted)
    await sql`delete from recharge_limit as l where ${tx.rows('rechargeLimit').where('l')}`.execute(
      tx.db,
    )
    await sql`insert into recharge_limit (tenant_id, currency, amount)
      select ${tx.principal.tenantId}, x.currency, x.amount
      from jsonb_to_recordset(${JSON.stringify(now)}::jsonb)
        as x(currency text, amount bigint)`.execute(tx.db)
    const after = await limitsOf(tx)
    const plain = (all: readonly Limit[]) =>
      all.map(({ currency, amount }) => `${amount} ${currency}`).join(', ')
    await tx.audit(
      'recharge_limit',
      tx.principal.tenantId,
      'edit',
      { alone: plain(before) },
      { alone: plain(after) },
    )
    return after
  })
}

/** What may be alone in a currency, minor units: without a limit charges by hand have one, too. */
const mostAlone = (currency: string, amount: string | undefined): bigint =>
  amount === undefined ? stepUpAbove(currency) : BigInt(amount)

/** The limits as they are now, lowered where wanted; what is wanted beyond is asked for. */
async function lowerOnly(tx: Tx, wanted: readonly Limit[]): Promise<Limit[]> {
  const { rows } = await sql<Limit>`select l.currency, l.amount
    from ${tx.rows('rechargeLimit').as('l')} order by l.currency for update`.execute(tx.db)
  const before = new Map(rows.map(({ currency, amount }) => [currency, amount]))
  const after = new Map(wanted.map(({ currency, amount }) => [currency, amount]))
  const raised = [...new Set([...before.keys(), ...after.keys()])].filter((currency) => {
    const [was, is] = [before.get(currency), after.get(currency)]
    return is === undefined
      ? mostAlone(currency, was) < stepUpAbove(currency)
      : BigInt(is) > BigInt(was ?? '0')
  })
  if (raised.length > 0) {
    const text = (currency: string, amount: string | undefined) =>
      amount === undefined ? null : formatMoney({ minor: BigInt(amount), currency })
    await askTwoUsers(tx, {
      kind: 'limits',
      aboutId: null,
      label: raised.join(', '),
      changes: raised.map((currency) => ({
        field: currency,
        before: text(currency, before.get(currency)),
        after: text(currency, after.get(currency)),
      })),
    })
  }
  return [...before.keys(), ...after.keys()]
    .filter((currency, at, all) => all.indexOf(currency) === at)
    .flatMap((currency) => {
      const amount = (raised.includes(currency) ? before : after).get(currency)
      return amount === undefined ? [] : [{ currency, amount }]
    })
}

offerTwoUsers('limits', {
  perms: ['acc:recharge:limit', 'acc:recharge:confirm'],
  apply: async (tx, { changes }) => {
    for (const { field: currency, after } of changes) {
      await sql`delete from recharge_limit as l
        where ${tx.rows('rechargeLimit').where('l')} and l.currency = ${currency}`.execute(tx.db)
      if (after === null) continue
      await sql`insert into recharge_limit (tenant_id, currency, amount)
        values (${tx.principal.tenantId}, ${currency},
          ${minorIn(after, currency, 'limits').toString()}::bigint)`.execute(tx.db)
    }
    await tx.audit('recharge_limit', tx.principal.tenantId, 'edit', null, {
      alone: changes.map(({ field, after }) => `${after ?? '–'} ${field}`).join(', '),
    })
  },
})

/**
 * Whether this takes a second user: `inAll` of one recharge is above what one user may confirm
 * alone, or what the caller decided for the customer today comes to more with it.
 */
export async function takesTwo(
  tx: Tx,
  { kind, inAll, ...decision }: Omit<Decision, 'unset'> & { inAll: bigint },
): Promise<boolean> {
  if (await aboveLimit(tx, inAll, decision.currency)) return true
  return !(await decidedAlone(tx, { kind, unset: 0n, ...decision }))
}

async function aboveLimit(tx: Tx, minor: bigint, currency: string): Promise<boolean> {
  const found = await sql<{ amount: string }>`select l.amount
    from ${tx.rows('rechargeLimit').as('l')} where l.currency = ${currency}`.execute(tx.db)
  return minor > BigInt(found.rows[0]?.amount ?? '0')
}

/** What `takesTwo` leaves the caller of a recharge now: it counts nothing. */
export async function leftAlone(
  ctx: Ctx,
  { id }: In<typeof recharges.alone>,
): Promise<Out<typeof recharges.alone>> {
  const found = await sql<{
    customerId: string
    currency: string
    received: string
    most: string | null
  }>`select r.customer_id, r.currency, r.received,
      (select l.amount from ${ctx.rows('rechargeLimit').as('l')}
        where l.currency = r.currency) as most
    from ${ctx.rows('recharge').as('r')} where r.id = ${id}`.execute(ctx.db)
  const { customerId, currency, received, most } = found.rows[0] ?? failMissing()
  const decided = await decidedToday(ctx, { kind: 'credit', customerId, currency })
  const spent = decided > BigInt(received) ? decided : BigInt(received)
  const left = BigInt(most ?? '0') - spent
  return {
    currency,
    left: formatMoney({ minor: left > 0n ? left : 0n, currency }),
    line: ctx.holds('acc:bankline:list') ? await openLineOf(ctx, id, currency) : null,
  }
}

async function openLineOf(ctx: Ctx, id: string, currency: string) {
  const found = await sql<{
    id: string
    bookedOn: string
    amount: string
    counterparty: string | null
  }>`select l.id, l.booked_on::text as booked_on, l.amount, l.counterparty
    from ${ctx.rows('bankLine').as('l')}
    where l.suggested_id = ${id} and l.currency = ${currency} and l.status = 'open'
    order by l.id limit 1`.execute(ctx.db)
  const line = found.rows[0]
  return line ? { ...line, amount: formatMoney({ minor: BigInt(line.amount), currency }) } : null
}
