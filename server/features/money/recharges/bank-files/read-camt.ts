import { createRequire } from 'node:module'
import { BANK_LINES_MAX, BankFileError, dayOf, minorOf, textPart } from './bank-line.ts'
import type { BankFile, BankIssue, BankLine } from './bank-line.ts'

/** Loaded with the first file, not with the server. */
const require = createRequire(import.meta.url)

type Node = { readonly [name: string]: unknown }
const LISTS = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd', 'Bal', 'AddtlInf'])
const DEPTH_MAX = 40

/**
 * A bank statement by ISO 20022: camt.053.001.02 and .08, and those between them. A document type
 * has no business in it, and no entity but the five of XML is read.
 */
export function readCamt(text: string): BankFile {
  // Several documents, one behind the other.
  const documents = text.split(/(?=<\?xml)/).filter((part) => part.trim() !== '')
  const files = documents.map(readDocument)
  return {
    format: 'CAMT053',
    lines: files.flatMap(({ lines }) => lines),
    issues: files.flatMap(({ issues }) => issues),
    pending: files.reduce((sum, { pending }) => sum + pending, 0),
  }
}

function readDocument(xml: string): BankFile {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml) || depthOf(xml) > DEPTH_MAX)
    throw new BankFileError('bank.broken')
  const { XMLParser, XMLValidator } = require('fast-xml-parser') as typeof import('fast-xml-parser')
  if (XMLValidator.validate(xml) !== true) throw new BankFileError('bank.broken')
  const parser = new XMLParser({
    processEntities: false,
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: true,
    isArray: (name) => LISTS.has(name),
  })
  const report = node(at(parser.parse(xml), 'Document', 'BkToCstmrStmt'))
  if (!report) throw new BankFileError('bank.format')
  const file: BankFile = { format: 'CAMT053', lines: [], issues: [], pending: 0 }
  let count = 0
  for (const statement of list(report.Stmt)) {
    const account =
      word(at(statement, 'Acct', 'Id', 'IBAN')) ?? word(at(statement, 'Acct', 'Id', 'Othr', 'Id'))
    let sum: bigint | null = 0n
    for (const entry of list(statement.Ntry)) {
      count++
      if (count > BANK_LINES_MAX) throw new BankFileError('bank.tooMany')
      const status = word(at(entry, 'Sts', 'Cd')) ?? word(entry.Sts)
      if (status !== null && status !== 'BOOK') {
        file.pending++
        continue
      }
      const read = entryLines(entry, account, count)
      if ('code' in read) {
        file.issues.push(read)
        sum = null
        continue
      }
      file.lines.push(...read.lines)
      if (sum !== null) sum += read.minor
    }
    const odd = sum === null ? null : balanceIssue(statement, sum, count)
    if (odd) file.issues.push(odd)
  }
  return file
}

/** An entry, or each payment of a collective one whose parts are given with their amounts. */
function entryLines(
  entry: Node,
  account: string | null,
  line: number,
): BankIssue | { lines: BankLine[]; minor: bigint } {
  const currency = word(at(entry, 'Amt', '@Ccy')) ?? ''
  const text = word(at(entry, 'Amt', '#text')) ?? ''
  const whole = minorOf(text, currency)
  if (whole === null) return { line, code: 'bank.amount', value: `${text} ${currency}`.trim() }
  const booked = dateOf(entry.BookgDt) ?? dateOf(entry.ValDt)
  if (booked === null)
    return { line, code: 'bank.date', value: word(at(entry, 'BookgDt', 'Dt')) ?? '' }
  const sign = word(entry.CdtDbtInd)
  if (sign !== 'CRDT' && sign !== 'DBIT')
    return { line, code: 'bank.line', value: sign ?? 'CdtDbtInd' }
  const minor = sign === 'CRDT' ? whole : -whole
  const entryId = idOf(entry.AcctSvcrRef)
  const base = {
    line,
    account,
    currency,
    bookedOn: booked,
    valueOn: dateOf(entry.ValDt),
  }
  const parts = list(entry.NtryDtls).flatMap((details) => list(details.TxDtls))
  const amounts = parts.map((part) => {
    const amount = partAmount(part, currency)
    const own = word(part.CdtDbtInd)
    return amount !== null && own !== null && own !== sign ? -amount : amount
  })
  const split =
    parts.length > 1 &&
    amounts.every((amount) => amount !== null) &&
    amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n) === whole
  const turned = word(entry.RvslInd) === 'true'
  if (split)
    return {
      minor,
      lines: parts.map((part, i) => ({
        ...base,
        minor: sign === 'CRDT' ? amounts[i]! : -amounts[i]!,
        ...partyOf(part, wordSign(part.CdtDbtInd) ?? sign, { turned, account }),
        bankId: idOf(at(part, 'Refs', 'AcctSvcrRef')) ?? (entryId && `${entryId}/${i + 1}`),
      })),
    }
  const facts = parts.map((part) => partyOf(part, sign, { turned, account }))
  const only = facts.length === 1 ? facts[0]! : null
  return {
    minor,
    lines: [
      {
        ...base,
        minor,
        reference: only?.reference ?? null,
        text:
          textPart(
            [...facts.map((fact) => fact.text), word(entry.AddtlNtryInf) ?? ''].join(' '),
            1000,
          ) ?? '',
        counterparty: only?.counterparty ?? null,
        counterAccount: only?.counterAccount ?? null,
        bankId: entryId ?? idOf(parts[0] && at(parts[0], 'Refs', 'AcctSvcrRef')),
      },
    ],
  }
}

