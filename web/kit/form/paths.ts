import { isObject } from '../text/storage.ts'

/** The parts of a path of the contract, `parcels.7.products.1.sku`; indexes are numbers. */
export const partsOf = (path: string): (string | number)[] =>
  path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

export const isWithin = (path: string, above: string): boolean =>
  path === above || path.startsWith(`${above}.`)

export function valueAt(values: unknown, path: string): unknown {
  return partsOf(path).reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null ? (Reflect.get(part, key) as unknown) : undefined,
    values,
  )
}

/** The values with one put at a path; parts that did not change stay the same objects. */
export function withValueAt<V>(values: V, path: string, value: unknown): V {
  return put(values, partsOf(path), value) as V
}
function put(into: unknown, [head, ...rest]: readonly (string | number)[], value: unknown) {
  const set = (part: unknown): unknown => (rest.length === 0 ? value : put(part, rest, value))
  if (Array.isArray(into)) return into.map((part: unknown, at) => (at === head ? set(part) : part))
  if (!isObject(into) || head === undefined) return into
  return { ...into, [head]: set(into[head]) }
}

/**
 * The id of a field's control, as antd's form makes it; cells of nested lines have one by the same
 * rule.
 */
export const fieldId = (form: string | undefined, path: string): string =>
  [...(form ? [form] : []), ...path.split('.')].join('_')
