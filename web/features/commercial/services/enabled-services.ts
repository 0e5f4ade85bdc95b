/** The services a sub-account may use, by commas; none named: all of its main account's. */
const idsIn = (allowed: string): string[] => allowed.split(',').filter(Boolean)

export const isEnabled = (allowed: string, id: string): boolean =>
  allowed === '' || idsIn(allowed).includes(id)

/**
 * The list once a service is enabled or no longer; null where nothing would be left, which would
 * mean all of them. `open`: everything the main account may use.
 */
export function allowedAfter(
  allowed: string,
  id: string,
  on: boolean,
  open: readonly string[],
): string | null {
  const now = allowed === '' ? [...open] : idsIn(allowed)
  if (on) return allowed === '' ? '' : [...new Set([...now, id])].join(',')
  const left = now.filter((one) => one !== id)
  return left.length === 0 ? null : left.join(',')
}
