import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Out } from '#contracts/kit/endpoint.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { useApi, useInvalidate } from '../../../../kit/http/query.ts'
import { followBackgroundTask } from '../../../../kit/platform/background-tasks.ts'
import { shipments } from '#contracts/orders/shipments.ts'

export type ImportDetail = Out<typeof shipmentImports.queryById>
const FIRST_MS = 700
const SLOWEST_MS = 5_000
/** After this many questions without progress the user is informed that it takes long. */
const LATE = 25

export const isOver = (state: Pick<ImportDetail, 'status'>): boolean =>
  state.status === 'done' || state.status === 'failed' || state.status === 'mapping'
/**
 * How long to wait before the next question after so many without progress: quick at first, then
 * slower and slower.
 */
export const pauseAfter = (idle: number): number =>
  Math.min(SLOWEST_MS, Math.round(FIRST_MS * 1.25 ** Math.max(0, idle - 4)))

/** An import while it runs, asked again until it is over; progress brings the quick pace back. */
export function useImport(id: string) {
  const invalidate = useInvalidate()
  const [idle, setIdle] = useState(0)
  const [over, setOver] = useState(false)
  const progress = useRef('')
  const found = useApi(
    shipmentImports.queryById,
    { id },
    { refetchInterval: over ? false : pauseAfter(idle), staleTime: 0, quiet: true },
  )
  const state = found.data
  const listener = useEffectEvent(() => {
    if (!state) return
    const now = `${state.status}:${state.done}`
    setIdle((count) => (now === progress.current ? count + 1 : 0))
    // Over at the first answer, too: the list was asked while it ran.
    if (isOver(state) && now !== progress.current)
      void invalidate(shipmentImports.importExcel, ...(state.dryRun ? [] : [shipments.add]))
    progress.current = now
    setOver(isOver(state))
    // Left meanwhile, it is found again in the tray.
    if (!isOver(state))
      followBackgroundTask({
        id: `import-${id}`,
        title: state.fileName,
        path: `/shipment/import?id=${id}`,
        ask: { path: shipmentImports.queryById.path, input: { id } },
        // Not its rows: cells that are being corrected would be lost.
        touches: ['/erp/shipmentImport/list', ...(state.dryRun ? [] : ['/erp/shipment'])],
      })
  })
  useEffect(() => listener(), [found.dataUpdatedAt])
  return {
    state,
    error: found.error,
    late: !over && idle > LATE,
    retry: () => void found.refetch(),
    /** The import begins again: it is asked after until it is over. */
    restart: () => {
      progress.current = 'again'
      setIdle(0)
      setOver(false)
      void found.refetch()
    },
  }
}
