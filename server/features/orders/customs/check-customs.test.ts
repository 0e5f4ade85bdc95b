import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VAGUE_WORDS } from '#seeds/reference/customs.ts'
import { knowsError } from '#server/kit/http/texts.ts'
import { checkCustoms, needsCustomsData } from './check-customs.ts'
import { vagueIn } from './check-goods.ts'
import type { CheckedGoods, CustomsOrder, CustomsRules, Embargo } from './customs-input.ts'
import { bare, isVat } from '#contracts/parties/vat-id.ts'
import { isEori, isIoss, isMrn } from './number-shapes.ts'
import { mentions } from './words.ts'

const country = (name: string, eu: boolean, embargo = false) => ({
  eu,
  embargo,
  name,
  nameEn: name,
})
const rules = (change: Partial<CustomsRules> = {}): CustomsRules => ({
  today: '2026-06-15',
  countries: new Map([
    ['CN', country('CN', false)],
    ['DE', country('DE', true)],
    ['FR', country('FR', true)],
    ['US', country('US', false)],
    ['KP', country('KP', false, true)],
  ]),
  vagueWords: VAGUE_WORDS,
  embargoes: [],
  rates: [{ currency: 'USD', baseCurrency: 'EUR', rate: '0.8', validFrom: '2026-01-01' }],
  knowsHs: (six) => six === '610910' || six === '850760',
  ...change,
})
const goods = (change: Partial<CheckedGoods> = {}): CheckedGoods => ({
  sku: 'TS',
  hscodeCn: '6109100010',
  hscodeForeign: '61091000',
  nameCn: '棉质T恤',
  nameEn: 'Cotton T-shirt',
  origin: 'CN',
  quanlity: '2',
  unitWeightKg: '0.18',
  unitPrice: '8.90',
  currency: 'EUR',
  ...change,
})
const block = {
  exportType: 'COMMERCIAL_GOODS',
  incoterm: 'DDP',
  invoiceNo: null,
  mrn: null,
  eori: null,
  ioss: 'IM5280002556',
  vat: null,
  postalCharges: '12.30',
  declaredValue: '17.80',
  licenceNo: null,
  certificateNo: null,
  undeliverable: 'RETURN',
  remark: null,
}
const order = (change: Partial<CustomsOrder> = {}, line = goods()): CustomsOrder => ({
  from: 'CN',
  to: 'DE',
  fromCode: null,
  toCode: null,
  customs: block,
  dangerousGoods: null,
  unNumber: null,
  parcels: [{ weightKg: '1.2', products: [line] }],
  ...change,
})
/** Findings as `severity path code`, the code without its area. */
const found = (of: CustomsOrder, by = rules()) =>
  checkCustoms(of, by).map(
    ({ severity, path, code }) => `${severity} ${path} ${code.replace('customs.', '')}`,
  )
const onLine = (change: Partial<CheckedGoods>, of: Partial<CustomsOrder> = {}) =>
  found(order({ ...of, customs: { ...block, declaredValue: null, ...of.customs } }, goods(change)))
const inBlock = (change: Partial<typeof block> | Record<string, string | null>) =>
  found(order({ customs: { ...block, ...change } }))
const P = 'parcels.0.products.0'

test('an order with all that customs ask has no findings', () => {
  expect(found(order())).toEqual([])
})

test('nothing is asked inside a country or the EU', () => {
  const by = rules()
  const needed = (from: string | null, to: string) =>
    needsCustomsData({ from, to, fromCode: null, toCode: null }, by)
  expect(needed('DE', 'DE')).toBe(false)
  expect(needed('DE', 'FR')).toBe(false)
  expect(needed('CN', 'DE')).toBe(true)
  expect(needed('DE', 'US')).toBe(true)
  expect(needed(null, 'US')).toBe(true)
})

