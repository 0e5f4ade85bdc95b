import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney, moneyIssue, parseMoney } from '#contracts/kit/money.ts'
import { needsStepUp, stepUpAbove } from '#contracts/money/account-figures.ts'
import type { charges } from '#contracts/money/charges.ts'
import { TAX_ITEM, type TaxFacts } from '#contracts/money/tax.ts'
import { splitTax, taxOf, taxTermsAs } from '#server/features/money/tax/index.ts'
import { itemsIn } from '#server/features/platform/dictionaries/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { inTx, isTx } from '#server/kit/db/tx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { asErrorCode } from '#server/kit/http/texts.ts'
import { standingsOf } from './accounts.ts'
import { decidedToday } from './alone.ts'
import { taxRef, type Line } from './lines.ts'
import { postWith } from './post.ts'

type Input = In<typeof charges.charge>
type What = Pick<Input, 'customerId' | 'currency' | 'amount' | 'tradeItem' | 'taxCategory'>
type Answer = Out<typeof charges.charge>

/** Charges a customer of the caller's reach for something outside an order's prices. */
export async function chargeByHand(ctx: Ctx, input: Input): Promise<Answer> {
  const { minor, name } = await checked(ctx, input)
  if (needsStepUp(minor, input.currency)) await requireStepUp(ctx)
  // The call's own transaction is enough: a part of it would keep the account locked for longer.
  const work = (tx: Tx) => charged(tx, input, minor, name)
  return isTx(ctx) ? work(ctx) : inTx(ctx, work)
}

/** The lines a charge would post, and whether it takes a second user. */
export async function previewCharge(
  ctx: Ctx,
  input: In<typeof charges.preview>,
): Promise<Out<typeof charges.preview>> {
  const { customerId, currency } = input
  const { minor } = await checked(ctx, input)
  const parts = await partsOf(ctx, input, minor)
  const [limit] = (
    await sql<{ amount: string }>`select l.amount from ${ctx.rows('rechargeLimit').as('l')}
      where l.currency = ${currency}`.execute(ctx.db)
  ).rows
  const decided = await decidedToday(ctx, { kind: 'charge', customerId, currency })
  const standing = await inTx(ctx, (tx) => standingAfter(tx, customerId, currency))
  const money = (amount: bigint) => formatMoney({ minor: amount, currency })
  return {
    currency,
    lines: parts.map(({ tradeItem, tax, minor: part }) => ({
      tradeItem,
      taxCategory: tax?.category ?? null,
      taxRate: tax?.rate ?? null,
      amount: money(part),
    })),
    total: money(totalOf(parts)),
    available: money(standing?.available ?? 0n),
    needsTwo: decided + minor > BigInt(limit?.amount ?? stepUpAbove(currency)),
  }
}

/** The minor units of what may be charged, and whom. @throws Refusal on the field that is wrong. */
async function checked(ctx: Ctx, input: What): Promise<{ minor: bigint; name: string }> {
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
  const found = await sql<{ name: string }>`select c.name from ${ctx.rows('customer').as('c')}
    where c.id = ${input.customerId}::bigint`.execute(ctx.db)
  const customer = found.rows[0] ?? failFields([{ path: 'customerId', code: 'field.ref' }])
  return { minor: money.minor, name: customer.name }
}

interface Part {
  tradeItem: string
  tax: TaxFacts | null
  minor: bigint
}

const totalOf = (parts: readonly Part[]): bigint =>
  parts.reduce((sum, { minor }) => sum + minor, 0n)

/** The amount without tax first, then its tax; one line where nothing is taxed. */
async function partsOf(ctx: Ctx, input: What, minor: bigint): Promise<Part[]> {
  const { customerId, tradeItem } = input
  const terms = await taxTermsAs(ctx, customerId, input.taxCategory ?? null)
  if (!terms) return [{ tradeItem, tax: null, minor }]
  const tax = taxOf(terms, tradeItem)
  const { nets, taxes } = splitTax([{ minor, tax }], terms.prices)
  return [
    { tradeItem, tax, minor: nets[0]! },
    ...taxes.map((one) => ({ tradeItem: TAX_ITEM, tax: one.tax, minor: one.minor })),
  ]
}

async function charged(tx: Tx, input: Input, minor: bigint, customerName: string): Promise<Answer> {
  const { customerId, currency, reference, note, workDone } = input
  const unset = stepUpAbove(currency).toString()
  const words = note ? { note } : {}
  const parts = await partsOf(tx, input, minor)
  const lines = parts.flatMap(({ tradeItem, tax, minor: part }, at): Line[] => [
    {
      account: { kind: 'customer', customerId, currency },
      minor: -part,
      trade: { tradeItem, ...(tax ? { tax } : {}), ...words },
    },
    {
      account:
        at > 0 && tax
          ? { kind: 'tax', ref: taxRef(tax), customerId, currency }
          : { kind: 'revenue', ref: tradeItem, customerId, currency },
      minor: part,
    },
  ])
  const { transactionId, accounts } = await postWith(
    tx,
    {
      key: `charge:${customerId}:${reference}`,
      kind: 'charge',
      debit: workDone ? 'workDone' : 'refusable',
      useCredit: true,
      reason: reference,
      lines,
    },
    { alone: { kind: 'charge', customerId, currency, minor: `${minor}`, unset } },
  )
  const standing = accounts[0] ?? (await standingAfter(tx, customerId, currency))!
  return {
    transactionId,
    customerName,
    currency,
    total: formatMoney({ minor: totalOf(parts), currency }),
    balance: formatMoney({ minor: standing.balance, currency }),
    available: formatMoney({ minor: standing.available, currency }),
  }
}

async function standingAfter(tx: Tx, customerId: string, currency: string) {
  const all = await standingsOf(tx, customerId)
  return all.find((one) => one.kind === 'customer' && one.currency === currency)
}
