import type { Location } from 'react-router'
import { HOME } from '../layout/menu.ts'

/** More open pages than this are not found again, and each holds memory. */
export const MAX_TABS = 20

/**
 * One open page. `key` is the full path it was opened under, `place` where it stands now: its
 * filters and drawers move it.
 */
export interface Tab {
  readonly id: string
  readonly key: string
  readonly place: Location
  /** It has been drawn: only then is there something to keep. */
  readonly live: boolean
  /** Counts refreshes: another number mounts the page again. */
  readonly round: number
  /** When it was last looked at, by the desk's own count. */
  readonly used: number
}
/** The open pages: home first, at most `MAX_TABS`, `active` always one of them. */
export interface Tabs {
  readonly list: readonly Tab[]
  readonly active: string
  readonly clock: number
}

export const fullOf = ({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string => pathname + search + hash
/** Home is one page whatever stands behind the question mark. */
export const keyOf = (place: Location): string => (place.pathname === HOME ? HOME : fullOf(place))
export const isHome = (tab: Tab): boolean => tab.key === HOME

const freshId = (tabs: Pick<Tabs, 'list' | 'clock'>): string => {
  let number = tabs.clock
  while (tabs.list.some((tab) => tab.id === `t${number}`)) number++
  return `t${number}`
}
const make = (tabs: Pick<Tabs, 'list' | 'clock'>, place: Location): Tab => ({
  id: freshId(tabs),
  key: keyOf(place),
  place,
  live: false,
  round: 0,
  used: 0,
})
export const placeOf = (full: string): Location => {
  const { pathname, search, hash } = new URL(full, 'http://tab')
  return { pathname, search, hash, state: null, key: 'default' }
}

/** One tab per key (the active one, else the earlier, stays), home in front and never missing. */
function tidy(tabs: Tabs): Tabs {
  const active = tabs.list.find((tab) => tab.id === tabs.active)
  const seen = new Set(active ? [active.key] : [])
  const list = tabs.list.filter(
    (tab) => tab === active || (!seen.has(tab.key) && seen.add(tab.key)),
  )
  const home = list.find(isHome) ?? make(tabs, placeOf(HOME))
  return { ...tabs, list: [home, ...list.filter((tab) => tab !== home)] }
}
/** Makes a tab the one that is shown. */
function show(tabs: Tabs, id: string): Tabs {
  const clock = tabs.clock + 1
  return {
    list: tabs.list.map((tab) => (tab.id === id ? { ...tab, live: true, used: clock } : tab)),
    active: id,
    clock,
  }
}

/** The desk at the start: what was remembered, and the page the address names on top. */
export function startTabs(
  place: Location,
  remembered: readonly Pick<Tab, 'id' | 'key' | 'place'>[] = [],
  tab: string | null = null,
): Tabs {
  const list = remembered
    .slice(0, MAX_TABS)
    .map((known) => ({ ...known, live: false, round: 0, used: 0 }))
  const ids = new Set(list.map((known) => known.id))
  const bare: Tabs = { list: ids.size === list.length ? list : [], active: '', clock: 0 }
  return arrive(tidy(bare), place, { tab, many: true }).tabs
}

/** The tab a place belongs to: opened under it, else standing at it. */
export const tabFor = (tabs: Tabs, place: Location): Tab | undefined =>
  tabs.list.find((tab) => tab.key === keyOf(place)) ??
  tabs.list.find((tab) => fullOf(tab.place) === fullOf(place))

/**
 * The tab that would go for a new one: the one longest not looked at, neither home nor shown nor
 * holding entries; null when none may go.
 */
export function leastUsed(tabs: Tabs, keep: ReadonlySet<string>): Tab | null {
  return (
    tabs.list
      .filter((tab) => !isHome(tab) && tab.id !== tabs.active && !keep.has(tab.id))
      .sort((a, b) => a.used - b.used)[0] ?? null
  )
}

/**
 * `tab`: whose step it is, if known; `many`: pages as tabs; `replaced`: the step took the place of
 * the one before; `keep`: tabs that hold entries.
 */
export interface Arrival {
  tab: string | null
  many: boolean
  replaced?: boolean
  keep?: ReadonlySet<string>
}
/**
 * The history has moved to `place`. With a tab named, that one has moved. Otherwise it is the tab
 * of that place or a new one; in single-page mode (`many` false) the page shown is exchanged.
 * `dropped` went for want of room, or because it led on to a page that is open already.
 */
export function arrive(
  tabs: Tabs,
  place: Location,
  { tab, many, replaced = false, keep = new Set() }: Arrival,
): { tabs: Tabs; dropped: string | null } {
  const own = tabs.list.find((known) => known.id === (tab ?? (many ? undefined : tabs.active)))
  const there = tabFor(tabs, place)
  if (own && there && many && own !== there && own.place.pathname !== place.pathname) {
    const leaves = replaced && !isHome(own) ? own : null
    return {
      tabs: tidy(
        show(
          moved({ ...tabs, list: tabs.list.filter((known) => known !== leaves) }, there, place),
          there.id,
        ),
      ),
      dropped: leaves?.id ?? null,
    }
  }
  const target = own ?? there
  if (target) return { tabs: tidy(show(moved(tabs, target, place), target.id)), dropped: null }
  const going =
    tabs.list.length >= MAX_TABS ? (leastUsed(tabs, keep) ?? leastUsed(tabs, new Set())) : null
  const available = { ...tabs, list: tabs.list.filter((known) => known !== going) }
  const fresh = make(available, place)
  return {
    tabs: tidy(show({ ...available, list: [...available.list, fresh] }, fresh.id)),
    dropped: going?.id ?? null,
  }
}

/**
 * Within one page the address moves and the tab stays the same; another page makes another tab of
 * it.
 */
function moved(tabs: Tabs, tab: Tab, place: Location): Tabs {
  // Shown again where it stood: nothing of it is to be drawn again.
  if (fullOf(tab.place) === fullOf(place) && tab.place.state === place.state) return tabs
  const same = tab.place.pathname === place.pathname
  const next: Tab = same ? { ...tab, place } : { ...tab, place, key: keyOf(place) }
  return { ...tabs, list: tabs.list.map((known) => (known === tab ? next : known)) }
}
/**
 * A hidden tab's own address changes unseen: a form that was still saving leads
 * on to its list.
 */
export const moveHidden = (tabs: Tabs, id: string, place: Location): Tabs => {
  const tab = tabs.list.find((known) => known.id === id)
  return tab ? tidy(moved(tabs, tab, place)) : tabs
}

export type Refusal = 'home' | 'last'
/** Why a tab may not be closed (specification §2); null: it may. */
export function whyNotClose(tabs: Tabs, id: string): Refusal | null {
  if (tabs.list.length === 1) return 'last'
  return tabs.list.some((tab) => tab.id === id && isHome(tab)) ? 'home' : null
}

export type Side = 'one' | 'left' | 'right' | 'others'
/** The tabs closing would take, seen from one of them; home never. */
export function closing(tabs: Tabs, id: string, side: Side): string[] {
  const at = tabs.list.findIndex((tab) => tab.id === id)
  if (at < 0) return []
  const goes = {
    one: (index: number) => index === at,
    left: (index: number) => index < at,
    right: (index: number) => index > at,
    others: (index: number) => index !== at,
  }[side]
  return tabs.list.filter((tab, index) => !isHome(tab) && goes(index)).map((tab) => tab.id)
}
/**
 * Closes tabs. When the shown one goes, the one that takes its place is shown: `from` where closing
 * started, else the next, else the last.
 */
export function close(tabs: Tabs, ids: readonly string[], from?: string): Tabs {
  const list = tabs.list.filter((tab) => isHome(tab) || !ids.includes(tab.id))
  if (list.some((tab) => tab.id === tabs.active)) return { ...tabs, list }
  const before = tabs.list
    .slice(
      0,
      tabs.list.findIndex((tab) => tab.id === tabs.active),
    )
    .filter((tab) => list.includes(tab)).length
  const next = list.find((tab) => tab.id === from) ?? list[before] ?? list.at(-1)
  return next ? show({ ...tabs, list }, next.id) : tabs
}
export const refresh = (tabs: Tabs, id: string): Tabs => ({
  ...tabs,
  list: tabs.list.map((tab) => (tab.id === id ? { ...tab, round: tab.round + 1 } : tab)),
})
/** Only the shown page stays; the others and what they held are gone. */
export const single = (tabs: Tabs): Tabs =>
  tidy({ ...tabs, list: tabs.list.filter((tab) => tab.id === tabs.active) })
