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
  /** The scans as they are this moment, also while one is read. */
  now(): readonly Scan[]
  /** What `keeps` kept is done with. */
  finish(): void
}
export interface MeasuringStation<E> extends ScanStation {
  /** Sends something about a number after the scans before it: what was typed to a parcel. */
  put(code: string, captured: E): void
}
interface Options<E> {
  /** Names the station in storage (with what it works on: `into:42`). */
  name: string
  /** Takes what was read but is no number of a parcel; true where it did. */
  takes?: (code: string) => boolean
  /**
   * Read at the moment of the scan and stored with it: what is typed afterwards belongs to the next
   * parcel.
   */
  capture?: (code: string) => E
  /** Refusals are errors unless the station knows better. */
  refused?: (error: ApiError, code: string, captured: E | undefined) => Verdict
  enabled?: boolean
  /**
   * What is to be chosen while it is not enabled. A scan made before is answered with it and never
   * sent: it may be the place or the batch itself, and would count for whatever is chosen.
   */
  first?: string
  /** Scans that stay until the work they are part of is finished, also over a reload. */
  keeps?: (scan: Scan) => boolean
}
/** Each scan is one call. */
export interface ScanStationOptions<I, O, E> extends Options<E> {
  endpoint: Callable<I, O> | ((captured: E | undefined) => Callable<I, O>)
  input: (code: string, captured: E | undefined) => I
  /** The answer in the band's words; "already scanned" is a warning. */
  verdict: (result: O, code: string, message: string) => Verdict
}
/** Scans are read against what is on the screen; a call it makes goes under the scan's key. */
interface ReadingStation<E> extends Options<E> {
  read: (code: string, key: string, captured: E | undefined) => Promise<Verdict>
}

/**
 * A scan station: receives the page's scans, sends each once, plays its tone and keeps the last
 * verdict until the next.
 */
export function useScanStation<I, O, E = undefined>(
  options: ScanStationOptions<I, O, E> | ReadingStation<E>,
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
      keeps: (scan) => latest.current.options.keeps?.(scan) ?? false,
      send: async (code, idempotencyKey, signal, extra) => {
        const { options: now } = latest.current
        const captured = extra as E | undefined
        // Quiet: the band shows it, a notice over it would hide it.
        try {
          if ('read' in now) return await now.read(code, idempotencyKey, captured)
          const { endpoint, input, verdict } = now
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
  const enabled = options.enabled ?? true
  const add = (code: string) => {
    const { takes, capture, first, enabled: on = true } = latest.current.options
    if (!on && first !== undefined) {
      setShown({
        key: crypto.randomUUID(),
        code,
        at: Date.now(),
        state: 'error',
        title: latest.current.t('scan.notSent', { first }),
      })
      play('error')
    } else if (!takes?.(code)) queue?.add(code, capture?.(code))
  }
  useScanner(add, enabled || options.first !== undefined)
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
    now: () => queue?.snapshot() ?? EMPTY,
    finish: () => queue?.finish(),
  }
}
const nothing = () => () => undefined
const EMPTY: readonly Scan[] = []
const none = () => EMPTY
