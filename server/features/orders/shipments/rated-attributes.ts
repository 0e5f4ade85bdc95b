import { isCurrency, parseMoney } from '#contracts/kit/money.ts'
import type { AttributesBlock, FbaBlock } from '#contracts/orders/shipments.draft.ts'
import type { RatingInput } from '#server/features/commercial/rating/index.ts'

export interface RatedOrder {
  attributes: AttributesBlock | null
  company: string | null
  fba: FbaBlock | null
}

const LITHIUM = 'LI_'

/**
 * What surcharges ask of an order apart from weight and size. An address without a company is a
 * residence, unless a pickup point or a marketplace's warehouse takes the parcels.
 */
export function ratedAttributes(
  { attributes, company, fba }: RatedOrder,
  currency: string,
): Required<Pick<RatingInput, 'attributes' | 'codAmount' | 'insuredAmount'>> {
  const {
    dangerousGoods = null,
    codAmount = null,
    codCurrency = null,
    insuredAmount = null,
    insuredCurrency = null,
    pickupPoint = null,
    services = [],
  } = attributes ?? {}
  return {
    attributes: [
      ...(company === null && pickupPoint === null && !fba?.warehouseCode ? ['RESIDENTIAL'] : []),
      ...(dangerousGoods === null ? [] : ['DANGEROUS', dangerousGoods]),
      ...(dangerousGoods?.startsWith(LITHIUM) ? ['LITHIUM'] : []),
      ...(codAmount === null ? [] : ['COD']),
      ...(insuredAmount === null ? [] : ['INSURED']),
      ...(pickupPoint === null ? [] : ['PICKUP_POINT']),
      ...services,
    ],
    codAmount: amountIn(codAmount, codCurrency, currency),
    insuredAmount: amountIn(insuredAmount, insuredCurrency, currency),
  }
}

/** An amount in another currency than the prices counts for no percentage of them. */
function amountIn(text: string | null, of: string | null, currency: string): bigint | null {
  return text !== null && of === currency && isCurrency(currency)
    ? (parseMoney(text, currency, 'nonNegative')?.minor ?? null)
    : null
}
