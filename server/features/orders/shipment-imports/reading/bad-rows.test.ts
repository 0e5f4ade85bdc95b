import { beforeAll, expect, test } from 'vitest'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import type { ImportColumn } from '#contracts/orders/imports/import-fields.ts'
import type { KindCode } from '#contracts/orders/kinds/kinds.ts'
import { useWorld, type Client } from '#test/harness.ts'

type Cells = Partial<Record<ImportColumn, string>>
const world = useWorld()
let customer: Client
beforeAll(async () => {
  customer = await world().as('customer')
})

/** A good order of each kind as a file has it. */
const PLAIN: Cells = {
  service: 'ECO-PARCEL',
  depot: 'FRA1',
  consigneeName: 'Erika Muster',
  phone: '+49 170 1234567',
  country: 'DE',
  city: 'Berlin',
  postalCode: '10115',
  street: 'Invalidenstraße',
  house: '117',
  weightKg: '1.5',
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
  origin: 'CN',
}
const OF_KIND: Readonly<Record<KindCode, Cells>> = {
  B2C: {},
  B2B: { consigneeCompany: 'Muster GmbH', poCode: 'PO-1' },
  FBA: { fbaCode: 'FBA15DJ9SVVD', warehouseCode: 'HAJ1', referenceId: '4ABC' },
  WMS: {},
  GENERIC: {},
  WORLD: { country: 'CH', city: 'Zürich', postalCode: '8001', exportType: 'COMMERCIAL_GOODS' },
}
const BERLIN: Cells = { country: 'DE', city: 'Berlin', postalCode: '10115' }
type Row = readonly [about: string, change: Cells, at: ImportColumn | null]
/** What every kind refuses, and at which cell; null: it is taken. */
const ALL: readonly Row[] = [
  ['nothing changed', {}, null],
  ['unknown service', { service: 'ECO-PARCELS' }, 'service'],
  ['no service', { service: '' }, 'service'],
  ['unknown depot', { depot: 'FRA9' }, 'depot'],
  ['negative weight', { weightKg: '-1.5' }, 'weightKg'],
  ['weight zero', { weightKg: '0' }, 'weightKg'],
  ['weight in words', { weightKg: 'heavy' }, 'weightKg'],
  ['weight with its unit', { weightKg: '1.5 kg' }, null],
  ['weight without', { weightKg: '' }, 'weightKg'],
  ['four decimals of a kilogram', { weightKg: '1.2345' }, 'weightKg'],
  ['weight beyond the service', { weightKg: '500' }, 'weightKg'],
  ['full-width weight', { weightKg: '１．５' }, null],
  ['a side without the others', { widthCm: '', heightCm: '' }, 'widthCm'],
  ['negative side', { lengthCm: '-30' }, 'lengthCm'],
  ['side too long', { lengthCm: '400' }, 'lengthCm'],
  ['country that is none', { country: 'Atlantis' }, 'country'],
  ['country of two letters that is none', { country: 'QQ' }, 'country'],
  ['country under embargo', { country: 'KP', city: 'Pyongyang', postalCode: '' }, 'country'],
  ['phone with letters', { phone: 'call me 123' }, 'phone'],
  ['VAT number too short for its country', { ...BERLIN, taxNumber: 'DE12' }, 'taxNumber'],
  ['the same with another fault', { ...BERLIN, taxNumber: 'DE12', weightKg: '0' }, 'taxNumber'],
  ['VAT number with blanks', { ...BERLIN, taxNumber: 'DE 123 456 789' }, null],
  ['tax number that is no VAT number', { taxNumber: '12/345/67890' }, null],
  ['VAT number of another country', { taxNumber: 'ZZ12' }, null],
  ['phone too short', { phone: '12' }, 'phone'],
  ['phone as a formula', { phone: '=1+1' }, 'phone'],
  ['e-mail without @', { email: 'erika.example.com' }, 'email'],
  ['no city', { city: '' }, 'city'],
  ['no street', { street: '' }, 'street'],
  ['no name', { consigneeName: '' }, 'consigneeName'],
  ['city as a formula', { city: '=A1' }, 'city'],
  ['HS code with letters', { hscodeCn: '61O9100010' }, 'hscodeCn'],
  ['HS code too short', { hscodeForeign: '6109' }, 'hscodeForeign'],
  ['HS code with points', { hscodeForeign: '6109.10' }, null],
  ['HS code of no chapter', { hscodeForeign: '000000' }, 'hscodeForeign'],
  ['quantity zero', { quantity: '0' }, 'quantity'],
  ['quantity negative', { quantity: '-2' }, 'quantity'],
  ['half a piece', { quantity: '1.5' }, 'quantity'],
  ['quantity 2.0', { quantity: '2.0' }, null],
  ['price negative', { unitPrice: '-1' }, 'unitPrice'],
  ['price with its sign', { unitPrice: '€8.90' }, null],
  ['price with three decimals', { unitPrice: '8.905' }, 'unitPrice'],
  ['currency unknown', { currency: 'EUX' }, 'currency'],
  ['contents heavier', { unitWeightKg: '9' }, 'weightKg'],
  ['no goods name', { nameCn: '', nameEn: '' }, 'nameEn'],
  ['origin that is none', { origin: 'Atlantis' }, 'origin'],
  ['address of no page', { shopUrl: 'javascript:alert(1)' }, 'shopUrl'],
  ['dangerous goods of no list', { dangerousGoods: 'BOMB' }, 'dangerousGoods'],
  ['UN number with letters', { unNumber: 'UNX481' }, 'unNumber'],
  ['cash without a currency', { codAmount: '10' }, 'codCurrency'],
  ['cash negative', { codAmount: '-10', codCurrency: 'EUR' }, 'codAmount'],
  ['insured in words', { insuredAmount: 'much', insuredCurrency: 'EUR' }, 'insuredAmount'],
  ['export type of no list', { exportType: 'GIFTS' }, 'exportType'],
  ['incoterm of no list', { incoterm: 'ABC' }, 'incoterm'],
  ['IOSS number of no shape', { ioss: 'IM123' }, 'ioss'],
  ['EORI number of no shape', { eori: '12345' }, 'eori'],
  ['MRN of no shape', { mrn: '26DE' }, 'mrn'],
  ['what is done if undeliverable, of no list', { undeliverable: 'BURN' }, 'undeliverable'],
  ['postal charges negative', { postalCharges: '-1' }, 'postalCharges'],
  ['a name far too long', { consigneeName: 'x'.repeat(101) }, 'consigneeName'],
  ['a date in a number', { weightKg: '2026-02-03' }, 'weightKg'],
  ['a kind there is not', { shipmentResource: 'C2C' }, 'shipmentResource'],
]
const MORE: Readonly<Record<KindCode, readonly Row[]>> = {
  B2C: [['an FBA warehouse', { warehouseCode: 'HAJ1' }, 'warehouseCode']],
  B2B: [
    ['no company', { consigneeCompany: '' }, 'consigneeCompany'],
    ['31 February', { windowFrom: '2026-02-31 08:00', windowTo: '2026-03-01 10:00' }, 'windowFrom'],
    [
      'window as a clerk writes it',
      { windowFrom: '2026-12-01 08:00', windowTo: '2026-12-01 10:00' },
      null,
    ],
    [
      'window of a German sheet',
      { windowFrom: '01.12.2026 08:00', windowTo: '01.12.2026 10:00' },
      null,
    ],
    [
      'window of an Excel cell',
      { windowFrom: '2026-12-01T08:00:00', windowTo: '2026-12-01T10:00:00' },
      null,
    ],
    [
      'window that ends before',
      { windowFrom: '2026-12-01 10:00', windowTo: '2026-12-01 08:00' },
      'windowTo',
    ],
    ['window with one end', { windowFrom: '2026-12-01 10:00' }, 'windowTo'],
    ['window in words', { windowFrom: 'tomorrow', windowTo: 'later' }, 'windowFrom'],
    ['dock phone with letters', { dockPhone: 'gate seven' }, 'dockPhone'],
  ],
  FBA: [
    ['no FBA code', { fbaCode: '' }, 'fbaCode'],
    ['FBA code too short', { fbaCode: 'FBA15' }, 'fbaCode'],
    ['FBA code in small letters', { fbaCode: 'fba15dj9svvd' }, null],
    ['warehouse of no list, with its address', { warehouseCode: 'ZZZ9' }, null],
    [
      'warehouse of no list, without',
      { warehouseCode: 'ZZZ9', country: '', city: '', postalCode: '', street: '' },
      'warehouseCode',
    ],
    ['box by its number alone', { parcelFbaCode: 'U000007' }, null],
    ['box by its number, without zeros', { parcelFbaCode: 'u7' }, null],
    [
      'address from the warehouse',
      { country: '', city: '', postalCode: '', street: '', house: '', consigneeName: '' },
      null,
    ],
    ['box of another shipment', { parcelFbaCode: 'FBA15DJ00000U000001' }, 'parcelFbaCode'],
    ['box content source of no list', { boxContentSource: 'GUESS' }, 'boxContentSource'],
  ],
  WMS: [['no SKU', { sku: '' }, 'sku']],
  GENERIC: [],
  WORLD: [
    ['no export type', { exportType: '' }, 'exportType'],
    [
      'no goods',
      {
        sku: '',
        hscodeCn: '',
        hscodeForeign: '',
        nameCn: '',
        nameEn: '',
        quantity: '',
        unitWeightKg: '',
        unitPrice: '',
        currency: '',
        origin: '',
      },
      'nameEn',
    ],
    ['goods that weigh nothing', { unitWeightKg: '0' }, 'unitWeightKg'],
  ],
}