describe('goods', () => {
  test.each<[Partial<CheckedGoods>, string[]]>([
    [{ nameEn: null }, [`error ${P}.nameEn nameEnMissing`]],
    [{ nameEn: 'Cotton T恤' }, [`error ${P}.nameEn nameEnNotLatin`]],
    [{ nameCn: null }, [`error ${P}.nameCn nameCnMissing`]],
    [{ nameCn: 'T-shirt' }, [`warning ${P}.nameCn nameCnNotChinese`]],
    [{ nameEn: 'Gift' }, [`error ${P}.nameEn nameVague`]],
    [{ nameEn: 'spare parts, samples' }, [`error ${P}.nameEn nameVague`]],
    [{ nameEn: 'Bicycle parts' }, [`warning ${P}.nameEn nameHasVagueWord`]],
    [{ nameCn: '礼物' }, [`error ${P}.nameCn nameVague`]],
    [{ nameCn: '手机配件' }, [`warning ${P}.nameCn nameHasVagueWord`]],
    [{ nameEn: 'Partition wall' }, []],
    [{ hscodeCn: null }, [`error ${P}.hscodeCn hscodeCnMissing`]],
    [{ hscodeCn: '610910' }, [`error ${P}.hscodeCn hscodeCnShape`]],
    [{ hscodeCn: '6109.10.00.10' }, []],
    [{ hscodeForeign: null }, [`warning ${P}.hscodeForeign hscodeForeignDerived`]],
    [{ hscodeForeign: '61091' }, [`error ${P}.hscodeForeign hscodeForeignShape`]],
    [{ hscodeForeign: '610910000000' }, [`error ${P}.hscodeForeign hscodeForeignShape`]],
    [
      { hscodeForeign: '850760' },
      [`warning ${P}.hscodeForeign hscodesDiffer`, `warning ${P}.nameEn batteryUndeclared`],
    ],
    [{ origin: null }, [`error ${P}.origin originMissing`]],
    [{ origin: 'XX' }, [`error ${P}.origin originUnknown`]],
    [{ origin: 'cn' }, []],
    [{ nameEn: 'Power bank 20000 mAh' }, [`warning ${P}.nameEn batteryUndeclared`]],
    [{ unitPrice: '0.00' }, [`error ${P}.unitPrice valueZero`]],
    [{ unitWeightKg: null }, ['error parcels.0.products.0.unitWeightKg goodsWeightMissing']],
    [{ unitPrice: '' }, ['error parcels.0.products.0.unitPrice goodsValueMissing']],
    [{ unitWeightKg: '0.7' }, ['error parcels.0.weightKg contentsHeavier']],
  ])('%j', (change, findings) => expect(onLine(change)).toEqual(findings))

  test('a declared battery is not asked for again; one alone is doubtful', () => {
    const power = { nameEn: 'Power bank', nameCn: '充电宝' }
    expect(onLine(power, { dangerousGoods: 'LITHIUM_ION', unNumber: 'UN3481' })).toEqual([])
    expect(onLine(power, { unNumber: 'un3480' })).toEqual([
      'warning attributes.unNumber batteryAlone',
    ])
  })

  test('elsewhere than in China no Chinese name or code is asked for', () => {
    expect(onLine({ nameCn: null, hscodeCn: null }, { from: 'US' })).toEqual([])
  })
})

describe('values', () => {
  const priced = (unitPrice: string, currency: string, ioss: string | null, to = 'DE') =>
    found(
      order(
        { to, customs: { ...block, ioss, declaredValue: null } },
        goods({ unitPrice, currency }),
      ),
    )
  test('the declared total is the sum of the lines', () => {
    expect(inBlock({ declaredValue: '17.81' })).toEqual([
      'error customs.declaredValue totalDiffers',
    ])
    expect(inBlock({ declaredValue: '17.800' })).toEqual([])
    expect(inBlock({ declaredValue: 'much' })).toEqual([
      'error customs.declaredValue amountInvalid',
    ])
  })
  test('IOSS up to 150 EUR, in other currencies by the rate of the day', () => {
    expect(priced('75', 'EUR', block.ioss)).toEqual([])
    expect(priced('75.01', 'EUR', block.ioss)).toEqual(['error customs.ioss iossOverLimit'])
    expect(priced('93.75', 'USD', block.ioss)).toEqual([])
    expect(priced('93.76', 'USD', block.ioss)).toEqual(['error customs.ioss iossOverLimit'])
    expect(priced('10', 'EUR', null)).toEqual(['warning customs.ioss iossMissing'])
    expect(priced('100', 'EUR', null)).toEqual(['warning customs.eori eoriMissing'])
    expect(priced('10', 'GBP', null)).toEqual(['warning customs.ioss rateMissing'])
    expect(priced('10', 'EUR', block.ioss, 'US')).toEqual(['warning customs.ioss iossNotEu'])
  })
  test('one currency in an order', () => {
    const parcels = [{ weightKg: '9', products: [goods(), goods({ currency: 'USD' })] }]
    expect(found(order({ parcels }))).toEqual([`error ${P}.currency currencyMixed`])
  })
})

