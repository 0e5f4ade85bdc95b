import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError, send, type Callable } from '../http/api.ts'
import { announceFailure } from '../http/failures.ts'
import { currentLang, useT } from '../text/i18n.ts'
import { reasonOf } from '../http/notify.tsx'
import { useOfflineScanning } from './offline-scanning.ts'
import { isPending, ScanQueue, type Scan, type Verdict } from './scan-queue.ts'
import { play } from './sounds.ts'
import { speak } from './speech.ts'
import { useScanner } from '../platform/use-keys.ts'

export interface ScanStation {
  scans: readonly Scan[]
  /** The last scan with a verdict: what the band shows. Null after Esc. */
  shown: Scan | null
  /** Scans without an answer, newest first. */
  waiting: readonly Scan[]
  /** They wait because nothing gets through. */
  stuck: boolean
  add(code: string): void
  clear(): void
  markUndone(key: string): void
}
export interface MeasuringStation<E> extends ScanStation {
  /** Sends something about a number after the scans before it: what was typed to a parcel. */
  put(code: string, captured: E): void
}
export interface ScanStationOptions<I, O, E> {
  /** Names the station in storage (with what it works on: `into:42`). */
  name: string
  endpoint: Callable<I, O> | ((captured: E | undefined) => Callable<I, O>)
  input: (code: string, captured: E | undefined) => I
  /** Takes what was read but is no number of a parcel; true where it did. */
  takes?: (code: string) => boolean
  /**
   * Read at the moment of the scan and stored with it: what is typed afterwards belongs to the next
   * parcel.
   */
  capture?: (code: string) => E
  /** The answer in the band's words; "already scanned" is a warning. */
  verdict: (result: O, code: string, message: string) => Verdict
  /** Refusals are errors unless the station knows better. */
  refused?: (error: ApiError, code: string, captured: E | undefined) => Verdict
  enabled?: boolean
}

/**
 * A scan station: receives the page's scans, sends each once, plays its tone and keeps the last
 * verdict until the next.
 */
export function useScanStation<I, O, E = undefined>(
  options: ScanStationOptions<I, O, E>,
): MeasuringStation<E> {
  const t = useT()
  useOfflineScanning()
  const latest = useRef({ options, t })
  latest.current = { options, t }
  const [shown, setShown] = useState<Scan | null>(null)
  const [queue, setQueue] = useState<ScanQueue | null>(null)
  useEffect(() => {
    const own = new ScanQueue({
      name: options.name,
      send: async (code, idempotencyKey, signal, extra) => {
        const { endpoint, input, verdict } = latest.current.options
        // Quiet: the band shows it, a notice over it would hide it.
        try {
          const captured = extra as E | undefined
          const target = typeof endpoint === 'function' ? endpoint(captured) : endpoint
          const answer = await send(target, input(code, captured), {
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
        if (scan.spoken) speak(scan.spoken, currentLang())
      },
    })
    setQueue(own)
    return () => own.stop()
  }, [options.name])
  const scans = useSyncExternalStore(queue?.subscribe ?? nothing, queue?.snapshot ?? none)
  const add = (code: string) => {
    const { takes, capture } = latest.current.options
    if (!takes?.(code)) queue?.add(code, capture?.(code))
  }
  useScanner(add, options.enabled ?? true)
  const waiting = useMemo(() => scans.filter(isPending), [scans])
  return {
    scans,
    shown,
    waiting,
    stuck: waiting.length > 0 && (queue?.stuck ?? false),
    add,
    put: (code, captured) => queue?.add(code, captured),
    clear: () => setShown(null),
    markUndone: (key) => queue?.markUndone(key),
  }
}
const nothing = () => () => undefined
const EMPTY: readonly Scan[] = []
const none = () => EMPTY
