import { ATTENTION, BUILDING, DEPARTMENT, GIVEN_NAMES, isCompany } from '../tables/words.ts'
import { isGivenName } from './names.ts'
import type { Patterns } from './patterns.ts'
import { trimmed, type Segment } from './reading.ts'

export interface Street {
  street: string
  house: string
  /** What stood before and behind it in the same part. */
  before: string
  after: string
  score: number
}

/** 14 a is 14a where that is how numbers are written; elsewhere it stays as typed. */
const JOINED = new Set(['DE', 'AT', 'CH', 'LI', 'NL'])
const compact = (p: Patterns, number: string): string =>
  (JOINED.has(p.format.country) ? number.replace(/^(\d+) ([a-z])$/i, '$1$2') : number).trim()
/** Numbers within brackets are remarks: Juf Marloes (groep 4). */
const matches = (pattern: RegExp, text: string) =>
  [...text.matchAll(pattern)].filter(({ index }) => !/\([^)]*$/.test(text.slice(0, index)))
const isUnit = (p: Patterns, text: string): boolean =>
  p.unitStart.test(text) || (p.unitAny.test(text) && !p.street?.test(text))

const ESTATE =
  /(?:estate|wharf|court|plaza|heights|villas|quays?|point|mills?|(?:business|retail|science|industrial|trading) park)$/i
/** A street although its name begins like a person's: David Brewster Road. */
const FULL_STREET = /^\S+ .*(?:road|street|lane|avenue|drive|close|way|crescent|boulevard)$/i

/** An estate or a house by its name: the street next to it is the street. */
const PLACE_NAME =
  /^(?:résidence|rés\.|residence|hameau|villa|domaine|clos|le clos|lotissement|lot\.|cité|château|ferme|mas|parc|z\.?a\.?c?\.?|z\.?i\.?|zone|centre commercial|lieu[- ]?dit|ld|quartier|le bourg|winkelcentrum|bedrijvenpark|industrieterrein|flat|residentie|huize) ?/i
/** A street that is a number itself: 14377 82A Ave. */
const NUMBERED =
  /^(?:R[DN]|CD|VC) ?\d|^\d{1,3}[A-D]? (?:st|street|ave|avenue|rd|road|pl|place|dr|drive|ct|court|way|cres|crescent|blvd)\b/i
/** A year is part of the name: Plein 1945 12. */
const YEAR = /^([A-U] ?\d|\p{L}.* (?:1[4-9]|20)\d\d) ((?:nr\.? ?)?\d{1,4} ?[a-z]?)$/iu

