import type { BillTolerance } from '#contracts/billing/bill-files.ts'
import type { BillCode } from '#contracts/billing/bills.states.ts'

/** A line of a bill as it is compared; amounts in minor units, weights in grams. */
export interface BilledLine {
  id: string
  invoiceNo: string
  key: string
  chargeCode: string
  tradeItem: string | null
  currency: string
  amount: bigint
  weight: number | null
  zone: string | null
  /** The carrier's word in ours; null where it is not known. */
  service: string | null
  damaged: boolean
  voidNo: boolean
}

/** What we know of the parcel the lines are about. `currency` null: no cost is known. */
export interface BilledParcel {
  isCancelled: boolean
  weight: number | null
  zone: string | null
  service: string | null
  currency: string | null
  expected: ReadonlyMap<string, bigint>
}

/** A line of the parcel that another invoice bills, and what of our cost it has. */
export type EarlierLine = Pick<
  BilledLine,
  'key' | 'chargeCode' | 'tradeItem' | 'currency' | 'amount' | 'invoiceNo'
> & { expected: bigint }

/** A line of the invoice itself; `taken`: what of our cost it has as decided, null while it is judged. */
export type JudgedLine = BilledLine & { taken: bigint | null }

/** What a comparison found of a line, apart from the tolerances. */
export interface Finding {
  id: string
  /** The code, where it follows from no tolerance. */
  fixed: BillCode | null
  /** Our part for this line. */
  expected: bigint
  delta: bigint
  /** Its charge on the parcel in this invoice, both sides; null with a fixed code. */
  itemExpected: bigint | null
  itemBilled: bigint | null
  weight: number | null
  zone: string | null
  service: string | null
  /** All charges of the parcel that can be compared, ours less theirs; null where none can. */
  totalDelta: bigint | null
  totalExpected: bigint
}

/** Fee items whose amount follows from weight and zone: freight and fuel. */
const BY_WEIGHT: ReadonlySet<string> = new Set(['1', '2'])
const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

const blank = (id: string, amount: bigint): Finding => ({
  id,
  fixed: null,
  expected: 0n,
  delta: amount,
  itemExpected: null,
  itemBilled: null,
  weight: null,
  zone: null,
  service: null,
  totalDelta: null,
  totalExpected: 0n,
})

/**
 * Compares the lines of one parcel in one invoice with what it was expected to cost, charge by charge.
 * Each line that is not decided is judged once; what is left of the expected cost of a charge, after
 * the lines that have a part of it, is shared over its lines: expected and difference add up. The
 * order of the lines does not matter, but between lines that are equal.
 */
export function compareParcel(
  lines: readonly JudgedLine[],
  parcel: BilledParcel,
  earlier: readonly EarlierLine[],
): Finding[] {
  const ordered = lines.toSorted((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1))
  const seen: Omit<EarlierLine, 'expected'>[] = [...earlier]
  const left = leftOver(lines, parcel, earlier)
  const open = new Map<string, BilledLine[]>()
  const findings = new Map<string, Finding>()
  for (const line of ordered) {
    const fixed = line.taken === null ? fixedCode(line, parcel, seen) : null
    seen.push(line)
    if (line.taken !== null) continue
    const { weight, zone, service } = parcel
    findings.set(line.id, { ...blank(line.id, line.amount), fixed, weight, zone, service })
    if (fixed === null) group(open, line.tradeItem!).push(line)
  }
  for (const [item, of] of open) {
    const itemExpected = left.get(item) ?? 0n
    const itemBilled = sum(of.map(({ amount }) => amount))
    const parts = shared(
      itemExpected,
      of.map(({ amount }) => amount),
    )
    for (const [at, line] of of.entries()) {
      const expected = parts[at]!
      Object.assign(findings.get(line.id)!, {
        expected,
        delta: line.amount - expected,
        itemExpected,
        itemBilled,
      })
    }
  }
  if (parcel.currency !== null && open.size > 0) {
    const totalExpected = sum(left.values())
    const billed = sum([...open.values()].flat().map(({ amount }) => amount))
    for (const finding of findings.values())
      if (finding.fixed === null)
        Object.assign(finding, { totalDelta: billed - totalExpected, totalExpected })
  }
  return [...findings.values()]
}

