import { useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** What marks single rows: chosen, under the keyboard, open next to the list. */
export interface RowStates {
  selected: ReadonlySet<string>
  active: number
  open: string | null
}
export interface RowStateStore {
  now(): RowStates
  subscribe(listener: () => void): () => void
}

/**
 * Marks separate from the rows: a choice or a step of the keyboard touches the rows it is about and
 * no other. A hundred rows of fifteen cells drawn again for every tick would stop the page for a
 * quarter of a second.
 */
export function useRowStateStore(marks: RowStates): RowStateStore {
  const [store] = useState(() => {
    let now = marks
    const listeners = new Set<() => void>()
    return {
      now: () => now,
      subscribe: (listener: () => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      set: (next: RowStates) => {
        if (next.selected === now.selected && next.active === now.active && next.open === now.open)
          return
        now = next
        for (const listener of listeners) listener()
      },
    }
  })
  useLayoutEffect(() => store.set(marks))
  return store
}

export function useRowState<T extends string | number | boolean>(
  store: RowStateStore,
  pick: (marks: RowStates) => T,
): T {
  return useSyncExternalStore(store.subscribe, () => pick(store.now()))
}
