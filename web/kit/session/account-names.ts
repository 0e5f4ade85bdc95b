/**
 * Names of the accounts that answers mention (`names` of the envelope): rows have the account by
 * which they were made, people read a name.
 */
const names = new Map<string, string>()

export function noteAccountNames(found: unknown): void {
  if (typeof found !== 'object' || found === null) return
  for (const [account, name] of Object.entries(found))
    if (typeof name === 'string') names.set(account, name)
}

/** The name behind an account; the account itself where it has none. */
export function nameOfAccount(account: unknown): string {
  return typeof account === 'string' ? (names.get(account) ?? account) : ''
}
