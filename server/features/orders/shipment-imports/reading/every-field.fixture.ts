import type { ImportColumn, ImportField } from '#contracts/orders/imports/import-fields.ts'

/** Where an order holds a column's value; `*` for the lines of a list. */
export const pathOf = ({ level, path, name }: ImportField): string =>
  level === 'product'
    ? `parcels.*.products.*.${path}`
    : level === 'order'
      ? path
      : name === 'palletNo'
        ? 'parcels.*.palletNo'
        : path.startsWith('pallet.')
          ? path.replace('pallet.', 'pallets.*.')
          : `parcels.*.${path}`

/** A value for every column, good in any kind. */
export const VALUES: Partial<Record<ImportColumn, string>> = {
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
  parcelRemark: 'this side up',
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
/**
 * Has no value here: the customer of the tests has no depot code, an address is in its fields, a
 * parcel has no number of its own.
 */
export const WITHOUT: readonly ImportColumn[] = [
  'parcelNo',
  'size',
  'parcelCount',
  'userDepot',
  'addressText',
  'reference',
  'shipmentResource',
]

export function valueAt(value: unknown, [part, ...rest]: readonly string[]): unknown {
  if (part === undefined) return value
  if (part === '*') return valueAt(Array.isArray(value) ? value[0] : undefined, rest)
  const inner: unknown =
    value === null || value === undefined ? undefined : Reflect.get(Object(value), part)
  return valueAt(inner, rest)
}
