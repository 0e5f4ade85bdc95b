import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError, send, type Callable } from '../http/api.ts'
import { announceFailure } from '../http/failures.ts'
import { useT } from '../text/i18n.ts'
import { reasonOf } from '../platform/notify.tsx'
import { isPending, ScanQueue, type Scan, type Verdict } from './scan-queue.ts'
import { play } from './sounds.ts'
import { useScanner } from '../platform/use-keys.ts'

export interface ScanStation {
  scans: readonly Scan[]
  /** The last scan with a verdict: what the band shows. Null after Esc. */
  shown: Scan | null
  pending: number
  /** Scans that wait because nothing gets through. */
  stuck: boolean
  add(code: string): void
  clear(): void
  markUndone(key: string): void
}
export interface ScanStationOptions<I, O, E> {
  /** Names the station in storage (with what it works on: `into:42`). */
  name: string
  endpoint: Callable<I, O>
  input: (code: string, captured: E | undefined) => I
  /**
   * Read at the moment of the scan and kept with it: what is typed afterwards belongs to the next
   * parcel.
   */
  capture?: () => E
  /** The answer in the band's words; "already scanned" is a warning. */
  verdict: (result: O, code: string, message: string) => Verdict
  /** Refusals are errors unless the station knows better. */
  refused?: (error: ApiError, code: string, captured: E | undefined) => Verdict
  enabled?: boolean
}

/**
 * A scan station: hears the page's scans, sends each once, plays its tone and keeps the last
 * verdict until the next.
 */
export function useScanStation<I, O, E = undefined>(
  options: ScanStationOptions<I, O, E>,
): ScanStation {
  const t = useT()
  const latest = useRef({ options, t })
  latest.current = { options, t }
  const [shown, setShown] = useState<Scan | null>(null)
  const [queue, setQueue] = useState<ScanQueue | null>(null)
  useEffect(() => {
    const own = new ScanQueue({
      name: options.name,
      send: async (code, idempotencyKey, signal, extra) => {
        const { endpoint, input, verdict } = latest.current.options
        // Quiet: the band says it, a notice over it would hide it.
        try {
          const answer = await send(endpoint, input(code, extra as E | undefined), {
            idempotencyKey,
            signal,
            quiet: true,
          })
          return verdict(answer.result, code, answer.message)
        } catch (error) {
          if (error instanceof ApiError && error.status === 401) announceFailure(error)
          throw error
        }
      },
      refused: (error, code, extra) =>
        latest.current.options.refused?.(error, code, extra as E | undefined) ?? {
          tone: 'error',
          title: reasonOf(error, latest.current.t),
        },
      onVerdict: (scan) => {
        setShown(scan)
        play(scan.state === 'ok' || scan.state === 'warning' ? scan.state : 'error')
      },
    })
    setQueue(own)
    return () => own.stop()
  }, [options.name])
  const scans = useSyncExternalStore(queue?.subscribe ?? nothing, queue?.snapshot ?? none)
  const add = (code: string) => queue?.add(code, latest.current.options.capture?.())
  useScanner(add, options.enabled ?? true)
  const pending = scans.filter(isPending).length
  return {
    scans,
    shown,
    pending,
    stuck: pending > 0 && (queue?.stuck ?? false),
    add,
    clear: () => setShown(null),
    markUndone: (key) => queue?.markUndone(key),
  }
}
const nothing = () => () => undefined
const EMPTY: readonly Scan[] = []
const none = () => EMPTY
