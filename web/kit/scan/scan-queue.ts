import { ApiError } from '../http/api.ts'
import { isObject } from '../text/storage.ts'
import { currentSession } from '../session/session.ts'

/** One scan on its way. `key` is its idempotency key: however often it is sent, it counts once. */
export interface Scan {
  key: string
  code: string
  at: number
  state: 'waiting' | 'sending' | 'ok' | 'warning' | 'error'
  /** What to read on the band: big words, and a line below. */
  title?: string
  detail?: string
  spoken?: string
  /** Can be taken back by the station's undo. */
  undone?: boolean
  /** Whatever the station wants to keep of the answer. */
  data?: unknown
  /**
   * What stood on the station when the scan was made (weight, batch): it goes with this scan,
   * whenever that is sent.
   */
  extra?: unknown
}
export type Verdict = {
  tone: 'ok' | 'warning' | 'error'
  title: string
  detail?: string
  /** Words spoken aloud after the tone. */
  spoken?: string
  data?: unknown
}
export interface ScanQueueOptions {
  /** Storage name; scans of one station wait for that station. */
  name: string
  send: (
    code: string,
    idempotencyKey: string,
    signal: AbortSignal,
    extra: unknown,
  ) => Promise<Verdict>
  /** A refusal in the station's words. */
  refused: (error: ApiError, code: string, extra: unknown) => Verdict
  onVerdict?: (scan: Scan) => void
  /** Scans that are part of work not finished: they stay, and are there after a reload. */
  keeps?: (scan: Scan) => boolean
}

/** How many scans the station lists (ux 2). */
export const SHOWN_SCANS = 20
const RETRY_MS = [500, 1000, 2000, 5000, 10_000] as const

/**
 * Statuses after which the scan may not have arrived: it waits and is sent again under the same
 * key.
 */
const isLost = (error: unknown): boolean =>
  error instanceof ApiError && [0, 401, 429, 502, 503, 504].includes(error.status)

/**
 * Sends scans one after the other, each under its own idempotency key, and keeps the unsent in the
 * browser: a short network break, a reload or an ended session loses nothing.
 */
export class ScanQueue {
  private scans: Scan[]
  private readonly options: ScanQueueOptions
  private readonly listeners = new Set<() => void>()
  private running = false
  private failures = 0
  private wake: (() => void) | null = null
  private readonly stopped = new AbortController()

  constructor(options: ScanQueueOptions) {
    this.options = options
    this.scans = stored(options)
    window.addEventListener('online', this.nudge, { signal: this.stopped.signal })
    void this.run()
  }
  /** Newest first; the same array until something changes. */
  readonly snapshot = (): readonly Scan[] => this.scans
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  get pending(): number {
    return this.scans.filter(isPending).length
  }
  /** Nothing gets through at the moment. */
  get stuck(): boolean {
    return this.failures > 0
  }
  add(code: string, extra?: unknown): void {
    this.set([
      {
        key: crypto.randomUUID(),
        code,
        at: Date.now(),
        state: 'waiting',
        ...(extra === undefined ? {} : { extra }),
      },
      ...this.scans,
    ])
    void this.run()
  }
  markUndone(key: string): void {
    this.patch(key, { undone: true })
  }
  /** The work is finished: what was kept for it counts no more and cannot be taken back. */
  finish(): void {
    this.set(this.scans.map((scan) => (isPending(scan) ? scan : { ...scan, data: undefined })))
  }
  /** Ends the station's work on this page; what is unsent stays for the next time. */
  stop(): void {
    this.stopped.abort()
    this.wake?.()
  }

  private readonly nudge = (): void => {
    this.failures = 0
    this.wake?.()
  }
  private async run(): Promise<void> {
    if (this.running) return
    this.running = true
    for (let next = this.oldest(); next && !this.stopped.signal.aborted; next = this.oldest())
      await this.deliver(next)
    this.running = false
  }
  private oldest(): Scan | undefined {
    return this.scans.findLast(isPending)
  }
  private async deliver(scan: Scan): Promise<void> {
    this.patch(scan.key, { state: 'sending' })
    try {
      this.settle(
        scan,
        await this.options.send(scan.code, scan.key, this.stopped.signal, scan.extra),
      )
    } catch (error) {
      if (this.stopped.signal.aborted) return this.patch(scan.key, { state: 'waiting' })
      if (!isLost(error))
        return this.settle(
          scan,
          this.options.refused(
            error instanceof ApiError
              ? error
              : new ApiError({ status: 500, message: error instanceof Error ? error.message : '' }),
            scan.code,
            scan.extra,
          ),
        )
      this.failures++
      this.patch(scan.key, { state: 'waiting' })
      await this.rest(error instanceof ApiError ? error.retryAfter : null)
    }
  }
  private settle(scan: Scan, verdict: Verdict): void {
    this.failures = 0
    this.patch(scan.key, {
      state: verdict.tone,
      title: verdict.title,
      ...(verdict.detail === undefined ? {} : { detail: verdict.detail }),
      ...(verdict.spoken === undefined ? {} : { spoken: verdict.spoken }),
      ...(verdict.data === undefined ? {} : { data: verdict.data }),
    })
    const done = this.scans.find((one) => one.key === scan.key)
    if (done) this.options.onVerdict?.(done)
  }
  private rest(seconds: number | null): Promise<void> {
    const wait =
      seconds === null ? RETRY_MS[Math.min(this.failures, RETRY_MS.length) - 1] : seconds * 1000
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, wait)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  private patch(key: string, change: Partial<Scan>): void {
    this.set(this.scans.map((scan) => (scan.key === key ? { ...scan, ...change } : scan)))
  }
  private set(scans: Scan[]): void {
    let settled = 0
    const stays = (scan: Scan) => isPending(scan) || this.options.keeps?.(scan) === true
    // All unsent scans are stored; of the others the last twenty are shown.
    this.scans = scans.filter(
      (scan) => stays(scan) || (!isPending(scan) && settled++ < SHOWN_SCANS),
    )
    try {
      localStorage.setItem(
        storeKey(this.options.name),
        JSON.stringify(
          this.scans
            .filter(stays)
            .map((scan) =>
              isPending(scan)
                ? { key: scan.key, code: scan.code, at: scan.at, extra: scan.extra }
                : scan,
            ),
        ),
      )
    } catch {
      // No storage or it is full: the page itself still holds them.
    }
    for (const listener of this.listeners) listener()
  }
}

export const isPending = (scan: Scan): boolean =>
  scan.state === 'waiting' || scan.state === 'sending'
// One person's scans are never sent in another's name.
const storeKey = (name: string): string => `pro__scans:${currentSession().user?.id ?? ''}:${name}`

function stored({ name, keeps }: ScanQueueOptions): Scan[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storeKey(name)) ?? '[]')
    if (!Array.isArray(found)) return []
    return found
      .filter(
        (one): one is Scan =>
          isObject(one) &&
          typeof one.key === 'string' &&
          typeof one.code === 'string' &&
          typeof one.at === 'number',
      )
      .map((scan) =>
        keeps && (scan.state === 'ok' || scan.state === 'warning')
          ? scan
          : {
              key: scan.key,
              code: scan.code,
              at: scan.at,
              state: 'waiting',
              ...(scan.extra === undefined ? {} : { extra: scan.extra }),
            },
      )
  } catch {
    return []
  }
}
