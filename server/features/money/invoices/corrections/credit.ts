import type { In, Out } from '#contracts/kit/endpoint.ts'
import { moneyIssue, parseMoney } from '#contracts/kit/money.ts'
import type { invoices } from '#contracts/money/invoices.ts'
import { TAX_ITEM } from '#contracts/money/tax.ts'
import { leftOf, sumLeft, type Left } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failFields } from '#server/kit/http/errors.ts'
import { asErrorCode } from '#server/kit/http/texts.ts'
import { labelOf, lockInvoice, wireInvoice, type Invoice } from '../invoice-row.ts'
import { linesOf } from '../read-invoices.ts'
import { wire } from '../wire.ts'
import { chargeOf, creditableOf, freeRefundsOf, givenUpOn, type Credited } from './creditable.ts'
import { partsOfLeft, type Part } from './credit-parts.ts'
import { issueNote, sumNote, type Note } from './issue-note.ts'

/**
 * Gives an invoice back by a credit note of its own number: whole, chosen charges, chosen lines, or
 * an amount of them. Freed charges may be invoiced again and are still owed; of others goes back
 * what is left of them in the ledger, with its tax; what was given back of whole charges before and
 * is on no invoice is on the note, too. What was paid beyond what is left of the invoice goes to the
 * customer's balance.
 */
export function creditInvoice(
  ctx: Ctx,
  input: In<typeof invoices.credit>,
): Promise<Out<typeof invoices.credit>> {
  return inTx(ctx, async (tx) => {
    const { id, version } = input
    const row = await lockInvoice(tx, id)
    if (row.version !== version) failConflict('row.stale', await wireInvoice(tx, id))
    return wireInvoice(tx, await issueNote(tx, row, await noteOf(tx, row, input)))
  })
}

/** What a credit note would come to, worked out as it is. */
export function creditEffect(
  ctx: Ctx,
  input: In<typeof invoices.creditEffect>,
): Promise<Out<typeof invoices.creditEffect>> {
  return inTx(ctx, async (tx) => {
    const row = await lockInvoice(tx, input.id)
    const note = await noteOf(tx, row, { ...input, reason: '' })
    return { gross: wire(sumNote(note).gross, row.currency) }
  })
}

async function noteOf(
  tx: Tx,
  row: Invoice,
  input: Omit<In<typeof invoices.credit>, 'version'>,
): Promise<Note> {
  const { id, transactionIds, lineNos, amount, frees, reason } = input
  const label = labelOf(row)
  if (row.number === null || row.kind === 'creditNote') fail('invoice.notIssued', { label })
  // What was given up counts as paid: a note would pay it out, and take its VAT back twice.
  if ((await givenUpOn(tx, id)) > 0n) fail('invoice.givenUp', { label })
  const onIt = await creditableOf(tx, id)
  const wanted = transactionIds.length === 0 ? onIt.map(chargeOf) : transactionIds
  if (wanted.length === 0 || wanted.some((one) => !onIt.some((trade) => chargeOf(trade) === one)))
    fail('invoice.nothingToCredit', { label })
  const isWanted = (trade: Credited) => wanted.includes(chargeOf(trade))
  const isRounding = ({ tradeItem }: Credited) => tradeItem === TAX_ITEM
  // What VAT was rounded by goes back with charges, or as the rest of the invoice.
  if (transactionIds.length > 0 && onIt.filter(isWanted).every(isRounding))
    fail('invoice.nothingToCredit', { label })
  // With the last charges it goes back too: alone it never could.
  const trades = onIt.every((trade) => isWanted(trade) || isRounding(trade))
    ? onIt
    : onIt.filter(isWanted)
  // Else more would go back than was invoiced, and the last charges never could.
  const going = new Set(trades)
  const rest = onIt.filter((trade) => !going.has(trade))
  if (rest.some(isRounding) && (await comesToNothing(tx, row, rest)))
    fail('invoice.restTogether', { label })
  const isPart = lineNos.length > 0 || amount != null
  if (isPart && frees) fail('invoice.partFrees')
  return isPart
    ? creditPart(tx, row, trades, { lineNos, amount, reason })
    : creditWhole(tx, row, trades, { frees, reason })
}

/**
 * Whether VAT was rounded down by as much as is to go back of these charges; deductions are another
 * matter.
 */
