import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chosenLang, setTexts, storeLang, t, tOrNull } from './texts.ts'

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

const browserSpeaks = (...languages: string[]): void => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
}

describe('chosenLang', () => {
  it.each([
    [['en-GB', 'zh-CN'], 'en_US'],
    [['zh-TW', 'en'], 'zh_CN'],
    [['de-DE', 'en-US'], 'en_US'],
    [['de-DE'], 'zh_CN'],
    [[], 'zh_CN'],
  ])('a browser that speaks %j gets %s', (languages, lang) => {
    browserSpeaks(...languages)
    expect(chosenLang()).toBe(lang)
  })

  it('takes the stored choice before the browser', () => {
    browserSpeaks('zh-CN')
    storeLang('en_US')
    expect(chosenLang()).toBe('en_US')
  })

  it('does not trust what lies in the storage', () => {
    browserSpeaks('en')
    localStorage.setItem('client_lang', 'fr_FR')
    expect(chosenLang()).toBe('en_US')
  })
})

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

it('both languages have the same keys with the same placeholders', () => {
  const shape = (lang: string): string[] =>
    Object.entries(JSON.parse(readFileSync(`locales/${lang}/track.json`, 'utf8')) as Record<string, string>)
      .map(([key, text]) => `${key} ${(text.match(/\{\{\w+\}\}/g) ?? []).sort().join()}`)
      .sort()
  expect(shape('zh_CN')).toEqual(shape('en_US'))
})
