import { useContext, useEffect, useMemo } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { useT } from '../kit/i18n.ts'
import { setRouteTitle } from '../kit/page-title.ts'
import { useUiSettings } from '../kit/ui-settings.ts'
import { useMobile } from '../kit/use-late.ts'
import { useWho } from '../kit/who.ts'
import { Anywhere } from './anywhere.tsx'
import { AppHeader } from './app-header.tsx'
import { HOME, navOf, routesOf } from './menu.ts'
import { OfflineBanner } from './offline-banner.tsx'
import { routeAt } from './route-at.ts'
import { SideMenu } from './side-menu.tsx'
import { TabBar } from './tab-bar.tsx'
import { TabPanes } from './tab-panes.tsx'
import { useHeaderHidden } from './use-header-hidden.ts'
import { usePageChange } from './use-page-change.ts'
import { useSettingsSync } from './use-settings-sync.ts'
import { useTabs } from './use-tabs.ts'

/** Header, menu on top or at the side, the open pages, footer. */
export function BasicLayout() {
  const t = useT('shell')
  const { rights } = useWho()
  const { layout, contentWidth, theme, fixedHeader, fixedSide, autoHideHeader } = useUiSettings()
  const mobile = useMobile()
  const nav = useMemo(() => navOf(rights?.menu ?? []), [rights])
  const routes = useMemo(() => routesOf(rights?.menu ?? []), [rights])
  useSettingsSync()
  const { desk, tabs, many } = useTabs(routes)
  const place = (tabs.list.find((tab) => tab.id === tabs.active) ?? tabs.list[0])?.place ?? desk.tabs().list[0]!.place
  const main = usePageChange(tabs.active, place)
  const hidden = useHeaderHidden(autoHideHeader, place.pathname)
  // Links outside the pages (menu, search, messages) open a page; those within one lead on from it.
  const outer = useContext(NavigationContext)
  const around = useMemo(() => ({ ...outer, navigator: desk.navigatorOf(null) }), [outer, desk])
  const title = routeAt(routes, place.pathname)?.title ?? null
  useEffect(() => setRouteTitle(title, place.pathname === HOME), [title, place.pathname])

  const side = layout === 'sidemenu' && !mobile
  return (
    <NavigationContext.Provider value={around}>
      <div className="py-app" data-header={fixedHeader || mobile ? 'fixed' : 'static'} data-hidden={hidden || undefined} data-side={side ? (fixedSide ? 'fixed' : 'static') : undefined} data-tabs={(many && !mobile) || undefined}>
        <a href="#main" className="py-skip" onClick={(event) => { event.preventDefault(); main.current?.focus() }}>{t('skip')}</a>
        <div className="py-top">
          <AppHeader nav={nav} side={side} mobile={mobile} dark={theme === 'dark'} />
          <OfflineBanner />
        </div>
        <div className="py-body">
          {side && <SideMenu nav={nav} />}
          <div className="py-column">
            {many && !mobile && <TabBar desk={desk} tabs={tabs} routes={routes} />}
            <main id="main" ref={main} tabIndex={-1} className="py-main" data-width={contentWidth}>
              <TabPanes desk={desk} tabs={tabs} routes={routes} />
              <footer className="py-footer">Parcelyard</footer>
            </main>
          </div>
        </div>
        <Anywhere nav={nav} />
      </div>
    </NavigationContext.Provider>
  )
}
