import { NavigationType, type Location, type To } from 'react-router'

/**
 * The browser's history with a gate in front: React Router's own blocking needs its data router (17
 * kB more on the sign-in page) and knows one blocker at a time; tabs have many.
 */
export interface AppHistory {
  readonly location: Location
  readonly action: NavigationType
  createHref(to: To): string
  push(to: To, state?: unknown): void
  replace(to: To, state?: unknown): void
  go(delta: number): void
  /**
   * The tab the present entry was made in; stored with the entry, so the back button and a reload
   * find it again.
   */
  readonly tab: string | null
  /** As push and replace, for a tab. */
  step(action: 'push' | 'replace', to: To, state: unknown, tab: string): void
  listen(listener: () => void): () => void
}
/** Where a step leads: path with query and hash, and the tab it belongs to if any. */
export interface Step {
  to: string
  tab: string | null
}
/** Whether a step may be taken: false stays, a promise waits for the person. */
export type Gate = (step: Step) => boolean | Promise<boolean>

interface Entry {
  idx: number
  key: string
  usr: unknown
  tab?: string | null
}
const isEntry = (state: unknown): state is Entry =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
const newKey = (): string => Math.random().toString(36).slice(2, 10)

export function hrefOf(to: To): string {
  if (typeof to === 'string') return to
  const { pathname = window.location.pathname, search = '', hash = '' } = to
  return pathname + (search && search !== '?' ? search : '') + (hash && hash !== '#' ? hash : '')
}

export function createHistory(gate: Gate): AppHistory {
  const listeners = new Set<() => void>()
  let action = NavigationType.Pop
  let at = 0
  // Steps of our own on which the gate must not ask again.
  let own = 0

  if (isEntry(window.history.state)) at = window.history.state.idx
  else window.history.replaceState({ idx: 0, key: newKey(), usr: null } satisfies Entry, '')
  let location = read()
  const tabOf = (entry: unknown): string | null =>
    isEntry(entry) && typeof entry.tab === 'string' ? entry.tab : null

  function read(): Location {
    const { pathname, search, hash } = window.location
    const entry: unknown = window.history.state
    return {
      pathname,
      search,
      hash,
      state: isEntry(entry) ? entry.usr : null,
      key: isEntry(entry) ? entry.key : 'default',
    }
  }
  function settle(next: NavigationType): void {
    action = next
    location = read()
    for (const listener of listeners) listener()
  }
  function pass(step: Step, then: () => void): void {
    const open = gate(step)
    if (open === true) then()
    else if (open !== false) void open.then((yes) => yes && then())
  }
  window.addEventListener('popstate', () => {
    const to = isEntry(window.history.state) ? window.history.state.idx : 0
    const delta = to - at
    if (own > 0) {
      own--
      at = to
      return settle(NavigationType.Pop)
    }
    const open = gate({ to: hrefOf(window.location), tab: tabOf(window.history.state) })
    if (open === true || delta === 0) {
      at = to
      return settle(NavigationType.Pop)
    }
    // The browser has already moved: go back, ask, and then take the step again.
    own++
    window.history.go(-delta)
    if (open !== false)
      void open.then((yes) => {
        if (!yes) return
        own++
        window.history.go(delta)
      })
  })
  function step(kind: 'push' | 'replace', to: To, state: unknown, tab: string | null): void {
    const href = hrefOf(to)
    pass({ to: href, tab }, () => {
      const entry: Entry = {
        idx: kind === 'push' ? ++at : at,
        key: newKey(),
        usr: state,
        ...(tab === null ? {} : { tab }),
      }
      if (kind === 'push') window.history.pushState(entry, '', href)
      else window.history.replaceState(entry, '', href)
      settle(kind === 'push' ? NavigationType.Push : NavigationType.Replace)
    })
  }
  return {
    get location() {
      return location
    },
    get action() {
      return action
    },
    get tab() {
      return tabOf(window.history.state)
    },
    createHref: hrefOf,
    push: (to, state = null) => step('push', to, state, null),
    replace: (to, state = null) => step('replace', to, state, null),
    step,
    go: (delta) => window.history.go(delta),
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
