import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney, parseMoney } from '#contracts/kit/money.ts'
import type { charging } from '#contracts/orders/charging.ts'
import { taxTermsOf } from '#server/features/money/tax/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { ChargeLine } from '../share-lines.ts'
import { chargeParts } from '../tax-shares.ts'

export interface ShownPrice {
  customerId: string
  currency: string
  /** As it is shown. */
  total: string
  country?: string | null | undefined
}

/** The lines a price as it is shown would be charged by; null where nothing is taxed. */
export async function taxedPrice(
  ctx: Ctx,
  { customerId, currency, total, country }: ShownPrice,
): Promise<{ lines: ChargeLine[]; taxed: boolean }> {
  const price = parseMoney(total, currency, 'nonNegative')?.minor ?? 0n
  const terms = await taxTermsOf(ctx, [{ id: '', customerId, destination: country || null }])
  const [lines] = chargeParts({ quote: null, amount: price, currency }, [1], terms.get('') ?? null)
  return { lines: lines!, taxed: terms.size > 0 }
}

/** Without tax, its tax, and both: what is charged. The customer is within reach. */
export async function taxedOf(
  ctx: Ctx,
  { customerId: wanted, ...price }: In<typeof charging.taxed>,
): Promise<Out<typeof charging.taxed>> {
  const id = ctx.principal.customerId ?? wanted ?? null
  if (id === null) return null
  const found = await sql<{ id: string }>`select k.id from ${ctx.rows('customer').as('k')}
    where k.id = ${id}::bigint`.execute(ctx.db)
  if (!found.rows[0]) return null
  const { lines, taxed } = await taxedPrice(ctx, { ...price, customerId: id })
  if (!taxed) return null
  const sum = (some: readonly ChargeLine[]) =>
    some.reduce((all, { minor }) => all + BigInt(minor), 0n)
  const text = (minor: bigint) => formatMoney({ minor, currency: price.currency })
  const tax = sum(lines.filter((line) => line.tax))
  return { net: text(sum(lines) - tax), tax: text(tax), gross: text(sum(lines)) }
}
