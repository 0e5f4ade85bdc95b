import { useState } from 'react'
import type { List } from '../../../../../kit/list/list.ts'
import type { Matching } from '../../../../../kit/table/bulk-bar.tsx'

/** All orders that match as one choice; other filters end it. */
export function useMatching<R>({ wire }: Pick<List<R>, 'wire'>): Matching {
  const { column: _, order: __, ...filters } = wire
  const now = JSON.stringify(filters)
  const [chosen, setChosen] = useState<string | null>(null)
  return {
    chosen: chosen === now,
    choose: () => setChosen(now),
    leave: () => setChosen(null),
  }
}
