import { describe, expect, it } from 'vitest'
import { localeTexts } from '#test/locale-files.ts'
import { setTexts, t, tOrNull } from './texts.ts'
import { withEnglish } from './vite-plugin.ts'

describe('t', () => {
  it('fills placeholders, takes the singular for one, and shows a missing key as it is', () => {
    setTexts({ n: '{{count}} parcels of {{max}}', n_one: '1 parcel' })
    expect(t('n', { count: 2, max: 40 })).toBe('2 parcels of 40')
    expect(t('n', { count: 1 })).toBe('1 parcel')
    expect(t('missing')).toBe('missing')
    expect(tOrNull('missing')).toBeNull()
  })

  it('leaves what a person typed alone', () => {
    setTexts({ list: 'Left out: {{list}}' })
    expect(t('list', { list: '$& {{count}}', count: 3 })).toBe('Left out: $& {{count}}')
  })
})

it.each(['zh_CN', 'de_DE', 'fr_FR'])('%s has the same keys with the same placeholders', (lang) => {
  const shape = (lang: string): string[] =>
    Object.entries(localeTexts(lang, 'track'))
      .map(([key, text]) => `${key} ${(text.match(/\{\{\w+\}\}/g) ?? []).sort().join()}`)
      .sort()
  expect(shape(lang)).toEqual(shape('en_US'))
  const states = (of: string) =>
    Object.keys(localeTexts(of, 'tracking')).filter((key) => /^(status|sub)\./.test(key))
  expect(states(lang).sort()).toEqual(states('en_US').sort())
})

it('a language without a form of one gets none from English', () => {
  const ones = (lang: string) =>
    Object.keys(withEnglish(lang, 'orders/shipments')).filter((key) => key.endsWith('_one'))
  expect(ones('zh_CN')).toEqual([])
  expect(ones('en_US').length).toBeGreaterThan(0)
})
