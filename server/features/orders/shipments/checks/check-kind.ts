import { kindOf, type Block, type OrderKind } from '#contracts/orders/kinds/kinds.ts'
import { firstValue, hasValue, missingPaths } from '#contracts/orders/kinds/missing-paths.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'
import type { Report } from './validated-order.ts'

/**
 * What a kind asks of an order beyond what every order needs: its required fields have a value, and
 * blocks it does not use are empty. A value that would be dropped is refused where it stands.
 */
export function checkKind(draft: OrderDraft, report: Report): OrderKind {
  const kind = kindOf(draft.shipmentResource)
  for (const block of kind.unused) {
    const path = firstValue(draft[block], block)
    if (path) report(path, 'kind.notUsed', { kind: kind.code })
  }
  for (const missing of missingPaths(draft, kind.required))
    report(missing, 'kind.required', { kind: kind.code })
  return kind
}

/** What of a draft's unused blocks repeats what is stored already: taken as not given. */
export function withoutUnchanged(draft: OrderDraft, stored: Record<Block, unknown>): OrderDraft {
  const { unused } = kindOf(draft.shipmentResource)
  const same = unused.filter(
    (block) => JSON.stringify(lines(draft[block])) === JSON.stringify(lines(stored[block])),
  )
  return { ...draft, ...Object.fromEntries(same.map((block) => [block, null])) }
}

/** A block by its given values in one order of keys. */
function lines(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lines)
  if (value === null || typeof value !== 'object') return value ?? null
  return Object.entries(value)
    .filter(([, inner]) => hasValue(inner))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, lines(inner)])
}
