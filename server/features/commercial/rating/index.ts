export { copyZones } from './copy-zones.ts'
export { loadTariff } from './load-tariff.ts'
export type { TariffOptions } from './load-tariff.ts'
export {
  chargeableGrams,
  chargeableWeight,
  isSoundWeightRule,
  volumetricGrams,
} from './chargeable-weight.ts'
export type { ChargeableWeight } from './chargeable-weight.ts'
export { checkValidity, limitsOf, parseLimit } from './check-validity.ts'
export { convert, SDR } from './exchange.ts'
export type { ExchangeRate } from './exchange.ts'
export { countCoverage } from './coverage/count-coverage.ts'
export { explainRules } from './matching/explain-rules.ts'
export type { ExplainedRule } from './matching/explain-rules.ts'
export { findClash } from './find-clash.ts'
export { findOverlaps } from './find-overlaps.ts'
export type { Overlap } from './find-overlaps.ts'
export { versionAt, withPercent } from './versions/version-at.ts'
export { tableInUse } from './versions/table-in-use.ts'
export { tariffOfVersion } from './versions/version-tariff.ts'
export { matchRules } from './matching/match-rules.ts'
export { addressKeys, ruleKeys } from './matching/postal-keys.ts'
export type { RuleKeys } from './matching/postal-keys.ts'
export { RuleIndex } from './matching/rule-index.ts'
export { isValidOn } from './tariff.ts'
export { matchPartition, partitionRowIssue } from './match-partition.ts'
export type { PartitionMatch } from './match-partition.ts'
export {
  BRITISH_OUTWARD,
  isBackwards,
  isBritish,
  normalisePostcode,
  readRange,
} from './postcodes.ts'
export { remoteIndex } from './remote-list.ts'
export { checkFeeTable, feeOn, MAX_PRICE, priceFreight } from './price-fee.ts'
export { quote, quoteToWire } from './quote.ts'
export { seenFee, seenQuote } from './seen-quote.ts'
export { ADJUST_LIMITS, reRateDelta, type AdjustLimits } from './re-rate.ts'
export type {
  AreaRule,
  FeeCell,
  FeeTable,
  PartitionRow,
  Quote,
  QuoteLine,
  QuoteResult,
  RatingAddress,
  RatingInput,
  RatingIssue,
  RatingParcel,
  Surcharge,
  Tariff,
  ValidityRule,
  WeightRule,
  WeightStep,
} from './tariff.ts'
