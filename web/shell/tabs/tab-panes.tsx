import { Activity, memo, useContext, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import {
  NavigationType,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  UNSAFE_RouteContext as RouteContext,
  type Location,
} from 'react-router'
import { queryClient } from '../../kit/http/query.ts'
import { UnsavedScopeProvider } from '../../kit/platform/unsaved.ts'
import { Breadcrumbs } from '../layout/breadcrumbs.tsx'
import { MatterTabs } from '../layout/matter-tabs.tsx'
import type { MenuRoute } from '../layout/menu.ts'
import { routeAt } from '../route-at.ts'
import { ScreenRoutes } from '../screen-routes.tsx'
import type { TabStore } from './tab-store.ts'
import type { Tabs } from './tabs-state.ts'

/**
 * The open pages. A hidden one keeps its entries, selection and dialogs, while its effects rest;
 * pages the menu does not keep alive are taken down and made again. Each has its own address and its
 * own way of changing it.
 */
export function TabPanes({
  tabStore,
  tabs,
  routes,
}: {
  tabStore: TabStore
  tabs: Tabs
  routes: readonly MenuRoute[]
}) {
  const drawn = tabs.list.filter(
    (tab) => tab.id === tabs.active || (tab.live && routeAt(routes, tab.place.pathname)?.keepAlive),
  )
  // The frame stands outside: what is inside a hidden one is only drawn when nothing else is to be
  // done.
  return drawn.map((tab) => (
    <div
      key={`${tab.id}:${tab.round}`}
      className="py-pane"
      data-pane={tab.id}
      data-active={tab.id === tabs.active || undefined}
    >
      <Activity mode={tab.id === tabs.active ? 'visible' : 'hidden'}>
        <Pane
          tabStore={tabStore}
          id={tab.id}
          place={tab.place}
          again={tab.round > 0}
          routes={routes}
        />
      </Activity>
    </div>
  ))
}

/** A page is the beginning of its own routes. */
const FIRST = { outlet: null, matches: [], isDataRoute: false }

interface PaneProps {
  tabStore: TabStore
  id: string
  place: Location
  again: boolean
  routes: readonly MenuRoute[]
}
/** Knows nothing of being shown: a page that comes or goes must not be drawn again for it. */
const Pane = memo(function Pane({ tabStore, id, place, again, routes }: PaneProps) {
  const outer = useContext(NavigationContext)
  const inner = useMemo(
    () => ({ ...outer, navigator: tabStore.navigatorOf(id) }),
    [outer, tabStore, id],
  )
  // Its own, kept as it is: with those around, all hidden pages would be drawn again at every step
  // of any. Deferred: what a step opens (a drawer, other rows) is drawn in slices and the page goes
  // on listening.
  const drawn = useDeferredValue(place)
  const where = useMemo(() => ({ location: drawn, navigationType: NavigationType.Pop }), [drawn])
  const scope = useMemo(
    () => ({ tab: id, shown: () => tabStore.tabs().active === id }),
    [tabStore, id],
  )
  const requested = useRef(false)
  useEffect(() => {
    // A refreshed page is asked for again, however fresh its answers are.
    if (!again || requested.current) return
    requested.current = true
    void queryClient.invalidateQueries({ type: 'active' })
  }, [again])
  return (
    <NavigationContext.Provider value={inner}>
      <LocationContext.Provider value={where}>
        <RouteContext.Provider value={FIRST}>
          <UnsavedScopeProvider value={scope}>
            <Breadcrumbs routes={routes} pathname={drawn.pathname} />
            <MatterTabs routes={routes} pathname={drawn.pathname} />
            <ScreenRoutes routes={routes} />
          </UnsavedScopeProvider>
        </RouteContext.Provider>
      </LocationContext.Provider>
    </NavigationContext.Provider>
  )
})