async function sent(rows: readonly Cells[], kind: KindCode) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))] as ImportColumn[]
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const text = [columns, ...rows.map((row) => columns.map((name) => quoted(row[name] ?? '')))]
    .map((cells) => cells.join(','))
    .join('\n')
  const answer = await customer.upload('/erp/shipment/importExcel', 'bad.csv', text, {
    dryRun: 'true',
    shipmentResource: kind,
  })
  if (!answer.success) throw new Error(answer.error ?? answer.message)
  const { id } = answer.result as { id: string }
  for (;;) {
    const now = await customer.call(shipmentImports.queryById, { id })
    if (!['queued', 'running'].includes(now.status)) return now
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

test.each(Object.keys(MORE) as KindCode[])('%s: every bad row at its cell', async (kind) => {
  const rows = [...ALL, ...MORE[kind]]
  const now = await sent(
    rows.map(([, change], at) => ({
      reference: `BAD-${kind}-${at}`,
      ...PLAIN,
      ...OF_KIND[kind],
      ...change,
    })),
    kind,
  )
  expect(now.failure, now.failure?.message).toBeNull()
  const found = rows.map(([about], at) => [
    about,
    now.errors
      .filter(({ row }) => row === at + 2)
      .map(({ column, message }) => `${column}: ${message}`),
  ])
  const wrong = found.filter(([, errors], at) => {
    const place = rows[at]![2]
    return place === null
      ? errors!.length > 0
      : !(errors as string[]).some((error) => error.startsWith(`${place}:`))
  })
  expect(wrong.map(([about, errors]) => `${String(about)} → ${String(errors)}`)).toEqual([])
})

test('a later row that contradicts its order is refused at the cell', async () => {
  const order = { ...PLAIN, reference: 'BAD-HEAD-1' }
  const { errors, accepted } = await sent(
    [
      { ...order, parcelReference: 'P1' },
      { ...order, parcelReference: 'P2', country: 'QQ', phone: '+49 170 7654321' },
      { reference: 'BAD-HEAD-1', parcelReference: 'P3', weightKg: '1' },
      { ...PLAIN, reference: 'BAD-HEAD-2', parcelReference: 'P1', email: '' },
      { reference: 'BAD-HEAD-2', parcelReference: 'P2', weightKg: '1', email: 'a@example.com' },
      { ...PLAIN, reference: 'BAD-HEAD-3', remark: 'first' },
      { reference: 'BAD-HEAD-3', parcelReference: 'P2', weightKg: '1', remark: 'second' },
    ],
    'B2C',
  )
  expect(errors.map(({ row, column, code }) => [row, column, code])).toEqual([
    [3, 'phone', 'order.differs'],
    [3, 'country', 'order.differs'],
    [6, 'email', 'order.differs'],
  ])
  expect(accepted).toBe(1)
})
