import { queryClient } from './query.ts'

const LOOK_MS = 120
/**
 * A page without rows (a form, a board) has settled after some turns without a question on its way.
 */
const CALM = 8
const PATIENCE = 40
/** What a page is there for: rows, figures, or the words that there are none. */
const CONTENT = '[data-row-key], [data-figures], .py-empty'
/** A browser that is never idle still gets the next file after this time. */
const IDLE_MS = 3_000
/** Idle is not a gap between two pieces of work: a key pressed now would be answered at once. */
const SPARE_MS = 30

/** The files that wait on one page. */
export function idleQueue() {
  let hurried = false
  const waiting = new Set<() => void>()
  let settled: Promise<void> | null = null
  let line: Promise<void> = Promise.resolve()

  /** One place further in the line of those who wait. */
  function turn(): Promise<void> {
    settled ??= quiet()
    const next = Promise.all([settled, line]).then(idle)
    line = next
    return next
  }

  return {
    loadWhenIdle<M>(load: () => Promise<M>): () => Promise<M> {
      return async () => {
        if (!hurried) await Promise.race([turn(), new Promise<void>((go) => waiting.add(go))])
        return await load()
      }
    },
    flush(): void {
      hurried = true
      for (const go of waiting) go()
      waiting.clear()
    },
  }
}

const page = idleQueue()

/** Loads at once what was to come later, because a user is about to use it. */
export const flush = (): void => page.flush()

/**
 * A file that may wait until the page shows what it is for: heavy inputs (choices, calendars),
 * charts and the bell must not compete with rows for the line. Then they come one after the other,
 * each when the browser has nothing else to do, so that a key or a click in between is answered.
 * `lazy(loadWhenIdle(() => import('../list/filters/day-range.tsx')))`.
 */
export const loadWhenIdle = <M>(load: () => Promise<M>): (() => Promise<M>) =>
  page.loadWhenIdle(load)

/**
 * Calls once the page shows what it is for and the browser is idle; answers how to take it back.
 */
export function onceSettled(then: () => void): () => void {
  let requested = true
  void loadWhenIdle(async () => {
    if (requested) then()
  })()
  return () => {
    requested = false
  }
}

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (!('requestIdleCallback' in window)) return void setTimeout(resolve, 0)
    const end = performance.now() + IDLE_MS
    const ask = () =>
      window.requestIdleCallback(
        (gap) => (gap.didTimeout || gap.timeRemaining() >= SPARE_MS ? resolve() : ask()),
        { timeout: Math.max(1, end - performance.now()) },
      )
    ask()
  })

async function quiet(): Promise<void> {
  let calm = 0
  for (let look = 0; look < PATIENCE && calm < CALM; look++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    calm = queryClient.isFetching() === 0 ? calm + 1 : 0
    if (calm > 0 && document.querySelector(CONTENT)) return
  }
}
