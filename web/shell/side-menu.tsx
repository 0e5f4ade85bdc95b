import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useT } from '../kit/i18n.ts'
import type { NavItem } from './menu.ts'
import { NavMenu } from './nav-menu.tsx'
import { changeUiSettings, useUiSettings } from '../kit/ui-settings.ts'

/** 200 px wide, 80 collapsed (specification §9). */
export function SideMenu({ nav }: { nav: readonly NavItem[] }) {
  const t = useT('shell')
  const { sideOpen } = useUiSettings()
  return (
    <aside className="py-side" data-collapsed={!sideOpen || undefined}>
      <nav aria-label={t('menu.label')}><NavMenu items={nav} mode="inline" collapsed={!sideOpen} /></nav>
      <Button type="text" block icon={sideOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />} aria-label={t(sideOpen ? 'menu.collapse' : 'menu.expand')} onClick={() => changeUiSettings({ sideOpen: !sideOpen })} />
    </aside>
  )
}