test.each<[Record<string, string | null>, string[]]>([
  [{ exportType: null }, ['error customs.exportType exportTypeMissing']],
  [{ exportType: 'SALE' }, ['error customs.exportType exportTypeUnknown']],
  [{ incoterm: null }, ['warning customs.incoterm incotermMissing']],
  [{ incoterm: 'ABC' }, ['error customs.incoterm incotermUnknown']],
  [{ undeliverable: 'BURN' }, ['error customs.undeliverable undeliverableUnknown']],
  [{ ioss: 'IM528000255' }, ['error customs.ioss iossShape']],
  [{ ioss: 'im 528 000 2556' }, []],
  [{ eori: 'DE123456789012345' }, []],
  [{ eori: 'US1234567' }, ['error customs.eori eoriShape']],
  [{ mrn: '26DE12345678901234' }, []],
  [{ mrn: '26DE1234' }, ['error customs.mrn mrnShape']],
  [{ vat: 'DE123456789' }, []],
  [{ vat: 'DE12345678' }, ['error customs.vat vatShape']],
  [{ vat: 'BR123' }, ['warning customs.vat vatUnknownCountry']],
  [{ postalCharges: '-1' }, ['error customs.postalCharges amountInvalid']],
])('the block %j', (change, findings) => expect(inBlock(change)).toEqual(findings))

test('closed countries and embargoes of goods, words and days', () => {
  const row = (change: Partial<Embargo>): Embargo => ({
    country: null,
    hsPrefix: null,
    word: null,
    severity: 'error',
    reason: '不收',
    reasonEn: null,
    validFrom: null,
    validTo: null,
    ...change,
  })
  const by = (change: Partial<Embargo>) => found(order(), rules({ embargoes: [row(change)] }))
  expect(found(order({ to: 'KP', customs: { ...block, ioss: null } }))).toEqual([
    'error consignee.country countryClosed',
  ])
  expect(by({ country: 'DE' })).toEqual(['error consignee.country embargo'])
  expect(by({ country: 'FR' })).toEqual([])
  expect(by({ hsPrefix: '61' })).toEqual([`error ${P}.hscodeForeign embargo`])
  expect(by({ hsPrefix: '61', country: 'US' })).toEqual([])
  expect(by({ word: 't-shirt', severity: 'warning' })).toEqual([`warning ${P}.nameEn embargo`])
  expect(by({ word: '棉质' })).toEqual([`error ${P}.nameEn embargo`])
  expect(by({ hsPrefix: '61', validFrom: '2026-06-16' })).toEqual([])
  expect(by({ hsPrefix: '61', validTo: '2026-06-14' })).toEqual([])
})

