import type { Identified } from './use-selection.ts'
import { useNotify } from '../platform/notify.tsx'
import type { List } from '../list/list.ts'
import type { useOpen } from '../list/use-open.ts'

/**
 * The row before or after the open one, also beyond the page's border: then the list turns the page
 * with it. Null where there is none (or the open row is not in the list any more).
 */
export function useRowNavigation<R extends Identified>(
  list: List<R>,
  { open, show }: ReturnType<typeof useOpen>,
): (kind: 'row' | 'edit', step: -1 | 1) => (() => void) | null {
  const notify = useNotify()
  const place = list.rows.findIndex((row) => row.id === open?.id)
  const { page, size } = list.state
  return (kind, step) => {
    if (place < 0) return null
    const row = list.rows[place + step]
    if (row) return () => show({ kind, id: row.id })
    const next = page + step
    const inside =
      step < 0 ? next >= 1 : list.rows.length === size && (list.capped || page * size < list.total)
    if (!inside || list.stale) return null
    return () =>
      void list.fetchPage(next, size).then(({ records }) => {
        const target = step < 0 ? records.at(-1) : records[0]
        if (!target) return
        list.setPage(next)
        show({ kind, id: target.id })
      }, notify.failed)
  }
}
