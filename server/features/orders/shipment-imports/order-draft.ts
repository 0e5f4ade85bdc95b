import { BLOCKS } from '#contracts/orders/kinds/kind.ts'
import {
  ADDRESS_TEXT,
  blockOf,
  IMPORT_FIELDS,
  type ImportColumn,
  type ImportField,
} from '#contracts/orders/imports/import-fields.ts'
import { kindOf, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import {
  MAX_PARCELS,
  type DraftParcel,
  type DraftProduct,
  type OrderDraft,
} from '#contracts/orders/shipments.draft.ts'
import type { FileOrder, MappedRow } from './reading/file-order.ts'

export interface DraftOrigin {
  draft: OrderDraft
  /** Sheet row of each parcel, and of each product in it. */
  parcelRows: number[]
  productRows: number[][]
  /** Rows of goods that got their share of a parcel's weight. */
  weighed: number[]
}

const of = (level: ImportField['level']) => IMPORT_FIELDS.filter((field) => field.level === level)
const [ORDER, PARCEL, PRODUCT] = [of('order'), of('parcel'), of('product')]
const CURRENCY = 'currency'

/** A kind without pallets refuses their numbers; nothing of them is dropped. */
const PALLET = PARCEL.filter(({ path }) => path.startsWith('pallet.')).map(({ name, path }) => ({
  name,
  path: path.slice('pallet.'.length),
}))
const REMARK = 'remark'
/** How rows become parcels; no parcel has a place for it. */
const OF_ROWS: ReadonlySet<ImportColumn> = new Set(['parcelNo', 'parcelCount', 'size'])
const BOX = PARCEL.filter(
  ({ path, name }) => !path.startsWith('pallet.') && path !== REMARK && !OF_ROWS.has(name),
)
const OF_BOX = PARCEL.filter(({ path }) => path !== REMARK)
const ON_PALLET = 'palletNo'
/** What a row has that is about a parcel or what is in it, and not about the pallet alone. */
const NOT_OF_PALLET = [...OF_BOX, ...PRODUCT].filter(
  ({ name, path }) => name !== ON_PALLET && name !== CURRENCY && !path.startsWith('pallet.'),
)

/** An object with these fields, to be copied and filled: one that gets them one by one is slower. */
const emptyOf = (fields: readonly { path: string }[]): Readonly<Record<string, string | null>> =>
  JSON.parse(JSON.stringify(Object.fromEntries(fields.map(({ path }) => [path, null])))) as Record<
    string,
    string | null
  >

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
const SENDER = ORDER.filter(({ path }) => path.startsWith('sender.')).map(({ name, path }) => ({
  name,
  path: path.slice('sender.'.length),
}))
const HEAD = ORDER.filter(
  ({ path, kind, name }) => !path.includes('.') && kind !== 'choice' && name !== ADDRESS_TEXT,
)
/** Of a draft, apart from the fields of an order's head. */
const OF_DRAFT = [
  'shipmentResource',
  'serviceId',
  'depotId',
  'userDepotId',
  'customerId',
  'shipperId',
  'sender',
  'currency',
  'delivery',
  'fba',
  'customs',
  'attributes',
  'pallets',
  'consignee',
  'parcels',
] as const satisfies (keyof OrderDraft)[]
const EMPTY = {
  draft: emptyOf([...HEAD, ...OF_DRAFT.map((path) => ({ path }))]),
  consignee: emptyOf(CONSIGNEE),
  sender: emptyOf(SENDER),
  parcel: emptyOf([...BOX, { path: REMARK }, { path: 'products' }]),
  product: emptyOf(PRODUCT),
}
/** Fields of each block; an order without a value of a block has no such block. */
const IN_BLOCKS = BLOCKS.map((block) => ({
  block,
  fields: ORDER.filter((field) => blockOf(field) === block).map(({ name, path }) => ({
    name,
    path: path.slice(block.length + 1),
  })),
}))

/**
 * An order's rows as a draft. A row with the parcel number, else the parcel reference, of the row
 * before, or with nothing of a parcel, adds contents to that parcel. A row that only measures a
 * pallet no parcel is on is that pallet.
 */
export function draftOf(
  order: FileOrder,
  ids: {
    shipmentResource: KindCode
    serviceId: string | null
    depotId: string | null
    userDepotId: string | null
  },
): DraftOrigin {
  const first = order.rows[0]!
  const parcels: DraftParcel[] = []
  const parcelRows: number[] = []
  const productRows: number[][] = []
  const loaded = new Set(order.rows.filter(hasParcel).map(({ values }) => values.palletNo))
  let before: MappedRow = first
  for (const row of order.rows) {
    if (row !== first && isPallet(row) && !loaded.has(row.values.palletNo)) continue
    const last = parcels.at(-1)
    if (!last || !sameParcel(row, last, before)) {
      before = row
      parcels.push(parcelOf(row, row === first))
      parcelRows.push(row.row)
      productRows.push([])
    }
    // The currency alone is no sign of contents: documents travel without.
    if (PRODUCT.every(({ name }) => name === CURRENCY || row.values[name] === undefined)) continue
    parcels.at(-1)!.products.push(productOf(row))
    productRows.at(-1)!.push(row.row)
  }
  const weighed = parcels.flatMap((parcel, at) =>
    !kindOf(ids.shipmentResource).can.usesStock && shareWeight(parcel)
      ? (productRows[at] ?? [])
      : [],
  )
  repeatParcels(order.rows, { parcels, parcelRows, productRows })
  const draft = { ...EMPTY.draft } as unknown as OrderDraft
  Object.assign(draft, ids)
  draft.consignee = { ...EMPTY.consignee } as OrderDraft['consignee']
  draft.parcels = parcels
  put(draft, HEAD, first)
  put(draft.consignee, CONSIGNEE, first)
  if (SENDER.some(({ name }) => first.values[name] !== undefined)) {
    const sender = { ...EMPTY.sender }
    put(sender, SENDER, first)
    Reflect.set(draft, 'sender', sender)
  }
  const pallets = palletsOf(order.rows)
  if (pallets.length > 0) draft.pallets = pallets
  for (const { block, fields } of IN_BLOCKS)
    if (fields.some(({ name }) => first.values[name] !== undefined)) {
      const value = {}
      put(value, fields, first)
      if (block === 'attributes')
        Reflect.set(value, 'services', first.values.services?.split(',') ?? [])
      Reflect.set(draft, block, value)
    }
  return { draft, parcelRows, productRows, weighed }
}

/** Goods whose weight is not known share that of their parcel, piece by piece; none below a gram. */
function shareWeight({ weightKg, products }: DraftParcel): boolean {
  if (products.length === 0 || products.some(({ unitWeightKg }) => unitWeightKg !== null))
    return false
  const [, whole = '', grams = ''] = /^(\d{1,6})(?:\.(\d{1,3}))?$/.exec(weightKg ?? '') ?? []
  const pieces = products.reduce((sum, { quanlity }) => sum + Number(quanlity ?? Number.NaN), 0)
  if (whole === '' || !Number.isInteger(pieces) || pieces <= 0) return false
  const each = Math.floor(Number(whole + grams.padEnd(3, '0')) / pieces)
  if (each === 0) return false
  const text = `${Math.floor(each / 1000)}.${String(each % 1000).padStart(3, '0')}`
  for (const product of products) product.unitWeightKg = text
  return true
}

/** A row for several equal parcels; the reference is that of the first. */
function repeatParcels(
  rows: readonly MappedRow[],
  {
    parcels,
    parcelRows,
    productRows,
  }: Omit<DraftOrigin, 'draft' | 'weighed'> & { parcels: DraftParcel[] },
): void {
  const counts = new Map(rows.map(({ row, values }) => [row, Number(values.parcelCount ?? 1)]))
  for (let at = parcels.length - 1; at >= 0; at--) {
    const more = (counts.get(parcelRows[at]!) ?? 1) - 1
    if (!(more > 0 && more < MAX_PARCELS)) continue
    const parcel = parcels[at]!
    const copies = Array.from({ length: more }, () => ({
      ...parcel,
      reference: null,
      products: parcel.products.map((product) => ({ ...product })),
    }))
    parcels.splice(at + 1, 0, ...copies)
    parcelRows.splice(at + 1, 0, ...copies.map(() => parcelRows[at]!))
    productRows.splice(at + 1, 0, ...copies.map(() => productRows[at]!))
  }
}

/** The pallets rows name, each with the measures of the first row that has them. */
function palletsOf(rows: readonly MappedRow[]): NonNullable<OrderDraft['pallets']> {
  const found = new Map<string, NonNullable<OrderDraft['pallets']>[number]>()
  for (const row of rows) {
    const { palletNo } = row.values
    if (palletNo === undefined) continue
    const line = {} as Record<string, string | null>
    put(line, PALLET, row)
    const known = found.get(palletNo)
    const { stackable } = line
    const pallet = {
      ...(line as object),
      palletNo,
      stackable: stackable === '1',
    } as NonNullable<OrderDraft['pallets']>[number]
    if (!known) found.set(palletNo, pallet)
    else
      for (const side of ['weightKg', 'lengthCm', 'widthCm', 'heightCm'] as const)
        known[side] ??= pallet[side]
  }
  return [...found.values()]
}

const hasParcel = ({ values }: MappedRow): boolean =>
  NOT_OF_PALLET.some(({ name }) => values[name] !== undefined)
const isPallet = (row: MappedRow): boolean =>
  PALLET.some(({ name }) => row.values[name] !== undefined) && !hasParcel(row)

/** `before`: the first row of the last parcel. */
function sameParcel({ values }: MappedRow, last: DraftParcel, before: MappedRow): boolean {
  if (values.parcelNo !== undefined) return values.parcelNo === before.values.parcelNo
  return values.parcelReference === undefined
    ? OF_BOX.every(({ name }) => values[name] === undefined)
    : values.parcelReference === last.reference
}

/** A remark is its parcel's; that of the first row the order's where parcels have their own column. */
function parcelOf(row: MappedRow, first: boolean): DraftParcel {
  const { remark = null, parcelRemark } = row.values
  const parcel = { ...EMPTY.parcel } as unknown as DraftParcel
  put(parcel, BOX, row)
  parcel.remark = parcelRemark || (first && parcelRemark === '' ? null : remark)
  parcel.products = []
  return parcel
}
function productOf(row: MappedRow): DraftProduct {
  const product = { ...EMPTY.product } as unknown as DraftProduct
  put(product, PRODUCT, row)
  return product
}
