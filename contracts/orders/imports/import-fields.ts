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

/** What each part of an address may hold, the consignee's as the sender's. */
const ADDRESS = {
  name: { kind: 'text', max: 100 },
  company: { kind: 'text', max: 100 },
  phone: { kind: 'code', max: 40 },
  email: { kind: 'text', max: 120 },
  taxNumber: { kind: 'code', max: 40 },
  country: { kind: 'country' },
  state: { kind: 'text', max: 80 },
  city: { kind: 'text', max: 80 },
  postalCode: { kind: 'code', max: 16 },
  street: { kind: 'text', max: 120 },
  house: { kind: 'code', max: 20 },
  address2: { kind: 'text', max: 120 },
  address1: { kind: 'text', max: 120 },
  remark: { kind: 'free', max: 200 },
} as const satisfies Record<string, { kind: ImportKind; max?: number }>

const addressField = <const N extends string>(
  name: N,
  of: 'consignee' | 'sender',
  part: keyof typeof ADDRESS,
  more: Pick<ImportField, 'required' | 'example' | 'kindExample'> = {},
): ImportField<N> => {
  const { kind, ...limit } = ADDRESS[part]
  return field('order', name, `${of}.${part}`, kind, { ...limit, ...more })
}

/** Every column an order file may have, in the order of the template. */
export const IMPORT_FIELDS = [
  field('order', 'reference', 'reference', 'code', {
    max: 60,
    required: true,
    example: 'ORDER-0001',
  }),
  field('order', 'service', 'serviceId', 'choice', { required: true, example: 'ECO-PARCEL' }),
  field('order', 'depot', 'depotId', 'choice', { required: true, example: 'FRA1' }),
  addressField('consigneeName', 'consignee', 'name', {
    required: true,
    example: 'Erika Mustermann',
  }),
  addressField('consigneeCompany', 'consignee', 'company', { kindExample: 'Muster GmbH' }),
  addressField('phone', 'consignee', 'phone', { example: '+49 170 1234567' }),
  addressField('email', 'consignee', 'email', { example: 'erika@example.com' }),
  addressField('taxNumber', 'consignee', 'taxNumber'),
  addressField('country', 'consignee', 'country', { required: true, example: 'DE' }),
  addressField('state', 'consignee', 'state', { example: 'Hessen' }),
  addressField('city', 'consignee', 'city', { required: true, example: 'Frankfurt am Main' }),
  addressField('postalCode', 'consignee', 'postalCode', { example: '60311' }),
  addressField('street', 'consignee', 'street', { required: true, example: 'Zeil' }),
  addressField('house', 'consignee', 'house', { example: '1' }),
  addressField('address2', 'consignee', 'address2'),
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
  addressField('address1', 'consignee', 'address1'),
  addressField('consigneeRemark', 'consignee', 'remark'),
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
  // Which rows are one parcel, where its reference does not show it; no parcel has it.
  field('parcel', 'parcelNo', 'parcelNo', 'integer', { max: 4 }),
  // Three measures in one cell, and a row that stands for several equal parcels.
  field('parcel', 'size', 'size', 'free', { max: 60, unit: 'cm' }),
  field('parcel', 'parcelCount', 'parcelCount', 'integer', { max: 4 }),
  field('order', 'userDepot', 'userDepotId', 'choice'),
  // Without any of these the order has the customer's own shipper.
  addressField('senderName', 'sender', 'name'),
  addressField('senderCompany', 'sender', 'company'),
  addressField('senderPhone', 'sender', 'phone'),
  addressField('senderEmail', 'sender', 'email'),
  addressField('senderTaxNumber', 'sender', 'taxNumber'),
  addressField('senderCountry', 'sender', 'country'),
  addressField('senderState', 'sender', 'state'),
  addressField('senderCity', 'sender', 'city'),
  addressField('senderPostalCode', 'sender', 'postalCode'),
  addressField('senderStreet', 'sender', 'street'),
  addressField('senderHouse', 'sender', 'house'),
  addressField('senderAddress1', 'sender', 'address1'),
  addressField('senderAddress2', 'sender', 'address2'),
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
/** Columns of other people's files that our own ones do without. */
export const NOT_OURS: ReadonlySet<ImportColumn> = new Set([ADDRESS_TEXT, 'size', 'parcelCount'])
/** The columns of a kind's template: there an address has its own. */
export const templateColumns = (kind: OrderKind): ImportField<ImportColumn>[] =>
  importColumns(kind).filter(({ name }) => !NOT_OURS.has(name))
