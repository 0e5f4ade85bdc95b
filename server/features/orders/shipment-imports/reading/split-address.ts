import type { ImportColumn } from '#contracts/orders/imports/import-fields.ts'
import { recognize } from '#server/features/parties/addresses/index.ts'
import type { FileOrder, Values } from './file-order.ts'

type Part = keyof ReturnType<typeof recognize>['found']
const FIELDS: Readonly<Record<Part, ImportColumn>> = {
  name: 'consigneeName',
  company: 'consigneeCompany',
  phone: 'phone',
  email: 'email',
  taxNumber: 'taxNumber',
  country: 'country',
  state: 'state',
  city: 'city',
  postalCode: 'postalCode',
  street: 'street',
  house: 'house',
  address2: 'address2',
}

function partsOf(
  text: string,
  country = '',
): { values: Values; left: string[]; unsure: ImportColumn[] } {
  const { found, left, unsure } = recognize(text, /^[A-Z]{2}$/.test(country) ? country : '')
  const values: Values = {}
  for (const [part, value] of Object.entries(found) as [Part, string][])
    values[FIELDS[part]] = value
  return {
    values,
    left,
    unsure: unsure.map((part) => (part === 'left' ? 'addressText' : FIELDS[part])),
  }
}

/** Fields an address in one field is split into. */
export const addressValues = (text: string, country?: string): Values =>
  partsOf(text, country).values

/**
 * An order whose address stands in one field, by fields: columns of their own go before. What the
 * recognition leaves is marked at the cell, so that no word is lost.
 */
export function withAddress(order: FileOrder): FileOrder {
  const [first, ...more] = order.rows
  const text = first?.values.addressText
  if (!first || !text) return order
  const { values, left, unsure } = partsOf(text, first.values.country)
  const row = {
    ...first,
    // What has a column of its own, or was entered since, is no guess.
    unsure: unsure.filter((field) => first.values[field] === undefined),
    values: { ...values, ...first.values },
    faults: [
      ...first.faults.filter(({ field }) => field !== 'addressText'),
      ...(left.length > 0
        ? [
            {
              field: 'addressText' as const,
              code: 'address.left' as const,
              data: { left: left.join(', ') },
            },
          ]
        : []),
    ],
  }
  return { ...order, rows: [row, ...more] }
}

/** Values without those an address in one field was split into: it is read again. */
export function withoutAddress(values: Values): Values {
  if (!values.addressText) return values
  const { values: parts } = partsOf(values.addressText, values.country)
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => parts[field as ImportColumn] !== value),
  )
}

/** Whether cells hold whole addresses: town and street in one. */
export const isWholeAddress = (text: string): boolean => {
  const { values } = partsOf(text)
  return values.city !== undefined && values.street !== undefined
}
