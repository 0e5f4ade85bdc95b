import { BLOCKS } from '#contracts/orders/kinds/kind.ts'
import {
  ADDRESS_TEXT,
  blockOf,
  IMPORT_FIELDS,
  type ImportColumn,
  type ImportField,
} from '#contracts/orders/imports/import-fields.ts'
import type { KindCode } from '#contracts/orders/kinds/kinds.ts'
import type { DraftParcel, DraftProduct, OrderDraft } from '#contracts/orders/shipments.draft.ts'
import type { FileOrder, MappedRow } from './reading/file-order.ts'

export interface DraftOrigin {
  draft: OrderDraft
  /** Sheet row of each parcel, and of each product in it. */
  parcelRows: number[]
  productRows: number[][]
}

const of = (level: ImportField['level']) => IMPORT_FIELDS.filter((field) => field.level === level)
const [ORDER, PARCEL, PRODUCT] = [of('order'), of('parcel'), of('product')]
const CURRENCY = 'currency'

const put = (
  into: object,
  fields: readonly { name: ImportColumn; path: string }[],
  { values }: MappedRow,
): void => {
  const target = into as Record<string, string | null>
  for (const { name, path } of fields) target[path] = values[name] ?? null
}
const CONSIGNEE = ORDER.filter(({ path }) => path.startsWith('consignee.')).map(
  ({ name, path }) => ({
    name,
    path: path.slice('consignee.'.length),
  }),
)
const HEAD = ORDER.filter(
  ({ path, kind, name }) => !path.includes('.') && kind !== 'choice' && name !== ADDRESS_TEXT,
)
/** Fields of each block; an order without a value of a block has no such block. */
const IN_BLOCKS = BLOCKS.map((block) => ({
  block,
  fields: ORDER.filter((field) => blockOf(field) === block).map(({ name, path }) => ({
    name,
    path: path.slice(block.length + 1),
  })),
}))

/**
 * An order's rows as a draft. A row that repeats the parcel reference of the row before, or gives
 * nothing of a parcel, adds contents to that parcel.
 */
export function draftOf(
  order: FileOrder,
  ids: { shipmentResource: KindCode; serviceId: string | null; depotId: string | null },
): DraftOrigin {
  const first = order.rows[0]!
  const parcels: DraftParcel[] = []
  const parcelRows: number[] = []
  const productRows: number[][] = []
  for (const row of order.rows) {
    const last = parcels.at(-1)
    if (!last || !sameParcel(row, last)) {
      parcels.push(parcelOf(row))
      parcelRows.push(row.row)
      productRows.push([])
    }
    // The currency alone is no sign of contents: documents travel without.
    if (PRODUCT.every(({ name }) => name === CURRENCY || row.values[name] === undefined)) continue
    parcels.at(-1)!.products.push(productOf(row))
    productRows.at(-1)!.push(row.row)
  }
  const draft = {
    customerId: null,
    shipperId: null,
    sender: null,
    currency: null,
    userDepotId: null,
    delivery: null,
    fba: null,
    customs: null,
    attributes: null,
    pallets: null,
    ...ids,
    consignee: {},
    parcels,
  } as unknown as OrderDraft
  put(draft, HEAD, first)
  put(draft.consignee, CONSIGNEE, first)
  for (const { block, fields } of IN_BLOCKS)
    if (fields.some(({ name }) => first.values[name] !== undefined)) {
      const value = block === 'attributes' ? { services: [] } : {}
      put(value, fields, first)
      Reflect.set(draft, block, value)
    }
  return { draft, parcelRows, productRows }
}

const sameParcel = ({ values }: MappedRow, last: DraftParcel): boolean =>
  values.parcelReference === undefined
    ? PARCEL.every(({ name }) => values[name] === undefined)
    : values.parcelReference === last.reference

function parcelOf(row: MappedRow): DraftParcel {
  const parcel = {
    palletNo: null,
    remark: row.values.remark ?? null,
    products: [],
  } as unknown as DraftParcel
  put(parcel, PARCEL, row)
  return parcel
}
function productOf(row: MappedRow): DraftProduct {
  const product = {} as unknown as DraftProduct
  put(product, PRODUCT, row)
  return product
}
