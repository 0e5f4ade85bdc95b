import { performance } from 'node:perf_hooks'

const LOOK_MS = 1_000
/** Share of the time the process was at work: below it no request waits for a collection. */
const QUIET = 0.1
/** What load has to leave behind before looking for it is worth a pause. */
const GROWN = 48 * 2 ** 20
const APART_MS = 30_000

interface Moment {
  /** Share of the last second the event loop was busy. */
  busy: number
  rss: number
  /** What was left by the last collection, and how long ago that was. */
  settled: number
  sinceMs: number
}
/** Whether load is over and has left enough behind. */
export const isDue = ({ busy, rss, settled, sinceMs }: Moment): boolean =>
  busy < QUIET && rss > settled + GROWN && sinceMs >= APART_MS

/**
 * Collects what the start left behind, and again whenever load is over: V8 alone keeps what a large
 * file or a busy hour needed until new work fills it again. Nothing without `--expose-gc`.
 */
export function collectWhenQuiet(): void {
  const collect = globalThis.gc
  if (!collect) return
  // First what the start left behind.
  collect(WHOLE)
  let settled = process.memoryUsage.rss()
  let collected = performance.now()
  let before = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const busy = performance.eventLoopUtilization(now, before).utilization
    before = now
    const rss = process.memoryUsage.rss()
    const sinceMs = performance.now() - collected
    if (!isDue({ busy, rss, settled, sinceMs })) return
    collect(WHOLE)
    settled = process.memoryUsage.rss()
    collected = performance.now()
  }, LOOK_MS).unref()
}

/** Everything at once, and what was freed goes back to the system. */
const WHOLE = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const
