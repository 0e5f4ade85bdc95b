import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Location } from 'react-router'
import { textOf } from '../../kit/text/i18n.ts'
import { withFeedback } from '../../kit/http/feedback.ts'
import { isObject, isText } from '../../kit/text/storage.ts'
import { changeUiSettings, useUiSettings } from '../../kit/session/ui-settings.ts'
import { mayLeave, unsavedTabs } from '../../kit/platform/unsaved.ts'
import { useMobile } from '../../kit/platform/use-timing.ts'
import { useSession } from '../../kit/session/session.ts'
import { history, setGate } from '../app-history.ts'
import type { MenuRoute } from '../layout/menu.ts'
import { routeAt } from '../route-at.ts'
import { createTabStore, type TabStore } from './tab-store.ts'
import { fullOf, placeOf, type Tab, type Tabs } from './tabs-state.ts'

/**
 * The desk of this page. Tabs are remembered per window and person, through a reload; small screens
 * show one page.
 */
export function useTabs(routes: readonly MenuRoute[]): {
  tabStore: TabStore
  tabs: Tabs
  many: boolean
} {
  const { multiPage } = useUiSettings()
  const mobile = useMobile()
  const { user, tenant } = useSession()
  // Records of one company are nowhere in another.
  const owner = `${user?.id ?? ''}|${tenant}`
  const latest = useRef(routes)
  latest.current = routes
  const [tabStore] = useState(() =>
    createTabStore({
      history,
      setGate,
      many: multiPage && !mobile,
      remembered: multiPage ? remembered(owner) : [],
      keepsAlive: (pathname) => routeAt(latest.current, pathname)?.keepAlive ?? false,
      say: (what) =>
        withFeedback(
          ({ message }) =>
            void message.warning({ key: what, content: textOf('shell', `tabs.${what}`) }),
        ),
    }),
  )
  const tabs = useSyncExternalStore(tabStore.subscribe, tabStore.tabs)
  const many = useSyncExternalStore(tabStore.subscribe, tabStore.many)
  useEffect(() => () => tabStore.stop(), [tabStore])
  useEffect(() => {
    remember(owner, multiPage ? tabs.list : [])
  }, [owner, multiPage, tabs])
  useEffect(() => tabStore.setMany(multiPage && !mobile), [tabStore, multiPage, mobile])
  useEffect(() => {
    if (multiPage) return
    // Hidden pages with unsaved entries are not thrown away by a switch.
    const open = [...unsavedTabs()].filter((id) => id !== tabStore.tabs().active)
    void Promise.all(open.map(async (id) => await mayLeave(id))).then((answers) =>
      answers.every(Boolean) ? tabStore.single() : changeUiSettings({ multiPage: true }),
    )
  }, [tabStore, multiPage])
  return { tabStore, tabs, many }
}

const STORAGE_KEY = 'pro__OPEN_TABS'
type Known = Pick<Tab, 'id' | 'key' | 'place'>

/** What was open in this window before it was reloaded; another person's pages are not. */
function remembered(owner: string): Known[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null')
    if (!isObject(found) || found.owner !== owner || !Array.isArray(found.list)) return []
    return found.list
      .filter(isKnown)
      .map(({ id, key, at }) => ({ id, key, place: placeOf(at) satisfies Location }))
  } catch {
    return []
  }
}
const isKnown = (value: unknown): value is { id: string; key: string; at: string } =>
  isObject(value) && isText(value.id) && isOwnPath(value.key) && isOwnPath(value.at)
const isOwnPath = (value: unknown): value is string => isText(value) && /^\/(?![/\\])/.test(value)

function remember(owner: string, list: readonly Tab[]): void {
  try {
    if (list.length === 0) sessionStorage.removeItem(STORAGE_KEY)
    else
      sessionStorage.setItem(
        STORAGE_KEY,
        JSON.stringify({
          owner,
          list: list.map((tab) => ({ id: tab.id, key: tab.key, at: fullOf(tab.place) })),
        }),
      )
  } catch {
    // Storage is off: the tabs last as long as the page.
  }
}
