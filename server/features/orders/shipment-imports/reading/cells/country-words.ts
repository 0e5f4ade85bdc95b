import { createRequire } from 'node:module'
import countries from 'i18n-iso-countries/index.js'
import { once } from '#contracts/kit/entity.ts'
import { isCurrency } from '#contracts/kit/money.ts'

const require = createRequire(import.meta.url)
const LANGUAGES = ['en', 'zh', 'de', 'fr', 'nl', 'es', 'it', 'pl'] as const
/** What people write in addition to the names of the standard. */
const ALIASES: Readonly<Record<string, string>> = {
  uk: 'GB',
  england: 'GB',
  greatbritain: 'GB',
  英国: 'GB',
  usa: 'US',
  america: 'US',
  美国: 'US',
  holland: 'NL',
  荷兰: 'NL',
  czechrepublic: 'CZ',
  korea: 'KR',
  韩国: 'KR',
  russia: 'RU',
  俄罗斯: 'RU',
  阿联酋: 'AE',
  中国香港: 'HK',
  中国澳门: 'MO',
  中国台湾: 'TW',
  台湾: 'TW',
  香港: 'HK',
  澳门: 'MO',
  德意志: 'DE',
  英格兰: 'GB',
  scotland: 'GB',
  wales: 'GB',
  northernireland: 'GB',
  xi: 'GB',
  苏格兰: 'GB',
  威尔士: 'GB',
  北爱尔兰: 'GB',
  el: 'GR',
  hellas: 'GR',
  repofireland: 'IE',
  republicofireland: 'IE',
  irishrepublic: 'IE',
  eire: 'IE',
  canaryislands: 'ES',
  balearicislands: 'ES',
  englanduk: 'GB',
  unitedkingdomuk: 'GB',
  unitedstatesusa: 'US',
  dutch: 'NL',
  d: 'DE',
  a: 'AT',
  f: 'FR',
  b: 'BE',
  i: 'IT',
  e: 'ES',
  l: 'LU',
  p: 'PT',
  s: 'SE',
  czech: 'CZ',
  uae: 'AE',
  // As Hong Kong and Taiwan write them.
  德國: 'DE',
  法國: 'FR',
  英國: 'GB',
  美國: 'US',
  中國: 'CN',
  荷蘭: 'NL',
  義大利: 'IT',
  意大利: 'IT',
  波蘭: 'PL',
  奧地利: 'AT',
  比利時: 'BE',
  韓國: 'KR',
  愛爾蘭: 'IE',
  芬蘭: 'FI',
  丹麥: 'DK',
  俄羅斯: 'RU',
  瑞士: 'CH',
}
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Country names in the languages of our customers; read with the first name, not with the server. */
const countryNames = once(() => {
  const found = new Map(
    Object.entries(countries.getAlpha3Codes()).map(([three, two]) => [plain(three), two]),
  )
  for (const lang of LANGUAGES) {
    const { countries: names } = require(`i18n-iso-countries/langs/${lang}.json`) as {
      countries: Record<string, string | string[]>
    }
    for (const [code, all] of Object.entries(names))
      for (const name of [all].flat()) if (!found.has(plain(name))) found.set(plain(name), code)
  }
  for (const [name, code] of Object.entries(ALIASES)) found.set(plain(name), code)
  return found
})

const alphaTwo: ReadonlySet<string> = new Set(Object.keys(countries.getAlpha2Codes()))

export const isCountry = (code: string): boolean => alphaTwo.has(code.toUpperCase())

/** The two letters of a country that is written out; what is not known stays as it is. */
export function countryCode(text: string): string {
  const upper = text.toUpperCase()
  if (alphaTwo.has(upper)) return upper
  const known = countryNames().get(plain(text))
  if (known) return known
  // `DE-德国`, `Germany (DE)`: a code next to the name of the same country.
  const code = /(?:^|[^\p{L}])([A-Z]{2})(?:[^\p{L}]|$)/u.exec(upper)?.[1]
  if (code === undefined || !alphaTwo.has(code)) return text
  const rest = plain(upper.replace(code, ''))
  return rest !== '' && countryNames().get(rest) === code ? code : text
}

const CURRENCIES: Readonly<Record<string, string>> = {
  '€': 'EUR',
  欧元: 'EUR',
  '£': 'GBP',
  英镑: 'GBP',
  美元: 'USD',
  us$: 'USD',
  人民币: 'CNY',
  rmb: 'CNY',
  元: 'CNY',
  美金: 'USD',
  欧: 'EUR',
  港币: 'HKD',
  日元: 'JPY',
  加元: 'CAD',
  澳元: 'AUD',
  瑞士法郎: 'CHF',
  兹罗提: 'PLN',
}
export function currencyCode(text: string): string {
  const upper = text.toUpperCase()
  return isCurrency(upper) ? upper : (CURRENCIES[text.toLowerCase()] ?? text)
}
