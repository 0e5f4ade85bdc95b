import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { memo } from 'react'
import { useT } from '../../kit/text/i18n.ts'
import { changeUiSettings, useUiSettings } from '../../kit/session/ui-settings.ts'
import { lazyWithRetry } from './lazy-with-retry.tsx'
import type { NavItem } from './menu.ts'

const NavMenu = lazyWithRetry(() => import('./nav-menu.tsx'))

/** 200 px wide, 80 collapsed (specification §9). */
export const SideMenu = memo(function SideMenu({ nav }: { nav: readonly NavItem[] }) {
  const t = useT('shell')
  const { sideOpen, theme } = useUiSettings()
  const dark = theme === 'dark'
  return (
    <aside
      className="py-side"
      aria-label={t('menu.side')}
      data-collapsed={!sideOpen || undefined}
      data-menu={dark ? 'dark' : undefined}
    >
      <nav aria-label={t('menu.label')}>
        <NavMenu items={nav} collapsed={!sideOpen} dark={dark} />
      </nav>
      <Button
        type="text"
        block
        icon={sideOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        aria-label={t(sideOpen ? 'menu.collapse' : 'menu.expand')}
        aria-expanded={sideOpen}
        onClick={() => changeUiSettings({ sideOpen: !sideOpen })}
      />
    </aside>
  )
})
