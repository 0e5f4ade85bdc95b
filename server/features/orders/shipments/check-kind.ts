import { kindOf, type Block, type OrderKind } from '#contracts/orders/kinds/kinds.ts'
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
  for (const path of kind.required)
    for (const missing of emptyAt(draft, path.split('.')))
      report(missing, 'kind.required', { kind: kind.code })
  return kind
}

/** The path of the first value in a block, or null where it says nothing. */
function firstValue(value: unknown, path: string): string | null {
  if (value === null || value === undefined || value === '' || value === false) return null
  if (typeof value !== 'object') return path
  for (const [key, inner] of Object.entries(value)) {
    const found = firstValue(inner, `${path}.${key}`)
    if (found) return found
  }
  return null
}

/** The paths a pattern names that have no value; `*` stands for every line of a list. */
function emptyAt(value: unknown, parts: readonly string[], path = ''): string[] {
  const [part, ...rest] = parts
  if (part === undefined) return firstValue(value, path) === null ? [path] : []
  if (part === '*')
    return (Array.isArray(value) ? value : []).flatMap((one, at) =>
      emptyAt(one, rest, `${path}.${at}`),
    )
  const inner: unknown =
    value === null || value === undefined ? null : Reflect.get(Object(value), part)
  return emptyAt(inner, rest, path === '' ? part : `${path}.${part}`)
}

/** What of a draft's unused blocks says only what is stored already: taken as not said. */
export function withoutUnchanged(draft: OrderDraft, stored: Record<Block, unknown>): OrderDraft {
  const { unused } = kindOf(draft.shipmentResource)
  const same = unused.filter(
    (block) => JSON.stringify(lines(draft[block])) === JSON.stringify(lines(stored[block])),
  )
  return { ...draft, ...Object.fromEntries(same.map((block) => [block, null])) }
}

/** A block by its said values in one order of keys. */
function lines(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lines)
  if (value === null || typeof value !== 'object') return value ?? null
  return Object.entries(value)
    .filter(([, inner]) => firstValue(inner, '') !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, lines(inner)])
}