/** In the account's currency: .08 has it at the part, .02 among the details. */
function partAmount(part: Node, currency: string): bigint | null {
  for (const amount of [part.Amt, at(part, 'AmtDtls', 'TxAmt', 'Amt')])
    if (word(at(amount, '@Ccy')) === currency)
      return minorOf(word(at(amount, '#text')) ?? '', currency)
  return null
}

function partyOf(
  part: Node,
  sign: 'CRDT' | 'DBIT',
  { turned, account }: { turned: boolean; account: string | null },
): Pick<BankLine, 'reference' | 'text' | 'counterparty' | 'counterAccount'> {
  const parties = part.RltdPties
  const accountOf = (who: string) =>
    word(at(parties, `${who}Acct`, 'Id', 'IBAN')) ??
    word(at(parties, `${who}Acct`, 'Id', 'Othr', 'Id'))
  const nameOf = (who: string) =>
    word(at(parties, who, 'Pty', 'Nm')) ??
    word(at(parties, who, 'Nm')) ??
    word(at(parties, who, 'Agt', 'FinInstnId', 'Nm'))
  // What comes back keeps the roles of the payment it was: we were the other side of it.
  const returned = turned || part.RtrInf !== undefined
  const [usual, other] = sign === 'CRDT' ? ['Dbtr', 'Cdtr'] : ['Cdtr', 'Dbtr']
  const ours = account !== null && accountOf(usual) === account
  const side = ours || (returned && accountOf(other) !== account) ? other : usual
  const ultimate =
    word(at(parties, `Ultmt${side}`, 'Pty', 'Nm')) ?? word(at(parties, `Ultmt${side}`, 'Nm'))
  const bank = word(at(part, 'RltdAgts', `${side}Agt`, 'FinInstnId', 'Nm'))
  const reason = [word(at(part, 'RtrInf', 'Rsn', 'Cd')), ...words(at(part, 'RtrInf', 'AddtlInf'))]
  const named = nameOf(side)
  const endToEnd = word(at(part, 'Refs', 'EndToEndId'))
  const structured = list(at(part, 'RmtInf', 'Strd')).map((one) =>
    word(at(one, 'CdtrRefInf', 'Ref')),
  )
  const written = words(at(part, 'RmtInf', 'Ustrd'))
  const reference = structured.find((one) => one !== null) ?? endToEnd
  return {
    reference: textPart(reference === 'NOTPROVIDED' ? null : reference, 140),
    text:
      textPart(
        [
          ...structured,
          ...written,
          word(part.AddtlTxInf),
          ...reason,
          named !== null && ultimate !== named ? ultimate : null,
        ].join(' '),
        1000,
      ) ?? '',
    counterparty: textPart(named ?? ultimate ?? bank, 140),
    counterAccount: accountOf(side),
  }
}

const wordSign = (value: unknown): 'CRDT' | 'DBIT' | null => {
  const sign = word(value)
  return sign === 'CRDT' || sign === 'DBIT' ? sign : null
}

/** Opening and closing balance must differ by what was booked, where both are given. */
function balanceIssue(statement: Node, sum: bigint, line: number): BankIssue | null {
  const balance = (code: string): bigint | null => {
    const found = list(statement.Bal).find((one) => word(at(one, 'Tp', 'CdOrPrtry', 'Cd')) === code)
    if (!found) return null
    const minor = minorOf(
      word(at(found, 'Amt', '#text')) ?? '',
      word(at(found, 'Amt', '@Ccy')) ?? '',
    )
    return minor !== null && word(found.CdtDbtInd) === 'DBIT' ? -minor : minor
  }
  const [opening, closing] = [balance('OPBD') ?? balance('PRCD'), balance('CLBD')]
  if (opening === null || closing === null || opening + sum === closing) return null
  return { line, code: 'bank.balance', value: word(statement.Id) ?? '' }
}

function dateOf(value: unknown): string | null {
  const text = word(at(value, 'Dt')) ?? word(at(value, 'DtTm')) ?? ''
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T+Z-])/.exec(text)
  return parts ? dayOf(parts[1]!, parts[2]!, parts[3]!) : null
}

const idOf = (value: unknown): string | null => {
  const id = textPart(word(value), 100)
  return id === null || /^(NONREF|NOTPROVIDED)$/i.test(id) ? null : id
}

const node = (value: unknown): Node | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : null
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((here, name) => node(here)?.[name], value)
const list = (value: unknown): Node[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).map(node).filter((one) => one !== null)
const words = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).map(word).filter((one) => one !== null)

/** The text of an element, with XML's own five entities and numbered signs read. */
function word(value: unknown): string | null {
  const text = typeof value === 'string' ? value : node(value)?.['#text']
  if (typeof text !== 'string' || text === '') return null
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (all, ...got) => {
      const [decimal, hex, name] = got as (string | undefined)[]
      if (name) return NAMED[name.toLowerCase()] ?? all
      const code = decimal ? Number(decimal) : parseInt(hex ?? '', 16)
      return code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : ' '
    },
  )
}
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** How deep elements lie in one another: asked before anything is built. */
function depthOf(xml: string): number {
  let [depth, most] = [0, 0]
  for (const [tag] of xml.matchAll(/<[/!?]?[^<>]*>/g)) {
    if (tag.startsWith('</')) depth--
    else if (!/^<[!?]|\/>$/.test(tag)) most = Math.max(most, ++depth)
  }
  return most
}
