import { ANNOUNCES, type LabelKind } from '../tables/labels.ts'
import {
  CHINESE_THANKS,
  ASKS_DELIVERY,
  GREETING,
  INSTRUCTION,
  IS_ADDRESS,
  isRequest,
} from '../tables/phrases.ts'
import { ATTENTION, BUILDING, isCompany, isDepartment, isTrade } from '../tables/words.ts'
import { takeContacts } from './contacts.ts'
import { countryOf, foreignCountry } from './country-names.ts'
import { piecesOf } from './labels-in.ts'
import { isOrder, isTalk, setAside, withoutLead } from './lead.ts'
import { isPerson, putName } from './persons.ts'
import { addLine, put, type Reading, type Segment } from './reading.ts'
import { segmentsOf } from './segments.ts'

const FAMILY =
  /^(?:Nachname|Familienname|Last name|Surname|Family name|Achternaam|Familienaam|Nom(?: de famille)?)\s*:/i
const GIVEN = /^(?:Vorname|First name|Given name|Forename|Prénom|Voornaam)\s*:/i
/** The label is part of what is printed: Suite: 200. */
const SPOKEN =
  /^(Apartment|Suite|Unit|Floor|Étage|Etage|Stockwerk|Stock|Wohnung|Appartement|Bâtiment|Escalier|Verdieping|Gebäude|Gebouw)/i

/** Greetings of a message are set aside; what it asks of the driver stays visible. */
function withoutCourtesy(reading: Reading, part: string): string[] {
  if (GREETING.test(part) || REGARDS.test(part) || CHINESE_THANKS.test(part)) {
    reading.aside.push(part)
    return []
  }
  if (isOrder(part)) {
    reading.left.push(part)
    return []
  }
  const signed = SIGNED.exec(part)?.[0]
  if (signed && (isPerson(part.slice(signed.length)) || !/ /.test(part.slice(signed.length)))) {
    reading.aside.push(signed.trim())
    return [part.slice(signed.length).replace(/[.!]$/, '')]
  }
  const [first = '', ...homes] = withoutLead(reading, part)
  if (first !== part) return [first, ...homes].flatMap((one) => withoutCourtesy(reading, one))
  const asked = (WISHES.exec(part) ?? ASKS_DELIVERY.exec(part) ?? IS_ADDRESS.exec(part))?.[0]
  if (asked) {
    reading.aside.push(asked.trim())
    return [part.slice(asked.length)].filter(Boolean)
  }
  if (ASKS_SENDER.test(part) || (!INSTRUCTION.test(part) && !isRequest(part) && isTalk(part))) {
    reading.aside.push(part)
    return []
  }
  if (!(INSTRUCTION.test(part) && !/\d{4}/.test(part)) && !isRequest(part)) return [part]
  reading.left.push(part)
  return []
}

/** Groetjes Merel Vos: the end of a message, and who wrote it. */
const SIGNED =
  /^(?:(?:\p{L}+ )?(?:groetjes|groeten|gr(?:ü|ue)(?:ß|ss)e|regards|bisous|bises)|groetjes|groeten|gr(?:ü|ue)(?:ß|ss)e|gruß|lg|vg|mfg|mvg|cheers|thanks|danke|bedankt|bisous|bises|cordialement|regards|xx),? (?:van |von |from |de )?(?=\p{L}[\p{L}'’-]*(?: \p{L}[\p{L}'’-]*){0,3}[.!]?$)/iu
