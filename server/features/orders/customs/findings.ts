import type { ErrorCode } from '#server/kit/http/errors.ts'

/** All that customs may find in an order. A check reports nothing that has no line here. */
const KINDS = {
  'customs.amountInvalid': 'wrong',
  'customs.batteryAlone': 'wrong',
  'customs.batteryUndeclared': 'wrong',
  'customs.contentsHeavier': 'wrong',
  'customs.countryClosed': 'wrong',
  'customs.currencyMixed': 'wrong',
  'customs.embargo': 'wrong',
  'customs.eoriMissing': 'missing',
  'customs.eoriShape': 'wrong',
  'customs.exportTypeMissing': 'missing',
  'customs.exportTypeUnknown': 'wrong',
  'customs.goodsMissing': 'missing',
  'customs.hscodeCnMissing': 'missing',
  'customs.hscodeCnShape': 'wrong',
  'customs.hscodeForeignDerived': 'missing',
  'customs.hscodeForeignMissing': 'missing',
  'customs.hscodeForeignShape': 'wrong',
  'customs.hscodeUnknown': 'wrong',
  'customs.hscodesDiffer': 'wrong',
  'customs.incotermMissing': 'missing',
  'customs.incotermUnknown': 'wrong',
  'customs.iossMissing': 'missing',
  'customs.iossNotEu': 'wrong',
  'customs.iossOverLimit': 'wrong',
  'customs.iossShape': 'wrong',
  'customs.mrnShape': 'wrong',
  'customs.nameCnMissing': 'missing',
  'customs.nameCnNotChinese': 'wrong',
  'customs.nameEnMissing': 'missing',
  'customs.nameEnNotLatin': 'wrong',
  'customs.nameHasVagueWord': 'wrong',
  'customs.nameVague': 'wrong',
  'customs.originMissing': 'missing',
  'customs.originUnknown': 'wrong',
  'customs.rateMissing': 'missing',
  'customs.totalDiffers': 'wrong',
  'customs.undeliverableUnknown': 'wrong',
  'customs.valueZero': 'wrong',
  'customs.vatShape': 'wrong',
  'customs.vatUnknownCountry': 'wrong',
} satisfies Partial<Record<ErrorCode, 'wrong' | 'missing'>>

export type FindingCode = keyof typeof KINDS

/** Nothing wrong was entered: it can still be added. */
export const isMissing = (code: FindingCode): boolean => KINDS[code] === 'missing'

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
