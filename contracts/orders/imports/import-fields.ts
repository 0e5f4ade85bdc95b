import { BLOCKS, type Block, type OrderKind } from '../kinds/kind.ts'

/**
 * What a cell of an order file holds. `code`: digits and signs that a spreadsheet may have spoiled
 * (scientific notation, a date). `digits`: a code written with points or blanks. `free`: any text,
 * also one that begins like a formula.
 */
export type ImportKind =
  | 'text'
  | 'free'
  | 'code'
  | 'digits'
  | 'decimal'
  | 'integer'
  | 'country'
  | 'currency'
  | 'choice'
  | 'moment'

export interface ImportField<Name extends string = string> {
  readonly name: Name
  /** Whose value it is: one per order, per parcel or per line of contents. */
  readonly level: 'order' | 'parcel' | 'product'
  /** Its place in the draft, below its level. */
  readonly path: string
  readonly kind: ImportKind
  /** Longest text; what is longer is refused at its cell. */
  readonly max?: number
  /** A dictionary its words are of: by code or by the text of either language. */
  readonly dict?: string
  /** Several of them, parted by commas. */
  readonly many?: true
  /** Unit of its numbers; a column may be in grams or millimetres and is converted exactly. */
  readonly unit?: 'kg' | 'cm'
  /** No order without it: a file must have a column or a fixed value. */
  readonly required?: true
  /** In the template's first row of data. */
  readonly example?: string
  /** The same, only for kinds that require it. */
  readonly kindExample?: string
}

const field = <const N extends string>(
  level: ImportField['level'],
  name: N,
  path: string,
  kind: ImportKind,
  more: Omit<ImportField, 'level' | 'name' | 'path' | 'kind'> = {},
): ImportField<N> => ({ level, name, path, kind, ...more })

