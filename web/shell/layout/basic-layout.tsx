import { useContext, useEffect, useMemo, type ReactNode } from 'react'
import {
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  type Location,
} from 'react-router'
import { useT } from '../../kit/text/i18n.ts'
import { setRouteTitle } from '../../kit/platform/page-title.ts'
import { useUiSettings } from '../../kit/session/ui-settings.ts'
import { useMobile } from '../../kit/platform/use-timing.ts'
import { useSession } from '../../kit/session/session.ts'
import { GlobalTools } from '../global-tools.tsx'
import { history } from '../app-history.ts'
import { AppHeader } from './app-header.tsx'
import { HOME, navOf, routesOf } from './menu.ts'
import { lazyWithRetry } from './lazy-with-retry.tsx'
import { OfflineBanner } from '../offline-banner.tsx'
import { routeAt } from '../route-at.ts'
import { SideMenu } from './side-menu.tsx'
import type { TabStore } from '../tabs/tab-store.ts'
import { TabPanes } from '../tabs/tab-panes.tsx'
import { useHeaderHidden } from './use-header-hidden.ts'
import { usePageChange } from '../tabs/use-page-change.ts'
import { useSettingsSync } from '../settings/use-settings-sync.ts'
import { useTabs } from '../tabs/use-tabs.ts'

// Off by default: a user who has it on finds its room kept.
const ImpersonationBand = lazyWithRetry(() => import('../account/impersonation-band.tsx'))
const TabBar = lazyWithRetry(() => import('../tabs/tab-bar.tsx'))

/** Header, menu on top or at the side, the open pages, footer. */
export function BasicLayout() {
  const t = useT('shell')
  const { rights, user } = useSession()
  const { layout, contentWidth, theme, fixedHeader, fixedSide, autoHideHeader } = useUiSettings()
  const mobile = useMobile()
  const nav = useMemo(() => navOf(rights?.menu ?? []), [rights])
  const routes = useMemo(() => routesOf(rights?.menu ?? []), [rights])
  useSettingsSync()
  const { tabStore, tabs, many } = useTabs(routes)
  const place =
    (tabs.list.find((tab) => tab.id === tabs.active) ?? tabs.list[0])?.place ??
    tabStore.tabs().list[0]!.place
  const main = usePageChange(tabs.active, place)
  const hidden = useHeaderHidden(autoHideHeader, place.pathname)
  const title = routeAt(routes, place.pathname)?.title ?? null
  useEffect(() => setRouteTitle(title, place.pathname === HOME), [title, place.pathname])

  const side = layout === 'sidemenu' && !mobile
  return (
    <div
      className="py-app"
      data-header={fixedHeader || mobile ? 'fixed' : 'static'}
      data-hidden={hidden || undefined}
      data-side={side ? (fixedSide ? 'fixed' : 'static') : undefined}
      data-tabs={(many && !mobile) || undefined}
    >
      <a
        href="#main"
        className="py-skip"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {t('skip')}
      </a>
      <div className="py-top">
        <Around tabStore={tabStore} place={place}>
          <AppHeader nav={nav} side={side} mobile={mobile} dark={theme === 'dark'} />
        </Around>
        <OfflineBanner />
        {user?.acting && <ImpersonationBand />}
      </div>
      <div className="py-body">
        {side && (
          <Around tabStore={tabStore} place={place}>
            <SideMenu nav={nav} />
          </Around>
        )}
        <div className="py-column">
          {many && !mobile && (
            <div className="py-tabs-room">
              <TabBar tabStore={tabStore} tabs={tabs} routes={routes} />
            </div>
          )}
          <main id="main" ref={main} tabIndex={-1} className="py-main" data-width={contentWidth}>
            <TabPanes tabStore={tabStore} tabs={tabs} routes={routes} />
            <footer className="py-footer">Parcelyard</footer>
          </main>
        </div>
      </div>
      <Around tabStore={tabStore} place={place}>
        <GlobalTools />
      </Around>
    </div>
  )
}

/**
 * What stands around the pages: it knows where one is, and its links open a page, while those
 * within one lead on from it. Next to the pages, not over them: what is over them would draw all of
 * them again at every step.
 */
function Around({
  tabStore,
  place,
  children,
}: {
  tabStore: TabStore
  place: Location
  children: ReactNode
}) {
  const outer = useContext(NavigationContext)
  const ways = useMemo(
    () => ({ ...outer, navigator: tabStore.navigatorOf(null) }),
    [outer, tabStore],
  )
  const where = useMemo(() => ({ location: place, navigationType: history.action }), [place])
  return (
    <NavigationContext.Provider value={ways}>
      <LocationContext.Provider value={where}>{children}</LocationContext.Provider>
    </NavigationContext.Provider>
  )
}
