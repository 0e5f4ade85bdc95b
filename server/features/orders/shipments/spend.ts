import {
  capIssue,
  isAllowed,
  limitsOf,
  type SubLimits,
} from '#server/features/platform/users/index.ts'
import { TRADE_ITEMS } from '#contracts/commercial/rating.ts'
import { splitTax, taxOf, taxTermsOf, type TaxTerms } from '#server/features/money/tax/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import type { LockedOrder } from './parcels/lock-order.ts'

/** What the caller is held to as a sub-account; null for all others. */
export const limitsOfCaller = async (
  ctx: Ctx,
  options: { hold?: boolean } = {},
): Promise<SubLimits | null> =>
  ctx.principal.dataScope === 'sub' ? await limitsOf(ctx, ctx.principal.username, options) : null

/**
 * Lets a sub-account confirm an order within its limits. They stay locked until the transaction
 * ends, so orders confirmed at once never cost more than the cap together. The main account and
 * staff may go beyond on purpose.
 */
export async function requireWithinLimits(tx: Tx, order: LockedOrder): Promise<void> {
  const limits = await limitsOfCaller(tx, { hold: true })
  if (!limits) return
  if (!isAllowed(limits.services, order.serviceId))
    fail('service.notAllowed', { value: order.serviceCode })
  if (!isAllowed(limits.depots, order.depotId)) fail('depot.notAllowed', { value: order.depotCode })
  const over =
    limits.cap &&
    capIssue(limits.cap, {
      amount: await withTax(tx, BigInt(order.amount ?? 0), {
        customerId: order.customerId,
        country: order.consignee.country,
      }),
      currency: order.currency,
    })
  if (!over) return
  const refusal = tellable(tx, over)
  fail(refusal.code, refusal.data)
}

/** A price as it is charged: with the tax the company charges, where its prices are without. */
export async function withTax(
  ctx: Ctx,
  minor: bigint,
  of: { customerId: string; country: string | null | undefined },
): Promise<bigint> {
  const wish = { id: '', customerId: of.customerId, destination: of.country ?? null }
  return taxed(minor, (await taxTermsOf(ctx, [wish])).get(''))
}

/** The same for any country, of one customer. */
export async function withTaxOf(
  ctx: Ctx,
  customerId: string,
  countries: Iterable<string>,
): Promise<(minor: bigint, country: string) => bigint> {
  const wishes = [...countries].map((id) => ({ id, customerId, destination: id }))
  const terms = await taxTermsOf(ctx, wishes)
  return (minor, country) => taxed(minor, terms.get(country))
}

/** Prices without and with the tax a customer is charged for a country. */
export async function partsOf(
  ctx: Ctx,
  of: { customerId: string; country: string },
): Promise<(minor: bigint) => { net: bigint; gross: bigint }> {
  const wish = { id: '', customerId: of.customerId, destination: of.country }
  const terms = (await taxTermsOf(ctx, [wish])).get('')
  return (minor) => parted(minor, terms)
}

const taxed = (minor: bigint, terms: TaxTerms | undefined): bigint => parted(minor, terms).gross

function parted(minor: bigint, terms: TaxTerms | undefined): { net: bigint; gross: bigint } {
  if (!terms) return { net: minor, gross: minor }
  const line = { minor, tax: taxOf(terms, TRADE_ITEMS.freight) }
  const { nets, taxes } = splitTax([line], terms.prices)
  const net = nets[0]!
  return { net, gross: taxes.reduce((sum, tax) => sum + tax.minor, net) }
}

interface Refusal {
  code: string
  data?: Record<string, unknown> | null
}
/** A refusal as the caller may read it: without amounts for those who see no prices. */
export function tellable<R extends Refusal>(
  ctx: Ctx,
  refusal: R,
): R | (R & { code: 'spendCap.reached'; data: Record<string, never> }) {
  return refusal.code === 'spendCap.over' && !ctx.can(SEE_PRICES)
    ? { ...refusal, code: 'spendCap.reached' as const, data: {} }
    : refusal
}
