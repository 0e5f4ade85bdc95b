import { describe, expect, test } from 'vitest'
import { allGoods } from '#seeds/world/parcels/goods.ts'
import { hsCodes } from '#seeds/reference/hs-codes.ts'
import { buildHsIndex } from './hs-index.ts'

const all = hsCodes()
const index = buildHsIndex(all)
const codes = (query: string, limit = 20) => index.search(query, limit).map(({ code }) => code)

test('the files hold the whole system and words for existing codes only', () => {
  expect(all.filter(({ level }) => level === 6)).toHaveLength(5_613)
  expect(all.filter(({ level }) => level === 4)).toHaveLength(1_229)
  expect(all.filter(({ level, nameCn }) => level === 2 && !nameCn).length).toBe(1)
  expect(all.filter(({ nameCn }) => nameCn).length).toBeGreaterThan(400)
})

describe('codes', () => {
  test('with and without points, from two digits to ten', () => {
    expect(codes('6109.10')[0]).toBe('610910')
    expect(codes('610910')[0]).toBe('610910')
    expect(codes('6109')[0]).toBe('6109')
    expect(codes('61')[0]).toBe('61')
    expect(codes('6109.10.00.10')).toEqual(['610910', '6109', '61'])
    expect(codes('770000')).toEqual([])
  })
  test('an unfinished code offers what begins so', () => {
    expect(codes('85183')).toContain('851830')
    expect(codes('8518').slice(0, 3)).toEqual(['8518', '851810', '851821'])
  })
})

describe('words', () => {
  test.each([
    ['蓝牙耳机', '851830'],
    ['无线蓝牙耳机', '851830'],
    ['耳机', '851830'],
    ['手机壳', '392690'],
    ['充电宝', '850760'],
    ['T恤', '610910'],
    ['保温杯', '961700'],
    ['连衣裙', '620443'],
    // No name has all of it: what the thing is stands last, else first.
    ['棉衬衫', '6105'],
    ['男士衬衫', '6105'],
    ['衬衫（男）', '6105'],
    ['stainless steel bottle', '7010'],
    ['bluetooth earphones', '851830'],
    ['earbuds', '851830'],
    ['phone cases', '392690'],
    ['Power Bank', '850760'],
    ['cotton t-shirt', '610910'],
    ['toothbrush', '960321'],
    ['umbrella', '6601'],
    ['sunglas', '900410'],
    ['static converters', '850440'],
    ['鞋', '6403'],
    ['鞋子', '6404'],
    ['靴子', '6403'],
    ['shoes', '6403'],
    ['杯子', '6912'],
    ['cup', '6912'],
    ['外套', '6201'],
    ['平底锅', '7323'],
    ['盘子', '6911'],
    ['书', '4901'],
    ['pen', '9608'],
    ['球', '950662'],
  ])('%s', (query, code) => {
    expect(codes(query, 5).map((one) => one.slice(0, code.length))).toContain(code)
  })
  test('the goods of the trade are found by either of their names', () => {
    // The word list has these in the heading the HS 2022 made for them, or as a set.
    const elsewhere = new Set(['TOL-SET', 'XMS-LGT'])
    const goods = allGoods().filter(({ sku }) => !elsewhere.has(sku))
    const missed = goods.flatMap(({ hs6, nameCn, nameEn }) =>
      [nameCn, nameEn].filter(
        (name) => !codes(name, 20).some((code) => code.startsWith(hs6.slice(0, 4))),
      ),
    )
    expect(missed).toEqual([])
  })
  test('a word the description only excludes does not count', () => {
    expect(codes('vacuum cleaner', 30)).not.toContain('850980')
  })
  test('nothing is found for nothing', () => {
    for (const query of ['', '   ', '!!!', "';--", 'zzzzzz', '龘龘'])
      expect(codes(query)).toEqual([])
  })
})