/** Every column an order file may have, in the order of the template. */
export const IMPORT_FIELDS = [
  field('order', 'reference', 'reference', 'code', {
    max: 60,
    required: true,
    example: 'ORDER-0001',
  }),
  field('order', 'service', 'serviceId', 'choice', { required: true, example: 'ECO-PARCEL' }),
  field('order', 'depot', 'depotId', 'choice', { required: true, example: 'FRA1' }),
  field('order', 'consigneeName', 'consignee.name', 'text', {
    max: 100,
    required: true,
    example: 'Erika Mustermann',
  }),
  field('order', 'consigneeCompany', 'consignee.company', 'text', {
    max: 100,
    kindExample: 'Muster GmbH',
  }),
  field('order', 'phone', 'consignee.phone', 'code', { max: 40, example: '+49 170 1234567' }),
  field('order', 'email', 'consignee.email', 'text', { max: 120, example: 'erika@example.com' }),
  field('order', 'taxNumber', 'consignee.taxNumber', 'code', { max: 40 }),
  field('order', 'country', 'consignee.country', 'country', { required: true, example: 'DE' }),
  field('order', 'state', 'consignee.state', 'text', { max: 80, example: 'Hessen' }),
  field('order', 'city', 'consignee.city', 'text', {
    max: 80,
    required: true,
    example: 'Frankfurt am Main',
  }),
  field('order', 'postalCode', 'consignee.postalCode', 'code', { max: 16, example: '60311' }),
  field('order', 'street', 'consignee.street', 'text', {
    max: 120,
    required: true,
    example: 'Zeil',
  }),
  field('order', 'house', 'consignee.house', 'code', { max: 20, example: '1' }),
  field('order', 'address2', 'consignee.address2', 'text', { max: 120 }),
  field('parcel', 'parcelReference', 'reference', 'code', { max: 60, example: 'ORDER-0001-1' }),
  field('parcel', 'weightKg', 'weightKg', 'decimal', {
    unit: 'kg',
    required: true,
    example: '1.250',
  }),
  field('parcel', 'lengthCm', 'lengthCm', 'decimal', { unit: 'cm', example: '30' }),
  field('parcel', 'widthCm', 'widthCm', 'decimal', { unit: 'cm', example: '20' }),
  field('parcel', 'heightCm', 'heightCm', 'decimal', { unit: 'cm', example: '10' }),
  field('product', 'sku', 'sku', 'code', { max: 60, example: 'SKU-001' }),
  field('product', 'hscodeCn', 'hscodeCn', 'digits', { max: 40, example: '6109100010' }),
  field('product', 'hscodeForeign', 'hscodeForeign', 'digits', { max: 40, example: '610910' }),
  field('product', 'nameCn', 'nameCn', 'text', { max: 120, example: '棉质T恤' }),
  field('product', 'nameEn', 'nameEn', 'text', { max: 120, example: 'Cotton T-shirt' }),
  field('product', 'quantity', 'quanlity', 'integer', { example: '2' }),
  field('product', 'unitWeightKg', 'unitWeightKg', 'decimal', { unit: 'kg', example: '0.180' }),
  field('product', 'unitPrice', 'unitPrice', 'decimal', { example: '8.90' }),
  field('product', 'currency', 'currency', 'currency', { example: 'EUR' }),
  field('order', 'remark', 'remark', 'free', { max: 500 }),
  field('order', 'shipmentResource', 'shipmentResource', 'choice'),
  field('order', 'poCode', 'poCode', 'code', { max: 60 }),
  field('order', 'fbaCode', 'fbaCode', 'code', { max: 40, kindExample: 'FBA15ABC1234' }),
  field('order', 'address1', 'consignee.address1', 'text', { max: 120 }),
  field('order', 'consigneeRemark', 'consignee.remark', 'free', { max: 200 }),
  field('parcel', 'parcelFbaCode', 'fbaCode', 'code', { max: 40 }),
  field('product', 'material', 'material', 'text', { max: 120 }),
  field('product', 'usage', 'usage', 'text', { max: 120 }),
  field('product', 'brand', 'brand', 'text', { max: 60 }),
  field('product', 'model', 'model', 'code', { max: 60 }),
  field('product', 'origin', 'origin', 'country'),
  field('product', 'unit', 'unit', 'text', { max: 12 }),
  field('product', 'shopUrl', 'shopUrl', 'text', { max: 500 }),
  field('product', 'photoUrl', 'photoUrl', 'text', { max: 500 }),
  field('product', 'productRemark', 'remark', 'free', { max: 200 }),
  field('order', 'dangerousGoods', 'attributes.dangerousGoods', 'text', {
    max: 80,
    dict: 'dangerous_goods',
  }),
  field('order', 'unNumber', 'attributes.unNumber', 'code', { max: 6 }),
  field('order', 'codAmount', 'attributes.codAmount', 'decimal'),
  field('order', 'codCurrency', 'attributes.codCurrency', 'currency'),
  field('order', 'insuredAmount', 'attributes.insuredAmount', 'decimal'),
  field('order', 'insuredCurrency', 'attributes.insuredCurrency', 'currency'),
  field('order', 'pickupPoint', 'attributes.pickupPoint', 'code', { max: 60 }),
  field('order', 'services', 'attributes.services', 'text', {
    max: 400,
    dict: 'value_added_service',
    many: true,
  }),
  field('order', 'exportType', 'customs.exportType', 'text', {
    max: 40,
    dict: 'customs_export_type',
    kindExample: 'COMMERCIAL_GOODS',
  }),
  field('order', 'incoterm', 'customs.incoterm', 'text', {
    max: 80,
    dict: 'customs_incoterm',
  }),
  field('order', 'invoiceNo', 'customs.invoiceNo', 'code', { max: 40 }),
  field('order', 'mrn', 'customs.mrn', 'code', { max: 24 }),
  field('order', 'eori', 'customs.eori', 'code', { max: 20 }),
  field('order', 'ioss', 'customs.ioss', 'code', { max: 16 }),
  field('order', 'vat', 'customs.vat', 'code', { max: 20 }),
  field('order', 'postalCharges', 'customs.postalCharges', 'decimal'),
  field('order', 'declaredValue', 'customs.declaredValue', 'decimal'),
  field('order', 'licenceNo', 'customs.licenceNo', 'code', { max: 40 }),
  field('order', 'certificateNo', 'customs.certificateNo', 'code', { max: 40 }),
  field('order', 'undeliverable', 'customs.undeliverable', 'text', {
    max: 40,
    dict: 'customs_undeliverable',
  }),
  field('order', 'customsRemark', 'customs.remark', 'free', { max: 200 }),
  field('order', 'warehouseCode', 'fba.warehouseCode', 'code', { max: 12 }),
  field('order', 'referenceId', 'fba.referenceId', 'code', { max: 40 }),
  field('order', 'boxContentSource', 'fba.boxContentSource', 'text', {
    max: 40,
    dict: 'fba_box_content',
  }),
  field('order', 'windowFrom', 'delivery.windowFrom', 'moment', { max: 40 }),
  field('order', 'windowTo', 'delivery.windowTo', 'moment', { max: 40 }),
  field('order', 'dockContact', 'delivery.dockContact', 'text', { max: 100 }),
  field('order', 'dockPhone', 'delivery.dockPhone', 'code', { max: 40 }),
  field('order', 'dockRemark', 'delivery.dockRemark', 'free', { max: 200 }),
  field('parcel', 'palletNo', 'palletNo', 'integer', { max: 3 }),
  field('parcel', 'palletWeightKg', 'pallet.weightKg', 'decimal', { unit: 'kg' }),
  field('parcel', 'palletLengthCm', 'pallet.lengthCm', 'decimal', { unit: 'cm' }),
  field('parcel', 'palletWidthCm', 'pallet.widthCm', 'decimal', { unit: 'cm' }),
  field('parcel', 'palletHeightCm', 'pallet.heightCm', 'decimal', { unit: 'cm' }),
  field('parcel', 'palletStackable', 'pallet.stackable', 'text', { max: 8, dict: 'yn' }),
  // With a column of its own the remark of an order is not that of its first parcel.
  field('parcel', 'parcelRemark', 'remark', 'free', { max: 200 }),
  field('order', 'userDepot', 'userDepotId', 'choice'),
  // Without any of these the order has the customer's own shipper.
  field('order', 'senderName', 'sender.name', 'text', { max: 100 }),
  field('order', 'senderCompany', 'sender.company', 'text', { max: 100 }),
  field('order', 'senderPhone', 'sender.phone', 'code', { max: 40 }),
  field('order', 'senderEmail', 'sender.email', 'text', { max: 120 }),
  field('order', 'senderTaxNumber', 'sender.taxNumber', 'code', { max: 40 }),
  field('order', 'senderCountry', 'sender.country', 'country'),
  field('order', 'senderState', 'sender.state', 'text', { max: 80 }),
  field('order', 'senderCity', 'sender.city', 'text', { max: 80 }),
  field('order', 'senderPostalCode', 'sender.postalCode', 'code', { max: 16 }),
  field('order', 'senderStreet', 'sender.street', 'text', { max: 120 }),
  field('order', 'senderHouse', 'sender.house', 'code', { max: 20 }),
  field('order', 'senderAddress1', 'sender.address1', 'text', { max: 120 }),
  field('order', 'senderAddress2', 'sender.address2', 'text', { max: 120 }),
  // Split into the fields of the address; no order has it.
  field('order', 'addressText', 'addressText', 'free', { max: 2_000 }),
] as const

