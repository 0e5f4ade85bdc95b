import {
  ATTENTION,
  BUILDING,
  CARE_OF,
  isCompany,
  DEPARTMENT,
  FOR_WHOM,
  isDepartment,
  isTrade,
  LEGAL_END,
  SALUTATION,
} from '../tables/words.ts'
import { leadsTrade, soundsLikeTrade } from '../tables/companies.ts'
import { isRequest, ROLE } from '../tables/phrases.ts'
import { isAddition } from './additions.ts'
import { isGivenName, isNameWord } from './names.ts'
import type { Patterns } from './patterns.ts'
import { isAddressed, isPerson, putName, withoutSalutation } from './persons.ts'
import { addLine, put, type Other, type Reading } from './reading.ts'

const PLAIN_NAME = /^\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){1,2}$/u
const BRITISH = new Set(['GB', 'IE'])
/** Tigh na Mara, The Foundry: a house by its name, where no word is a trade's. */
const isNamedBuilding = (text: string): boolean =>
  /^\S+ (?:\S+ )?(?:farm|cottage|house|barn|lodge|croft|mill)$|^the \p{Lu}\p{L}+$/iu.test(text) ||
  (!isCompany(text) && !isWork(text) && !/[&'’]/.test(text) && text.split(' ').length <= 3)
/** A house or a quarter by its name: Les Jardins d'Arcadie. */
const RESIDENCE =
  /^(?:la|le|l['’]\S+|ferme|mas|les|le clos|le domaine|le parc|la villa|ty|plas|residentie) /i

/** "pour Ayşe Demir", but a shop by the name "Für Sie". */
const forWhom = (text: string): RegExpExecArray | null => {
  const hit = FOR_WHOM.exec(text)
  const meant = hit && text.slice(hit[0].length)
  const shown = /^(?:contact|kontakt|ansprech|t|op naam|au nom|im namen)/i.test(hit?.[0] ?? '')
  if (hit && /^(?:t\.? ?n\.? ?v|op naam|au nom|im namen)/i.test(hit[0])) return hit
  return meant && (isPerson(meant) || SALUTATION.test(meant) || (shown && PLAIN_NAME.test(meant)))
    ? hit
    : null
}

/** Harbour Lights Guest House, then who is there: the house is the company. */
const isHost = (text: string, next = ''): boolean =>
  BUILDING.test(text) && !/\d/.test(text) && !isPerson(text) && isPerson(next)

/** Gives every remaining part the one field it can be, or leaves it in sight. */
export function readPeople(reading: Reading, p: Patterns, others: readonly Other[]): void {
  const open: Other[] = []
  let added = false
  for (const other of others) {
    const { text: raw, place } = other
    const spoken = (ATTENTION.exec(raw) ?? forWhom(raw))?.[0]
    // A department is no name: t.a.v. apotheek.
    const meant = spoken && raw.slice(spoken.length)
    if (meant && (/^\p{Ll}+$/u.test(meant) || (isDepartment(meant) && !isAddressed(meant)))) {
      addLine(reading, raw)
      continue
    }
    const attention = spoken
    const { country } = p.format
    const addressed = isAddressed(raw)
    const [, to, body] =
      /^(an (?:die|den|das|der)|aan (?:de|het)|à (?:la|l['’])|to the) ?(?=\p{Lu})(.+)$/iu.exec(
        raw,
      ) ?? []
    if (to !== undefined && body !== undefined && isCompany(body) && place !== 'between') {
      reading.aside.push(body.startsWith('Firma ') ? `${to} Firma` : to)
      takesCompany(reading, { text: body.replace(/^Firma /u, ''), place })
      continue
    }
    const text = withoutSalutation(reading, attention ? raw.slice(attention.length) : raw, country)
    if (attention) reading.aside.push(attention.trim())
    if (text === '') continue
    const firm = /^(?:[Ff]irma|FIRMA|[Ff]a\.|société|entreprise|bedrijf|company) (?=\p{Lu})/u.exec(
      text,
    )?.[0]
    if (firm && reading.found.company === undefined) {
      reading.aside.push(firm.trim())
      put(reading, 'company', text.slice(firm.length))
      continue
    }
    const previous = others[others.indexOf(other) - 1]?.text ?? ''
    const small =
      /^\p{Ll}+(?: \p{Ll}+)?$/u.test(text) && /\p{Lu}/u.test(previous) && isPerson(previous)
    if (
      (small && !isCompany(text) && !isDepartment(text) && !p.unitAny.test(text)) ||
      ROLE.test(text) ||
      isRequest(text) ||
      (REGISTER.test(text) && !isCompany(text))
    ) {
      reading.left.push(text)
      continue
    }
    // bike shed round the side: words in small letters behind the town.
    if (
      place === 'behind' &&
      /^\p{Ll}+(?: [\p{Ll}'’]+){2,}$/u.test(text) &&
      others.some((one) => /^\p{Lu}/u.test(one.text)) &&
      !WITHIN.test(text)
    ) {
      reading.left.push(text)
      continue
    }
    const firmOnly =
      attention !== undefined && !isPerson(text) && !addressed && (isCompany(text) || isWork(text))
    if (firmOnly && takesCompany(reading, { text, place })) continue
    if (attention && reading.found.name === undefined) putName(reading, text)
    else if (attention || CARE_OF.test(text)) addLine(reading, text)
    else if (addressed && reading.found.name === undefined) putName(reading, text)
    else if (others.indexOf(other) === 0 && isHost(text, others[1]?.text))
      open.push({ text, place })
    else if (isAddition(p, text, place, isPerson(previous) || isAddressed(previous))) {
      addLine(reading, text)
      added = true
    } else if (p.box.exec(text)?.[0].length === text.length) addLine(reading, text)
    else open.push({ text, place, added: added && place === 'before' })
  }
  const rest = open.filter((other) => isHome(p, other, open) || !takesCompany(reading, other))
  const office =
    /cedex/i.test(reading.found.city ?? '') ||
    others.some(({ text }) => DEPARTMENT.test(text) || ATTENTION.test(text))
  nameOf(reading, p, rest, office)
}

/** Where in the house, in small letters. */
const WITHIN =
  /(?<!\p{L})(?:floor|flat|room|étage|porte|gauche|droite|verdieping|hoog|kamer|stock|etage|links|rechts|wohnung|hinterhaus|erdgeschoss|c\/o|chez|bei|bij)(?!\p{L})/iu
/** Numbers of registers, in no field. */
const REGISTER =
  /^(?:Student (?:ID|no|number)|Staff (?:ID|no)|RPR|RPM|KvK|K\.v\.K\.|HRB|HRA|SIRET|SIREN|RCS|R\.C\.S\.|Handelsregister|Amtsgericht|Company (?:no|number|reg)|Order|Bestell(?:nummer|ung|nr)|Bestelling|Commande|Ref|Referenz|Référence|Referentie|Fax|Telefax|Telefaks|Web|www|https?)(?![\p{L}])/iu

/** A given name is no trade, whatever it ends with: Christelle. */
const withoutNames = (text: string): string =>
  text
    .split(' ')
    .filter((word) => !isGivenName(word))
    .join(' ')

/** A trade by its words. */
const isWork = (text: string): boolean =>
  isTrade(text) || leadsTrade(text) || soundsLikeTrade(withoutNames(text))

/** How much of a text is a person's name: given name, known words, no article between. */
function personPoints(text: string): number {
  const words = text.split(' ')
  const known = words.filter((word) => isNameWord(word)).length
  const articles = words.filter((word) =>
    /^(?:des|du|aux|of|the|and|am|im|zum|zur|op|het|&)$/.test(word),
  )
  if (RESIDENCE.test(text) || /^(?:the|das|der|die|het|de|les) \p{Lu}/iu.test(text)) return -1
  return (
    (isPerson(text) ? 4 : 0) +
    (2 * known) / words.length -
    articles.length -
    (words.length > 4 ? 1 : 0)
  )
}

/** "Rusty Anchor Bait & Tackle", but "George & Amal Clooney". */
function isPair(text: string): boolean {
  const [, before = '', after = ''] = /^(.+) & (\S+)/.exec(text) ?? []
  return (
    / /.test(before) &&
    after !== '' &&
    !isGivenName(after) &&
    !isGivenName(before.split(' ').at(-1) ?? '')
  )
}

/** Ty Mawr Farm behind a person's name is where they live. */
const isHome = (p: Patterns, other: Other, open: readonly Other[]): boolean =>
  BRITISH.has(p.format.country) &&
  other.place === 'before' &&
  /\S (?:farm|cottage|house|barn|lodge|croft|mill|manor|grange)$/i.test(other.text) &&
  open.some((one) => one !== other && open.indexOf(one) < open.indexOf(other) && isPerson(one.text))

function takesCompany(reading: Reading, { text }: Other): boolean {
  if (!isCompany(text) && !isPair(text) && (isPerson(text) || !isWork(text))) return false
  const [, company, person] = LEGAL_END.exec(text) ?? []
  const both = person !== undefined && company !== undefined && reading.found.name === undefined
  if (reading.found.company === undefined) {
    put(reading, 'company', both ? company : text)
    if (both) put(reading, 'name', withoutSalutation(reading, person))
    return true
  }
  addLine(reading, text)
  return true
}

/** The part that is most like a person's name; where none is, the first. */
function personOf(parts: readonly Other[]): Other | undefined {
  const points = (part: Other) => personPoints(part.text) - (part.added ? 3 : 0)
  return parts.toSorted((a, b) => points(b) - points(a))[0]
}

/** 't Winkeltje, Chez Marcel, Zum Anker: an article and no given name, and no company yet. */
const isShop = ({ found }: Reading, text: string): boolean =>
  found.company === undefined &&
  /^(?:['’]t|het|la petite|le petit|les petits|au|aux|zum|zur|im|the) \p{L}/iu.test(text) &&
  !isPerson(text)

/** Of what is left, a person is the name; a second one before the street is the company. */
function nameOf(reading: Reading, p: Patterns, rest: readonly Other[], office: boolean): void {
  const before = rest.filter(({ place, text }) => place === 'before' && !/\d/.test(text))
  const between = rest.filter(
    ({ place, text }) => place === 'between' && (isPerson(text) || PLAIN_NAME.test(text)),
  )
  const ahead = before.length > 0 || reading.found.company ? before : between
  const [only] = ahead
  // Departments are those of a company.
  if (office && only && ahead.length === 1 && !isPerson(only.text) && !reading.found.company) {
    put(reading, 'company', only.text)
    return nameOf(
      reading,
      p,
      rest.filter((other) => other !== only),
      false,
    )
  }
  const named = reading.found.name !== undefined
  const behind = rest.filter(({ place, text }) => place === 'behind' && !/\d/.test(text))
  const first = named ? undefined : personOf(ahead.filter(({ text }) => !isShop(reading, text)))
  const last = named ? undefined : personOf(behind.toReversed())
  // The Foundry, …, Tom Barrow: a person behind the town, where none is before it.
  const name =
    first && last && personPoints(first.text) < 2 && personPoints(last.text) >= 4
      ? last
      : (first ?? last)
  for (const other of rest) {
    if (reading.found.company !== undefined && /^\p{Lu}{2,5}$/u.test(other.text))
      addLine(reading, other.text)
    else if (other === name) putName(reading, other.text)
    else if (
      BRITISH.has(p.format.country) &&
      other.place === 'between' &&
      !isPerson(other.text) &&
      !isWork(other.text) &&
      !isCompany(other.text)
    )
      addLine(reading, other.text)
    else if (other.added || (name && RESIDENCE.test(other.text))) addLine(reading, other.text)
    else if (
      BRITISH.has(p.format.country) &&
      other.place !== 'behind' &&
      (name
        ? rest.indexOf(other) > rest.indexOf(name)
        : rest.indexOf(other) > 0 || /^the \p{Lu}\p{L}+$/iu.test(other.text)) &&
      isNamedBuilding(other.text)
    )
      addLine(reading, other.text)
    else if (ahead.includes(other) && reading.found.company === undefined && ahead.length <= 3)
      put(reading, 'company', other.text)
    else if (other.place === 'between' && !name && !named && reading.found.company === undefined)
      put(reading, 'company', other.text)
    else if (other.place === 'between' || (ahead.includes(other) && p.format.house === 'before'))
      addLine(reading, other.text)
    else reading.left.push(other.text)
  }
}
