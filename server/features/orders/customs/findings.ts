import type { ErrorCode } from '#server/kit/http/errors.ts'

interface FindingKind {
  /**
   * goods: what is sent, which is asked of every order that passes customs. declaration: how it is
   * declared, asked where the order has a customs block.
   */
  about: 'goods' | 'declaration'
  /** Nothing wrong was entered: it can still be added. */
  missing?: true
}

const goods: FindingKind = { about: 'goods' }
const goodsMissing: FindingKind = { about: 'goods', missing: true }
const declared: FindingKind = { about: 'declaration' }
const undeclared: FindingKind = { about: 'declaration', missing: true }

/** All that customs may find in an order. A check reports nothing that has no line here. */
const KINDS = {
  'customs.amountInvalid': declared,
  'customs.batteryAlone': declared,
  'customs.batteryUndeclared': goods,
  'customs.contentsHeavier': goods,
  'customs.countryClosed': goods,
  'customs.currencyMixed': declared,
  'customs.embargo': goods,
  'customs.eoriMissing': undeclared,
  'customs.eoriShape': declared,
  'customs.exportTypeMissing': undeclared,
  'customs.exportTypeUnknown': declared,
  'customs.goodsMissing': goodsMissing,
  'customs.goodsValueMissing': goodsMissing,
  'customs.goodsWeightMissing': goodsMissing,
  'customs.hscodeCnMissing': undeclared,
  'customs.hscodeCnShape': declared,
  'customs.hscodeForeignDerived': undeclared,
  'customs.hscodeForeignMissing': undeclared,
  'customs.hscodeForeignShape': declared,
  'customs.hscodeUnknown': declared,
  'customs.hscodesDiffer': declared,
  'customs.incotermMissing': undeclared,
  'customs.incotermUnknown': declared,
  'customs.iossMissing': undeclared,
  'customs.iossNotEu': declared,
  'customs.iossOverLimit': declared,
  'customs.iossShape': declared,
  'customs.mrnShape': declared,
  'customs.nameCnMissing': undeclared,
  'customs.nameCnNotChinese': declared,
  'customs.nameEnMissing': undeclared,
  'customs.nameEnNotLatin': declared,
  'customs.nameHasVagueWord': goods,
  'customs.nameVague': goods,
  'customs.originMissing': undeclared,
  'customs.originUnknown': declared,
  'customs.rateMissing': undeclared,
  'customs.totalDiffers': declared,
  'customs.undeliverableUnknown': declared,
  'customs.valueZero': goods,
  'customs.vatShape': declared,
  'customs.vatUnknownCountry': declared,
} satisfies Partial<Record<ErrorCode, FindingKind>>

export type FindingCode = keyof typeof KINDS

export const kindOf = (code: FindingCode): FindingKind => KINDS[code]

/** Something wrong or doubtful, before it has words. */
export interface RawFinding {
  path: string
  code: FindingCode
  severity: 'error' | 'warning'
  data: Record<string, unknown>
}
export type Report = (
  severity: RawFinding['severity'],
  path: string,
  code: FindingCode,
  data?: Record<string, unknown>,
) => void
