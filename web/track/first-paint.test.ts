import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { firstPaint } from './first-paint.ts'
import { storeLang } from './texts.ts'

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('{"a":"b"}')),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function paint(...languages: string[]): string {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  const script = document.createElement('script')
  script.dataset.zh = '/zh.json'
  script.dataset.en = '/en.json'
  script.dataset.de = '/de.json'
  firstPaint(script)
  return document.documentElement.lang
}

describe('the language', () => {
  it.each([
    [['en-GB', 'zh-CN'], 'en-US'],
    [['zh-TW', 'en'], 'zh-CN'],
    [['de-DE', 'en-US'], 'de-DE'],
    [['it', 'fr-CH'], 'fr-FR'],
    [['it'], 'zh-CN'],
    [[], 'zh-CN'],
  ])('of a browser that speaks %j is %s', (languages, lang) =>
    expect(paint(...languages)).toBe(lang),
  )

  it('is the stored choice before the browser’s', () => {
    storeLang('en_US')
    expect(paint('zh-CN')).toBe('en-US')
    storeLang('de_DE')
    expect(paint('zh-CN')).toBe('de-DE')
    // The back office does not lose its own.
    expect(localStorage.getItem('client_lang')).toBe('en_US')
    storeLang('zh_CN')
    expect(paint('en')).toBe('zh-CN')
  })

  it('is that of the address before all', () => {
    storeLang('en_US')
    vi.stubGlobal('location', { pathname: '/track/result', search: '?nos=1&lang=fr' })
    expect(paint('zh-CN')).toBe('fr-FR')
  })

  it('is the browser’s where nonsense is stored or storage is off', () => {
    localStorage.setItem('client_lang', 'fr_FR')
    expect(paint('en')).toBe('en-US')
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    expect(paint('en')).toBe('en-US')
  })
})

it('sends for the texts of that language only', async () => {
  paint('en')
  expect(vi.mocked(fetch).mock.calls).toEqual([['/en.json']])
  expect(await window.firstTexts).toEqual({ a: 'b' })
})

it('hides the search while a result is on its way', () => {
  vi.stubGlobal('location', { pathname: '/track/result' })
  paint('en')
  expect(document.documentElement.className).toBe('asks')
  vi.stubGlobal('location', { pathname: '/track/search' })
  paint('en')
  expect(document.documentElement.className).toBe('')
})
