import { useSelection, type Selection } from '../../../../kit/list/use-selection.ts'
import { rowsOf } from './order-rows.ts'
import type { OrderRow } from './order-state.ts'

/**
 * The chosen orders of a list. `release`: what is done with is chosen no longer, the others are
 * read as they are now.
 */
export function useChosenOrders(rows: readonly OrderRow[]): {
  selection: Selection<OrderRow>
  release: (done: readonly string[]) => void
} {
  const selection = useSelection(rows)
  const release = (done: readonly string[]) => {
    selection.drop(done)
    const left = [...selection.ids].filter((id) => !done.includes(id))
    if (left.length === 0) return
    // What was chosen or left while they were read stays so.
    void rowsOf(left).then(
      (found) => selection.refresh(left, found),
      () => undefined,
    )
  }
  return { selection, release }
}
