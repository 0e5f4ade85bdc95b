import { useSyncExternalStore, type ReactNode } from 'react'
import { call } from '../http/api.ts'
import { invalidatePaths } from '../http/query.ts'
import { isNumber, isObject, isText } from '../text/storage.ts'
import { currentSession } from '../session/session.ts'

/**
 * Work that takes long and can be left: an import, an export, a file the server reads. Two kinds:
 * work of this page (a call that has not come back; a reload would cut it off, so the browser asks
 * first) and work of the server, which is asked for its state and found again after a reload.
 */
export interface BackgroundTask {
  id: string
  title: string
  state: 'running' | 'done' | 'failed'
  /** How far; null where unknown. */
  done: number | null
  total: number | null
  message: string | null
  /** Where it is looked at in full: a page, or what is shown in a dialog. */
  path: string | null
  view: (() => ReactNode) | null
}
/**
 * Any call that answers `{ status: queued | running | done | failed | stopped, done, total }` for a
 * piece of work.
 */
export interface TaskQuery {
  path: string
  input: Record<string, string>
}
interface Followed {
  id: string
  title: string
  path: string
  ask: TaskQuery
  /** Paths of calls whose answers it has made outdated once it is over. */
  touches?: readonly string[]
}
type Stored = Followed & { who: string }
const currentOwner = (): string => currentSession().user?.id ?? ''

const KEY = 'pro__works'
const FIRST_MS = 1_000
const SLOWEST_MS = 8_000

let tasks: readonly BackgroundTask[] = []
const listeners = new Set<() => void>()
const set = (next: readonly BackgroundTask[]) => {
  tasks = next
  for (const listener of listeners) listener()
}
const put = (id: string, change: Partial<BackgroundTask>) =>
  set(tasks.map((work) => (work.id === id ? { ...work, ...change } : work)))

export const backgroundTasks = (): readonly BackgroundTask[] => tasks
export function onBackgroundTasks(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useBackgroundTasks = (): readonly BackgroundTask[] =>
  useSyncExternalStore(onBackgroundTasks, backgroundTasks, backgroundTasks)
/** Takes what is over out of the tray. */
export function dropBackgroundTask(id: string): void {
  store(stored().filter((one) => one.id !== id))
  set(tasks.filter((work) => work.id !== id))
}

export interface BackgroundTaskHandle {
  readonly id: string
  progress(done: number, total: number | null): void
  done(message: string, view?: () => ReactNode): void
  failed(message: string): void
  /** It was looked at where it was begun: nothing of it stays in the tray. */
  drop(): void
}
/** Begins a piece of work of this page. */
export function startBackgroundTask(title: string): BackgroundTaskHandle {
  const id = crypto.randomUUID()
  set([
    ...tasks,
    { id, title, state: 'running', done: null, total: null, message: null, path: null, view: null },
  ])
  return {
    id,
    progress: (done, total) => put(id, { done, total }),
    done: (message, view) => put(id, { state: 'done', message, view: view ?? null }),
    failed: (message) => put(id, { state: 'failed', message }),
    drop: () => dropBackgroundTask(id),
  }
}

/**
 * Follows work of the server until it is over, through reloads of this browser tab. Following it
 * twice is once.
 */
export function followBackgroundTask(work: Followed): void {
  if (tasks.some(({ id }) => id === work.id)) return
  store([...stored().filter(({ id }) => id !== work.id), { ...work, who: currentOwner() }])
  addFollowed(work)
}
function addFollowed({ ask, id, title, path, touches = [] }: Followed): void {
  set([
    ...tasks,
    { id, title, path, state: 'running', done: null, total: null, message: null, view: null },
  ])
  void poll(id, ask, touches)
}

async function poll(
  id: string,
  { path, input }: TaskQuery,
  touches: readonly string[],
): Promise<void> {
  for (
    let wait = FIRST_MS;
    tasks.some((work) => work.id === id && work.state === 'running');
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
      if (status === 'done' || status === 'failed' || status === 'stopped')
        void invalidatePaths(touches)
      // Its user stopped it, and knows.
      if (status === 'stopped') dropBackgroundTask(id)
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
/** Resumes what this user was following before the reload; tasks of other users are not shown. */
export function resumeBackgroundTasks(): void {
  const session = currentOwner()
  if (session !== owner) set([])
  owner = session
  for (const work of stored())
    if (work.who === session && !tasks.some(({ id }) => id === work.id)) addFollowed(work)
}
let owner = ''
/** For tests: nothing is followed any more. */
export function clearBackgroundTasks(): void {
  store([])
  set([])
}

window.addEventListener('beforeunload', (event) => {
  if (tasks.some((work) => work.state === 'running' && work.path === null)) event.preventDefault()
})
