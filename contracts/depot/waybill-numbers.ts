import type { WaybillKind } from './waybills.states.ts'

/** What is wrong with a master number; `right` is the number with the check digit it should have. */
export interface NumberIssue {
  code: 'waybill.no.air' | 'waybill.no.container' | 'waybill.no.digit' | 'waybill.no.ilu'
  right?: string
}

/** Eleven digits, with or without blanks and a hyphen after the airline's three. */
const AIR = /^\d{3}[- ]?\d{4} ?\d{4}$/
/** ISO 6346 and ILU (EN 13044): owner, kind, six digits and the check digit. */
const UNIT = /^[A-Z]{3}[A-Z]\d{7}$/

/** A master number in the one form it is stored in. */
export function plainMasterNo(kind: WaybillKind, no: string): string {
  const plain = no.trim().toUpperCase()
  if (kind === '1' && AIR.test(plain)) {
    const digits = plain.replaceAll(/[^0-9]/g, '')
    return `${digits.slice(0, 3)}-${digits.slice(3)}`
  }
  return plain.replaceAll(' ', '')
}

/**
 * Checks a master number by its kind: an air waybill's last digit is the seven before it modulo 7
 * (IATA resolution 600a); a container's follows ISO 6346, where a remainder of 10 counts as 0.
 * Trucks and wagons may have any number, but one of the form of a loading unit has its check digit.
 */
export function masterNoIssue(kind: WaybillKind, no: string): NumberIssue | null {
  const plain = plainMasterNo(kind, no)
  if (kind === '1') {
    if (!AIR.test(plain)) return { code: 'waybill.no.air' }
    const right = plain.slice(0, -1) + String(Number(plain.slice(4, 11)) % 7)
    return right === plain ? null : { code: 'waybill.no.digit', right }
  }
  if (!UNIT.test(plain)) return kind === '2' ? { code: 'waybill.no.container' } : null
  // U, J and Z are sea containers, A to E and K loading units of road and rail.
  if (kind === '2' && !'UJZ'.includes(plain[3]!)) return { code: 'waybill.no.ilu' }
  const right = plain.slice(0, -1) + String(unitDigit(plain))
  return right === plain ? null : { code: 'waybill.no.digit', right }
}

/** Letters count 10, 12, 13 … leaving out multiples of 11; each place weighs twice the one before. */
function unitDigit(no: string): number {
  let sum = 0
  for (let at = 0; at < 10; at++) {
    const letter = no.charCodeAt(at) - 65
    const value = letter < 0 ? Number(no[at]) : 10 + letter + Math.floor((letter + 9) / 10)
    sum += value * 2 ** at
  }
  return (sum % 11) % 10
}
