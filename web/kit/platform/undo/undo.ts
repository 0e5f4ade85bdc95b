import { useSyncExternalStore } from 'react'
import { send, type Callable, requestOf } from '../../http/api.ts'
import { ApiError } from '../../http/api-error.ts'
import { withFeedback } from '../../http/feedback.ts'
import { currentSession } from '../../session/session.ts'

/** ux.md row 23. */
export const UNDO_MS = 10_000

export interface Delayed<O> {
  /** What will happen, with effect and count: "3 consignees are deleted". */
  text: string
  undo: string
  /** Rows it happens to, as `<area>:<id>`: their screen shows them as good as gone. */
  keys?: readonly string[]
  onDone?: (result: O, message: string) => void
  onFailed?: (error: ApiError) => void
  onUndone?: () => void
}
interface Waiting {
  id: string
  keys: readonly string[]
  leave: () => Promise<void>
}

let waiting: readonly Waiting[] = []
const listeners = new Set<() => void>()
const set = (next: readonly Waiting[]) => {
  waiting = next
  for (const listener of listeners) listener()
}

/**
 * Makes a call in ten seconds unless it is undone until then. It outlives the screen that asked for
 * it; a page that is closed, reloaded or left for the sign-in sends it on its way out, under the
 * same Idempotency-Key. Answers what undoes it.
 */
export function delay<I, O>(endpoint: Callable<I, O>, input: I, options: Delayed<O>): () => void {
  const id = crypto.randomUUID()
  const keyed = endpoint.idempotency ? { idempotencyKey: crypto.randomUUID() } : {}
  const { token, tenant } = currentSession()
  // As the user and tenant that asked for it: ten seconds later another tenant may be chosen.
  const request = requestOf(endpoint, input, keyed)
  const timer = setTimeout(() => go(), UNDO_MS)
  const settle = () => {
    clearTimeout(timer)
    set(waiting.filter((one) => one.id !== id))
    withFeedback(({ notification }) => notification.destroy(id))
  }
  const isWaiting = () => waiting.some((one) => one.id === id)
  const go = () => {
    if (!isWaiting()) return
    const now = currentSession()
    if (now.token !== token || now.tenant !== tenant) return void leave()
    settle()
    send(endpoint, input, keyed).then(
      (answer) => options.onDone?.(answer.result, answer.message),
      (error: unknown) =>
        options.onFailed?.(
          error instanceof ApiError ? error : new ApiError({ status: 0, message: '' }),
        ),
    )
  }
  const leave = async () => {
    if (!isWaiting()) return
    settle()
    await fetch(request.url, { ...request.init, keepalive: true }).catch(() => undefined)
  }
  const undo = () => {
    if (!isWaiting()) return
    settle()
    options.onUndone?.()
  }
  set([...waiting, { id, keys: options.keys ?? [], leave }])
  void import('./undo-note.tsx').then(
    ({ undoNote }) =>
      isWaiting() && undoNote(id, options.text, options.undo, { undo, go, ms: UNDO_MS }),
  )
  return undo
}

/** Everything that waits is done now: wait for it before signing out. */
export async function flushDelayed(): Promise<void> {
  await Promise.all(waiting.map((one) => one.leave()))
}
/** Whether something will happen to a row unless it is undone; `useDelayedKeys` draws it when that changes. */
export const isDelayed = (key: string): boolean => waiting.some(({ keys }) => keys.includes(key))
/**
 * Of the keys `<area>:<id>` those of an area: the ids of rows that something will happen to unless
 * it is undone.
 */
export function useDelayedKeys(area: string): ReadonlySet<string> {
  const now = useSyncExternalStore(
    onDelayed,
    () => waiting,
    () => waiting,
  )
  return new Set(
    now
      .flatMap((one) => one.keys)
      .filter((key) => key.startsWith(`${area}:`))
      .map((key) => key.slice(area.length + 1)),
  )
}
function onDelayed(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// `pagehide` comes for closed, reloaded and left pages alike, also where `beforeunload` does not.
window.addEventListener('pagehide', () => void flushDelayed())
