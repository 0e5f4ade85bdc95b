import { PHONE_LABEL } from '../tables/labels.ts'
import { put, trimmed, type Reading } from './reading.ts'

const EMAIL =
  /(?:(?<!\p{L})(?:(?:E|M|mailto|e-?mail)\s*:|(?:e-?mail|mail|courriel)(?=\s))\s*)?([\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+)/iu
const EXTENSION = String.raw`(?: ?(?:ext\.?|x|extension|poste|toestel|Durchwahl|DW|转) ?\d{1,6})?`
const END = String.raw`(?![\d-]|(?!ext)\p{Script=Latin})`
/** Shapes of numbers, the surest first: a plus or the shape of a Chinese mobile is nothing else. */
const PHONES = [
  [String.raw`\(?(?:\+|00) ?\(?86\)?[ -]{0,2}1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?:-\d{3,4})?${END}`, 7],
  [String.raw`\(?(?:\+|00) ?\(?86\)?[ -]{0,2}\(?0?\d{2,3}\)?[ -]?\d{7,8}${END}`, 7],
  [String.raw`\(?\+\(?\d{1,3}\)?(?:[ ()./-]{0,3}\d){6,13}`, 6],
  [String.raw`(?<![\d-])(?:86[- ]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}${END}`, 5],
  [String.raw`(?<![\d-])00(?=[1-9])\d{1,3}(?:[ ()./-]{0,2}\d){6,13}`, 4],
  [String.raw`(?<!\d)400[- ]?\d{3,4}[- ]?\d{3,4}${END}`, 4],
  [
    String.raw`(?<![\d\p{Script=Latin}-])\(0(?: ?\d){1,6}\)[ /.-]{0,3}\d(?:[ /.-]?\d){2,9}${END}`,
    4,
  ],
  [
    String.raw`(?<![\d\p{Script=Latin}-])0(?: \d{2,3}){1,3} ?[/-] ?\d{2,3}(?: ?\d{2,3}){1,4}${END}`,
    4,
  ],
  [String.raw`(?<![\d\p{Script=Latin}-])\(?0\d{1,5}\)?(?:[ /.-]{1,3}\(?\d{1,9}\)?){1,5}${END}`, 3],
  [String.raw`(?<![\d\p{Script=Latin}-])0\d{8,11}(?!\d)`, 2],
  [
    String.raw`(?<![\d\p{Script=Latin}-])(?:1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?!\d)`,
    1,
  ],
  [String.raw`(?<![\d\p{Script=Latin}-])[2-9]\d{2}[2-9]\d{6}(?![\d-])`, 0],
].map(([pattern, weight]) => ({
  pattern: new RegExp(`${pattern}${EXTENSION}`, 'giu'),
  weight: weight as number,
}))
/** Numbers that can be nothing but a second phone. */
const SECOND = /^(?:\+|\(?0\d{2,3}[)-] ?\d{7,8}|1[3-9]\d{9}|400)/
const VAT =
  /(?<![\p{L}\d])(?:(?:(?:n[°ºo]|nr|no|numéro|num|nummer|number)\.? ?(?:de )?)?(?:TVA|VAT|BTW|UID|USt|MwSt|ABN|HST|GST|QST)(?:[-. ]*(?:IdNr|Id|ID|no|No|nr|Nr|reg|Reg|number|intra|intracommunautaire))*[-.: ]*)?(?<number>DE ?\d{9}|ATU ?\d{8}|FR ?[A-Z\d]{2} ?\d{9}|NL ?\d{9}B\d{2}|BE ?[01]\d{9}|BE ?[01]?\d{3}\.\d{3}\.\d{3}|GB ?\d{3} ?\d{4} ?\d{2}|IE ?\d[A-Z\d+]\d{5}[A-Z]{1,2}|CHE-?\d{3}\.\d{3}\.\d{3}|\d{9}RT\d{4}|LU ?\d{8}|PL ?\d{10}|IT ?\d{11}|ES ?[A-Z]\d{7}[A-Z\d]|PT ?\d{9}|DK ?\d{8}|SE ?\d{12}|CZ ?\d{8,10}|(?=[\dA-Z]*[A-Z])[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}|(?<=ABN:? )\d{2} ?\d{3} ?\d{3} ?\d{3})(?![\p{L}\d])/u

const digits = (text: string): number => text.replace(/\D/g, '').length

/** A postal code and its town behind a number are not part of it: "+49 30 123456 10115 Berlin". */
function withoutTown(phone: string, after: string): string {
  // 0352-5108864 037000: a Chinese number and a postal code.
  const chinese = /^(0\d{2,3}-\d{7,8}) \d{6}$/.exec(phone)?.[1]
  if (chinese) return chinese
  // 0921-000-111 30013: a number of Taiwan and a code.
  const taiwan = /^(0\d{1,3}-\d{3,4}-?\d{3,4}) \d{3}(?:\d{2,3})?$/.exec(phone)?.[1]
  if (taiwan) return taiwan
  // 06 45 67 89 10 - 9, quai: a house number behind a dash.
  const dashed = /^(0\d(?:[ .]\d\d){4}) [-–] \d{1,4}$/.exec(phone)?.[1]
  if (dashed) return dashed
  const cut = /^(.*\d)\s+\d{4,5}$/.exec(phone)
  return cut?.[1] && digits(cut[1]) >= 9 && /^\s+\p{L}{3,}/u.test(after) ? cut[1] : phone
}

interface PhoneHit {
  at: number
  phone: string
  weight: number
}

/** Every number of the text by its surest shape, none within another. */
function phonesIn(text: string): PhoneHit[] {
  const hits: PhoneHit[] = []
  for (const { pattern, weight } of PHONES)
    for (const hit of text.matchAll(pattern)) {
      const phone = withoutTown(hit[0].trim(), text.slice(hit.index + hit[0].length))
      const [from, to] = [hit.index, hit.index + phone.length]
      if (digits(phone) < 8 || digits(phone) > 17) continue
      // A long code of the United States behind its state: VT 05156-3001.
      if (/^\d{5}-\d{4}$/.test(phone) && /\b[A-Z]{2}\s*$/.test(text.slice(0, from))) continue
      if (hits.some((one) => one.at < to && from < one.at + one.phone.length)) continue
      hits.push({ at: from, phone, weight })
    }
  return hits
}

/** Numbers of eight digits, as in Hong Kong and Macao: 2493 0871. */
function shortPhones(text: string, near: boolean): PhoneHit[] {
  if (!near) return []
  return [...text.matchAll(/(?<![\d-])[2-9]\d{3}[ -]?\d{4}(?![\d-]|[號号樓室])/g)].map((hit) => ({
    at: hit.index,
    phone: hit[0],
    weight: 0,
  }))
}

/** 06507 4412 / 0171 6620835: the second one is no part of the first. */
const TWO_PHONES =
  /(?<![\d\p{Script=Latin}-])((?:\+|\(?0)\d(?:[ ().-]{0,2}\d){6,13}) ?(?:\/|\||;|,|ou|or|oder|of|und|et|en|and|、) ?((?:\+|\(?0)\d(?:[ ()./-]{0,2}\d){7,13})(?![\d-])/giu

/** Takes mail, phone and tax number out of a line; the rest is what is left of it. */
export function takeContacts(reading: Reading, text: string, near = false): string {
  let rest = text.replace(EMAIL, (hit, mail: string) => {
    put(reading, 'email', mail)
    if (hit !== mail) reading.aside.push(hit.slice(0, -mail.length).trim())
    return ' , '
  })
  const tax = VAT.exec(rest)
  if (tax?.groups?.number && reading.found.taxNumber === undefined) {
    put(reading, 'taxNumber', tax.groups.number)
    const label = trimmed(tax[0].slice(0, -tax.groups.number.length))
    if (label) reading.aside.push(label)
    rest = rest.replace(tax[0], ' , ')
  }
  rest = rest.replace(TWO_PHONES, (_both, first: string, second: string) => {
    reading.left.push(second)
    return first
  })
  const hits = [...phonesIn(rest), ...shortPhones(rest, near)].sort(
    (a, b) => b.weight - a.weight || a.at - b.at,
  )
  const [best] = hits
  const taken = hits.filter(
    (hit) => (hit === best && reading.found.phone === undefined) || SECOND.test(hit.phone),
  )
  if (best && taken.includes(best)) put(reading, 'phone', best.phone)
  for (const hit of taken) if (hit !== best) put(reading, 'phone', hit.phone)
  // From the end, so that places before a number stay what they are.
  for (const { at, phone } of taken.toSorted((a, b) => b.at - a.at))
    rest = `${withoutLabel(reading, rest.slice(0, at))} , ${rest.slice(at + phone.length)}`
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

/** "Mobil 0151 22906418": of a second number its label is set aside. */
export function withoutPhoneLabels(reading: Reading): void {
  reading.left = reading.left.map((part) => {
    const number = /[+(]?\d[\d ()./-]{6,}$/.exec(part)
    const rest =
      number && number.index > 0 ? withoutLabel(reading, part.slice(0, number.index)) : ' '
    return number && rest.trim() === '' ? number[0] : part
  })
}
