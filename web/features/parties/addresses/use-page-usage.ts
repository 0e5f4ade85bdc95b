import { createElement, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Callable } from '../../../kit/http/api.ts'
import { useApi } from '../../../kit/http/query.ts'

interface Rows {
  rows: readonly { id: string }[]
}

/** Reports which rows are shown now; draws nothing. */
function Shown({ ids, onShown }: { ids: string; onShown: (ids: string) => void }) {
  useEffect(() => onShown(ids), [ids, onShown])
  return null
}

/**
 * What is counted for the rows of a page, asked for once the page is there: `watch` goes into the
 * screen's toolbar.
 */
export function usePageUsage<U extends { id: string }>(
  call: Callable<{ ids: unknown }, U[]>,
): { watch: (list: Rows) => ReactNode; of: (id: string) => U | undefined } {
  const [ids, setIds] = useState('')
  const found = useApi(
    call,
    { ids: ids.split(',') },
    { enabled: ids !== '', quiet: true, keepPrevious: true },
  )
  const byId = useMemo(() => new Map((found.data ?? []).map((row) => [row.id, row])), [found.data])
  const watch = useCallback(
    ({ rows }: Rows) =>
      createElement(Shown, { ids: rows.map(({ id }) => id).join(','), onShown: setIds }),
    [],
  )
  return { watch, of: useCallback((id: string) => byId.get(id), [byId]) }
}
