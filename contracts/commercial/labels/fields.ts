/**
 * The values of a label a template may bind. Names and explanations are texts of `label-fields`
 * (`<key>`, `<key>.help`). `sample` and `longest` are what previews and checks draw without a
 * parcel: an everyday one, and the longest the field takes in practice.
 */
export const FIELD_GROUPS = ['number', 'order', 'route', 'consignee', 'sender'] as const
export type FieldGroup = (typeof FIELD_GROUPS)[number]
/** `date`: `format.date` counts. `code`: without spaces, fit for bars. */
export type FieldKind = 'text' | 'date' | 'code'

interface Field {
  group: FieldGroup
  kind: FieldKind
  sample: string
  longest: string
}

const of =
  (group: FieldGroup, kind: FieldKind = 'text') =>
  (sample: string, longest = sample): Field => ({ group, kind, sample, longest })
const [number, code] = [of('number'), of('number', 'code')]
const [order, orderCode] = [of('order'), of('order', 'code')]
const route = of('route', 'code')
const [to, from] = [of('consignee'), of('sender')]

export const LABEL_FIELDS = {
  /** As it is encoded. */
  number: code('00340434490100009377'),
  /** As it is printed under the bars, in groups. */
  numberGrouped: number('(00) 3 4043 4490 1000 0937 7'),
  /** The public tracking page of the number. */
  trackingUrl: code(
    'https://parcels.example.com/track/result?nos=00340434490100009377',
    'https://tracking.parcels.example.com/track/result?nos=00340434490100009377',
  ),
  orderNo: orderCode('B2C2611230000417'),
  /** The customer's own. */
  reference: order('A-2026-11093', 'SHOP-MARKETPLACE-EU-2026-11-0093-4471-B'),
  /** The shipment at the marketplace, and its purchase order there; empty on other orders. */
  fbaCode: orderCode('FBA15DYC5N7K'),
  poCode: order('7XKPQ2LM', '7XKPQ2LM, 4HJT9RBN, 2WNVC8SD'),
  serviceCode: orderCode('ECO-PARCEL', 'PREMIUM-PARCEL-EU'),
  /** In Chinese and English, where it has both names. */
  serviceName: order('经济小包 Economy parcel', '欧洲优先专线小包 Europe priority line parcel'),
  courierCode: orderCode('DHL'),
  /** `1/3` */
  piece: order('1/3', '28/30'),
  pieceNo: orderCode('1', '28'),
  pieces: orderCode('3', '30'),
  /** `1.250 kg` */
  weight: order('1.250 kg', '1031.500 kg'),
  /** By the clock of the depot. */
  printedOn: of('order', 'date')('2026-11-23'),
  printedAt: order('2026-11-23 09:31'),
  /** What the carrier collects; empty without cash on delivery. */
  cod: order('49.90 EUR', '1000000.00 EUR'),
  /** Of the template's own row. */
  footer: order(
    '内含锂电池，小心轻放',
    '内含锂电池，小心轻放。退件请寄回仓库 Return to depot if refused',
  ),
  /** `REPRINT 补打`; empty on a first print. */
  reprint: order('', 'REPRINT 补打'),
  depotCode: route('FRA1', 'FRANKFURT1'),
  sortCode: route('60-DE-04', 'D-SORT-60311-04'),
  gate: route('12', 'A-112'),
  /** ISO 3166: two letters, three digits. */
  countryCode: route('DE', 'GB'),
  countryNumeric: route('276', '826'),
  /** English capitals, as the postal union asks for. */
  countryName: to('GERMANY', 'UNITED KINGDOM'),
  consigneeName: to('Anna Müller', 'Maximilian Alexander von Hohenstein-Bergmann'),
  consigneeCompany: to(
    'Müller Handel GmbH',
    'Müller & Söhne Internationale Handelsgesellschaft mbH',
  ),
  consigneeStreet: to(
    'Hauptstraße 12',
    'Karl-Friedrich-Goerdeler-Straße 128b, Hinterhaus, 3. Obergeschoss links',
  ),
  consigneePostalCode: to('60311', 'SW1A 1AA'),
  consigneeCity: to('Frankfurt am Main', 'Llanfairpwllgwyngyllgogerychwyrndrobwll'),
  consigneeState: to('', 'North Rhine-Westphalia'),
  consigneePhone: to('+49 69 1234567', '+49 (0) 6021 1234567-89'),
  senderName: from('李小明', 'Parcelyard Fulfilment Services Frankfurt'),
  senderCompany: from('深圳市优品贸易有限公司', '深圳市前海优品国际供应链管理有限公司'),
  senderStreet: from('Cargo City Süd 12', 'Cargo City Süd, Gebäude 543, Tor 12–14'),
  senderPostalCode: from('60549'),
  senderCity: from('Frankfurt am Main'),
  senderState: from('', 'Hessen'),
  senderCountry: from('DE'),
} as const satisfies Record<string, Field>

export type FieldKey = keyof typeof LABEL_FIELDS
export const FIELD_KEYS = Object.keys(LABEL_FIELDS) as FieldKey[]
export const isFieldKey = (key: string): key is FieldKey => Object.hasOwn(LABEL_FIELDS, key)

const PLACES = /\{([A-Za-z]+)\}/g
/** Names in braces, known or not. */
export const placesOf = (data: string): string[] =>
  [...data.matchAll(PLACES)].map(([, key]) => key!)
/** The data of a barcode with its fields put in. */
export const fillPlaces = (data: string, value: (key: FieldKey) => string): string =>
  data.replace(PLACES, (whole, key: string) => (isFieldKey(key) ? value(key) : whole))
