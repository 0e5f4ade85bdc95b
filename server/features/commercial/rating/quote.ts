import { TRADE_ITEMS } from '#contracts/commercial/rating.ts'
import type { Explanation, QuoteOut } from '#contracts/commercial/rating.ts'
import { formatMoney, isCurrency } from '#contracts/kit/money.ts'
import { formatDecimal, gramsToKg } from '#contracts/kit/units.ts'
import { chargeableWeight, isSoundWeightRule } from './chargeable-weight.ts'
import { checkValidity } from './check-validity.ts'
import { matchPartition } from './match-partition.ts'
import { feeOn, priceFreight } from './price-fee.ts'
import { addSurcharges } from './surcharges.ts'
import type {
  FeeTable,
  Quote,
  QuoteLine,
  QuoteResult,
  RatingInput,
  RatingIssue,
  Tariff,
} from './tariff.ts'

/**
 * The price of a shipment on a day, with every sentence that leads to it, or all reasons there is
 * none. Pure: the same input and tariff give the same quote, whatever order their rows come in.
 * Throws RangeError on measures below zero and on a date that is none: those are the caller's to
 * check.
 */
export function quote(input: RatingInput, tariff: Tariff): QuoteResult {
  const refuse = (code: string, params: Record<string, string> = {}): QuoteResult => ({
    ok: false,
    issues: [{ code: `rate.${code}`, params }],
  })
  if (!/^\d{4}-\d{2}-\d{2}$/.test(input.date)) throw new RangeError(`not a date: ${input.date}`)
  if (!input.parcels.length) return refuse('noParcels')
  const fee = feeOn(tariff.fees, input.date)
  if (!fee) return refuse('noFee', { date: input.date })
  if (!isCurrency(fee.currency)) return refuse('currency', { currency: fee.currency })
  if (!isSoundWeightRule(tariff.weight)) return refuse('badWeightRule')
  const broken = checkValidity(input, tariff.rules, fee.currency)
  if (broken.length) return { ok: false, issues: broken }

  const { channel } = tariff
  if (channel && !channel.countries.includes(input.destination.country))
    return refuse('channelCountry', {
      country: input.destination.country,
      channel: channel.code,
    })
  const match = matchPartition(tariff.partitions, input.destination, input.date)
  if (!match)
    return refuse('noPartition', {
      country: input.destination.country,
      postcode: input.destination.postalCode,
    })
  const {
    partitionId: id,
    partitionCode: code,
    partitionName: name,
    partitionNameEn: nameEn,
    transitMin: min = null,
    transitMax: max = null,
  } = match.row

  const weight = chargeableWeight(input.parcels, tariff.weight)
  const weights =
    tariff.weight.rounding === 'parcel'
      ? weight.parcels.map((parcel) => parcel.chargeable)
      : [weight.chargeable]
  const freight: QuoteLine[] = []
  const issues: RatingIssue[] = []
  for (const grams of weights) {
    const result = priceFreight(fee, { id, code }, grams)
    if (!result.ok) issues.push(result.issue)
    else
      freight.push({
        tradeItem: TRADE_ITEMS.freight,
        ruleId: result.price.cell.id,
        code: result.price.code,
        params: result.price.params,
        why: null,
        amount: result.price.amount,
      })
  }
  if (issues.length) return { ok: false, issues }

  const charged = addSurcharges(freight, fee.surcharges, input, fee.currency)
  if (!charged.ok) return charged
  const total = charged.lines.reduce((sum, line) => sum + line.amount, 0n)
  if (total > MAX_TOTAL) return refuse('overflow', { currency: fee.currency })
  return {
    ok: true,
    quote: {
      currency: fee.currency,
      total,
      actualGrams: weight.actual,
      volumetricGrams: weight.volumetric,
      chargeableGrams: weight.chargeable,
      partition: { id, code, name, ...(nameEn ? { nameEn } : {}) },
      transit: { min, max },
      fee: {
        id: fee.id,
        name: fee.name,
        ...(fee.nameEn ? { nameEn: fee.nameEn } : {}),
        ...(fee.versionId ? { versionId: fee.versionId } : {}),
        ...(fee.versionNo ? { versionNo: fee.versionNo } : {}),
        ...(fee.baseVersionId ? { baseVersionId: fee.baseVersionId } : {}),
        ...(fee.own === undefined ? {} : { own: fee.own }),
      },
      steps: [...weight.steps, match.why, ...percentStep(fee)],
      lines: charged.lines,
    },
  }
}

/** What the database holds of an amount, with room for the sum of a thousand of them. */
const MAX_TOTAL = 9_000_000_000_000_000n

/** That the prices are another table's, raised or lowered. */
function percentStep({ percentBp }: FeeTable): Explanation[] {
  if (!percentBp) return []
  const rate = formatDecimal(BigInt(Math.abs(percentBp)), 2, { minDecimals: 0 })
  return [{ code: `table.${percentBp > 0 ? 'raised' : 'lowered'}`, params: { rate } }]
}

/** A quote as the wire carries it: decimal strings in currency units and kg. */
export function quoteToWire(priced: Quote): QuoteOut {
  const {
    currency,
    total,
    actualGrams,
    volumetricGrams,
    chargeableGrams,
    partition,
    transit,
    fee,
    steps,
    lines,
  } = priced
  return {
    currency,
    total: formatMoney({ minor: total, currency }),
    actualWeightKg: gramsToKg(actualGrams),
    volumetricWeightKg: gramsToKg(volumetricGrams),
    chargeableWeightKg: gramsToKg(chargeableGrams),
    partition,
    transit,
    fee,
    steps,
    lines: lines.map(({ tradeItem, ruleId, code, params, why, amount }) => ({
      tradeItem,
      ruleId,
      code,
      params,
      why,
      amount: formatMoney({ minor: amount, currency }),
    })),
  }
}