export type ImportColumn = (typeof IMPORT_FIELDS)[number]['name']
export const IMPORT_COLUMNS = IMPORT_FIELDS.map(({ name }) => name) as [
  ImportColumn,
  ...ImportColumn[],
]

const byName = new Map<string, ImportField<ImportColumn>>(
  IMPORT_FIELDS.map((one) => [one.name, one]),
)
export const isImportColumn = (name: string): name is ImportColumn => byName.has(name)
export const importField = (name: ImportColumn): ImportField<ImportColumn> => byName.get(name)!

/** The block of an order a field is part of, which a kind may not use. */
export const blockOf = ({ level, path }: ImportField): Block | null => {
  const [head] = path.split('.')
  if (level === 'parcel') return head === 'palletNo' || head === 'pallet' ? 'pallets' : null
  return level === 'order' ? (BLOCKS.find((block) => block === head) ?? null) : null
}

/** The columns files of one kind of orders may have. */
export const importColumns = (kind: OrderKind): ImportField<ImportColumn>[] =>
  IMPORT_FIELDS.filter((field) => {
    const block = blockOf(field)
    return block === null || !kind.unused.includes(block)
  })

/** What a line of contents cannot do without. */
export const GOODS_NEEDED: readonly ImportColumn[] = [
  'nameEn',
  'quantity',
  'unitWeightKg',
  'unitPrice',
  'currency',
]
const draftPath = ({ level, path }: ImportField): string =>
  level === 'order'
    ? path
    : level === 'parcel'
      ? `parcels.*.${path}`
      : `parcels.*.products.*.${path}`

/** Columns no file of a kind can do without. What is kept in stock is weighed by its list. */
export const fileColumns = ({ can }: OrderKind): ReadonlySet<ImportColumn> =>
  new Set(
    IMPORT_FIELDS.filter((field) => 'required' in field && !(can.usesStock && 'unit' in field)).map(
      ({ name }) => name,
    ),
  )

/** Columns no order of a kind can do without; `goods`: its lines of contents are in the file. */
export function requiredColumns(kind: OrderKind, goods = false): ReadonlySet<ImportColumn> {
  const asked = new Set(kind.required)
  const lines = goods || kind.required.some((path) => path.startsWith('parcels.*.products.'))
  const needed = fileColumns(kind)
  // The list of SKUs completes what a file lacks.
  const ofLines = kind.can.usesStock
    ? GOODS_NEEDED.filter((name) => name === 'quantity')
    : GOODS_NEEDED
  return new Set(
    IMPORT_FIELDS.filter((field) => needed.has(field.name) || asked.has(draftPath(field)))
      .map(({ name }): ImportColumn => name)
      .concat(lines ? ofLines : []),
  )
}

/** The column that holds an address in one field, and what it may stand for. */
export const ADDRESS_TEXT = 'addressText' satisfies ImportColumn
export const IN_ADDRESS_TEXT: ReadonlySet<ImportColumn> = new Set([
  'consigneeName',
  'country',
  'city',
  'street',
])
/** The code of a marketplace's warehouse stands for the same: its address is in the list. */
export const WAREHOUSE = 'warehouseCode' satisfies ImportColumn
/** The columns of a kind's template: there an address has its own. */
export const templateColumns = (kind: OrderKind): ImportField<ImportColumn>[] =>
  importColumns(kind).filter(({ name }) => name !== ADDRESS_TEXT)