/** Beste Grüße aus Celle. */
const REGARDS =
  /^(?:(?:\p{L}+ ){0,2}(?:gr(?:ü|ue)(?:ß|ss)e|groet(?:en|jes)?|greetings|regards|wishes|salutations|bises|bisous)|gruß) (?:aus|uit|from|de|depuis|vanuit|in den|in die) (?:(?:dem|der|den|het|the|la|le) )?\p{L}[\p{L}' -]{1,24}[!.]?$/iu
/** Fields that a label names are taken at once; the rest is to be read. */
export function readPieces(reading: Reading, text: string): Segment[] {
  const segments: Segment[] = []
  const person: { given?: string; family?: string } = {}
  const part = (key: 'given' | 'family', value: string) => {
    if (person[key] === undefined) person[key] = value
    else reading.left.push(value)
  }
  for (const { kind, label, text: raw } of piecesOf(text)) {
    if (label) setAside(reading, label)
    // 日本: …
    const country = /\p{Script=Han}/u.test(label)
      ? foreignCountry(label)
      : countryOf(/(\p{Lu}\p{Ll}{3,}) ?:$/u.exec(label)?.[1] ?? '')
    if (country && kind === null) reading.found.country ??= country
    if (raw === '') continue
    if (kind === null && ANNOUNCES.test(raw)) {
      reading.aside.push(raw)
      continue
    }
    if (kind === 'taxNumber') {
      put(reading, 'taxNumber', raw)
      continue
    }
    if (kind === 'remark') {
      reading.left.push(raw)
      continue
    }
    const { phone } = reading.found
    const rest = takeContacts(reading, raw, /香港|澳[门門]|九[龍龙]|新界/u.test(text))
    const phoned = kind === 'phone' && reading.found.phone !== phone
    const [value = '', ...more] = segmentsOf(rest).flatMap((part) =>
      // Best is a town behind its label.
      kind !== null && kind !== 'address' && rest.trim() === part
        ? [part]
        : withoutCourtesy(reading, part),
    )
    const general = (from: string[]) => segments.push(...from.map((part) => ({ text: part })))
    if (phoned) general([value].filter(Boolean))
    else if (kind === 'street') segments.push({ text: value, street: true })
    else if (kind === 'name' && FAMILY.test(label)) part('family', value)
    else if (kind === 'name' && GIVEN.test(label)) part('given', value)
    else if (kind === 'phone' && reading.found.phone === undefined && /\d{2}.*\d{3}/.test(value))
      put(reading, 'phone', value)
    else if (!takes(reading, kind, label, value)) general([value].filter(Boolean))
    general(more)
  }
  const { given } = person
  let { family } = person
  // "Voornaam: Katrien, Naam: De Wilde": next to a given name, a name is the family's.
  const { name } = reading.found
  if (given !== undefined && family === undefined && name !== undefined) {
    family = name
    delete reading.found.name
  }
  if (given !== undefined || family !== undefined)
    put(reading, 'name', [given, family].filter(Boolean).join(' '))
  return segments
}

/** The label is printed with its value, and no longer set aside. */
function dropLabel(reading: Reading, label: string): void {
  const at = reading.aside.lastIndexOf(label)
  if (at >= 0) reading.aside.splice(at, 1)
}

/** "Graag naar Zonnehof 5". */
const WISHES =
  /^(?:[Gg]raag|[Bb]itte|[Pp]lease|[Mm]erci|[Ss]vp)(?: (?:sturen|send|schicken|senden))? (?:naar|to|an|à|nach|aan)\s+(?=\p{Lu}[\p{L} .'-]+ \d)/u
/** Könnt ihr das an meine Arbeit schicken: a question to who sends, without an address. */
const ASKS_SENDER =
  /^(?!.*\d)(?:könnt|könnten|kannst|können|can|could|peux|peut|pouvez|pourriez|pourrais|tu peux|vous pouvez|kan|kunnen|kun|kunt|zou)(?: \p{L}[\p{L}'’-]*)+ ?(?:schicken|senden|liefern|werk|arbeit|send|ship|deliver|work|envoyer|livrer|travail|sturen|verzenden|leveren|bezorgen)(?: .{0,30})?$/iu
/** Bâtiment : Entrée 2. */
const OWN_WORD =
  /^(?:entrée|escalier|esc|étage|porte|appt?|appartement|bât|bâtiment|hall|bloc|tour|haus|eingang|aufgang|hinterhaus|vorderhaus|halle|stock|etage|gebouw|toren|blok|ingang|building|block|tower|house|flat|floor|unit|suite|apartment)(?!\p{L})/iu
const BOX = /^(?:bus|bte|boîte)\b/i
/** A place in a house in any language. */
const INDOORS =
  /^(?:room|flat|unit|ward|suite|apartment|apt|zimmer|wohnung|haus|station|chambre|appartement|appt|bâtiment|kamer|gebouw|afdeling|level|floor|warehouse) ?[\p{L}-]{0,2}\d/iu

/** Whether the label's own field takes the value. */
function takes(reading: Reading, kind: LabelKind | null, label: string, value: string): boolean {
  if (kind === 'country') {
    const country = countryOf(value)
    if (country && reading.found.country === undefined) {
      reading.found.country = country
      reading.aside.push(value)
      return true
    }
    return false
  }
  // Bus: 3 is part of a Belgian house number.
  if (kind === 'house' && BOX.test(label)) {
    const { house } = reading.found
    reading.found.house = [house, label.replace(/\s*:$/, '').toLowerCase(), value]
      .filter(Boolean)
      .join(' ')
    return true
  }
  // Toevoeging: B is part of the number.
  if (kind === 'address2' && /^(?:toevoeging|huisnummertoevoeging|bis\/ter)/i.test(label)) {
    const { house } = reading.found
    if (house !== undefined && /^[\p{L}\d]{1,4}$/u.test(value)) {
      reading.found.house = /^\p{L}$/u.test(value) ? `${house}${value}` : `${house} ${value}`
      return true
    }
  }
  if (kind === 'address2') {
    const word = SPOKEN.exec(label)?.[1]
    put(reading, 'address2', word && !OWN_WORD.test(value) ? `${word} ${value}` : value)
    return true
  }
  if (kind === 'name' && isDepartment(value)) {
    const spoken = ATTENTION.test(`${label} `)
    if (spoken) dropLabel(reading, label)
    addLine(reading, spoken ? `${label} ${value}` : value)
    return true
  }
  // "Destinataire : EHPAD Les Tilleuls", "Delivery to: Room 14": no person.
  // Point de livraison : Anna Petit, or 18 rue Maubec.
  if (kind === 'company' && /^(?:\d|$)/.test(value)) return false
  if (kind === 'company' && isPerson(value) && !isCompany(value) && !isTrade(value)) return false
  const firm =
    kind === 'name' &&
    !isPerson(value) &&
    (isCompany(value) || isTrade(value) || BUILDING.test(value) || INDOORS.test(value))
  if (firm) return false
  const mixed = kind === 'city' && /\d{4}/.test(value)
  if (kind === null || kind === 'address' || kind === 'street' || kind === 'remark' || mixed)
    return false
  if (kind === 'name') putName(reading, value)
  else put(reading, kind, value)
  return true
}