/** By fee item, what of the parcel's expected cost no line has: never more than there was. */
function leftOver(
  lines: readonly JudgedLine[],
  { expected, currency }: BilledParcel,
  earlier: readonly EarlierLine[],
): ReadonlyMap<string, bigint> {
  const has = [...earlier, ...lines.map((line) => ({ ...line, expected: line.taken ?? 0n }))]
  return new Map(
    [...expected].map(([item, ours]) => {
      const taken = sum(
        has
          .filter((one) => one.tradeItem === item && one.currency === currency)
          .map((one) => one.expected),
      )
      const left = ours - taken
      return [item, left > 0n === ours > 0n ? left : 0n]
    }),
  )
}

function group(of: Map<string, BilledLine[]>, key: string): BilledLine[] {
  const found = of.get(key)
  if (found) return found
  const made: BilledLine[] = []
  of.set(key, made)
  return made
}

/** Shares an amount by what was billed; the last line takes what rounding leaves. */
function shared(amount: bigint, by: readonly bigint[]): bigint[] {
  const total = sum(by)
  let left = amount
  return by.map((part, at) => {
    const mine =
      at === by.length - 1 || total === 0n
        ? at === by.length - 1
          ? left
          : 0n
        : (amount * part) / total
    left -= mine
    return mine
  })
}

function fixedCode(
  line: BilledLine,
  parcel: BilledParcel,
  seen: readonly Omit<EarlierLine, 'expected'>[],
): BillCode | null {
  if (parcel.currency !== null && line.currency !== parcel.currency) return 'D11'
  const same = seen.filter(
    (one) => one.chargeCode === line.chargeCode && one.tradeItem === line.tradeItem,
  )
  if (same.some((one) => one.amount === line.amount && one.currency === line.currency)) return 'D7'
  if (line.voidNo || parcel.isCancelled) return 'D9'
  // Another amount for a charge of another invoice, whatever it is called there, or money back.
  const again =
    line.tradeItem === null ? same : seen.filter((one) => one.tradeItem === line.tradeItem)
  if (line.amount < 0n || again.some(({ invoiceNo }) => invoiceNo !== line.invoiceNo)) return 'D10'
  if (line.tradeItem === null) return 'D6'
  if (parcel.currency !== null && !parcel.expected.has(line.tradeItem)) return 'D6'
  return null
}

/** What the code of a line follows from, as it is stored with the line. */
export type CodeFacts = Pick<Finding, 'fixed' | 'itemExpected' | 'itemBilled'> & {
  tradeItem: string | null
  weightBilled: number | null
  weightOurs: number | null
  zoneBilled: string | null
  zoneOurs: string | null
  serviceBilled: string | null
  serviceOurs: string | null
}

/** Whether a difference counts as none: whichever bound allows more. */
const within = (difference: bigint, of: bigint, most: number, percent: number): boolean => {
  const [size, whole] = [difference < 0n ? -difference : difference, of < 0n ? -of : of]
  return size <= BigInt(most) || size * 10_000n <= whole * BigInt(percent)
}

/** `scale`: minor units of a hundredth, e.g. 1 for EUR, 10 for KWD; a currency without decimals takes 0. */
export const agrees = (
  difference: bigint,
  expected: bigint,
  { amountWithin, amountPercent }: BillTolerance,
  decimals: number,
): boolean =>
  within(difference, expected, Math.floor(amountWithin * 10 ** (decimals - 2)), amountPercent)

/** The code of a line under tolerances. */
export function codeOf(facts: CodeFacts, tolerance: BillTolerance, decimals: number): BillCode {
  if (facts.fixed !== null) return facts.fixed
  const expected = facts.itemExpected ?? 0n
  const difference = (facts.itemBilled ?? 0n) - expected
  if (difference === 0n) return 'M0'
  if (agrees(difference, expected, tolerance, decimals)) return 'M1'
  if (expected !== 0n) {
    if (differs(facts.serviceBilled, facts.serviceOurs)) return 'D5'
    if (BY_WEIGHT.has(facts.tradeItem ?? '')) {
      if (differs(facts.zoneBilled, facts.zoneOurs)) return 'D4'
      const { weightBilled, weightOurs } = facts
      if (
        weightBilled !== null &&
        weightOurs !== null &&
        !within(
          BigInt(weightBilled - weightOurs),
          BigInt(weightOurs),
          tolerance.weightWithin,
          tolerance.weightPercent,
        )
      )
        return 'D3'
    }
  }
  return difference > 0n ? 'D1' : 'D2'
}

const plain = (text: string): string => text.replace(/\s/g, '').toUpperCase()
const differs = (billed: string | null, ours: string | null): boolean =>
  billed !== null && ours !== null && plain(billed) !== plain(ours)
