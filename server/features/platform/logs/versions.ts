/** The changes of a line of the data log: `[before, after]` by field. */
export type Change = Readonly<Record<string, readonly [before: unknown, after: unknown]>>

/** A record at one time: as it was after a line, or, before the first one, as that found it. */
export interface Version<R> {
  row: R
  content: Record<string, unknown>
  before: boolean
}

/**
 * The record as it was after each change, oldest first. A record that was there before anything was
 * logged is known as far as the changes show: a field's oldest value is what its first change
 * found, and so it stands before that change.
 */
export function versionsOf<R extends { action: string; diff: Change }>(
  rows: readonly R[],
): Version<R>[] {
  let known: Record<string, unknown> = {}
  for (const { diff } of rows)
    for (const [name, [before]] of Object.entries(diff))
      if (!(name in known) && before !== null) known[name] = before
  // Of a record that was added here, nothing was there before.
  const [first] = rows
  if (first?.action === 'add') known = {}
  const older = first?.action === 'edit' ? [{ row: first, content: known, before: true }] : []
  const later = rows.map((row) => {
    known = {
      ...known,
      ...Object.fromEntries(
        Object.entries(row.diff).map(([name, [before, after]]) => [
          name,
          row.action === 'delete' ? before : after,
        ]),
      ),
    }
    return { row, content: known, before: false }
  })
  return [...older, ...later]
}
