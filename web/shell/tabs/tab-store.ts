import { NavigationType, type Location, type Navigator, type To } from 'react-router'
import { hrefOf, type AppHistory, type Gate } from '../../kit/platform/history/history.ts'
import { forgetUnsaved, mayLeave, unsavedTabs } from '../../kit/platform/unsaved.ts'
import { isOutside } from '../guard.ts'
import {
  arrive,
  close,
  closing,
  fullOf,
  leastUsed,
  MAX_TABS,
  moveHidden,
  placeOf,
  refresh,
  single,
  startTabs,
  tabFor,
  whyNotClose,
  type Side,
  type Tab,
  type Tabs,
} from './tabs-state.ts'

export interface TabStoreOptions {
  history: AppHistory
  /** Pages as tabs; else the page shown is exchanged. */
  many: boolean
  remembered: readonly Pick<Tab, 'id' | 'key' | 'place'>[]
  /** Whether a page stays alive while it is not shown (the menu's word). */
  keepsAlive: (pathname: string) => boolean
  /** Shows the user why something did not happen, or that a tab went. */
  say: (what: 'home' | 'last' | 'full' | 'dropped') => void
}
/** The open pages and what may be done with them; follows the history and leads it. */
export interface TabStore {
  tabs: () => Tabs
  many: () => boolean
  subscribe: (listener: () => void) => () => void
  /** The way out of a tab's links and redirects; null: of everything outside the tabs. */
  navigatorOf: (tab: string | null) => Navigator
  activate: (id: string) => void
  close: (id: string, side: Side) => Promise<void>
  refresh: (id: string) => Promise<void>
  /** Many pages or one; the hidden ones stay as they are. */
  setMany: (many: boolean) => void
  /** Lets go of all but the shown page. */
  single: () => void
  stop: () => void
}

export function createTabStore(
  options: TabStoreOptions & { setGate: (gate: Gate) => () => void },
): TabStore {
  const { history, keepsAlive, say } = options
  let many = options.many
  let tabs = startTabs(history.location, options.remembered, many ? history.tab : null)
  /** A step the person has agreed to already. */
  let free = false
  const listeners = new Set<() => void>()
  const navigators = new Map<string | null, Navigator>()

  function set(next: Tabs): void {
    if (next === tabs) return
    tabs = next
    for (const listener of listeners) listener()
  }
  const find = (id: string | null): Tab | undefined => tabs.list.find((tab) => tab.id === id)
  function freely(step: () => void): void {
    free = true
    try {
      step()
    } finally {
      free = false
    }
  }

  /** Leaving a tab loses nothing where its page stays alive. */
  const gate: Gate = ({ to, tab }) => {
    if (free) return true
    const place = placeOf(to)
    if (isOutside(place.pathname)) return mayLeave()
    if (!many) return mayLeave(tabs.active)
    const here = find(tabs.active)
    const target = find(tab) ?? tabFor(tabs, place)
    if (!target && tabs.list.length >= MAX_TABS && !leastUsed(tabs, unsavedTabs())) {
      say('full')
      return false
    }
    if (target?.id !== here?.id && here && keepsAlive(here.place.pathname)) return true
    return mayLeave(tabs.active)
  }
  const openGate = options.setGate(gate)

  const off = history.listen(() => {
    if (isOutside(history.location.pathname)) return
    const next = arrive(tabs, history.location, {
      tab: many ? history.tab : null,
      many,
      replaced: history.action === NavigationType.Replace,
      keep: unsavedTabs(),
    })
    if (next.dropped !== null) {
      forgetUnsaved(next.dropped)
      if (history.action !== NavigationType.Replace) say('dropped')
    }
    set(next.tabs)
  })

  function go(kind: 'push' | 'replace', from: string | null, to: To, state: unknown): void {
    const full = hrefOf(to)
    const place: Location = { ...placeOf(full), state }
    if (from !== null && from !== tabs.active) return set(moveHidden(tabs, from, place))
    if (!many || isOutside(place.pathname)) return history[kind](to, state)
    const here = find(from)
    if (here && (kind === 'replace' || here.place.pathname === place.pathname))
      return history.step(kind, to, state, here.id)
    const there = tabFor(tabs, place)
    if (!there) return history.push(to, state)
    // A plain link to an open page shows it as it stands; one with a question of its own puts that
    // question, and so does one to the page shown.
    if (place.search === '' && place.hash === '' && there.id !== tabs.active)
      return activate(there.id)
    history.step(kind, to, state, there.id)
  }
  function activate(id: string): void {
    const tab = find(id)
    if (tab && id !== tabs.active) history.step('push', fullOf(tab.place), tab.place.state, id)
  }
  async function closeTabs(id: string, side: Side): Promise<void> {
    const refused = side === 'one' ? whyNotClose(tabs, id) : null
    if (refused) return say(refused)
    const gone: string[] = []
    for (const one of closing(tabs, id, side)) {
      // The person must see what they are asked about.
      if (unsavedTabs().has(one)) activate(one)
      if (!unsavedTabs().has(one) || (await mayLeave(one))) gone.push(one)
    }
    const before = tabs.active
    for (const one of gone) forgetUnsaved(one)
    set(close(tabs, gone, id))
    const now = find(tabs.active)
    if (now && now.id !== before)
      freely(() => history.step('replace', fullOf(now.place), now.place.state, now.id))
  }

  return {
    tabs: () => tabs,
    many: () => many,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    navigatorOf: (tab) => {
      const known = navigators.get(tab)
      if (known) return known
      const made: Navigator = {
        createHref: hrefOf,
        go: (delta) => history.go(delta),
        push: (to, state) => go('push', tab, to, state),
        replace: (to, state) => go('replace', tab, to, state),
      }
      navigators.set(tab, made)
      return made
    },
    activate,
    close: closeTabs,
    refresh: async (id) => {
      if (unsavedTabs().has(id) && !(await mayLeave(id))) return
      forgetUnsaved(id)
      set(refresh(tabs, id))
      activate(id)
    },
    setMany: (next) => {
      if (next === many) return
      many = next
      for (const listener of listeners) listener()
    },
    single: () => {
      const next = single(tabs)
      for (const { id } of tabs.list) if (!next.list.some((tab) => tab.id === id)) forgetUnsaved(id)
      set(next)
    },
    stop: () => {
      off()
      openGate()
    },
  }
}
