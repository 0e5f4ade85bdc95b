import { queryClient } from '../http/query.ts'

const LOOK_MS = 120
/** A page without rows (a form, a board) has settled after some turns without a question on its way. */
const CALM = 8
const PATIENCE = 40
const ROWS = '[data-row-key], .py-empty'

let hurried = false
const waiting = new Set<() => void>()

/** Somebody reaches for what was to come later: it comes at once. */
export function hurry(): void {
  hurried = true
  for (const go of waiting) go()
  waiting.clear()
}

/**
 * A file that may wait until the first rows are there: heavy inputs (choices, calendars) must not compete with them
 * for the line. `lazy(afterRows(() => import('./day-range.tsx')))`.
 */
export function afterRows<M>(load: () => Promise<M>): () => Promise<M> {
  return async () => {
    if (!hurried) await Promise.race([quiet(), new Promise<void>((go) => waiting.add(go))])
    hurry()
    return await load()
  }
}
async function quiet(): Promise<void> {
  let calm = 0
  for (let turn = 0; turn < PATIENCE && calm < CALM; turn++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    calm = queryClient.isFetching() === 0 ? calm + 1 : 0
    if (calm > 0 && document.querySelector(ROWS)) return
  }
}
