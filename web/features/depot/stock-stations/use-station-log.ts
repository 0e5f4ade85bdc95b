import { useEffect, useRef } from 'react'
import type { Scan, Verdict } from '../../../kit/scan/scan-queue.ts'
import { useScanStation, type ScanStation } from '../../../kit/scan/use-scan-queue.ts'

/** Pieces a scan took for a line of the sheet; `of`: what the station has to know of them. */
export interface Taken {
  line: string
  quantity: number
  of?: unknown
}
export type Reading = Verdict & { take?: Taken }
export interface StationLog extends ScanStation {
  /** What was taken for lines and not taken back, oldest first. */
  taken: readonly Taken[]
  /** Pieces taken for a line, as of the last scan. */
  countOf(line: string): number
  undo(scan: Scan): void
  mayUndo(scan: Scan): boolean
}
/** A scan as it is read against the sheet. `key`: for the call that books, once. */
export interface StationScan<E = undefined> {
  code: string
  quantity: number
  key: string
  captured: E | undefined
}

const MANY = /^(\d{1,7})[*×](.+)$/

/** `12*CODE`: a number typed before what is scanned. */
export function readQuantity(text: string): { code: string; quantity: number } {
  const many = MANY.exec(text.trim())
  const quantity = Number(many?.[1] ?? 1)
  return many && quantity > 0
    ? { code: many[2]!.trim(), quantity }
    : { code: text.trim(), quantity: 1 }
}

/**
 * The scans of a stock station: read one after the other against the sheet on the screen and counted
 * here, over a reload too, until the sheet is booked. Only what was scanned or typed counts.
 * `ready`: the sheet is there; what is scanned while it still loads waits for it.
 */
export function useStationLog<E = undefined>({
  name,
  read,
  ready,
  capture,
}: {
  /** The station and its sheet. */
  name: string
  read: (scan: StationScan<E>) => Promise<Reading>
  ready: boolean
  capture?: () => E
}): StationLog {
  const latest = useRef({ read, ready })
  latest.current = { read, ready }
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    if (ready) for (const go of waiting.current.splice(0)) go()
  }, [ready])
  const station = useScanStation<never, never, E>({
    name,
    keeps: counts,
    ...(capture ? { capture } : {}),
    read: async (text, key, captured) => {
      if (!latest.current.ready) await new Promise<void>((go) => waiting.current.push(go))
      const { take, ...words } = await latest.current.read({
        ...readQuantity(text),
        key,
        captured,
      })
      return { ...words, ...(take ? { data: take } : {}) }
    },
  })
  return {
    ...station,
    taken: takenIn(station.scans),
    countOf: (line) =>
      takenIn(station.now()).reduce((sum, one) => sum + (one.line === line ? one.quantity : 0), 0),
    undo: (scan) => station.markUndone(scan.key),
    // What is booked, or is being booked, stays.
    mayUndo: (scan) => station.waiting.length === 0 && counts(scan),
  }
}

const counts = ({ state, data, undone }: Scan): boolean =>
  data !== undefined && !undone && (state === 'ok' || state === 'warning')

/** What these scans took and nothing took back, oldest first. */
export const takenIn = (scans: readonly Scan[]): Taken[] =>
  scans
    .filter(counts)
    .map(({ data }) => data as Taken)
    .toReversed()
