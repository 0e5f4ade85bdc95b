/** An entry as it is paired; above zero it credits its account. */
export interface Paired {
  currency: string
  minor: bigint
}
/** One amount from a debited to a credited entry. */
export interface Pair<E extends Paired> {
  debit: E
  credit: E
  minor: bigint
}

/**
 * Turns the entries of a transaction into rows of one debit and one credit: in each currency the
 * first open debit meets the first open credit, with the smaller of what is left of both, at most
 * `most` at a time. An account's rows sum to its entries exactly, since a transaction sums to 0 in
 * each currency; one that does not is a fault of the ledger and throws.
 */
export function pairEntries<E extends Paired>(entries: readonly E[], most: bigint): Pair<E>[] {
  const pairs: Pair<E>[] = []
  for (const [currency, own] of Map.groupBy(entries, (one) => one.currency)) {
    const open = (sign: bigint) =>
      own.flatMap((entry) => (entry.minor * sign > 0n ? [{ entry, left: entry.minor * sign }] : []))
    const [debits, credits] = [open(-1n), open(1n)]
    const sum = (all: readonly { left: bigint }[]) => all.reduce((so, { left }) => so + left, 0n)
    if (sum(debits) !== sum(credits))
      throw new Error(`a transaction in ${currency} is not balanced`)
    for (let [d, c] = [0, 0]; d < debits.length && c < credits.length;) {
      const [debit, credit] = [debits[d]!, credits[c]!]
      const minor = [debit.left, credit.left, most].reduce((a, b) => (a < b ? a : b))
      pairs.push({ debit: debit.entry, credit: credit.entry, minor })
      debit.left -= minor
      credit.left -= minor
      if (debit.left === 0n) d++
      if (credit.left === 0n) c++
    }
  }
  return pairs
}
