import { useMemo, useRef, useState } from 'react'

export interface Identified {
  id: string
}

export interface Selection<R> {
  ids: ReadonlySet<string>
  /** The chosen rows, also those of other pages, in the order of choosing. */
  rows: readonly R[]
  toggle(row: R): void
  toggleAll(rows: readonly R[]): void
  /** Chooses these too. */
  add(rows: readonly R[]): void
  /** Shift-click: everything between the last touched row and this one. */
  rangeTo(row: R): void
  clear(): void
  /** These are chosen no longer. */
  drop(ids: Iterable<string>): void
  /** Of these ids, those still chosen are the rows given now; one without a row is gone. */
  refresh(ids: readonly string[], rows: readonly R[]): void
  /** Keeps only these (the failed ones of a bulk call). */
  keepOnly(ids: ReadonlySet<string>): void
}

/**
 * Chosen rows; the choice survives paging. `rows` are those on the screen: of a chosen one its
 * newest state counts.
 */
export function useSelection<R extends Identified>(rows: readonly R[]): Selection<R> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, R>>(new Map())
  const last = useRef<string | null>(null)
  return useMemo<Selection<R>>(() => {
    const edit = (change: (next: Map<string, R>) => void) =>
      setChosen((now) => {
        const next = new Map(now)
        change(next)
        return next
      })
    const add = (next: Map<string, R>, some: readonly R[]) => {
      for (const row of some) next.set(row.id, row)
    }
    const newest = chosen.size > 0 ? new Map(rows.map((row) => [row.id, row])) : null
    return {
      ids: new Set(chosen.keys()),
      rows: [...chosen].map(([id, row]) => newest?.get(id) ?? row),
      toggle: (row) => {
        last.current = row.id
        edit((next) => void (next.delete(row.id) || next.set(row.id, row)))
      },
      toggleAll: (some) =>
        edit((next) => {
          if (some.every((row) => next.has(row.id))) for (const row of some) next.delete(row.id)
          else add(next, some)
        }),
      add: (some) => edit((next) => add(next, some)),
      rangeTo: (row) => {
        const [from, to] = [
          rows.findIndex((one) => one.id === last.current),
          rows.findIndex((one) => one.id === row.id),
        ]
        last.current = row.id
        edit((next) =>
          add(next, from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)),
        )
      },
      clear: () => setChosen(new Map()),
      drop: (ids) =>
        edit((next) => {
          for (const id of ids) next.delete(id)
        }),
      refresh: (ids, some) =>
        edit((next) => {
          const found = new Map(some.map((row) => [row.id, row]))
          for (const id of ids) {
            const row = found.get(id)
            if (!row) next.delete(id)
            else if (next.has(id)) next.set(id, row)
          }
        }),
      keepOnly: (ids) =>
        edit((next) => {
          for (const id of next.keys()) if (!ids.has(id)) next.delete(id)
        }),
    }
  }, [chosen, rows])
}
