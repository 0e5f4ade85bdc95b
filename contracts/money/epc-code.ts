import { isBic, isCreditorReference } from './iban.ts'
import { parseDecimal } from '../kit/units.ts'

/**
 * The QR code of a SEPA credit transfer (EPC069-12, version 002): banking apps read it
 * and fill in the transfer.
 */
export interface EpcTransfer {
  holder: string | null
  iban: string | null
  bic: string | null
  currency: string
  /** Currency units; empty: the payer enters it. */
  amount: string | null
  /** A creditor reference goes into its own line, anything else is free text. */
  reference: string | null
}

export type EpcIssue = 'currency' | 'iban' | 'holder' | 'amount' | 'reference'
export const HOLDER_MAX = 70
/** Of a reference that is free text. */
const TEXT_MAX = 140
/** What a code of version 13 at error correction M holds. */
export const EPC_BYTES = 331
const AMOUNT_MAX = 99_999_999_999n

/** What keeps a transfer from having a code; null where it has one. */
export function epcIssue(transfer: EpcTransfer): EpcIssue | null {
  const { currency, iban, holder, amount, reference } = transfer
  if (currency !== 'EUR') return 'currency'
  if (!iban) return 'iban'
  if (!holder || holder.length > HOLDER_MAX) return 'holder'
  if (amount !== null && amount !== '') {
    const cents = parseDecimal(amount, 2)
    if (cents === null || cents < 1n || cents > AMOUNT_MAX) return 'amount'
  }
  if ((reference ?? '').length > TEXT_MAX) return 'reference'
  return new TextEncoder().encode(textOf(transfer)).length > EPC_BYTES ? 'reference' : null
}

/** The text of the code; null where `epcIssue` has a reason. */
export const epcText = (transfer: EpcTransfer): string | null =>
  epcIssue(transfer) === null ? textOf(transfer) : null

function textOf({ holder, iban, bic, amount, reference }: EpcTransfer): string {
  const word = oneLine(reference ?? '')
  const structured = isCreditorReference(word)
  const lines = [
    'BCD',
    '002',
    // UTF-8.
    '1',
    'SCT',
    bic && isBic(bic) ? bic : '',
    oneLine(holder ?? ''),
    iban ?? '',
    amount ? `EUR${amount}` : '',
    // A purpose code of ISO 20022: none.
    '',
    structured ? word : '',
    structured ? '' : word,
  ]
  // Empty lines at the end are left out, as the guideline has it.
  while (lines.at(-1) === '') lines.pop()
  return lines.join('\n')
}

/** A break of line would begin the next field. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