async function comesToNothing(tx: Tx, row: Invoice, rest: readonly Credited[]): Promise<boolean> {
  if (rest.some(({ refundsId }) => refundsId !== null)) return false
  const charges = chargesIn(rest)
  const left = await leftOf(tx, charges)
  const before = await freeRefundsOf(tx, row, charges)
  return sumLeft(left.flatMap(({ lines }) => lines)) + sumOf(before) <= 0n
}

const sumOf = (trades: readonly Credited[]): bigint =>
  trades.reduce((sum, { money }) => sum + BigInt(money), 0n)

/** The charges among an invoice's trade details; others are deductions for charges elsewhere. */
const chargesIn = (trades: readonly Credited[]): string[] => [
  ...new Set(
    trades.filter((one) => one.refundsId === null).map(({ transactionId }) => transactionId),
  ),
]

async function creditWhole(
  tx: Tx,
  row: Invoice,
  trades: readonly Credited[],
  { frees, reason }: { frees: boolean; reason: string },
): Promise<Note> {
  const charges = chargesIn(trades)
  const left = await leftOf(tx, charges)
  // A freed charge is invoiced again in full: no part of it may be on a note.
  if (frees && BigInt(row.credited) > 0n && left.some(({ touched }) => touched))
    fail('invoice.partCredited', { label: labelOf(row) })
  if (frees) return { parts: [], before: [], trades, frees, reason }
  const before = await freeRefundsOf(tx, row, charges)
  const parts = left.map((of) => ({ of, lines: of.lines }))
  return { parts, before, trades, frees, reason }
}

/** A part of what is left: of chosen lines, up to an amount. */
async function creditPart(
  tx: Tx,
  row: Invoice,
  trades: readonly Credited[],
  wish: { lineNos: readonly number[]; amount: string | null | undefined; reason: string },
): Promise<Note> {
  const { lineNos, amount, reason } = wish
  const chosen = new Set(lineNos)
  const keys = new Set(
    (await linesOf(tx, row.id))
      .filter(({ lineNo }) => chosen.size === 0 || chosen.has(lineNo))
      .map((line) => keyOf(line.service, line.tradeItem, line)),
  )
  const services = new Map(trades.map((one) => [one.transactionId, one.service ?? null]))
  const left = await leftOf(tx, chargesIn(trades))
  const gross = amount == null ? null : amountOf(amount, row.currency)
  const parts = partsOfLeft(left, {
    wanted: ({ tradeItem, tax }, of) =>
      keys.has(
        keyOf(services.get(of.transactionId) ?? null, tradeItem, {
          taxCountry: tax?.country ?? null,
          taxCategory: tax?.category ?? null,
          taxRate: tax?.rate ?? null,
        }),
      ),
    gross,
  })
  if (parts === null) return fail('invoice.beyondLeft', { label: labelOf(row) })
  const gone = goneWith(left, parts)
  return {
    parts,
    before: await freeRefundsOf(tx, row, [...gone]),
    trades: trades.filter((one) => one.refundsId === null && gone.has(one.transactionId)),
    frees: false,
    reason,
    services,
  }
}

/** The charges of which nothing is left once parts of them went back. */
function goneWith(left: readonly Left[], parts: readonly Part[]): Set<string> {
  const given = new Map(parts.map(({ of, lines }) => [of, lines]))
  const total = (lines: readonly { minor: bigint }[]) =>
    lines.reduce((sum, { minor }) => sum + minor, 0n)
  return new Set(
    left
      .filter((of) => total(of.lines) === total(given.get(of) ?? []))
      .map(({ transactionId }) => transactionId),
  )
}

const keyOf = (
  service: string | null,
  tradeItem: string,
  of: { taxCountry: string | null; taxCategory: string | null; taxRate: number | null },
): string => JSON.stringify([service, tradeItem, of.taxCountry, of.taxCategory, of.taxRate])

function amountOf(text: string, currency: string): bigint {
  const parsed = parseMoney(text, currency, 'positive')
  if (parsed) return parsed.minor
  const issue = moneyIssue(text, currency, 'positive')!
  return failFields([
    { path: 'amount', code: asErrorCode(`field.${issue.code}`), data: { ...issue.data } },
  ])
}
