import type { Field } from '#contracts/kit/field.ts'
import {
  cmToMm,
  formatDecimal,
  gramsToKg,
  isCurrency,
  kgToGrams,
  minorToMoney,
  mmToCm,
  moneyToMinor,
  parseDecimal,
} from '#contracts/commercial/units.ts'

/**
 * A wire value as the database keeps it: kg → grams, cm → mm, currency units → minor units; null stays null.
 * `undefined` means the text does not fit the field. `currency` decides money's decimals, two where none is known.
 */
export function toDatabase(spec: Field, value: unknown, currency: string | null): unknown {
  if (value === null || value === undefined || value === '') return null
  const text = String(value)
  switch (spec.type) {
    case 'weight':
      return fits(kgToGrams(text))
    case 'length':
      return fits(cmToMm(text))
    case 'money': {
      const minor =
        currency && isCurrency(currency) ? moneyToMinor(text, currency) : parseDecimal(text, 2)
      return minor === null ? undefined : minor.toString()
    }
    case 'decimal':
      return /^-?\d{1,15}(\.\d{1,8})?$/.test(text) ? text : undefined
    case 'int':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined
    case 'ref':
      return /^\d{1,19}$/.test(text) ? text : undefined
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
      return Number.isNaN(time) ? undefined : new Date(time).toISOString()
    }
    case 'text':
    case 'textarea':
    case 'dict':
      return text.includes('\0') ? undefined : text
  }
}

/** A database value as the wire carries it. */
export function toWire(spec: Field, value: unknown, currency: string | null): unknown {
  if (value === null || value === undefined) return null
  switch (spec.type) {
    case 'weight':
      return gramsToKg(Number(value))
    case 'length':
      return mmToCm(Number(value))
    case 'money':
      return currency && isCurrency(currency)
        ? minorToMoney(BigInt(value as string | number), currency)
        : formatDecimal(BigInt(value as string | number), 2)
    case 'int':
      return Number(value)
    case 'bool':
      return value === true
    default:
      return String(value)
  }
}

/** Only what an int4 column holds. */
function fits(value: number | null): number | undefined {
  return value === null || value > 2_147_483_647 || value < -2_147_483_648 ? undefined : value
}
