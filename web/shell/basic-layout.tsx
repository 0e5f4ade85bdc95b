import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { useT } from '../kit/i18n.ts'
import { useMobile } from '../kit/use-late.ts'
import { useWho } from '../kit/who.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { AppHeader } from './app-header.tsx'
import { navOf, routesOf } from './menu.ts'
import { OfflineBanner } from './offline-banner.tsx'
import { ScreenRoutes } from './screen-routes.tsx'
import { SideMenu } from './side-menu.tsx'
import { useUiSettings } from '../kit/ui-settings.ts'
import { useRouteFocus } from './use-route-focus.ts'

/** Header, menu on top or at the side, page, footer. */
export function BasicLayout() {
  const t = useT('shell')
  const { rights } = useWho()
  const { layout, contentWidth, theme } = useUiSettings()
  const { pathname } = useLocation()
  const mobile = useMobile()
  const nav = useMemo(() => navOf(rights?.menu ?? []), [rights])
  const routes = useMemo(() => routesOf(rights?.menu ?? []), [rights])
  const main = useRouteFocus(pathname)
  const side = layout === 'sidemenu' && !mobile
  return (
    <div className="py-app" data-menu={theme}>
      <a href="#main" className="py-skip" onClick={(event) => { event.preventDefault(); main.current?.focus() }}>{t('skip')}</a>
      <AppHeader nav={nav} side={side} mobile={mobile} />
      <OfflineBanner />
      <div className="py-body">
        {side && <SideMenu nav={nav} />}
        <main id="main" ref={main} tabIndex={-1} className="py-main" data-width={side ? 'Fluid' : contentWidth}>
          <Breadcrumbs routes={routes} />
          <ScreenRoutes routes={routes} />
          <footer className="py-footer">Parcelyard</footer>
        </main>
      </div>
    </div>
  )
}
