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
  /** The last movement over an amount, with the text that was read for it. */
  let before: BankLine | null = null
  let written = ''
  let continued = false
  for (const field of fieldsOf(text)) {
    switch (field.tag) {
      case '25':
        account = accountOf(field.text)
        break
      case '60F':
      case '60M':
        opening = balanceOf(field.text)
        sum = 0n
        last = before = null
        if (!opening)
          file.issues.push({ line: field.line, code: 'bank.currency', value: short(field) })
        break
      case '61': {
        const read = movementOf(field, account, opening?.currency ?? '')
        if ('code' in read) {
          file.issues.push(read)
          sum = null
          last = null
          break
        }
        // A movement over nothing only carries on the text of the one before it.
        if (read.minor === 0n && before) {
          last = before
          continued = true
          break
        }
        last = before = read
        continued = false
        written = ''
        file.lines.push(read)
        if (file.lines.length > BANK_LINES_MAX) throw new BankFileError('bank.tooMany')
        if (sum !== null) sum += read.minor
        break
      }
      case '86':
      case 'NS': {
        // Behind the closing balance, or before the first movement, it is about the statement.
        if (last) {
          written = continued ? joined(written, field.text) : field.text
          Object.assign(last, field.tag === 'NS' ? oldDetails(written) : detailsOf(written, last))
        }
        last = null
        break
      }
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
    // A blank where a line is broken is one of the text.
    const line = raw.replace(/^[\u0000-\u001f]*\{.*\{4:/, '').replace(/(?<!\s)\s+$/, ' ')
    const begun = /^:(\d{2}[A-Z]?|NS):(.*)$/.exec(line)
    if (begun) fields.push({ tag: begun[1]!, text: begun[2]!, line: i + 1 })
    else if (line.trim() === '-' || line.startsWith('-}')) continue
    else if (fields.length > 0 && line.trim() !== '') fields.at(-1)!.text += `\n${line}`
  }
  if (!fields.some(({ tag }) => tag === '60F' || tag === '60M'))
    throw new BankFileError('bank.format')
  return fields
}

/** `37040044/0532013000`, an IBAN, or a number with its currency behind it. */
const accountOf = (text: string): string | null =>
  textPart(text.split('\n')[0]!.replace(/\s/g, '').replace(/^\/+/, ''), 60)

interface Balance {
  currency: string
  minor: bigint
}
function balanceOf(text: string): Balance | null {
  const parts = /^([CD])\d{6}([A-Z]{3})0{0,20}(\d{0,15})(?:,(\d{0,6}))?$/.exec(text.trim())
  if (!parts) return null
  const [, sign, currency = '', whole = '', cents = ''] = parts
  const minor = minorOf(`${whole || '0'}.${cents || '0'}`, currency)
  return minor === null ? null : { currency, minor: sign === 'C' ? minor : -minor }
}

// Value date, booking day, mark (R: taken back), funds code, amount, kind, reference, bank's id.
const MOVEMENT =
  /^(\d{2})(\d{2})(\d{2})(\d{4}| {4})?(RC|RD|C|D)([A-Z])?\s{0,4}0{0,20}(\d{1,15})(?:,(\d{0,6}))?([NSF][A-Z0-9]{3})?([^\n]*)/

function movementOf(field: Field, account: string | null, currency: string): BankLine | BankIssue {
  const { text, line } = field
  const parts = MOVEMENT.exec(text)
  if (!parts) return { line, code: 'bank.line', value: short(field) }
  const [, yy = '', mm = '', dd = '', booking, mark, , whole = '', cents = '', , rest = ''] = parts
  const valueOn = dayOf(`20${yy}`, mm, dd)
  const bookedOn = booking?.trim() ? bookedNear(valueOn, booking) : valueOn
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
    text: textPart(text.slice(parts[0].length), 1000) ?? '',
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

/** A text that goes on in another field: words of the first, without the head of the second. */
const joined = (first: string, second: string): string =>
  first + second.replaceAll('\n', '').replace(/^\d{3}([^A-Za-z0-9\s])00[^?]{0,27}\1\d{2}/, '')

const NUMBERS = new Set(['00', '10', '30', '31', '32', '33', '34'])
const isNumber = (no: string): boolean => NUMBERS.has(no) || /^(?:2\d|6[0-3])$/.test(no)

function numbered(text: string, sign: string, line: BankLine): Details {
  const parts = new Map<string, string>()
  const others: string[] = []
  let payer = ''
  let [last, begun] = ['', false]
  for (const part of text.slice(3).split(sign)) {
    const [, no = '', value = ''] = /^(\d{2})(.*)$/.exec(part) ?? []
    if (no === '00' && parts.has('00')) {
      // Some banks number all parts alike: behind the account stands who paid.
      if (parts.has('31')) payer ||= value
      else others.push(value)
    } else if (isNumber(no) && !parts.has(no)) parts.set((last = no), value)
    // The second of two equal numbers is a word of the text.
    else if (begun) parts.set(last, `${parts.get(last) ?? ''}${sign}${part}`)
    begun = true
  }
  const of = (from: number, to: number): string =>
    Array.from({ length: to - from + 1 }, (_, i) => parts.get(String(from + i)) ?? '').join('')
  const written = of(20, 29) + of(60, 63) || others.join(' ')
  const sepa = sepaParts(written)
  const eref = sepa.get('EREF')
  return {
    text: textPart(sepa.get('SVWZ') ?? written, 1000) ?? line.text,
    reference:
      textPart(eref === undefined || /^NOTPROVIDED$/i.test(eref) ? null : eref, 140) ??
      line.reference,
    counterparty: textPart(of(32, 33) || payer, 140),
    counterAccount: textPart(parts.get('31')?.replace(/\s/g, ''), 60),
  }
}

/** The field NS of older statements: lines by numbers, 01–14 the text, 15 and 16 who paid. */
function oldDetails(text: string): Details {
  const lines = text.split('\n').map((line) => /^(\d{2})(.*)$/.exec(line) ?? [])
  const of = (from: number, to: number): string =>
    lines
      .filter(([, no]) => Number(no) >= from && Number(no) <= to)
      .map(([, , value = '']) => value)
      .join(' ')
  return { text: textPart(of(1, 14), 1000) ?? '', counterparty: textPart(of(15, 16), 140) }
}

/** `EREF+…SVWZ+…`: what SEPA transfers carry inside the free text. */
function sepaParts(text: string): Map<string, string> {
  const pieces = text.split(/(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/)
  const found = new Map<string, string>()
  for (let i = 1; i < pieces.length; i += 2) found.set(pieces[i]!, pieces[i + 1]!.trim())
  return found
}

const WORDS =
  'EREF|REMI|NAME|IBAN|BIC|ORDP|BENM|CNTP|TRCD|TRTP|PREF|MARF|CSID|SVCL|RTRN|ADDR|ULTD|ULTC|ULTB|PURP|CREF|ISDT|KREF|ACCW|EXCH|CHGS|SVWZ'
const WORD = new RegExp(`/(${WORDS})/`)

function slashed(text: string, line: BankLine): Details {
  const pieces = text.split(WORD)
  const found = new Map<string, string>()
  for (let i = 1; i < pieces.length; i += 2)
    found.set(pieces[i]!, pieces[i + 1]!.replace(/^(?:USTD|STRD)?\/+|(?<!\/)\/+$/g, '').trim())
  // ING: account, bank, name and place of who is on the other side.
  const [account, , name] = found.get('CNTP')?.split('/') ?? []
  const returned = found.get('RTRN')
  return {
    text:
      textPart([found.get('REMI') ?? text, returned].filter(Boolean).join(' '), 1000) ?? line.text,
    reference: textPart(found.get('EREF') ?? found.get('PREF'), 140) ?? line.reference,
    counterparty: textPart(found.get('NAME') || name, 140),
    counterAccount: textPart((found.get('IBAN') || account)?.replace(/\s/g, ''), 60),
  }
}

const short = ({ text }: Field): string => text.split('\n')[0]!.slice(0, 60)