describe('for any order', () => {
  const text = fc.option(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('Gift', '配件', '6109100010', '12.5', 'EUR', 'USD', 'CN'),
    ),
    { nil: null },
  )
  const anyGoods = fc.record({
    sku: text,
    hscodeCn: text,
    hscodeForeign: text,
    nameCn: text,
    nameEn: text,
    origin: text,
    quanlity: text,
    unitWeightKg: text,
    unitPrice: text,
    currency: text,
  })
  const anyOrder = fc.record({
    from: fc.constantFrom(null, 'CN', 'DE', 'US'),
    to: fc.constantFrom(null, 'CN', 'DE', 'US', 'KP'),
    customs: fc.option(
      fc.record(
        Object.fromEntries(Object.keys(block).map((key) => [key, text])) as {
          [K in keyof typeof block]: typeof text
        },
      ),
      { nil: null },
    ),
    dangerousGoods: text,
    unNumber: text,
    fromCode: text,
    toCode: text,
    parcels: fc.array(
      fc.record({ weightKg: text, products: fc.array(anyGoods, { maxLength: 3 }) }),
      { maxLength: 3 },
    ),
  })
  test('the checker answers, errors first, each with a text and a path of the order', () => {
    fc.assert(
      fc.property(anyOrder, (any) => {
        const findings = checkCustoms(any, rules())
        const severities = findings.map(({ severity }) => severity)
        expect(severities).toEqual([...severities].sort())
        for (const { path, code } of findings) {
          expect(knowsError(code), code).toBe(true)
          expect(path).toMatch(/^(customs|consignee|attributes|parcels\.\d+)(\.[\w.]+)?$/)
        }
      }),
    )
  })
  test('contents heavier than the parcel are found exactly when they are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 5_000 })), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.integer({ min: 1, max: 200_000 }),
        (lines, grams) => {
          const kg = (value: number) => (value / 1000).toFixed(3)
          const products = lines.map(([n, unit]) =>
            goods({ quanlity: String(n), unitWeightKg: kg(unit) }),
          )
          const codes = checkCustoms(
            order({ parcels: [{ weightKg: kg(grams), products }] }),
            rules(),
          ).map(({ code }) => code)
          const heavier = lines.reduce((sum, [n, unit]) => sum + n * unit, 0) > grams
          expect(codes.includes('customs.contentsHeavier')).toBe(heavier)
        },
      ),
    )
  })
  test('the sum of the lines is always accepted as the declared total, a cent more never', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99_999 })), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.integer({ min: 0, max: 1 }),
        (lines, more) => {
          const products = lines.map(([n, cents]) =>
            goods({ quanlity: String(n), unitPrice: (cents / 100).toFixed(2) }),
          )
          const sum = lines.reduce((all, [n, cents]) => all + n * cents, 0)
          const customs = { ...block, declaredValue: ((sum + more) / 100).toFixed(2) }
          const codes = checkCustoms(
            order({ customs, parcels: [{ weightKg: null, products }] }),
            rules(),
          ).map(({ code }) => code)
          expect(codes.includes('customs.totalDiffers')).toBe(more === 1)
        },
      ),
    )
  })
})

test('words: whole ones in Latin, anywhere in Chinese', () => {
  expect(mentions('Gifts for you', 'gift')).toBe(true)
  expect(mentions('Gifted', 'gift')).toBe(false)
  expect(mentions('spare  PARTS', 'spare part')).toBe(true)
  expect(mentions('小礼物袋', '礼物')).toBe(true)
  expect(mentions('anything', ' ')).toBe(false)
  expect(vagueIn('GIFT!', ['gift'])).toEqual({ word: 'gift', whole: true })
  expect(vagueIn('Gift card', ['gift'])).toEqual({ word: 'gift', whole: false })
  expect(vagueIn('Cotton', ['gift'])).toBeNull()
})

test('shapes of numbers', () => {
  const isEu = (code: string) => ['DE', 'FR', 'EL'].includes(code)
  expect([isIoss('IM5280002556'), isIoss('IM52800025567')]).toEqual([true, false])
  expect([isEori('GB123456789012', isEu), isEori('GB1234', isEu), isEori('CN12345', isEu)]).toEqual(
    [true, false, false],
  )
  expect([isMrn('26DE12345678901234'), isMrn('26DE1234567890123')]).toEqual([true, false])
  expect([
    isVat('ATU12345678'),
    isVat('GR123456789'),
    isVat('FRXX123456789'),
    isVat('NL123456789B01'),
    isVat('ZZ1'),
  ]).toEqual([true, true, true, true, null])
  expect(bare(' de 123.456-789 ')).toBe('DE123456789')
})
