import type { Identified } from '../list/use-selection.ts'
import { useNotify } from '../http/notify.tsx'
import type { List } from '../list/list.ts'
import type { useOpen } from '../list/use-open.ts'

/**
 * The row before or after the open one, also beyond the page's border: then the list turns the page
 * with it. Null where there is none (or the open row is not in the list any more).
 * Going on with editing passes over rows that cannot be edited.
 */
export function useRowNavigation<R extends Identified>(
  list: List<R>,
  { open, show }: ReturnType<typeof useOpen>,
  editable: (row: R) => boolean = () => true,
): (kind: 'row' | 'edit', step: -1 | 1) => (() => void) | null {
  const notify = useNotify()
  const place = list.rows.findIndex((row) => row.id === open?.id)
  const { page, size } = list.state
  return (kind, step) => {
    if (place < 0) return null
    const fits = (one: R) => kind === 'row' || editable(one)
    const rest = step < 0 ? list.rows.slice(0, place).toReversed() : list.rows.slice(place + 1)
    const row = rest.find(fits)
    if (row) return () => show({ kind, id: row.id })
    const next = page + step
    const inside =
      step < 0 ? next >= 1 : list.rows.length === size && (list.capped || page * size < list.total)
    if (!inside || list.stale) return null
    return () =>
      void list.fetchPage(next, size).then(({ records }) => {
        const target = (step < 0 ? records.toReversed() : records).find(fits)
        // Saved, and nothing further to edit: what was saved is shown.
        if (!target)
          return kind === 'edit' && open?.id ? show({ kind: 'row', id: open.id }) : undefined
        list.setPage(next)
        show({ kind, id: target.id })
      }, notify.failed)
  }
}
