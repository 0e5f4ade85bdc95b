import { COD, COD_TAKES, type CodKind } from '#contracts/money/cod/cod.states.ts'
import type { AccountRef, Line } from '#server/features/money/ledger/index.ts'
import {
  openLines,
  receivedLines,
  settleLines,
  unclearOf,
  type CodItem,
  type ItemPatch,
} from './item-row.ts'
import type { RemittedLine } from './read-remittance.ts'

export interface Compared {
  line: RemittedLine
  kind: CodKind
  itemId: string | null
  difference: bigint | null
}
export interface Comparison {
  compared: Compared[]
  patches: { item: CodItem; patch: ItemPatch }[]
  /** What the carrier paid, and what follows of it: sums to 0 in each currency. */
  postings: Line[]
}

/**
 * Compares lines of a carrier with the orders they name. Each line's money comes in; an order whose
 * amount is complete is settled, what belongs to none stays apart until finance decides.
 */
export function compareLines(
  lines: readonly RemittedLine[],
  found: ReadonlyMap<string, CodItem>,
  { supplierId, cash }: { supplierId: string; cash: (currency: string) => AccountRef },
): Comparison {
  const items = new Map<string, { item: CodItem; now: CodItem }>()
  const postings: Line[] = []
  const compared = lines.map((line): Compared => {
    const known = found.get(line.plain)
    const state = known ? (items.get(known.id) ?? { item: known, now: known }) : undefined
    const kind = kindOf(line, state?.now)
    const { currency, minor } = line
    if (kind !== null || !state) {
      postings.push(
        { account: cash(currency), minor: -minor },
        { account: unclearOf(supplierId, currency), minor },
      )
      return { line, kind: kind ?? 'unknown', itemId: known?.id ?? null, difference: null }
    }
    const { now } = state
    const [collected, expected] = [BigInt(now.collected) + minor, BigInt(now.expected)]
    if (now.status === COD.waiting) postings.push(...openLines(now))
    postings.push(...receivedLines(now, minor, { ...cash(currency), customerId: now.customerId }))
    const exact = collected === expected
    if (exact) postings.push(...settleLines(now, collected, expected))
    items.set(now.id, {
      item: state.item,
      now: {
        ...now,
        collected: collected.toString(),
        status: exact ? COD.remitted : COD.difference,
      },
    })
    return {
      line,
      itemId: now.id,
      kind: exact ? 'matched' : collected < expected ? 'short' : 'over',
      difference: collected - expected,
    }
  })
  const patches = [...items.values()].map(({ item, now }) => {
    const settled = now.status === COD.remitted
    const collected = BigInt(now.collected)
    return {
      item,
      patch: {
        status: now.status,
        collected,
        ...(settled ? { due: BigInt(item.expected), settled } : {}),
      },
    }
  })
  return { compared, patches, postings }
}

/** Why a line's money counts for no order; null where it counts. */
function kindOf(line: RemittedLine, item: CodItem | undefined): CodKind | null {
  if (line.minor < 0n) return 'takenBack'
  if (!item) return 'unknown'
  if (item.currency !== line.currency) return 'currency'
  if (COD_TAKES.includes(item.status)) return null
  return item.status === COD.cancelled || item.status === COD.writtenOff ? 'closed' : 'twice'
}