/** "Hauptstraße 57a 3. OG": the number behind the name, additions behind the number. */
function numberBehind(p: Patterns, text: string): Street | null {
  const [, year, number] = YEAR.exec(text) ?? []
  if (year && number)
    return { street: year, house: compact(p, number), before: '', after: '', score: 7 }
  let best: Street | null = null
  for (const hit of matches(p.number, text)) {
    const before = trimmed(text.slice(0, hit.index))
    const after = trimmed(text.slice(hit.index + hit[0].length))
    if (!/\p{L}/u.test(before)) continue
    // "quai 3" is a dock: behind the kind of a street its name is missing.
    if (
      p.format.house === 'before' &&
      p.format.starts &&
      !/\p{L} ['’]?\p{L}|^maison$/iu.test(before)
    )
      continue
    // A number within the name (Plein 1945 12) is followed by neither a unit nor the end.
    const closes = after === '' || p.unitStart.test(after) || /^(?:c\/o|\()/i.test(after)
    const score = 2 + (closes ? 1 : 0) + (p.street?.test(before) ? 4 : 0)
    if (score > (best?.score ?? 0))
      best = { street: before, house: compact(p, hit[0]), before: '', after, score }
  }
  return best
}

/** A flat behind the street, no part of its name: not "rue Porte Poterne". */
function isCut(p: Patterns, before: string, unit: string): boolean {
  const name = before.trim()
  if (name === '') return false
  // 23 Belgrave Gate, but 45 Mill Lane Gate 3.
  if (p.format.code === 'after')
    return (
      / [#]?(?:\d|[A-Z]\b)|floor|rear|basement|penthouse|flat|level/i.test(unit) ||
      unit.startsWith('#')
    )
  if (p.format.house === 'after') return true
  if (/(?:^| )(?:du|de|des|de la|la|le|les|l['’]|d['’]|à|aux?)$/i.test(name)) return false
  return / /.test(name) || !p.street?.test(name)
}

/** "12 bis rue de la Paix": the number before the name, a name or a flat before the number. */
function numberBefore(p: Patterns, text: string): Street | null {
  let best: Street | null = null
  for (const hit of matches(p.number, text)) {
    const before = trimmed(text.slice(0, hit.index))
    let street = trimmed(text.slice(hit.index + hit[0].length))
    // 18/F is a floor.
    if (/^\/?F(?![\p{L}])/u.test(text.slice(hit.index + hit[0].length))) continue
    if (!/^\p{L}|^\d+(?:st|nd|rd|th|er|e|de)\b|^['’]/iu.test(street) && !NUMBERED.test(street))
      continue
    // The number of a flat is not that of the street: Flat 2 12 High Street.
    if (new RegExp(`(?:^|\\s)(?:${p.format.unit})$`, 'iu').test(before)) {
      if (/\d/.test(street)) continue
      // Unit 14/220 Melbourne Street: flat and house.
      const [, flat, own] = /^(\d+)\/(\d+[a-z]?)$/i.exec(hit[0].trim()) ?? []
      if (flat && own && 7 > (best?.score ?? 0)) {
        best = { street, house: own, before: `${before} ${flat}`, after: '', score: 7 }
        continue
      }
      // Unit 9 Kingsway Business Park: the number is that of the unit.
      const score = p.street?.test(street) ? 2.5 : 2
      if (score > (best?.score ?? 0))
        best = { street, house: '', before: `${before} ${hit[0].trim()}`, after: '', score }
      continue
    }
    let after = ''
    const unit = p.unitAny.exec(street)
    if (unit && isCut(p, street.slice(0, unit.index), street.slice(unit.index))) {
      after = trimmed(street.slice(unit.index))
      street = trimmed(street.slice(0, unit.index))
    }
    const named = p.street?.test(street) ?? false
    const leads = before === '' && /^\p{L}[\p{L}'’.-]* \p{L}/u.test(street) ? 0.5 : 0
    const score = 2 + (named ? 4 : 0) + (before === '' ? 1 : 0) + leads
    if (street && score > (best?.score ?? 0))
      best = { street, house: compact(p, hit[0]), before, after, score }
  }
  return best
}

function parse(p: Patterns, text: string): Street | null {
  const [own, other] =
    p.format.house === 'before' ? [numberBefore, numberBehind] : [numberBehind, numberBefore]
  const first = own(p, text)
  const found = first && first.score >= 6 ? first : best(first, other(p, text))
  if (found) return found
  const box = p.box.exec(text)
  if (box) {
    const before = trimmed(text.slice(0, box.index))
    const after = trimmed(text.slice(box.index + box[0].length))
    return { street: box[0], house: '', before, after, score: 2.5 }
  }
  if (/^quai \d{1,3}\p{L}?$/iu.test(text)) return null
  // St Buryan is a village, St Mary Street a street.
  const [, saint] = /^St\.? (\p{Lu}.*)$/u.exec(text) ?? []
  if (saint !== undefined && p.format.code === 'after' && !p.street?.test(saint)) return null
  const given = GIVEN_NAMES.has((text.split(' ')[0] ?? '').toLowerCase())
  const titled = /^(?:dr|prof|mr|mrs|ms|miss)\.? /i.test(text)
  if (p.street?.test(text) && ((!given && !titled) || FULL_STREET.test(text)))
    return {
      street: text,
      house: '',
      before: '',
      after: '',
      // Gruberhof, Oberdorf 12: one with a number is surer.
      score: p.format.house === 'after' && !/ |stra(?:ß|ss)e$|str\.$/i.test(text) ? 2.6 : 3,
    }
  return null
}

const best = (a: Street | null, b: Street | null): Street | null =>
  !b || (a && a.score >= b.score - 1) ? a : b

/**
 * Which part is the street, and its pieces. A part behind the town is none where one before it is.
 */
export function findStreet(
  p: Patterns,
  segments: readonly Segment[],
): { at: number; street: Street } | null {
  const hit = bestStreet(p, segments, true) ?? bestStreet(p, segments, false)
  return hit && p.format.code === 'after' ? { ...hit, street: withoutQuarter(hit.street) } : hit
}

/** Stratford Road Sparkbrook: behind the kind of the street a quarter of the town. */
const QUARTER =
  /^(\p{Lu}.* (?:Road|Street|Lane|Avenue|Drive|Close|Crescent|Rd|Ave)) (?!(?:North|South|East|West|Upper|Lower|Extension|Central)$)(\p{Lu}\p{Ll}{3,})$/u
function withoutQuarter(street: Street): Street {
  const [, name, quarter] = QUARTER.exec(street.street) ?? []
  if (name === undefined || quarter === undefined || street.house === '') return street
  return { ...street, street: name, after: [quarter, street.after].filter(Boolean).join(', ') }
}

/** `strict`: what may be a flat is none. */
function bestStreet(
  p: Patterns,
  segments: readonly Segment[],
  strict: boolean,
): { at: number; street: Street } | null {
  let chosen: { at: number; street: Street } | null = null
  for (const [at, { text, street: labelled }] of segments.entries()) {
    const box = p.box.exec(text)
    const street =
      box?.[0].length === text.length
        ? { street: text, house: '', before: '', after: '', score: 2.5 }
        : (parse(p, text) ??
          (labelled ? { street: text, house: '', before: '', after: '', score: 2 } : null))
    if (!street) continue
    if (labelled) street.score += 10
    const whole = box?.[0].length === text.length
    const cut = street.house !== '' && street.after !== ''
    if (
      !whole &&
      (strict
        ? isUnit(p, text)
        : p.unitStart.test(text) && !/^(?:haus|maison) (?:nr\.? ?)?\d/i.test(text)) &&
      !cut &&
      !NUMBERED.test(street.street) &&
      !street.before &&
      !p.street?.test(street.street)
    )
      street.score -= 4
    if (DEPARTMENT.test(text) || ATTENTION.test(text)) street.score -= 4
    if (PLACE_NAME.test(text) && street.house === '' && !box) street.score -= 0.6
    // Where an estate stands next to a street, the street is the street.
    if (ESTATE.test(text) && street.house === '') street.score -= 0.5
    if (isCompany(text) && street.house === '' && !FULL_STREET.test(text)) street.score -= 3
    if (BUILDING.test(text) && !ESTATE.test(text) && street.house === '') street.score -= 0.5
    if (at === 0 && segments.length > 1 && street.house === '' && !box) street.score -= 1
    if (street.score >= 2 && street.score > (chosen?.street.score ?? 0)) chosen = { at, street }
  }
  return chosen
}

/**
 * A name in front of the street in one breath: "Max Müller Berliner Straße 5". Only asked where no
 * other part can be the name.
 */
export function splitName(p: Patterns, text: string): [name: string, street: string] {
  const words = text.split(' ')
  const at = words.findLastIndex(
    (word, index) => index > 0 && isStreetWord(p, word, words[index + 1]),
  )
  if (at < 1) {
    const given = isGivenName(words[0] ?? '') ? 2 : 0
    return given > 0 && words.length > 2
      ? [words.slice(0, given).join(' '), words.slice(given).join(' ')]
      : ['', text]
  }
  let from = at
  const word = words[at] ?? ''
  // "Straße" alone takes the word before it; so does "Alte" of "Alte Dorfstraße".
  if (
    /^(?:land|kreis|bundes)?(?:stra(?:ß|ss)e|str\.?)$|^(?:platz|weg|allee|ring|damm|ufer|steenweg|laan|plein)$/i.test(
      word,
    )
  )
    from -= 1
  while (from > 1 && /^\p{Lu}\p{Ll}{3,}er$/u.test(words[from - 1] ?? '')) from -= 1
  while (from > 1 && p.leads.test(words[from - 1] ?? '')) from -= 1
  // A name may sound like a street: Daan Prins, Vleutenseweg.
  if (from < 2 && at >= 2) from = at
  const name = words.slice(0, from).join(' ')
  // Milou Tuinstraat, but Jan Steenstraat is a street.
  const called = from === 1 && words.length === 2 && isGivenName(name) && !p.leads.test(name)
  const likely = from >= 2 || isCompany(name) || called
  return likely ? [name, words.slice(from).join(' ')] : ['', text]
}

/** The same where the kind of street comes first: "Odette Courtiade Lieu-dit Marsan". */
export function splitLead(p: Patterns, text: string): [name: string, street: string] {
  const words = text.split(' ')
  if (!isGivenName(words[0] ?? '')) return ['', text]
  const at = words.findIndex(
    (_word, index) => index > 1 && p.street?.exec(words.slice(index).join(' '))?.index === 0,
  )
  return at < 0 ? ['', text] : [words.slice(0, at).join(' '), words.slice(at).join(' ')]
}

/** "p/a Hotel Karel V Geertebolwerk": at whose place, and the street behind it. */
export function splitHost(p: Patterns, text: string): [host: string, street: string] {
  const words = text.split(' ')
  const at = words.findLastIndex(
    (word, index) => index > 1 && isStreetWord(p, word, words[index + 1]),
  )
  let from = at > 1 ? at : words.length - 1
  while (
    from > 2 &&
    (p.leads.test(words[from - 1] ?? '') || /^str(?:a(?:ß|ss)e|\.)$/i.test(words[from] ?? ''))
  )
    from -= 1
  return from < 2 ? ['', text] : [words.slice(0, from).join(' '), words.slice(from).join(' ')]
}

const isStreetWord = (p: Patterns, word: string, next = ''): boolean =>
  (p.street?.test(`${word} ${next}`) && p.street.test(word)) || false
