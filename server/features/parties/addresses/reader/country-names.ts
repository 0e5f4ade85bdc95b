import countries from 'i18n-iso-countries/index.js'
import { folded } from './reading.ts'

/** The languages labels and letters name countries in. */
const LANGUAGES = ['zh', 'en', 'de', 'fr', 'nl', 'es', 'it', 'pl', 'da', 'sv', 'pt', 'cs']
/** In addition to the names of the standard. */
const ALSO: Readonly<Record<string, string>> = {
  CN: '中国大陆|中华人民共和国|PRC|PR China|Peoples Republic of China|Volksrepublik China|VR China|RP Chine',
  DE: 'BRD|Bundesrepublik Deutschland|Federal Republic of Germany|Allemagne RFA',
  GB: 'UK|U K|GB|Great Britain|England|Scotland|Wales|Northern Ireland|N Ireland|Cymru|Großbritannien|Grande Bretagne|Angleterre|Groot Brittannië|Engeland|Schottland|Écosse|英格兰|苏格兰|大不列颠|Royaume Uni|Verenigd Koninkrijk',
  IE: 'Eire|Republic of Ireland|Irish Republic|Irlande',
  US: 'USA|U S A|U S|US|United States of America|Vereinigte Staaten von Amerika|Etats Unis dAmérique|Verenigde Staten van Amerika|America|美利坚合众国',
  NL: 'Holland|The Netherlands|Netherlands|Koninkrijk der Nederlanden|Hollanda|Hollande|荷兰王国|Niederlande|die Niederlande',
  FR: 'France métropolitaine|République française',
  BE: 'Belgie|Belgïe|Royaume de Belgique|Koninkrijk België|België/Belgique',
  CZ: 'Czech Republic|Tschechische Republik',
  CH: 'Confoederatio Helvetica|Confédération suisse|Schweizerische Eidgenossenschaft|CH Schweiz|Suisse Romande',
  AT: 'Republik Österreich|Oesterreich|Osterreich|A Österreich|Rép Autriche',
  LU: 'Grand Duché de Luxembourg|Grand Duché du Luxembourg|Großherzogtum Luxemburg|Grand Duchy of Luxembourg|Groothertogdom Luxemburg',
  LI: 'Fürstentum Liechtenstein|Principality of Liechtenstein|Principauté de Liechtenstein|Vorstendom Liechtenstein|FL Liechtenstein',
  MC: 'Principauté de Monaco|Fürstentum Monaco',
  AE: 'UAE|U A E',
  AU: 'Commonwealth of Australia',
  NZ: 'Aotearoa|Aotearoa New Zealand',
  KR: 'South Korea|Korea',
  HK: 'Hong Kong|Hongkong|HKSAR|Hong Kong SAR',
  MO: 'Macau|Macao|Macau SAR',
  TW: 'Taiwan|Taiwan ROC',
}

let names: ReadonlyMap<string, string> | undefined

function nameMap(): ReadonlyMap<string, string> {
  if (names) return names
  const made = new Map<string, string>()
  const codes = Object.keys(countries.getAlpha2Codes())
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = display.of(code)
      if (name) made.set(folded(name), code)
    }
  }
  for (const [three, two] of Object.entries(countries.getAlpha3Codes()))
    made.set(three.toLowerCase(), two)
  for (const [code, listed] of Object.entries(ALSO))
    for (const name of listed.split('|')) made.set(folded(name), code)
  names = made
  return made
}

/** The country a text names whole; two letters count in capitals only. */
export function countryOf(text: string): string | null {
  const name = folded(text)
  if (/^[A-Z]{2}$/.test(text.trim()) && countries.isValid(text.trim())) return text.trim()
  // Blois stp: three small letters are a word, unless they are the usual short name.
  if (/^(?!usa|uae)[a-z]{3}$/.test(text.trim())) return null
  if (name.length < 3 && !/^(?:uk|gb|us)$/.test(name) && !/\p{Script=Han}/u.test(name)) return null
  return nameMap().get(name) ?? null
}

/** The country in front of a state or a code: "France 54290 Saint-Mard". */
export function countryHead(text: string): { country: string; rest: string; name: string } | null {
  const words = text.split(' ')
  for (let count = Math.min(4, words.length - 1); count >= 1; count -= 1) {
    const rest = words.slice(count).join(' ')
    if (!/^(?:[\p{L}.' ]+ )?(?:\d{4,}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})/u.test(rest)) continue
    const name = words.slice(0, count).join(' ')
    const country = countryOf(name)
    if (country) return { country, rest, name }
  }
  return null
}

/** The country at the end of a text: "London SW1A 1AA United Kingdom". */
export function countryTail(text: string): { country: string; rest: string; name: string } | null {
  const words = text.split(' ')
  for (let count = Math.min(5, words.length - 1); count >= 1; count -= 1) {
    const name = words
      .slice(-count)
      .join(' ')
      .replace(/^\((.*)\)$/, '$1')
    // Two letters behind a town are a state or a province.
    if (/^[A-Za-z]{2}$/.test(name) && !/^(?:UK|GB)$/.test(name)) continue
    const country = countryOf(name)
    if (country) return { country, rest: words.slice(0, -count).join(' '), name }
  }
  return null
}

/** The country Chinese words name anywhere: 客户是德国的, 麻烦发DHL到德国; China itself is none. */
export function foreignCountry(text: string): string | null {
  const [han = ''] = /^[\p{Script=Han}\p{Script=Latin}]*\p{Script=Han}/u.exec(text) ?? []
  for (let from = 0; from < han.length - 1; from += 1)
    for (let length = Math.min(7, han.length - from); length >= 2; length -= 1) {
      const name = han.slice(from, from + length)
      const country = /^\p{Script=Han}+$/u.test(name) ? countryOf(name) : null
      if (country && country !== 'CN') return country
    }
  return null
}
