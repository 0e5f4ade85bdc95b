import { code, codes } from 'currency-codes'
import countries from 'i18n-iso-countries/index.js'
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import zh from 'i18n-iso-countries/langs/zh.json' with { type: 'json' }
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js'
import { countryItems } from './dictionaries/dictionaries.world.ts'

countries.registerLocale(en)
countries.registerLocale(zh)

export interface SeedCountry {
  iso2: string
  iso3: string | null
  isoNum: string | null
  name: string
  nameEn: string
  phoneCode: string | null
  currency: string | null
  eu: boolean
}

/** Members of the European Union since 2020 (europa.eu, "Country profiles"). */
const EU = new Set([
  'AT',
  'BE',
  'BG',
  'HR',
  'CY',
  'CZ',
  'DK',
  'EE',
  'FI',
  'FR',
  'DE',
  'GR',
  'HU',
  'IE',
  'IT',
  'LV',
  'LT',
  'LU',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SK',
  'SI',
  'ES',
  'SE',
])
/**
 * Where the list of currencies names a country otherwise than the list of countries, or not yet
 * (Bulgaria: euro since 2026).
 */
const CURRENCY: Record<string, string> = {
  GB: 'GBP',
  US: 'USD',
  CN: 'CNY',
  TW: 'TWD',
  XK: 'EUR',
  BG: 'EUR',
  HR: 'EUR',
  VN: 'VND',
  KR: 'KRW',
  RU: 'RUB',
  CZ: 'CZK',
  TR: 'TRY',
  NL: 'EUR',
  MD: 'MDL',
  HK: 'HKD',
  MO: 'MOP',
  IR: 'IRR',
  CH: 'CHF',
}

/** What each country pays with, by its name in ISO 4217 (currency-codes, MIT). */
function currencies(): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of codes()) {
    const one = code(name)
    if (
      !one ||
      /^(XAG|XAU|XPT|XPD|XTS|XXX|XDR|XUA|XSU|XB[A-D]|CHE|CHW|COU|CLF|UYI|UYW|MXV|USN|BOV)$/.test(
        name,
      )
    )
      continue
    for (const country of one.countries) {
      const iso2 = countries.getAlpha2Code(
        country.replace(/ \((The|the)[^)]*\)/, '').replace(/ \(.*\)$/, (tail) => tail),
        'en',
      )
      if (iso2 && !found.has(iso2)) found.set(iso2, name)
    }
  }
  return found
}

/**
 * Countries and regions: codes and names of i18n-iso-countries 7 (MIT), calling codes of
 * libphonenumber-js (MIT, data of Google's libphonenumber, Apache-2.0), currencies of
 * currency-codes (MIT). Embargo is a decision of people, never a seed.
 */
export function packageCountries(): SeedCountry[] {
  const pays = currencies()
  return countryItems().map(({ value: iso2, text, textEn }) => ({
    iso2,
    iso3: countries.alpha2ToAlpha3(iso2) ?? null,
    isoNum: countries.alpha2ToNumeric(iso2)?.padStart(3, '0') ?? null,
    name: text,
    nameEn: textEn,
    phoneCode: isSupportedCountry(iso2) ? `+${getCountryCallingCode(iso2)}` : null,
    currency: CURRENCY[iso2] ?? pays.get(iso2) ?? null,
    eu: EU.has(iso2),
  }))
}
