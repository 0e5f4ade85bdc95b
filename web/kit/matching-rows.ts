import type { List } from './use-list.ts'

/** Most rows one bulk call takes (contracts/kit/envelope.ts): no more can be chosen by one press. */
export const SELECT_MAX = 1_000
const AT_ONCE = 200

/**
 * The rows a list's filter matches, in its order, the first thousand: read page by page as the list itself is, so
 * they are exactly those somebody leafing through would see. `more`: there were others.
 */
export async function matchingRows<R extends { id: string }>(list: Pick<List<R>, 'fetchPage'>, progress: (rows: number) => void = () => undefined): Promise<{ rows: R[]; more: boolean }> {
  const found = new Map<string, R>()
  for (let page = 1; page <= SELECT_MAX / AT_ONCE; page++) {
    const { records, total } = await list.fetchPage(page, AT_ONCE)
    for (const row of records) found.set(row.id, row)
    progress(found.size)
    if (records.length < AT_ONCE) return { rows: [...found.values()], more: false }
    if (page * AT_ONCE >= SELECT_MAX) return { rows: [...found.values()], more: total > SELECT_MAX }
  }
  return { rows: [...found.values()], more: false }
}
