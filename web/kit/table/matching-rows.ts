import type { List } from '../list/list.ts'

/**
 * Most rows one bulk call takes (contracts/kit/envelope.ts): no more can be chosen by one press.
 */
export const SELECT_MAX = 1_000
/** The largest page every list offers. */
const AT_ONCE = 100

/**
 * The rows a list's filter matches, in its order, the first thousand: read page by page as the list
 * itself is, so they are exactly those a user paging through would see. `more`: there were others.
 */
export async function matchingRows<R extends { id: string }>(
  list: Pick<List<R>, 'fetchPage'>,
  progress: (rows: number) => void = () => undefined,
): Promise<{ rows: R[]; more: boolean }> {
  const found = new Map<string, R>()
  let all = 0
  for (let page = 1; page <= SELECT_MAX / AT_ONCE; page++) {
    const { records, total, capped } = await list.fetchPage(page, AT_ONCE)
    for (const row of records) found.set(row.id, row)
    progress(found.size)
    all = total
    if (records.length < AT_ONCE || (!capped && page * AT_ONCE >= total)) break
  }
  return { rows: [...found.values()], more: all > SELECT_MAX }
}
