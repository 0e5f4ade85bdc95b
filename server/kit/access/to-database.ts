import { isId } from '#contracts/kit/envelope.ts'
import type { Field } from '#contracts/kit/field.ts'
import { parseMoney } from '#contracts/kit/money.ts'
import { cmToMm, kgToGrams } from '#contracts/kit/units.ts'

/**
 * A wire value as the database keeps it: kg → grams, cm → mm, currency units → minor units; null
 * stays null. `undefined` means the text does not fit the field (`valueIssue` has the reason).
 * `currency` is money's: without one no amount fits.
 */
export function toDatabase(spec: Field, value: unknown, currency: string | null): unknown {
  if (value === null || value === undefined || value === '') return null
  const text = String(value)
  switch (spec.type) {
    case 'weight':
      return fits(kgToGrams(text))
    case 'length':
      return fits(cmToMm(text))
    case 'money':
      return currency === null ? undefined : parseMoney(text, currency, spec.sign)?.minor.toString()
    case 'decimal':
      return /^-?\d{1,15}(\.\d{1,8})?$/.test(text) ? text : undefined
    case 'int':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined
    case 'ref':
      return isId(text) ? text : undefined
    case 'bool':
      return ['true', '1', 'Y'].includes(text)
        ? true
        : ['false', '0', 'N'].includes(text)
          ? false
          : undefined
    case 'date':
      return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text.slice(0, 10)))
        ? text.slice(0, 10)
        : undefined
    case 'datetime': {
      const time = Date.parse(
        /^\d{4}-\d{2}-\d{2} /.test(text) ? `${text.replace(' ', 'T')}Z` : text,
      )
      const moment = Number.isNaN(time) ? '' : new Date(time).toISOString()
      // A year the database has no day of, or none of four digits.
      return /^(?!0000)\d{4}-/.test(moment) ? moment : undefined
    }
    case 'text':
    case 'textarea':
    case 'dict':
      return text.includes('\0') ? undefined : text
  }
}

/** Only what an int4 column holds. */
function fits(value: number | null): number | undefined {
  return value === null || value > 2_147_483_647 || value < -2_147_483_648 ? undefined : value
}
