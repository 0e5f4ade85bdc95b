import { useSyncExternalStore, type ReactNode } from 'react'
import { call } from '../http/api.ts'
import { isNumber, isObject, isText } from './storage.ts'
import { currentWho } from '../session/who.ts'

/**
 * Work that takes long and can be left: an import, an export, a file the server reads. Two kinds: work of this page
 * (a call that has not come back; a reload would cut it off, so the browser asks first) and work of the server, which
 * is asked for its state and found again after a reload.
 */
export interface Work {
  id: string
  title: string
  state: 'running' | 'done' | 'failed'
  /** How far; null where nobody can say. */
  done: number | null
  total: number | null
  message: string | null
  /** Where it is looked at in full: a page, or what is shown in a dialog. */
  path: string | null
  view: (() => ReactNode) | null
}
/** Any call that answers `{ status: queued | running | done | failed, done, total }` for a piece of work. */
export interface Asked {
  path: string
  input: Record<string, string>
}
interface Followed {
  id: string
  title: string
  path: string
  ask: Asked
}
type Stored = Followed & { who: string }
const whoNow = (): string => currentWho().user?.id ?? ''

const KEY = 'pro__works'
const FIRST_MS = 1_000
const SLOWEST_MS = 8_000

let works: readonly Work[] = []
const listeners = new Set<() => void>()
const set = (next: readonly Work[]) => {
  works = next
  for (const listener of listeners) listener()
}
const put = (id: string, change: Partial<Work>) =>
  set(works.map((work) => (work.id === id ? { ...work, ...change } : work)))

export const worksNow = (): readonly Work[] => works
export function onWorks(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useWorks = (): readonly Work[] => useSyncExternalStore(onWorks, worksNow, worksNow)
/** Takes what is over out of the tray. */
export function dropWork(id: string): void {
  store(stored().filter((one) => one.id !== id))
  set(works.filter((work) => work.id !== id))
}

export interface WorkHandle {
  readonly id: string
  progress(done: number, total: number | null): void
  done(message: string, view?: () => ReactNode): void
  failed(message: string): void
  /** It was looked at where it was begun: nothing of it stays in the tray. */
  drop(): void
}
/** Begins a piece of work of this page. */
export function startWork(title: string): WorkHandle {
  const id = crypto.randomUUID()
  set([
    ...works,
    { id, title, state: 'running', done: null, total: null, message: null, path: null, view: null },
  ])
  return {
    id,
    progress: (done, total) => put(id, { done, total }),
    done: (message, view) => put(id, { state: 'done', message, view: view ?? null }),
    failed: (message) => put(id, { state: 'failed', message }),
    drop: () => dropWork(id),
  }
}

/** Follows work of the server until it is over, through reloads of this browser tab. Following it twice is once. */
export function followWork(work: Followed): void {
  if (works.some(({ id }) => id === work.id)) return
  store([...stored().filter(({ id }) => id !== work.id), { ...work, who: whoNow() }])
  take(work)
}
function take({ ask, id, title, path }: Followed): void {
  set([
    ...works,
    { id, title, path, state: 'running', done: null, total: null, message: null, view: null },
  ])
  void poll(id, ask)
}

async function poll(id: string, { path, input }: Asked): Promise<void> {
  for (
    let wait = FIRST_MS;
    works.some((work) => work.id === id && work.state === 'running');
    wait = Math.min(SLOWEST_MS, wait * 1.3)
  ) {
    try {
      const found: unknown = await call({ method: 'GET', path }, input, { quiet: true })
      const status = isObject(found) ? found.status : null
      put(id, {
        done: isObject(found) && isNumber(found.done) ? found.done : null,
        total: isObject(found) && isNumber(found.total) && found.total > 0 ? found.total : null,
        ...(status === 'done' || status === 'failed' ? { state: status } : {}),
      })
    } catch {
      // The line or the server is away; the work goes on there and is asked for again.
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

const isStored = (value: unknown): value is Stored =>
  isObject(value) &&
  isText(value.who) &&
  isText(value.id) &&
  isText(value.title) &&
  isText(value.path) &&
  isObject(value.ask) &&
  isText(value.ask.path) &&
  isObject(value.ask.input)
function stored(): Stored[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter(isStored) : []
  } catch {
    return []
  }
}
function store(list: readonly Stored[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // No storage: the work is followed until the page goes.
  }
}
/** Takes up what this person was following before the page was loaded anew; what somebody else waited for is not theirs to see. */
export function resumeWorks(): void {
  const who = whoNow()
  if (who !== owner) set([])
  owner = who
  for (const work of stored())
    if (work.who === who && !works.some(({ id }) => id === work.id)) take(work)
}
let owner = ''
/** For tests: nothing is followed any more. */
export function forgetWorks(): void {
  store([])
  set([])
}

window.addEventListener('beforeunload', (event) => {
  if (works.some((work) => work.state === 'running' && work.path === null)) event.preventDefault()
})
