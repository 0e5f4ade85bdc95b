import {
  HAN_LABEL,
  HAN_PHRASE,
  HAN_PREFIX,
  kindOfPhrase,
  LABEL,
  type LabelKind,
} from '../tables/labels.ts'
import { isRequest } from '../tables/phrases.ts'
import { countryOf, foreignCountry } from './country-names.ts'
import { isAnnouncement, isOrder } from './lead.ts'
import { isGivenName, isNameWord } from './names.ts'
import { trimmed } from './reading.ts'

/** A stretch of a line, and the label in front of it. */
export interface Piece {
  kind: LabelKind | null
  label: string
  text: string
}

/** One text in one shape: full-width signs, tabs and line ends as everywhere. */
const cleaned = (text: string): string =>
  text
    // º and № would become other letters.
    .replace(/[^ºª°№²³™½¼¾]+/g, (stretch) => stretch.normalize('NFKC'))
    .replace(/[\u200b-\u200f\ufeff\u2028\u2029]/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[【[［]([^\]】］\n[【［]*)[\]】］]/g, ' $1 ')
    // 王小明（收）: what is asked of a person is no part of the place before it.
    .replace(/\((亲?收|亲?启)\)/g, ' $1 ')
    .replace(/\((\p{Script=Han}{2,8}?) ?(亲?收|亲?启)\)/gu, ' $1$2 ')
    // 603室（檀建国，13930268874）: who is there, and a phone.
    .replace(
      /\((?=[^()\n]{0,200}\p{Script=Han})([^()\n]{0,200}?\d{7}[^()\n]{0,200})\)/gu,
      ' , $1 , ',
    )
    // (bei Schmidt): at whose place.
    .replace(
      / ?\((bei|c\/o|chez|p\/a|bij|t\.a\.v\.|t\.n\.v\.|attn:?|fao|z\. ?Hd\.) ([^()\n]+)\)/giu,
      ' , $1 $2 , ',
    )
    // 收 货 人: a label drawn out to the width of the others.
    .replace(
      /(?<!\p{Script=Han})(?:\p{Script=Han}[ \u3000]+){1,4}\p{Script=Han}(?=\s*:)/gu,
      (label) => {
        const word = label.replace(/\s+/g, '')
        return word.length > 2 ||
          /^(?:电话|地址|姓名|邮编|手机|收件|收货|备注|城市|国家|公司|邮箱|省份|街道)$/u.test(word)
          ? word
          : label
      },
    )
    // D - 82488: the prefix of a code is no part of its own.
    .replace(/(?<!\S)(D|A|CH|F|B|L|NL|I|DE|AT|BE|FR) ?[-–] ?(?=\d{4})/gu, '$1-')
    // 邮编116024: a label without its colon.
    .replace(/(邮政编码|邮编|郵遞區號|郵政編碼|郵編) ?(\d{3,6})(?![\d-])/gu, ' , $1: $2 , ')
    // Zip code 60466: a label although its colon is missing.
    .replace(
      /(?<!\p{L})(zip ?code|zip|post ?code|postal code|PLZ|Postleitzahl|code postal) (?=\d{4,6}(?!\d))/giu,
      '$1: ',
    )
    // PLZ 15890 Ort Eisenhüttenstadt
    .replace(
      /(?<=\d{4,5}|[A-Z]{2}) (Ort|ort|Stadt|Woonplaats|woonplaats|Plaats|plaats|Ville|ville|Localité|City|city|Town|town) (?=\p{Lu}\p{Ll})/gu,
      ' , $1: ',
    )
    // Straße, Hausnummer: one label of two words.
    .replace(
      /(?<=^|[\n;|,] {0,20})(\p{L}[\p{L} .-]{1,20}), ?(\p{L}[\p{L} .-]{1,20}?)(?= ?:)/gu,
      (label, one: string, two: string) =>
        kindOfPhrase(one) !== null && kindOfPhrase(`${one}/${two}`) !== null
          ? `${one}/${two}`
          : label,
    )
    // Ort Sulzbach: labels that are no names, without their colon.
    .replace(
      /(?<=^|[\n;|,] {0,20})(Ort|PLZ|Empfänger(?:in)?|Recipient|Receiver|Destinataire|Ontvanger|Geadresseerde|Woonplaats|Huisnummer|Hausnummer|Anschrift|Land|Ville|Plaats) (?=[\p{Lu}\d][\p{L}\d.'-]*(?: \p{Lu}[\p{L}.'-]*| \d+\p{L}?)?(?:$|[\n;|,]))/gu,
      '$1: ',
    )
    // Commande n° 5521 : Paul Petit
    .replace(
      /(?<=^|\n {0,20})([\p{L}.]{1,40}(?: [\p{L}.]{1,40}){0,2} ?[°º#]? ?#?[A-Z]{0,3}-?\d[\dA-Z-]{2,}) ?: /gu,
      (whole, order: string) => (isOrder(order) ? `${order} , ` : whole),
    )
    .replace(
      /(?<=^|\n {0,20})(\p{Script=Han}{2,5} ?[A-Z]{0,3}\d{3,}) ?:/gu,
      (whole, order: string) => (isOrder(order) ? `${order} , ` : whole),
    )
    // Hawa Camara adresse 72 rue Jean Jaurès: the label in the middle of a line.
    .replace(
      /(?<=\p{Lu}[\p{L}'’-]+ )(?<!(?:[Nn]eu\p{Ll}*|Nieuwe?|Nouvelle|New|Meine?|Mon|My|Mijn|Unsere?|Onze|Notre|Delivery|Shipping|Postal|Mailing|Billing|Mail|Voici|Hier|Our|Home|Work|Full) )([Aa]dresse|[Aa]dres|[Aa]ddress|[Aa]nschrift|adr\.?) (?=\d{1,4} ?\p{L}|\p{Lu}[\p{L}.'’ -]+ \d)/gu,
      ' , $1: ',
    )
    // Klantnaam Anita de Vries, Kunde Max Weiß: labels of names without their colon.
    .replace(
      /(?<=^|[\n;|,] {0,20})((?:Klantnaam|Kundenname|Klant|Kunde|Kundin|Client|Cliente|Nom du client|Customer name|Customer|Nom|Naam|Name|Empfängername|Besteller(?:in)?|Nom et prénom|Full name|Naam ontvanger|Naam klant|Addressee|Bestemmeling)) (?=\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|van|von|de|der|den|du|la|le|ten|ter|zu|el|al|'t)){1,4}(?:$|[\n;|,]))/gu,
      '$1: ',
    )
    // Peter Müller（德国）: the country in brackets.
    .replace(/\((\p{Script=Han}{2,6})\)/gu, (whole, words: string) =>
      foreignCountry(words) ? ` , ${words} , ` : whole,
    )
    // Anna Nowak 波兰 ul. Polna: the country between two parts in letters.
    .replace(/(?<=\p{Script=Latin}[.)]? )(\p{Script=Han}{2,7})(?= ?\p{Script=Latin})/gu, (words) =>
      foreignCountry(words) ? ` , ${words} , ` : words,
    )
    .replace(
      /(?<=^|[\n/|,;] {0,20})(Name|Addr(?:ess)?|Add|Tel|Phone|Mobile|Receiver|Consignee|TO|To) (?=\p{Script=Han})/gu,
      '$1: ',
    )
    .replace(/\t/g, ' , ')
    .replace(/[ \u00a0]{3,}/g, ' , ')
    .replace(/[^\S\n]+/g, ' ')

/** Name/Street 5/12345 Town: strokes part a text that has no other separator. */
function strokes(text: string): string {
  const parts = text.split('/')
  const only = parts.length >= 3 && !/[\n,;|:]/.test(text.trim())
  return only &&
    parts.every((part) => part.trim().length >= 4) &&
    parts.some((part) => /\d{4}/.test(part))
    ? parts.join(' , ')
    : text
}

const isTitle = (title: string): boolean =>
  kindOfPhrase(title) !== null || labelsIn(`${title.trim()}:`)[0]?.kind != null

interface LabelHit {
  from: number
  to: number
  kind: LabelKind | null
}
/** Words before a colon, at the start of a part. */
const PHRASE =
  /(?<=^|[,;|]|[.!?] ) *(?<phrase>\p{L}[\p{L}.°'’/+&() -]{1,38}?(?: \d)?|\p{L}[\p{L}\d#.'’/+&() -]{4,60}?) ?:(?!\/)/gu

/** Labels that are listed, and what is one by its place and its words. */
function labelsIn(line: string): LabelHit[] {
  const hits = [...line.matchAll(LABEL)].map((hit): LabelHit => {
    const [named] = Object.entries(hit.groups ?? {}).filter(([, word]) => word !== undefined)
    const kind = (named?.[0] ?? null) as LabelKind | null
    return { from: hit.index, to: hit.index + hit[0].length, kind }
  })
  for (const hit of line.matchAll(HAN_LABEL)) {
    const [named] = Object.entries(hit.groups ?? {}).filter(([, word]) => word !== undefined)
    const kind = named?.[0] === 'none' ? null : ((named?.[0] ?? null) as LabelKind | null)
    const [from, to] = [hit.index, hit.index + hit[0].length]
    const inner = hits.find((known) => known.to === to || (known.from <= from && known.to >= to))
    // 秦岚手机: a name and a label; 收件姓名 is a label of two words.
    if (inner && !HAN_PREFIX.test(line.slice(from, inner.from))) continue
    for (let at = hits.length - 1; at >= 0; at -= 1)
      if ((hits[at]?.from ?? 0) < to && (hits[at]?.to ?? 0) > from) hits.splice(at, 1)
    hits.push({ from, to, kind })
  }
  for (const hit of line.matchAll(PHRASE)) {
    const whole = hit.groups?.phrase ?? ''
    // London / Post code: the label begins behind the stroke.
    const phrase = kindOfPhrase(whole) === null ? (whole.split(/ [/–-] /).at(-1) ?? whole) : whole
    const [from, to] = [hit.index + hit[0].lastIndexOf(phrase), hit.index + hit[0].length]
    if (hits.some((known) => known.from <= from && known.to > from)) continue
    const kind = kindOfPhrase(phrase)
    if (kind === null && !announces(phrase, line.slice(to))) continue
    const inside = hits.findIndex((known) => known.from >= from && known.from < to)
    if (inside >= 0) hits.splice(inside, 1)
    hits.push({ from, to, kind })
  }
  for (const hit of line.matchAll(HAN_PHRASE)) {
    const [from, to] = [hit.index, hit.index + hit[0].length]
    if (!hits.some((known) => known.from < to && known.to > from))
      hits.push({ from, to, kind: null })
  }
  return hits.sort((a, b) => a.from - b.from)
}

/** Voor Duitsland, pour la Belgique, nach Österreich: where it goes. */
const FOR_COUNTRY =
  /^(?:voor|für|fuer|pour|for|naar|nach|vers|to|aan|an|à|versand|envoi|lieferung|livraison|delivery)(?: (?:in|en|au|aux|à|la|le|les|l['’]|die|the|de|het|nach|naar|pour|to|vers))* ?(\p{Lu}[\p{L} ]+)$/iu
/** "Levering bij: Houthandel": words that are neither a name nor the start of "Etage: 3". */
const announces = (phrase: string, value: string): boolean => {
  const [first = '', ...more] = phrase.split(' ')
  const small = more.every((word) => /^(?:\p{Ll}|#?\d)/u.test(word) || countryOf(word) !== null)
  if (more.length >= 1 && small && isAnnouncement([first, ...more])) return true
  if (isOrder(phrase) || FOR_COUNTRY.test(phrase)) return true
  if (/\d/.test(phrase)) return false
  if (!/^\s*(?:\p{Lu}|$)/u.test(value) || isGivenName(first)) return false
  // Abstellort: Carport is a remark with its word.
  if (more.length <= 1 && isRequest(`${phrase}: x`)) return false
  if (more.length === 0) return !isNameWord(first)
  return [first, ...more].some((word) => /^\p{Ll}/u.test(word))
}

/** Rows of a table below a line of labels: each value behind its own. */
function labelled(lines: readonly string[]): string[] {
  const [head = '', row = '', ...more] = lines.filter((line) => line.trim() !== '')
  const by = [';', ' , ', '|', ','].find((sign) => head.split(sign).length >= 3)
  if (!by || more.length > 0) return [...lines]
  const [titles, values] = [head.split(by), row.split(by)]
  if (titles.length !== values.length || !titles.every(isTitle)) return [...lines]
  return titles.map((title, at) => `${title.trim()}: ${values[at]?.trim() ?? ''}`)
}

/** Name Gernot Wallner / PLZ 9020 / Stadt Klagenfurt: three lines with labels are a form. */
function formed(lines: readonly string[]): string[] {
  const first = (line: string) => /^(\p{L}{3,20}) (?=[\p{L}\d])/u.exec(line)?.[1] ?? ''
  const isLabelled = (line: string) =>
    !line.includes(':') && first(line) !== '' && kindOfPhrase(first(line)) !== null
  const colon = (line: string) => /^\p{L}{3,20}: /u.test(line)
  const count = lines.filter((line) => isLabelled(line) || colon(line)).length
  if (count < 3) return [...lines]
  return lines.map((line) => (isLabelled(line) ? line.replace(' ', ': ') : line))
}

/** Name Ewald Pohl Straße Talstr. 8 Ort 01662 Meißen: three labels in one line are a form, too. */
const IN_LINE =
  /(?<![\p{L}\d])(Name|Vorname|Nachname|Straße|Strasse|Hausnummer|PLZ|Postleitzahl|Ort|Wohnort|Telefon|Handy|Mobil|Naam|Achternaam|Voornaam|Straat|Huisnummer|Adres|Postcode|Woonplaats|Plaats|Telefoon|Nom|Prénom|Adresse|CP|Code postal|Ville|Téléphone|Street|Address|City|Town|Country|Phone|Firma|Bedrijf|Société|Company)\.? (?=[\p{Lu}\d+])/gu
function inLine(line: string): string {
  const titles = line.includes(':') ? [] : [...line.matchAll(IN_LINE)].map(([, title]) => title)
  const named = /^(?:Name|Vorname|Naam|Voornaam|Nom|Prénom|Firma|Bedrijf|Société|Company)$/u
  if (new Set(titles).size < 3 || !named.test(titles[0] ?? '')) return line
  return line.replace(IN_LINE, ' , $1: ')
}

const inLines = (text: string): string => text.split('\n').map(inLine).join('\n')

/** Lines cut at their labels; a label alone speaks for the next line. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let waiting: Piece | null = null
  for (const line of formed(labelled(strokes(cleaned(inLines(text))).split('\n')))) {
    const hits = labelsIn(line)
    const lead = trimmed(line.slice(0, hits[0]?.from ?? line.length))
    if (lead || hits.length > 0) {
      if (waiting) pieces.push({ ...waiting, text: lead })
      else if (lead) pieces.push({ kind: null, label: '', text: lead })
      waiting = null
    }
    for (const [at, hit] of hits.entries()) {
      const value = line.slice(hit.to, hits[at + 1]?.from ?? line.length)
      const piece = {
        kind: hit.kind,
        label: line.slice(hit.from, hit.to).trim(),
        text: trimmed(value),
      }
      if (piece.text || at < hits.length - 1) pieces.push(piece)
      else waiting = piece
    }
  }
  return waiting ? [...pieces, waiting] : pieces
}
