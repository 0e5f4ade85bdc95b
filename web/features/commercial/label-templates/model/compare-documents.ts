import type { LabelDocument, LabelElement } from '#contracts/commercial/labels/document.ts'

/** What one document has and another has not, element by element. */
export type Difference =
  | { kind: 'added' | 'removed'; element: LabelElement }
  | { kind: 'changed'; element: LabelElement; values: ValueChange[] }
  | { kind: 'order' }
  | { kind: 'document'; values: ValueChange[] }
export interface ValueChange {
  key: string
  before: unknown
  after: unknown
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function valueChanges(before: object, after: object): ValueChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys]
    .map((key) => ({
      key,
      before: Reflect.get(before, key) as unknown,
      after: Reflect.get(after, key) as unknown,
    }))
    .filter((one) => !same(one.before, one.after))
}

/** Elements are the same by their id and type; a place in the order counts among those in both. */
export function compareDocuments(before: LabelDocument, after: LabelDocument): Difference[] {
  const found: Difference[] = []
  const head = valueChanges(
    { ...before.page, dpi: before.dpi, sheet: before.sheet },
    { ...after.page, dpi: after.dpi, sheet: after.sheet },
  )
  if (head.length > 0) found.push({ kind: 'document', values: head })
  const keyOf = ({ id, type }: LabelElement) => `${type}/${id}`
  const old = new Map(before.elements.map((element) => [keyOf(element), element]))
  const fresh = new Map(after.elements.map((element) => [keyOf(element), element]))
  for (const [key, element] of old) if (!fresh.has(key)) found.push({ kind: 'removed', element })
  for (const [key, element] of fresh) {
    const earlier = old.get(key)
    if (!earlier) {
      found.push({ kind: 'added', element })
      continue
    }
    const values = valueChanges(earlier, element)
    if (values.length > 0) found.push({ kind: 'changed', element, values })
  }
  const stays = (elements: readonly LabelElement[], other: ReadonlyMap<string, LabelElement>) =>
    elements.map(keyOf).filter((key) => other.has(key))
  if (!same(stays(before.elements, fresh), stays(after.elements, old)))
    found.push({ kind: 'order' })
  return found
}
