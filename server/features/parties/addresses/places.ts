import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { chinesePlace } from './tables/china.ts'
import { belgianPlace, irishPlace, ownTowns } from './tables/routing.ts'
import { folded } from './reader/reading.ts'

/** What a postal code determines: the state it lies in and the towns that share it. */
export interface Places {
  state: string | null
  cities: readonly string[]
}
/** One country's codes, and the names of its towns for recognising them. */
interface Gazetteer {
  codes: ReadonlyMap<string, string>
  /** Made when a town is first asked for by its name. */
  towns: ReadonlySet<string> | null
}

const gazetteers = new Map<string, Gazetteer>()
let byCountry: ReadonlyMap<string, string> | undefined

/** Unpacked when first asked for: most processes never are. */
function sections(): ReadonlyMap<string, string> {
  if (byCountry) return byCountry
  const file = join(import.meta.dirname, '../../../../seeds/data/postal-places.tsv.gz')
  const text = gunzipSync(readFileSync(file)).toString('utf8')
  const made = new Map<string, string>()
  for (let from = 0; from < text.length;) {
    const country = text.slice(from, from + 2)
    let to = from
    for (let next = to; next !== -1 && text.startsWith(country, next);) {
      to = text.indexOf('\n', next) + 1
      next = to < text.length ? to : -1
    }
    made.set(country, text.slice(from, to))
    from = to
  }
  byCountry = made
  return made
}

function gazetteer(country: string): Gazetteer {
  const known = gazetteers.get(country)
  if (known) return known
  const codes = new Map<string, string>()
  for (const line of (sections().get(country) ?? '').trimEnd().split('\n')) {
    const [, code = '', state = '', cities = ''] = line.split('\t')
    codes.set(code, `${state}\t${cities}`)
  }
  const made: Gazetteer = { codes, towns: null }
  gazetteers.set(country, made)
  return made
}

/** The part of a code that names the place: the district in Britain, the digits in Holland. */
function placeCode(country: string, postalCode: string): string {
  const code = postalCode.toUpperCase().trim()
  const plain = code.replace(/[\s-]/g, '')
  if (country === 'GB') return plain.replace(/\d[A-Z]{2}$/, '')
  if (country === 'NL') return plain.slice(0, 4)
  if (country === 'US') return plain.slice(0, 5)
  return country === 'PL' ? code : plain
}

/** Germany has codes of single large receivers: their names are no towns. */
const RECEIVERS = [
  String.raw`\b(?:AG|GmbH|mbH|KG|oHG|eG|SE|Versicherung(?:en)?|AOK|IKK|BARMER|Agentur für)\b`,
  String.raw`[a-zß](?:amt|gericht|verwaltung|ministerium|präsidium|rundfunk|versicherung|kasse)\b`,
  String.raw`[a-zß](?:bank|sparkasse|genossenschaft|hospital|krankenhaus|klinik|hochschule)\b`,
  '^(?:Sparkasse|Universität|Hochschule|Fachhochschule|Klinik|Bundesa|Statistisches)',
]
const RECEIVER = new RegExp(RECEIVERS.join('|'), 'iu')

/** "Graz,01.Bez.:Innere Stadt", "Wien, Wieden": a district of a town is that town. */
const townsIn = (country: string, places: string): string[] =>
  country === 'AT'
    ? [...new Set(places.split('|').map((place) => place.replace(/,.*$/u, '')))]
    : country === 'DE' && places.split('|').some((place) => RECEIVER.test(place))
      ? []
      : places.split('|')

/** Places of a postal code, or null where the code is unknown to us. */
export function placesOf(country: string, postalCode: string): Places | null {
  const code = placeCode(country, postalCode)
  const own =
    country === 'CN'
      ? /^\d{6}$/.test(code) && chinesePlace(code)
      : country === 'BE'
        ? belgianPlace(code)
        : country === 'IE' && irishPlace(code)
  if (own) return own
  const line = gazetteer(country).codes.get(code)
  if (line === undefined) return null
  const [state = '', cities = ''] = line.split('\t')
  return { state: state || null, cities: townsIn(country, cities).slice(0, 20) }
}

/** Whether a country has a town of that name. */
export function isTown(country: string, name: string): boolean {
  const known = gazetteer(country)
  known.towns ??= new Set([
    ...ownTowns(country).map(folded),
    ...[...known.codes.values()].flatMap((line) =>
      townsIn(country, line.split('\t')[1] ?? '').map(folded),
    ),
  ])
  return known.towns.has(folded(name))
}
