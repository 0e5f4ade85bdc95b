import { PHONE_LABEL } from '../tables/labels.ts'
import { put, trimmed, type Reading } from './reading.ts'

const EMAIL = /(?:mailto:)?([\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+)/iu
const EXTENSION = String.raw`(?: ?(?:ext\.?|x|extension|poste|toestel|Durchwahl|DW|转) ?\d{1,6})?`
/** International first: its plus tells it from everything else. */
const PHONES = [
  String.raw`(?:\+|(?<![\d-])00(?=[1-9]))\d{1,3}(?:[ ()./-]{0,2}\d){6,13}`,
  String.raw`(?<![\d-])(?:86[- ]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?![\d-])`,
  String.raw`(?<!\d)400[- ]?\d{3,4}[- ]?\d{3,4}(?![\d-])`,
  String.raw`(?<![\d\p{L}-])\(?0\d{1,5}\)?(?:[ /.-]{1,3}\(?\d{1,9}\)?){1,5}(?![\d\p{L}])`,
  String.raw`(?<![\d\p{L}-])0\d{8,11}(?!\d)`,
  String.raw`(?<![\d\p{L}-])(?:1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?!\d)`,
].map((pattern) => new RegExp(pattern + EXTENSION, 'giu'))
const VAT =
  /(?<![\p{L}\d])(?:(?:TVA|VAT|BTW|UID|USt-IdNr)\.?:? ?(?:no\.?|nr\.?|number)?:? ?)?(?<number>DE ?\d{9}|ATU ?\d{8}|FR ?[A-Z\d]{2} ?\d{9}|NL ?\d{9}B\d{2}|BE ?[01]\d{9}|BE ?[01]?\d{3}\.\d{3}\.\d{3}|GB ?\d{9}|IE ?\d[A-Z\d+]\d{5}[A-Z]{1,2}|CHE-?\d{3}\.\d{3}\.\d{3})(?![\p{L}\d])/u

const digits = (text: string): number => text.replace(/\D/g, '').length

/** A postal code and its town behind a number are not part of it: "+49 30 123456 10115 Berlin". */
function withoutTown(phone: string, after: string): string {
  const cut = /^(.*\d)\s+\d{4,5}$/.exec(phone)
  return cut?.[1] && digits(cut[1]) >= 9 && /^\s+\p{L}{3,}/u.test(after) ? cut[1] : phone
}

/** Takes mail, phone and tax number out of a line; the rest is what is left of it. */
export function takeContacts(reading: Reading, text: string): string {
  let rest = text.replace(EMAIL, (_hit, mail: string) => {
    put(reading, 'email', mail)
    return ' , '
  })
  const tax = VAT.exec(rest)
  if (tax?.groups?.number && reading.found.taxNumber === undefined) {
    put(reading, 'taxNumber', tax.groups.number)
    const label = trimmed(tax[0].slice(0, -tax.groups.number.length))
    if (label) reading.aside.push(label)
    rest = rest.replace(tax[0], ' , ')
  }
  for (const pattern of PHONES)
    for (const hit of rest.matchAll(pattern)) {
      const phone = withoutTown(hit[0].trim(), rest.slice(hit.index + hit[0].length))
      // A long code of the United States behind its state: VT 05156-3001.
      if (/^\d{5}-\d{4}$/.test(phone) && /\b[A-Z]{2}\s*$/.test(rest.slice(0, hit.index))) continue
      if (digits(phone) < 8 || digits(phone) > 17 || reading.found.phone !== undefined) continue
      put(reading, 'phone', phone)
      const [before, after] = [rest.slice(0, hit.index), rest.slice(hit.index + phone.length)]
      rest = `${withoutLabel(reading, before)} , ${after}`
      break
    }
  return rest
}

/** "Tel." in front of the number that was taken. */
function withoutLabel(reading: Reading, before: string): string {
  const hits = [...`${before}0`.matchAll(PHONE_LABEL)]
  const last = hits.at(-1)
  if (!last || last.index + last[0].length !== before.length) return before
  reading.aside.push(last[0].trim())
  return before.slice(0, last.index)
}
