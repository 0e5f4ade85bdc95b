import type { OpenUntil } from './circuit.ts'

/** A circuit's state of one process alone. */
export function openUntilHere(): OpenUntil {
  let open: number | null = null
  const set = (until: number | null) => {
    open = until
    return Promise.resolve()
  }
  return {
    read: () => Promise.resolve(open),
    open: set,
    close: () => set(null),
    claim: (now, until) => {
      const isFree = open !== null && open <= now
      if (isFree) open = until
      return Promise.resolve(isFree)
    },
  }
}
