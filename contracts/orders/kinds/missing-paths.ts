/** The path of the first value that was given, or null where none is. */
export function firstValue(value: unknown, path = ''): string | null {
  if (value === null || value === undefined || value === '' || value === false) return null
  if (typeof value !== 'object') return path
  for (const [key, inner] of Object.entries(value)) {
    const found = firstValue(inner, path === '' ? key : `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

/** Whether any value is given in it. */
export const hasValue = (value: unknown): boolean => firstValue(value) !== null

/**
 * The paths a kind's required paths name that have no value in an order, as it is sent or as it is
 * answered; `*` stands for every line of a list.
 */
export function missingPaths(order: unknown, required: readonly string[]): string[] {
  return required.flatMap((path) => emptyAt(order, path.split('.'), ''))
}

function emptyAt(value: unknown, parts: readonly string[], path: string): string[] {
  const [part, ...rest] = parts
  if (part === undefined) return hasValue(value) ? [] : [path]
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  if (part === '*')
    return (Array.isArray(value) ? value : []).flatMap((one, line) =>
      emptyAt(one, rest, at(String(line))),
    )
  const inner: unknown =
    value === null || value === undefined ? null : Reflect.get(Object(value), part)
  return emptyAt(inner, rest, at(part))
}
