import { orderKind, type Capability, type OrderKind } from './kind.ts'

export type { Block, Capability, OrderKind, Section } from './kind.ts'

const NOTHING = {
  usesStock: false,
  hasCartons: false,
  manyParcels: false,
  hasPallets: false,
  needsCustoms: false,
  splits: false,
  converts: false,
  takesCod: true,
  comesBack: false,
} as const

/**
 * The kinds of orders (specification §2, domain §4.4 D). A further kind is one entry here, its
 * labels and a test.
 */
export const KINDS = [
  orderKind({
    code: 'B2C',
    slug: 'b2c',
    prefix: 'PY',
    screen: '/shipment/b2c',
    can: NOTHING,
    sections: ['head', 'sender', 'consignee', 'parcels', 'attributes', 'customs'],
    required: [],
    unused: ['delivery', 'pallets', 'fba'],
    columns: ['trackNo'],
    documents: ['label', 'commercialInvoice', 'customsForm'],
  }),
  orderKind({
    code: 'B2B',
    slug: 'b2b',
    prefix: 'PC',
    screen: '/shipment/b2b',
    can: { ...NOTHING, manyParcels: true, hasPallets: true, splits: true },
    sections: [
      'head',
      'sender',
      'consignee',
      'delivery',
      'parcels',
      'pallets',
      'attributes',
      'customs',
    ],
    required: ['consignee.company'],
    unused: ['fba'],
    columns: ['company', 'poCode'],
    documents: ['label', 'packingList', 'proforma', 'commercialInvoice', 'customsForm'],
  }),
  orderKind({
    code: 'FBA',
    slug: 'fba',
    prefix: 'PF',
    screen: '/shipment/fba',
    can: {
      ...NOTHING,
      hasCartons: true,
      manyParcels: true,
      hasPallets: true,
      splits: true,
      takesCod: false,
    },
    sections: ['head', 'fba', 'consignee', 'sender', 'parcels', 'pallets', 'attributes', 'customs'],
    required: ['fbaCode'],
    unused: ['delivery'],
    columns: ['fbaCode', 'poCode'],
    documents: ['label', 'packingList', 'proforma', 'commercialInvoice', 'customsForm'],
  }),
  orderKind({
    code: 'WMS',
    slug: 'wms',
    prefix: 'PW',
    screen: '/shipment/wms',
    can: { ...NOTHING, usesStock: true },
    sections: ['head', 'consignee', 'parcels', 'sender', 'attributes', 'customs'],
    required: ['parcels.*.products.*.sku'],
    unused: ['delivery', 'pallets', 'fba'],
    columns: ['stockState', 'trackNo'],
    documents: ['label', 'packingList', 'commercialInvoice', 'customsForm'],
  }),
  orderKind({
    code: 'GENERIC',
    slug: 'gen',
    prefix: 'PG',
    screen: '/shipment/generic',
    can: {
      ...NOTHING,
      manyParcels: true,
      hasPallets: true,
      splits: true,
      converts: true,
      comesBack: true,
    },
    sections: [
      'head',
      'sender',
      'consignee',
      'delivery',
      'fba',
      'parcels',
      'pallets',
      'attributes',
      'customs',
    ],
    required: [],
    unused: [],
    columns: [],
    documents: ['label', 'packingList', 'proforma', 'commercialInvoice', 'customsForm'],
  }),
  orderKind({
    code: 'WORLD',
    slug: 'world',
    prefix: 'PI',
    screen: '/shipment/world',
    can: { ...NOTHING, needsCustoms: true },
    sections: ['customs', 'head', 'sender', 'consignee', 'parcels', 'attributes'],
    required: ['customs.exportType', 'parcels.*.products.0'],
    unused: ['delivery', 'pallets', 'fba'],
    columns: ['trackNo'],
    documents: ['label', 'commercialInvoice', 'customsForm'],
  }),
] as const satisfies readonly OrderKind[]

export type KindCode = (typeof KINDS)[number]['code']
export const KIND_CODES = KINDS.map(({ code }) => code) as [KindCode, ...KindCode[]]

/** What an order is taken as where neither it nor its customer names another kind. */
export const DEFAULT_KIND: KindCode = 'B2C'

/** The list of all kinds a caller may see. */
export const ALL_ORDERS = '/shipment/all'

const byCode = new Map<string, OrderKind>(KINDS.map((kind) => [kind.code, kind]))

/** The kind of a stored order. A code that is none is a fault of the data. */
export function kindOf(code: string): OrderKind {
  const found = byCode.get(code)
  if (!found) throw new Error(`no kind of order: ${code}`)
  return found
}
export const isKind = (code: string): code is KindCode => byCode.has(code)

/** The codes of the kinds with a capability. */
export const kindsThat = (capability: Capability): string[] =>
  KINDS.filter((kind) => kind.can[capability]).map(({ code }) => code)
