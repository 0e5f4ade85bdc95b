import type { ImportColumn } from '#contracts/orders/imports/import-fields.ts'
import { readAddress } from '#server/features/parties/addresses/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { FileOrder, MappedRow, Values } from './file-order.ts'
import { mappedOf, type StoredRow } from '../mending/stored-rows.ts'
import { withEdits } from './map-rows.ts'
import { groupOrders } from './read-file.ts'

type Part = keyof Awaited<ReturnType<typeof readAddress>>['found']
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

async function partsOf(
  ctx: Ctx,
  text: string,
  country = '',
): Promise<{ values: Values; left: string[]; unsure: ImportColumn[] }> {
  const { found, left, unsure } = await readAddress(
    ctx,
    text,
    /^[A-Z]{2}$/.test(country) ? country : '',
  )
  const values: Values = {}
  for (const [part, value] of Object.entries(found) as [Part, string][])
    values[FIELDS[part]] = value
  return {
    values,
    left,
    unsure: unsure.map((part) => (part === 'left' ? 'addressText' : FIELDS[part])),
  }
}

/**
 * An order whose address stands in one field, by fields: columns of their own go before. What the
 * recognition leaves is marked at the cell, so that no word is lost.
 */
export async function withAddress(ctx: Ctx, order: FileOrder): Promise<FileOrder> {
  const [first, ...more] = order.rows
  if (!first) return order
  if (first.emptied) return { ...order, rows: [await withEmptied(ctx, first), ...more] }
  const text = first.values.addressText
  if (!text) return order
  const { values, left, unsure } = await partsOf(ctx, text, first.values.country)
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

/** An address that was emptied was assigned by hand: what was read of it stays. */
async function withEmptied(ctx: Ctx, { emptied, ...row }: MappedRow): Promise<MappedRow> {
  const { values: parts } = await partsOf(ctx, emptied?.text ?? '', row.values.country)
  const values: Values = { ...row.values }
  for (const [name, value] of Object.entries(parts) as [ImportColumn, string][])
    if (emptied?.edits[name] === undefined) values[name] ??= value
  return { ...row, values }
}

/** Values without those an address in one field was split into: it is read again. */
async function withoutAddress(ctx: Ctx, values: Values): Promise<Values> {
  if (!values.addressText) return values
  const { values: parts } = await partsOf(ctx, values.addressText, values.country)
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => parts[field as ImportColumn] !== value),
  )
}

/** A stored row with the values a user has put in place of its own. */
export async function editedRow(
  ctx: Ctx,
  stored: MappedRow,
  edits: Values | null,
): Promise<MappedRow> {
  const anew = edits?.addressText
  return withEdits(
    anew ? { ...stored, values: await withoutAddress(ctx, stored.values) } : stored,
    edits,
  )
}

/** Stored rows with a user's values, by orders, their addresses in fields. */
export async function editedOrders(ctx: Ctx, stored: readonly StoredRow[]): Promise<FileOrder[]> {
  const rows: MappedRow[] = []
  for (const row of stored) rows.push(await editedRow(ctx, mappedOf(row), row.edits))
  const orders: FileOrder[] = []
  for (const order of groupOrders(rows)) orders.push(await withAddress(ctx, order))
  return orders
}

/** Whether a text is a whole address: town and street in one. */
export const isWholeAddress = async (ctx: Ctx, text: string): Promise<boolean> => {
  const { values } = await partsOf(ctx, text)
  return values.city !== undefined && values.street !== undefined
}
