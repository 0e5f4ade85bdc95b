import { BANK_LINES_MAX, BankFileError, dayOf, minorOf, textPart } from './bank-line.ts'
import type { BankFile, BankIssue, BankLine } from './bank-line.ts'

interface Field {
  tag: string
  text: string
  line: number
}

/** A customer statement by SWIFT MT940, as banks deliver it with or without its envelope. */
export function readMt940(text: string): BankFile {
  const file: BankFile = { format: 'MT940', lines: [], issues: [], pending: 0 }
  let account: string | null = null
  let opening: Balance | null = null
  /** What was booked since the opening balance; null once a movement could not be read. */
  let sum: bigint | null = 0n
  let last: BankLine | null = null
  for (const field of fieldsOf(text)) {
    switch (field.tag) {
      case '25':
        account = accountOf(field.text)
        break
      case '60F':
      case '60M':
        opening = balanceOf(field.text)
        sum = 0n
        last = null
        if (!opening)
          file.issues.push({ line: field.line, code: 'bank.currency', value: short(field) })
        break
      case '61': {
        const read = movementOf(field, account, opening?.currency ?? '')
        last = null
        if ('code' in read) {
          file.issues.push(read)
          sum = null
          break
        }
        last = read
        file.lines.push(read)
        if (file.lines.length > BANK_LINES_MAX) throw new BankFileError('bank.tooMany')
        if (sum !== null) sum += read.minor
        break
      }
      case '86':
        // Behind the closing balance it is about the statement.
        if (last) Object.assign(last, detailsOf(field.text, last))
        last = null
        break
      case '62F':
      case '62M': {
        const closing = balanceOf(field.text)
        if (opening && closing && sum !== null && opening.minor + sum !== closing.minor)
          file.issues.push({ line: field.line, code: 'bank.balance', value: short(field) })
        last = null
        break
      }
      default:
    }
  }
  return file
}

/** Fields `:tag:` with the lines that go on, and the line of the file each begins at. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  const lines = text.split(/\r\n|\n|\r/)
  for (const [i, raw] of lines.entries()) {
    const line = raw.replace(/^\{.*\{4:/, '').trimEnd()
    const begun = /^:(\d{2}[A-Z]?):(.*)$/.exec(line)
    if (begun) fields.push({ tag: begun[1]!, text: begun[2]!, line: i + 1 })
    else if (line === '-' || line.startsWith('-}')) continue
    else if (fields.length > 0 && line !== '') fields.at(-1)!.text += `\n${line}`
  }
  if (!fields.some(({ tag }) => tag === '60F' || tag === '60M'))
    throw new BankFileError('bank.format')
  return fields
}

/** `37040044/0532013000`, an IBAN, or a number with its currency behind it. */
const accountOf = (text: string): string | null =>
  textPart(text.split('\n')[0]!.replace(/\s/g, ''), 60)

interface Balance {
  currency: string
  minor: bigint
}
function balanceOf(text: string): Balance | null {
  const parts = /^([CD])\d{6}([A-Z]{3})(\d{1,15}),(\d{0,6})$/.exec(text.trim())
  if (!parts) return null
  const [, sign, currency = '', whole = '', cents = ''] = parts
  const minor = minorOf(cents === '' ? whole : `${whole}.${cents}`, currency)
  return minor === null ? null : { currency, minor: sign === 'C' ? minor : -minor }
}

// Value date, booking day, mark (R: taken back), funds code, amount, kind, reference, bank's id.
const MOVEMENT =
  /^(\d{2})(\d{2})(\d{2})(\d{4})?(RC|RD|C|D)([A-Z])?(\d{1,15}),(\d{0,6})([NSF][A-Z0-9]{3})?([^\n]*)/

