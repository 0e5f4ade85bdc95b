import { codes } from 'currency-codes'
import countries from 'i18n-iso-countries/index.js'
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import zh from 'i18n-iso-countries/langs/zh.json' with { type: 'json' }
import { isCurrency } from '#contracts/kit/money.ts'
import type { Dictionary, DictionaryItem } from './dictionary.ts'

countries.registerLocale(en)
countries.registerLocale(zh)

/** Countries whose everyday English name is not the first the list gives. */
const ENGLISH: Record<string, string> = {
  CN: 'China',
  US: 'United States',
  CD: 'Congo (Kinshasa)',
  CG: 'Congo (Brazzaville)',
  CI: "Côte d'Ivoire",
  CZ: 'Czechia',
  GM: 'Gambia',
  IR: 'Iran',
  MK: 'North Macedonia',
  PS: 'Palestine',
  RU: 'Russia',
  TW: 'Taiwan',
  TZ: 'Tanzania',
}

/** ISO 3166-1 alpha-2 with Kosovo's XK, by code (i18n-iso-countries, MIT). */
export function countryItems(): DictionaryItem[] {
  return Object.keys(countries.getAlpha2Codes())
    .sort()
    .map((value) => ({
      value,
      text: countries.getName(value, 'zh', { select: 'official' }) ?? value,
      textEn: ENGLISH[value] ?? countries.getName(value, 'en', { select: 'official' }) ?? value,
    }))
}

/** What our customers and carriers bill in, by how often. */
const COMMON: Record<string, string> = {
  EUR: '欧元',
  USD: '美元',
  CNY: '人民币',
  GBP: '英镑',
  HKD: '港币',
  CHF: '瑞士法郎',
  PLN: '波兰兹罗提',
  CZK: '捷克克朗',
  SEK: '瑞典克朗',
  DKK: '丹麦克朗',
  NOK: '挪威克朗',
  HUF: '匈牙利福林',
  RON: '罗马尼亚列伊',
  BGN: '保加利亚列弗',
  TRY: '土耳其里拉',
  JPY: '日元',
  KRW: '韩元',
  CAD: '加拿大元',
  AUD: '澳大利亚元',
  NZD: '新西兰元',
  SGD: '新加坡元',
  TWD: '新台币',
  MXN: '墨西哥比索',
  BRL: '巴西雷亚尔',
  AED: '阿联酋迪拉姆',
}

/**
 * ISO 4217 as far as money can be held in it (currency-codes, MIT). The code comes first: it is
 * what bills print.
 */
function currencyItems(): DictionaryItem[] {
  const zhNames = new Intl.DisplayNames(['zh-CN'], { type: 'currency' })
  const enNames = new Intl.DisplayNames(['en'], { type: 'currency' })
  const others = codes()
    .filter((code) => isCurrency(code) && !(code in COMMON))
    .sort()
  return [...Object.keys(COMMON), ...others].map((value) => ({
    value,
    text: `${value} ${COMMON[value] ?? zhNames.of(value) ?? ''}`.trim(),
    textEn: `${value} ${enNames.of(value) ?? ''}`.trim(),
  }))
}

export function worldDictionaries(): Dictionary[] {
  return [
    { code: 'country', name: '国家地区', nameEn: 'Countries and regions', items: countryItems() },
    { code: 'currency', name: '币种', nameEn: 'Currencies', items: currencyItems() },
    {
      code: 'rate_currency',
      name: '汇率币种',
      nameEn: 'Currencies with rates',
      items: [
        { value: 'XDR', text: 'XDR 特别提款权（SDR）', textEn: 'XDR Special drawing right (SDR)' },
        ...currencyItems(),
      ],
    },
  ]
}
