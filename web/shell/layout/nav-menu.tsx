import { Menu, type MenuProps } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { MenuIcon } from '../../kit/platform/icons/icons.tsx'
import { currentSession } from '../../kit/session/session.ts'
import { withToken, type NavItem } from './menu.ts'
import { trailTo } from './menu-trail.ts'

type Item = NonNullable<MenuProps['items']>[number]

/**
 * The server's menu at the side or in the drawer; entries are links, so a middle click opens them
 * in a new tab.
 */
export default function NavMenu({
  items,
  dark,
  collapsed = false,
}: {
  items: readonly NavItem[]
  dark: boolean
  collapsed?: boolean
}) {
  const { pathname } = useLocation()
  const trail = useMemo(() => trailTo(items, pathname), [items, pathname])
  const entries = useMemo(() => items.map((item) => itemOf(item)), [items])
  const [open, setOpen] = useState(trail.slice(0, -1))
  // A user who comes to a page other than through the menu finds its folder open; what was
  // opened by hand stays.
  useEffect(() => setOpen((now) => [...new Set([...now, ...trail.slice(0, -1)])]), [trail])
  return (
    <Menu
      mode="inline"
      theme={dark ? 'dark' : 'light'}
      items={entries}
      selectedKeys={trail}
      className="py-menu"
      inlineCollapsed={collapsed}
      inlineIndent={16}
      {...(collapsed ? {} : { openKeys: open, onOpenChange: setOpen })}
    />
  )
}

function itemOf(item: NavItem): Item {
  const icon = item.icon ? <MenuIcon name={item.icon} /> : undefined
  if (item.children.length > 0)
    return {
      key: item.path,
      label: item.title,
      ...(icon ? { icon } : {}),
      children: item.children.map((child) => itemOf(child)),
      popupClassName: 'py-menu-popup',
    }
  const label = item.external ? (
    <a href={withToken(item.external, currentSession().token)} target="_blank" rel="noreferrer">
      {item.title}
    </a>
  ) : (
    <Link to={item.path}>{item.title}</Link>
  )
  return { key: item.path, label, ...(icon ? { icon } : {}) }
}