function movementOf(field: Field, account: string | null, currency: string): BankLine | BankIssue {
  const { text, line } = field
  const parts = MOVEMENT.exec(text)
  if (!parts) return { line, code: 'bank.line', value: short(field) }
  const [, yy = '', mm = '', dd = '', booking, mark, , whole = '', cents = '', , rest = ''] = parts
  const valueOn = dayOf(`20${yy}`, mm, dd)
  const bookedOn = booking === undefined ? valueOn : bookedNear(valueOn, booking)
  if (valueOn === null || bookedOn === null)
    return { line, code: 'bank.date', value: text.slice(0, 10) }
  const minor = minorOf(cents === '' ? whole : `${whole}.${cents}`, currency)
  if (minor === null) return { line, code: 'bank.amount', value: `${whole},${cents} ${currency}` }
  const [reference = '', bankId = ''] = rest.split('//', 2)
  const known = (id: string) => (/^(NONREF|NOREF|)$/i.test(id.trim()) ? null : textPart(id, 100))
  return {
    line,
    account,
    currency,
    // A credit taken back is a debit.
    minor: mark === 'C' || mark === 'RD' ? minor : -minor,
    bookedOn,
    valueOn,
    reference: known(reference),
    text: textPart(text.split('\n').slice(1).join(' '), 1000) ?? '',
    counterparty: null,
    counterAccount: null,
    bankId: known(bankId),
  }
}

/** The booking has no year: the one next to the value date. */
function bookedNear(valueOn: string | null, monthDay: string): string | null {
  if (valueOn === null) return null
  const year = Number(valueOn.slice(0, 4))
  const near = [year - 1, year, year + 1].flatMap(
    (one) => dayOf(String(one), monthDay.slice(0, 2), monthDay.slice(2)) ?? [],
  )
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(valueOn))
  return near.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

type Details = Partial<Pick<BankLine, 'text' | 'reference' | 'counterparty' | 'counterAccount'>>

/** The field 86: structured by two-digit numbers (German banks), by words in slashes, or plain. */
function detailsOf(text: string, line: BankLine): Details {
  const structured = /^\d{3}([^A-Za-z0-9\s])\d{2}/.exec(text.replaceAll('\n', ''))
  if (structured) return numbered(text.replaceAll('\n', ''), structured[1]!, line)
  if (/^\/[A-Z]{3,4}\//.test(text)) return slashed(text.replaceAll('\n', ''), line)
  return { text: textPart(text, 1000) ?? line.text }
}

function numbered(text: string, sign: string, line: BankLine): Details {
  const parts = new Map<string, string>()
  for (const part of text.slice(3).split(sign)) {
    const [, no, value = ''] = /^(\d{2})(.*)$/.exec(part) ?? []
    if (no !== undefined) parts.set(no, value)
  }
  const of = (from: number, to: number): string =>
    Array.from({ length: to - from + 1 }, (_, i) => parts.get(String(from + i)) ?? '').join('')
  const written = of(20, 29) + of(60, 63)
  const sepa = sepaParts(written)
  const eref = sepa.get('EREF')
  return {
    text: textPart(sepa.get('SVWZ') ?? written, 1000) ?? line.text,
    reference:
      textPart(eref === undefined || /^NOTPROVIDED$/i.test(eref) ? null : eref, 140) ??
      line.reference,
    counterparty: textPart(of(32, 33), 140),
    counterAccount: textPart(parts.get('31')?.replace(/\s/g, ''), 60),
  }
}

/** `EREF+…SVWZ+…`: what SEPA transfers carry inside the free text. */
function sepaParts(text: string): Map<string, string> {
  const pieces = text.split(/(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/)
  const found = new Map<string, string>()
  for (let i = 1; i < pieces.length; i += 2) found.set(pieces[i]!, pieces[i + 1]!.trim())
  return found
}

function slashed(text: string, line: BankLine): Details {
  const pieces = text.split(/\/(EREF|REMI|NAME|IBAN|ORDP|BENM|CNTP|TRCD|PREF|MARF|CSID|SVCL)\//)
  const found = new Map<string, string>()
  for (let i = 1; i < pieces.length; i += 2)
    found.set(pieces[i]!, pieces[i + 1]!.replace(/^(?:USTD|STRD)?\/+|(?<!\/)\/+$/g, ''))
  return {
    text: textPart(found.get('REMI') ?? text, 1000) ?? line.text,
    reference: textPart(found.get('EREF'), 140) ?? line.reference,
    counterparty: textPart(found.get('NAME'), 140),
    counterAccount: textPart(found.get('IBAN'), 60),
  }
}

const short = ({ text }: Field): string => text.split('\n')[0]!.slice(0, 60)
