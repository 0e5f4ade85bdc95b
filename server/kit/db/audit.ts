const secret = /password|passwd|secret|token|_enc$|Enc$|hash|apiKey/i
const noise = new Set(['updateTime', 'updateBy', 'version'])

/**
 * Field by field, `[before, after]` of what differs; secrets show only that they changed. Fields
 * that every save touches (version, update time) are left out.
 */
export function diffOf(
  before: object | null,
  after: object | null,
): Record<string, [unknown, unknown]> {
  const old = (before ?? {}) as Record<string, unknown>
  const now = (after ?? {}) as Record<string, unknown>
  const diff: Record<string, [unknown, unknown]> = {}
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (noise.has(key)) continue
    const a = plain(old[key])
    const b = plain(now[key])
    if (same(a, b)) continue
    diff[key] = secret.test(key) ? [mask(a), mask(b)] : [a, b]
  }
  return diff
}

/** Documents are compared as they would be written; most values are none. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (a === null || b === null || (typeof a !== 'object' && typeof b !== 'object')) return false
  return JSON.stringify(a) === JSON.stringify(b)
}

function mask(value: unknown): string | null {
  return value === null ? null : '***'
}
function plain(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`
  return value
}
