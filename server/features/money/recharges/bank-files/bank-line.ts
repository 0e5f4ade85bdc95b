import { createHash } from 'node:crypto'
import { isCurrency, parseMoney } from '#contracts/kit/money.ts'

/** One movement on a bank account. */
export interface BankLine {
  /** Where it begins: line of the text, row of the table, number of the entry. */
  line: number
  /** The account it was booked on, as the file names it; null where it names none. */
  account: string | null
  currency: string
  /** Above zero: money came in. */
  minor: bigint
  bookedOn: string
  valueOn: string | null
  /** End-to-end id or reference the payer's bank was given. */
  reference: string | null
  /** What the payer wrote. */
  text: string
  counterparty: string | null
  counterAccount: string | null
  /** The bank's own id of the movement. */
  bankId: string | null
}

export interface BankIssue {
  line: number
  code: BankIssueCode
  value: string
}
export type BankIssueCode =
  | 'bank.amount'
  | 'bank.date'
  | 'bank.currency'
  | 'bank.line'
  | 'bank.balance'
  | 'bank.direction'
  | 'bank.elsewhere'

export type BankFormat = 'CAMT053' | 'MT940' | 'TABLE'
export interface BankFile {
  format: BankFormat
  lines: BankLine[]
  issues: BankIssue[]
  /** Movements the bank has not booked yet: left out. */
  pending: number
  /** A table without a sign, a second column or words for what went out. */
  allIncoming?: boolean
  /** Of a table: its headings, by which its mapping is known again. */
  layout?: string
}

/** The file as a whole is of no format that is read. */
export class BankFileError extends Error {
  readonly code: 'bank.format' | 'bank.broken' | 'bank.tooMany'
  constructor(code: BankFileError['code']) {
    super(code)
    this.code = code
  }
}

export const BANK_FILE_BYTES = 10 * 1024 * 1024
export const BANK_LINES_MAX = 20_000

export const textPart = (text: string | null | undefined, max: number): string | null => {
  const plain = (text ?? '')
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain === '') return null
  // No half of a character at the end: it could not be stored.
  return plain
    .toWellFormed()
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
}

/** Minor units of an amount without a sign, in point notation; null where it is none. */
export function minorOf(text: string, currency: string): bigint | null {
  if (!isCurrency(currency) || !/^\d{1,15}(\.\d{1,6})?$/.test(text)) return null
  return parseMoney(text, currency, 'nonNegative')?.minor ?? null
}

/** A day as YYYY-MM-DD; null where the calendar has none such. */
export function dayOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  // The database has no year 0.
  if (year === '0000' || Number.isNaN(at.getTime())) return null
  return at.toISOString().slice(0, 10) === text ? text : null
}

/**
 * By what a movement is known again: the bank's id where there is one, otherwise what it is. Equal
 * movements of a file are counted, so two real payments stay two and the same file twice adds none.
 */
export function lineKeys(lines: readonly BankLine[]): string[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const { account, currency, minor, bookedOn, bankId } = line
    const content =
      bankId === null
        ? ['', line.reference, line.text, line.counterparty, line.counterAccount]
        : [bankId]
    const plain = JSON.stringify([account, currency, minor.toString(), bookedOn, ...content])
    const count = (seen.get(plain) ?? 0) + 1
    seen.set(plain, count)
    return createHash('sha256').update(`${plain}#${count}`).digest('hex').slice(0, 40)
  })
}
