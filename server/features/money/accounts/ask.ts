import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { accounts } from '#contracts/money/accounts.ts'
import { MONEY_MOST, minorUnits } from '#contracts/kit/money.ts'
import type { RequestKind } from '#contracts/money/account-requests.ts'
import { ADJUST_ITEMS } from '#contracts/money/trade-items.ts'
import { converted } from '#server/features/money/ledger/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { minorOf, readAccount, stepUpFor, type Account } from './read-account.ts'
import { requireOwnSession } from './own-session.ts'

type Asked = Out<typeof accounts.adjust>

/** Asks for a booking by hand on an account. */
export async function askAdjust(ctx: Ctx, input: In<typeof accounts.adjust>): Promise<Asked> {
  const account = await readAccount(ctx, input.id)
  const minor = minorOf('amount', input.amount, account.currency, 'any')
  if (minor === 0n) failFields([{ path: 'amount', code: 'account.zero' }])
  if (!(ADJUST_ITEMS as readonly string[]).includes(input.tradeItem))
    failFields([{ path: 'tradeItem', code: 'field.dict' }])
  return ask(ctx, {
    kind: 'adjust',
    account,
    minor,
    tradeItem: input.tradeItem,
    reason: input.reason,
  })
}

/** Asks for money to go from one account to another, of the same or another customer. */
export async function askTransfer(ctx: Ctx, input: In<typeof accounts.transfer>): Promise<Asked> {
  if (input.id === input.toId) failFields([{ path: 'toId', code: 'account.sameAccount' }])
  const [account, to] = [await readAccount(ctx, input.id), await readAccount(ctx, input.toId)]
  const minor = minorOf('amount', input.amount, account.currency, 'positive')
  if ([account, to].some(({ kind }) => kind !== 'customer')) fail('account.monthly')
  const wish = { kind: 'transfer', account, minor, to, reason: input.reason } as const
  if (account.currency === to.currency) return ask(ctx, { ...wish, arrives: minor })
  // Money of one customer changes into the currency of another in two steps, each with its rate.
  if (account.customerId !== to.customerId) fail('account.otherCurrency')
  const { rate, rateOn } = input
  if (rateOn && rateOn > (await businessDay(ctx)))
    failFields([{ path: 'rateOn', code: 'field.future' }])
  if (!rate) failFields([{ path: 'rate', code: 'field.required' }])
  const arrives = converted({ minor, currency: account.currency }, to.currency, rate)
  if (arrives > MONEY_MOST)
    failFields([
      {
        path: 'rate',
        code: 'field.moneyTooLarge',
        data: { currency: to.currency, decimals: minorUnits(to.currency) },
      },
    ])
  if (arrives === 0n) fail('ledger.exchangeTooSmall', { from: account.currency, to: to.currency })
  return ask(ctx, { ...wish, arrives, rate, rateOn: rateOn ?? (await businessDay(ctx)) })
}

export interface Wish {
  kind: RequestKind
  account: Account
  minor: bigint
  tradeItem?: string
  to?: Account
  arrives?: bigint
  rate?: string
  rateOn?: string
  tradeId?: string
  invoiceId?: string
  about?: string
  reason: string
}

/** Stores what a second user decides. Above an amount the asking user proves who they are, too. */
export async function ask(ctx: Ctx, wish: Wish): Promise<Asked> {
  requireOwnSession(ctx)
  const [no] = await nextSerialNumbers(ctx, 'account_request', 'AR', 1)
  return inTx(ctx, async (tx) => {
    const { account, to, minor } = wish
    await stepUpFor(tx, minor, account.currency)
    const { tenantId, userId, username, realname } = tx.principal
    const row = {
      no: no!,
      kind: wish.kind,
      amount: minor.toString(),
      currency: account.currency,
      toAmount: to ? wish.arrives!.toString() : null,
      toCurrency: to?.currency ?? null,
      rate: wish.rate ?? null,
      reason: wish.reason,
    }
    const made = await sql<{ id: string }>`insert into account_request (tenant_id, no, kind,
        account_id, customer_id, currency, amount, trade_item, to_account_id, to_customer_id,
        to_currency, to_amount, rate, rate_on, trade_id, invoice_id, about, reason, ask_user_id,
        asked_by, create_by)
      values (${tenantId}, ${row.no}, ${row.kind}, ${account.id}, ${account.customerId},
        ${row.currency}, ${row.amount}, ${wish.tradeItem ?? null}, ${to?.id ?? null},
        ${to?.customerId ?? null}, ${row.toCurrency}, ${row.toAmount}, ${wish.rate ?? null},
        ${wish.rateOn ?? null}, ${wish.tradeId ?? null}, ${wish.invoiceId ?? null},
        ${wish.about ?? null}, ${row.reason}, ${userId}, ${realname || username}, ${username})
      on conflict do nothing returning id`.execute(tx.db)
    const id = made.rows[0]?.id
    if (id === undefined) fail('accountRequest.waiting')
    await tx.audit('account_request', id, 'add', null, row)
    return { requestId: id, no: row.no }
  })
}
