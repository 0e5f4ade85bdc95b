import { typedNumber } from '../kit/typed-number.ts'
import { creditorReference, isCreditorReference } from './iban.ts'

/** Digits a recharge is counted by inside its reference. */
const DIGITS = 8

/** What the payer writes: a creditor reference (ISO 11649) of twelve signs. */
export const rechargeReference = (no: bigint): string =>
  creditorReference(no.toString().padStart(DIGITS, '0'))

/**
 * The references in a free text, each once: banks break lines in them, people put blanks and dashes
 * between the groups or small letters. Check digits keep other numbers apart.
 */
export function referencesIn(text: string): string[] {
  const plain = typedNumber(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  const found = new Set<string>()
  for (const { index } of plain.matchAll(/RF/g)) {
    const one = plain.slice(index, index + 4 + DIGITS)
    if (/^RF\d{10}$/.test(one) && isCreditorReference(one)) found.add(one)
  }
  return [...found]
}
