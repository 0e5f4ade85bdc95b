import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  MATCH_TYPES,
  ORDER_ATTRIBUTES,
  STEP_MODES,
  SURCHARGE_CONDITIONS,
  SURCHARGE_KINDS,
  TRADE_ITEMS,
  VALID_TYPES,
} from '#contracts/commercial/rating.ts'
import en from '#locales/en_US/commercial/rating.json' with { type: 'json' }
import zh from '#locales/zh_CN/commercial/rating.json' with { type: 'json' }
import { chargeableWeight } from './chargeable-weight.ts'
import { matchPartition } from './match-partition.ts'
import { priceFreight } from './price-fee.ts'
import { quote } from './quote.ts'
import { remoteList } from './remote-list.ts'
import { input, quoted, surcharge, tariff } from './quote.fixture.ts'

const texts: Record<string, string>[] = [en, zh]
const holes = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1] ?? '').toSorted()
const sayable = (key: string, params: Record<string, string>) => {
  for (const text of texts) {
    expect(text, key).toHaveProperty([key])
    for (const hole of holes(text[key] ?? ''))
      expect(params, `${key} ${hole}`).toHaveProperty([hole])
  }
}

describe('words', () => {
  it('are in both languages with the same holes', () => {
    expect(Object.keys(zh)).toEqual(Object.keys(en))
    for (const [key, text] of Object.entries(en))
      expect(holes(texts[1]?.[key] ?? ''), key).toEqual(holes(text))
  })

  it('cover every choice of a list', () => {
    const lists = {
      tradeItem: Object.values(TRADE_ITEMS),
      stepMode: STEP_MODES,
      matchType: MATCH_TYPES,
      surchargeKind: SURCHARGE_KINDS,
      surchargeCondition: SURCHARGE_CONDITIONS,
      validType: VALID_TYPES,
    }
    for (const [name, values] of Object.entries(lists))
      for (const value of values) sayable(`${name}.${value}`, {})
    for (const kind of ['same', 'partial', 'nested', 'undecided']) sayable(`overlap.${kind}`, {})
  })

  it('fill every sentence of a full quote', () => {
    const surcharges = [
      surcharge('SHIPMENT', { amount: 1n, applies: 'ATTRIBUTE', attribute: 'battery' }),
      surcharge('PARCEL', { amount: 1n, applies: 'WEIGHT', threshold: 1 }),
      surcharge('PARCEL', { amount: 1n, applies: 'GIRTH', threshold: 1 }),
      surcharge('SHIPMENT', { amount: 1n, applies: 'LONGEST', threshold: 1 }),
      surcharge('SHIPMENT', {
        amount: 1n,
        applies: 'POSTCODE',
        postcodes: [{ country: 'DE', from: '10115' }],
      }),
      surcharge('PERCENT', { rateBp: 100 }),
      surcharge('PERCENT', {
        fuel: { name: 'F', nameEn: 'F', rates: [{ month: '2026-01', rateBp: 900 }] },
      }),
      ...[null, '10'].map((from) =>
        surcharge('SHIPMENT', {
          amount: 1n,
          applies: 'POSTCODE',
          remote: remoteList({ name: 'L', nameEn: 'L' }, [
            { country: 'DE', from, to: '11000', validFrom: null, validTo: null },
          ]),
        }),
      ),
      ...ORDER_ATTRIBUTES.map((attribute) =>
        surcharge('SHIPMENT', { amount: 1n, applies: 'ATTRIBUTE', attribute }),
      ),
      surcharge('PERCENT', { rateBp: 1, minAmount: 900n }),
      surcharge('DISCOUNT', { amount: 1n }),
      surcharge('DISCOUNT', { rateBp: 1000 }),
      surcharge('TAX', { rateBp: 1900 }),
    ]
    const parcel = { grams: 1100, lengthMm: 300, widthMm: 200, heightMm: 200 }
    const q = quoted(
      quote(input({ attributes: ['battery', ...ORDER_ATTRIBUTES], parcels: [parcel, parcel] }), {
        ...tariff,
        fees: tariff.fees.map((fee) => ({ ...fee, surcharges })),
      }),
    )
    expect(q.lines).toHaveLength(1 + surcharges.length)
    for (const message of [...q.steps, ...q.lines, ...q.lines.flatMap((line) => line.why ?? [])])
      sayable(`formula.${message.code}`, message.params)
  })

  it('fill the rarer sentences of weight, zone and freight', () => {
    const parcel = { grams: 1100, lengthMm: 300, widthMm: 200, heightMm: 200 }
    const message = [
      ...chargeableWeight([parcel], { ...tariff.weight, bubbleBp: 5000 }).steps,
      ...chargeableWeight([parcel], { ...tariff.weight, when: { kind: 'SIDE_OVER', mm: 999 } })
        .steps,
      ...chargeableWeight([parcel], {
        ...tariff.weight,
        when: { kind: 'RATIO_OVER', ratioBp: 90_000 },
      }).steps,
    ]
    for (const [matchType, from] of [
      ['PREFIX', '1'],
      ['RANGE', '1'],
      ['REGEX', '1'],
      ['CITY', '1'],
      ['STATE', '1'],
    ] as const) {
      const rows = tariff.partitions.map((row) => ({ ...row, matchType, from }))
      const match = matchPartition(
        rows,
        { country: 'DE', postalCode: '1', city: '1', state: '1' },
        '2026-01-15',
      )
      if (!match) throw new Error(matchType)
      message.push(match.why)
    }
    const [fee] = tariff.fees
    if (!fee) throw new Error('no fee')
    for (const [stepMode, upTo, minPrice] of [
      ['A', null, null],
      ['A', 9999, null],
      ['B', 9999, null],
      ['C', null, null],
      ['C', null, 99_999n],
      ['D', null, null],
    ] as const) {
      const result = priceFreight(
        { ...fee, stepMode, cells: fee.cells.map((cell) => ({ ...cell, upTo, minPrice })) },
        { id: '11', code: 'Z1' },
        1234,
      )
      if (!result.ok) throw new Error(result.issue.code)
      message.push(result.price)
    }
    expect(new Set(message.map((s) => s.code)).size).toBe(6 + 5 + 6)
    for (const one of message) sayable(`formula.${one.code}`, one.params)
  })

  it('cover every refusal the code can speak of', () => {
    const folder = new URL('.', import.meta.url)
    const sources = readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .join('\n')
    const spoken = [...sources.matchAll(/(?:refuse|issue)\('([\w.]+)'/g)].map((m) => m[1] ?? '')
    expect(spoken.length).toBeGreaterThan(10)
    const known = Object.keys(en)
    for (const code of spoken)
      expect(
        known.some((key) => key === `error.rate.${code}` || key === `error.rate.zone.${code}`),
        code,
      ).toBe(true)
    for (const way of ['over', 'under'])
      for (const name of ['weight', 'longest', 'girth', 'sides', 'volume', 'value', 'pieces']) {
        sayable(`error.rate.${way}.${name}`, { value: '', limit: '', parcel: '', currency: '' })
      }
    for (const name of [
      'none',
      'negative',
      'bracket',
      'firstWeight',
      'step',
      'perKg',
      'twice',
      'falls',
      'gap',
      'overflow',
    ])
      sayable(`error.rate.cell.${name}`, { kg: '', from: '', to: '' })
    sayable('error.rate.noFuelRate', { name: '', month: '' })
    for (const name of ['tooLong', 'badSyntax', 'nestedRepeat'])
      sayable(`error.rate.zone.pattern.${name}`, {})
  })
})
