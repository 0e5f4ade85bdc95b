import { MenuOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useT } from '../kit/i18n.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import { HOME, type NavItem } from './menu.ts'
import { NavMenu } from './nav-menu.tsx'
import { UserMenu } from './user-menu.tsx'

const MenuDrawer = lazy(() => import('./menu-drawer.tsx'))

/** The bar on top: mark, menu (or its button on small screens), language, the person. */
export function AppHeader({ nav, side, mobile }: { nav: readonly NavItem[]; side: boolean; mobile: boolean }) {
  const t = useT('shell')
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  useEffect(() => setOpen(false), [pathname])
  return (
    <header className="py-header">
      {mobile && <Button type="text" icon={<MenuOutlined />} aria-label={t('menu.open')} aria-expanded={open} onClick={() => setOpen(true)} />}
      <Link to={HOME} className="py-logo" aria-label={`Parcelyard · ${t('menu.home')}`}><Logo /></Link>
      {mobile || side ? <span className="py-header-gap" /> : <nav aria-label={t('menu.label')} className="py-top-menu"><NavMenu items={nav} mode="horizontal" /></nav>}
      <div className="py-header-tools">
        <LanguageSwitch compact={mobile} />
        <UserMenu compact={mobile} />
      </div>
      {mobile && <Suspense><MenuDrawer open={open} title={t('menu.label')} onClose={() => setOpen(false)}><nav aria-label={t('menu.label')}><NavMenu items={nav} mode="inline" /></nav></MenuDrawer></Suspense>}
    </header>
  )
}
