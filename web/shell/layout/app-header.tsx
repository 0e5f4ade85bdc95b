import { MenuOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { memo, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { loadWhenIdle } from '../../kit/http/when-idle.ts'
import { useT } from '../../kit/text/i18n.ts'
import { LanguageSwitch } from '../settings/language-switch.tsx'
import { lazyWithRetry } from './lazy-with-retry.tsx'
import { Logo } from './logo.tsx'
import { HOME, type NavItem } from './menu.ts'
import { SearchButton } from '../palette/search-button.tsx'
import { TopMenu } from './top-menu.tsx'
import { SignOutLink, UserMenu } from '../account/user-menu.tsx'

const MenuDrawer = lazyWithRetry(() => import('./menu-drawer.tsx'))
const SettingsDrawer = lazyWithRetry(() => import('../settings/settings-drawer.tsx'))
const NavMenu = lazyWithRetry(() => import('./nav-menu.tsx'))
const NoticeBell = lazyWithRetry(loadWhenIdle(() => import('../notices/notice-bell.tsx')))

/**
 * The bar on top: mark, menu (or its button on small screens), search, language, the person. Only
 * the menu is drawn again for each page.
 */
export const AppHeader = memo(function AppHeader({
  nav,
  side,
  mobile,
  dark,
}: {
  nav: readonly NavItem[]
  side: boolean
  mobile: boolean
  dark: boolean
}) {
  const t = useT('shell')
  const [menuOpen, setMenuOpen] = useOnce()
  const [settingsOpen, setSettingsOpen] = useOnce()
  return (
    <header className="py-header" data-menu={dark && !side && !mobile ? 'dark' : undefined}>
      {mobile && (
        <Button
          type="text"
          icon={<MenuOutlined />}
          aria-label={t('menu.open')}
          aria-expanded={menuOpen === true}
          onClick={() => setMenuOpen(true)}
        />
      )}
      <Link to={HOME} className="py-logo" aria-label={`Parcelyard · ${t('menu.home')}`}>
        <Logo />
      </Link>
      {mobile || side ? (
        <span className="py-header-gap" />
      ) : (
        <nav aria-label={t('menu.label')} className="py-top-menu">
          <TopMenu items={nav} />
        </nav>
      )}
      <div className="py-header-tools">
        <SearchButton mobile={mobile} />
        <LanguageSwitch compact={mobile} />
        <span style={{ minWidth: 34 }}>
          <NoticeBell />
        </span>
        <UserMenu compact={mobile} onSettings={() => setSettingsOpen(true)} />
        {!mobile && <SignOutLink />}
      </div>
      {mobile && menuOpen !== null && (
        <MenuDrawer
          open={menuOpen}
          title={t('menu.label')}
          dark={dark}
          onClose={() => setMenuOpen(false)}
          onGone={() => setMenuOpen(null)}
        >
          <ClosesOnMove close={setMenuOpen} />
          <nav aria-label={t('menu.label')}>
            <NavMenu items={nav} dark={dark} />
          </nav>
        </MenuDrawer>
      )}
      {settingsOpen !== null && (
        <SettingsDrawer
          open={settingsOpen}
          onClose={() => setSettingsOpen(false)}
          onGone={() => setSettingsOpen(null)}
        />
      )}
    </header>
  )
})

function ClosesOnMove({ close }: { close: (open: false) => void }) {
  const { pathname } = useLocation()
  const first = useRef(pathname)
  useEffect(() => {
    if (first.current !== pathname) close(false)
    first.current = pathname
  }, [pathname, close])
  return null
}

/**
 * Whether something is open; null until it was wanted for the first time, so that its file is not
 * fetched before.
 */
function useOnce(): [boolean | null, (open: boolean | null) => void] {
  const [open, setOpen] = useState<boolean | null>(null)
  const [set] = useState(
    () => (next: boolean | null) =>
      setOpen((now) => (next === false && now === null ? null : next)),
  )
  return [open, set]
}
