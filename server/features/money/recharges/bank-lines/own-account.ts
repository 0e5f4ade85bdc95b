import { plainAccount } from '#contracts/money/iban.ts'

/**
 * Whether an account as a statement writes it is one of ours; what a statement does not name, and
 * what we have no number of, is taken for ours.
 */
export function isOwnAccount(
  account: string | null,
  { iban, accountNo }: { iban: string | null; accountNo: string | null },
): boolean {
  if (account === null || (!iban && !accountNo)) return true
  // Bank code and number as MT940 has them are digits of the IBAN; a currency may stand behind.
  const written = plainAccount(account).replace(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\//, '')
  const [, bank, short] = /^(\d{8})\/(\d{1,10})(?:[A-Z]{3})?$/.exec(written) ?? []
  // The number of a German account is filled with zeros in its IBAN.
  if (bank && iban?.endsWith(bank + short!.padStart(10, '0'))) return true
  const plain = written.replace(/[^A-Z0-9]/g, '')
  const number = plain.replace(/(?<=\d)[A-Z]{3}$/, '')
  if (number === '') return true
  const own = accountNo ? plainAccount(accountNo).replace(/[^A-Z0-9]/g, '') : null
  return (
    (iban?.includes(number) ?? false) || (own !== null && (own === number || number.endsWith(own)))
  )
}
