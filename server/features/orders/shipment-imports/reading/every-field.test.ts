import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  IMPORT_FIELDS,
  importColumns,
  type ImportColumn,
  type ImportField,
} from '#contracts/orders/imports/import-fields.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { KINDS } from '#contracts/orders/kinds/kinds.ts'
import { orderDraft } from '#contracts/orders/shipments.draft.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { useWorld } from '#test/harness.ts'

const world = useWorld()

/** Fields of an order no column has, each with what stands for it. */
const OTHERWISE: Readonly<Record<string, string>> = {
  customerId: 'the field of the call',
  shipperId: 'the columns of the sender, else the default shipper',
  currency: 'the currency of the goods',
  'parcels.*.remark': 'the remark of the row',
}

/** Paths of everything a body may carry; `*` for the lines of a list. */
function pathsOf(schema: z.ZodType, at = ''): string[] {
  const inner = (schema as unknown as { def: Record<string, unknown> }).def
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      pathsOf(field, at === '' ? name : `${at}.${name}`),
    )
  if (schema instanceof z.ZodArray)
    return schema.element instanceof z.ZodObject ? pathsOf(schema.element, `${at}.*`) : [at]
  const next = inner.innerType ?? inner.in
  return next instanceof z.ZodType ? pathsOf(next, at) : [at]
}
const pathOf = ({ level, path, name }: ImportField): string =>
  level === 'product'
    ? `parcels.*.products.*.${path}`
    : level === 'order'
      ? path
      : name === 'palletNo'
        ? 'parcels.*.palletNo'
        : path.startsWith('pallet.')
          ? path.replace('pallet.', 'pallets.*.')
          : `parcels.*.${path}`

test('every field of an order has a column', () => {
  const columns = new Set(IMPORT_FIELDS.map(pathOf))
  const open = pathsOf(orderDraft).filter(
    (path) => !columns.has(path) && !(path in OTHERWISE) && path !== 'pallets.*.palletNo',
  )
  expect(open).toEqual([])
  expect(pathsOf(orderDraft).length).toBeGreaterThan(80)
})

/** A value for every column, good in any kind. */
const VALUES: Partial<Record<ImportColumn, string>> = {
  service: 'ECO-PARCEL',
  depot: 'FRA1',
  consigneeName: 'Erika Muster',
  consigneeCompany: 'Muster GmbH',
  phone: '+49 170 1234567',
  email: 'erika@example.com',
  taxNumber: 'DE123456789',
  country: 'DE',
  state: 'Berlin',
  city: 'Berlin',
  postalCode: '10115',
  street: 'Zeil',
  house: '1',
  address1: 'Haus B',
  address2: 'Hof',
  parcelReference: 'P1',
  weightKg: '2',
  lengthCm: '30',
  widthCm: '20',
  heightCm: '10',
  sku: 'SKU-1',
  hscodeCn: '6109100010',
  hscodeForeign: '610910',
  nameCn: '棉质T恤',
  nameEn: 'Cotton T-shirt',
  quantity: '2',
  unitWeightKg: '0.18',
  unitPrice: '8.90',
  currency: 'EUR',
  remark: 'fragile',
  poCode: 'PO-1',
  fbaCode: 'FBA15DJ9SVVD',
  parcelFbaCode: 'FBA15DJ9SVVDU000001',
  consigneeRemark: 'ring twice',
  material: 'cotton',
  usage: 'wear',
  brand: 'Marke',
  model: 'M-1',
  origin: 'CN',
  unit: 'PCS',
  shopUrl: 'https://s.example/1',
  photoUrl: 'https://s.example/1.jpg',
  productRemark: 'blue',
  dangerousGoods: '限量危险品',
  unNumber: 'UN3481',
  codAmount: '10.00',
  codCurrency: 'EUR',
  insuredAmount: '20.00',
  insuredCurrency: 'EUR',
  pickupPoint: 'LOCKER-1',
  services: 'Signature on delivery; 周六派送',
  exportType: 'Sale of goods',
  incoterm: 'DAP',
  invoiceNo: 'INV-1',
  mrn: '26DE123456789012A1',
  eori: 'DE1234567890',
  ioss: 'IM2760000742',
  vat: 'DE123456789',
  postalCharges: '3.00',
  declaredValue: '17.80',
  licenceNo: 'L-1',
  certificateNo: 'C-1',
  undeliverable: 'RETURN',
  customsRemark: 'none',
  warehouseCode: 'HAJ1',
  referenceId: 'REF1',
  boxContentSource: 'Manual processing',
  windowFrom: '2027-03-01 08:00',
  windowTo: '2027-03-01 10:00',
  dockContact: 'Max',
  dockPhone: '+49 170 7654321',
  dockRemark: 'tail lift',
  palletNo: '1',
  palletWeightKg: '20',
  palletLengthCm: '120',
  palletWidthCm: '80',
  palletHeightCm: '100',
  palletStackable: 'Yes',
  senderName: 'Li',
  senderCompany: 'Blue Sea',
  senderPhone: '+86 138 0013 8000',
  senderEmail: 'li@example.com',
  senderTaxNumber: '91440300',
  senderCountry: 'CN',
  senderState: 'Guangdong',
  senderCity: 'Shenzhen',
  senderPostalCode: '518000',
  senderStreet: 'Shennan Road',
  senderHouse: '1',
  senderAddress1: 'Floor 3',
  senderAddress2: 'Gate 2',
}
/** Has no value here: the customer of the tests has no depot code, an address is in its fields. */
const WITHOUT: readonly ImportColumn[] = [
  'userDepot',
  'addressText',
  'reference',
  'shipmentResource',
]

test.each(KINDS.map((kind) => [kind.code, kind] as const))(
  '%s: a file with every column fills every field of the order',
  async (code, kind) => {
    const customer = await world().as('customer')
    const fields = importColumns(kind).filter(({ name }) => !WITHOUT.includes(name))
    expect(fields.filter(({ name }) => VALUES[name] === undefined)).toEqual([])
    const quoted = (text: string) => `"${text}"`
    const text = [
      ['reference', ...fields.map(({ name }) => name)].join(','),
      [`EVERY-${code}`, ...fields.map(({ name }) => quoted(VALUES[name]!))].join(','),
    ].join('\n')
    const sent = await customer.upload('/erp/shipment/importExcel', 'every.csv', text, {
      dryRun: 'false',
      shipmentResource: code,
    })
    const { id } = sent.result as { id: string }
    let now = await customer.call(shipmentImports.queryById, { id })
    while (['queued', 'running'].includes(now.status)) {
      await new Promise((resolve) => setTimeout(resolve, 30))
      now = await customer.call(shipmentImports.queryById, { id })
    }
    expect(now.errors.map(({ column, message }) => `${column} ${message}`)).toEqual([])
    const { rows } = await world().db.pool.query<{ id: string }>(
      'select id from shipment where tenant_id = $1 and reference = $2',
      [world().tenantId, `EVERY-${code}`],
    )
    const order = await customer.call(shipments.queryById, { id: rows[0]!.id })
    const empty = fields
      .map((field) => [field.name, valueAt(order, pathOf(field).split('.'))] as const)
      .filter(([, value]) => value === null || value === undefined || value === '')
      .map(([name]) => name)
    expect(empty).toEqual([])
  },
)

function valueAt(value: unknown, [part, ...rest]: readonly string[]): unknown {
  if (part === undefined) return value
  if (part === '*') return valueAt(Array.isArray(value) ? value[0] : undefined, rest)
  const inner: unknown =
    value === null || value === undefined ? undefined : Reflect.get(Object(value), part)
  return valueAt(inner, rest)
}
