import type { Left, LeftLine } from '#server/features/money/ledger/index.ts'
import { TAX_ITEM } from '#contracts/money/tax.ts'

/** What of charges is wanted back: of some lines only, up to an amount with its tax. */
export interface PartWish {
  wanted: (line: LeftLine, of: Left) => boolean
  /** Minor units; all where null. */
  gross: bigint | null
}
export interface Part {
  of: Left
  lines: LeftLine[]
}
interface Place {
  of: Left
  line: LeftLine
}

const taxKey = ({ tax }: LeftLine): string =>
  tax === null ? '' : [tax.country, tax.category, tax.rate].join(':')
const isTax = ({ tradeItem }: LeftLine): boolean => tradeItem === TAX_ITEM
const sum = (places: readonly Place[]): bigint =>
  places.reduce((all, { line }) => all + line.minor, 0n)

/**
 * Parts of what is left of charges: each tax case gives its share of the amount, parted into net and
 * the tax of its rate, and each line its share of that; no line more than is left of it. What cannot
 * be parted to the last unit goes to the next line. Null where the amount is beyond what is left.
 */
export function partsOfLeft(left: readonly Left[], { wanted, gross }: PartWish): Part[] | null {
  const places = left.flatMap((of) => of.lines.map((line) => ({ of, line })))
  const cases = [...Map.groupBy(places, ({ line }) => taxKey(line)).values()].map((own) => {
    const all = own.filter(({ line }) => !isTax(line))
    const nets = all.filter(({ line, of }) => wanted(line, of))
    const isWhole = nets.length === all.length
    const charges = new Set(nets.map(({ of }) => of))
    // Of some lines only: their own charges' tax, none of the others'.
    const taxes = own.filter(({ line, of }) => isTax(line) && (isWhole || charges.has(of)))
    const net = sum(nets)
    const tax = isWhole ? sum(taxes) : taxOf(net, own[0]!.line, sum(taxes))
    return { nets, taxes, net, tax, rate: own[0]!.line.tax?.rate ?? 0 }
  })
  const most = cases.reduce((all, { net, tax }) => all + net + tax, 0n)
  if (most <= 0n || (gross !== null && gross > most)) return null
  const given: (Place & { minor: bigint })[] = []
  let [met, before] = [0n, 0n]
  for (const one of cases) {
    met += one.net + one.tax
    const upTo = gross === null ? met : (gross * met) / most
    const share = upTo - before
    before = upTo
    const tax = taxWithin(share, one)
    given.push(...spread(one.nets, share - tax), ...spread(one.taxes, tax))
  }
  return [...Map.groupBy(given, ({ of }) => of)].flatMap(([of, own]) => {
    const lines = own
      .filter(({ minor }) => minor !== 0n)
      .map(({ line, minor }) => ({ ...line, minor }))
    return lines.length > 0 ? [{ of, lines }] : []
  })
}

const rounded = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under)
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

function taxOf(net: bigint, { tax }: LeftLine, most: bigint): bigint {
  return least(rounded(net * BigInt(tax?.rate ?? 0), 10_000n), most)
}

/**
 * The tax in a gross amount of a case: what the rest of it does not have by its rate. So many parts
 * give back the tax of one part of their sum.
 */
function taxWithin(
  gross: bigint,
  { net, tax, rate }: { net: bigint; tax: bigint; rate: number },
): bigint {
  const rest = net + tax - gross
  const staying = least(rounded(rest * BigInt(rate), 10_000n + BigInt(rate)), tax)
  const own = least(tax - staying, gross)
  return gross - own > net ? gross - net : own
}

/** An amount over lines by what is left of them. */
function spread(places: readonly Place[], minor: bigint): (Place & { minor: bigint })[] {
  const all = sum(places)
  let [met, before] = [0n, 0n]
  return places.map((place) => {
    met += place.line.minor
    const upTo = all === 0n ? 0n : (minor * met) / all
    const share = upTo - before
    before = upTo
    return { ...place, minor: share }
  })
}
