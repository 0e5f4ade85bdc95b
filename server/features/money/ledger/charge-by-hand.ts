import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney, moneyIssue, parseMoney } from '#contracts/kit/money.ts'
import { needsStepUp, stepUpAbove } from '#contracts/money/account-figures.ts'
import type { charges } from '#contracts/money/charges.ts'
import { TAX_ITEM } from '#contracts/money/tax.ts'
import { splitTax, taxOf, taxTermsAs } from '#server/features/money/tax/index.ts'
import { itemsIn } from '#server/features/platform/dictionaries/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { inTx, isTx } from '#server/kit/db/tx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { asErrorCode } from '#server/kit/http/texts.ts'
import { standingsOf } from './accounts.ts'
import { taxRef, type Line } from './lines.ts'
import { postWith } from './post.ts'

type Input = In<typeof charges.charge>
type Answer = Out<typeof charges.charge>

/** Charges a customer of the caller's reach for something outside an order's prices. */
export async function chargeByHand(ctx: Ctx, input: Input): Promise<Answer> {
  const { currency } = input
  const money = parseMoney(input.amount, currency, 'positive')
  if (!money) {
    const issue = moneyIssue(input.amount, currency, 'positive')!
    const path = issue.code === 'currency' ? 'currency' : 'amount'
    failFields([{ path, code: asErrorCode(`field.${issue.code}`), data: { ...issue.data } }])
  }
  const items = (await itemsIn(ctx, ctx.lang)).trade_item ?? []
  if (!items.some(({ value }) => value === input.tradeItem))
    failFields([{ path: 'tradeItem', code: 'field.dict' }])
  const found = await sql<{ id: string }>`select c.id from ${ctx.rows('customer').as('c')}
    where c.id = ${input.customerId}::bigint`.execute(ctx.db)
  if (!found.rows[0]) failFields([{ path: 'customerId', code: 'field.ref' }])
  if (needsStepUp(money.minor, currency)) await requireStepUp(ctx)
  // The call's own transaction is enough: a part of it would keep the account locked for longer.
  const work = (tx: Tx) => charged(tx, input, money.minor)
  return isTx(ctx) ? work(ctx) : inTx(ctx, work)
}

async function charged(tx: Tx, input: Input, minor: bigint): Promise<Answer> {
  const { customerId, currency, tradeItem, reference, note, workDone } = input
  const unset = stepUpAbove(currency).toString()
  const words = note ? { note } : {}
  const terms = await taxTermsAs(tx, customerId, input.taxCategory ?? null)
  const facts = terms && taxOf(terms, tradeItem)
  const { nets, taxes } =
    terms && facts ? splitTax([{ minor, tax: facts }], terms.prices) : { nets: [minor], taxes: [] }
  const taken = (item: string, part: bigint, tax = facts): Line => ({
    account: { kind: 'customer', customerId, currency },
    minor: -part,
    trade: { tradeItem: item, ...(tax ? { tax } : {}), ...words },
  })
  const { transactionId, accounts } = await postWith(
    tx,
    {
      key: `charge:${customerId}:${reference}`,
      kind: 'charge',
      debit: workDone ? 'workDone' : 'refusable',
      useCredit: true,
      reason: reference,
      lines: [
        taken(tradeItem, nets[0]!),
        { account: { kind: 'revenue', ref: tradeItem, customerId, currency }, minor: nets[0]! },
        ...taxes.flatMap(({ tax, minor: part }) => [
          taken(TAX_ITEM, part, tax),
          {
            account: { kind: 'tax' as const, ref: taxRef(tax), customerId, currency },
            minor: part,
          },
        ]),
      ],
    },
    { alone: { kind: 'charge', customerId, currency, minor: `${minor}`, unset } },
  )
  const standing = accounts[0] ?? (await standingAfter(tx, customerId, currency))
  return {
    transactionId,
    currency,
    balance: formatMoney({ minor: standing.balance, currency }),
    available: formatMoney({ minor: standing.available, currency }),
  }
}

async function standingAfter(tx: Tx, customerId: string, currency: string) {
  const all = await standingsOf(tx, customerId)
  return all.find((one) => one.kind === 'customer' && one.currency === currency)!
}
