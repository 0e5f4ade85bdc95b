import { Menu, type MenuProps } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { MenuIcon } from '../kit/icons.tsx'
import { currentWho } from '../kit/who.ts'
import { withToken, type NavItem } from './menu.ts'

type Item = NonNullable<MenuProps['items']>[number]

/** The server's menu; entries are links, so a middle click opens them beside. */
export function NavMenu({ items, mode, dark, collapsed = false }: { items: readonly NavItem[]; mode: 'horizontal' | 'inline'; dark: boolean; collapsed?: boolean }) {
  const { pathname } = useLocation()
  const trail = useMemo(() => trailTo(items, pathname), [items, pathname])
  const entries = useMemo(() => items.map((item) => itemOf(item)), [items])
  const [open, setOpen] = useState(trail.slice(0, -1))
  // Whoever comes to a page another way than through the menu finds its folder open; what was opened by hand stays.
  useEffect(() => setOpen((now) => [...new Set([...now, ...trail.slice(0, -1)])]), [trail])
  return (
    <Menu
      mode={mode} theme={dark ? 'dark' : 'light'} items={entries} selectedKeys={trail} className="py-menu"
      {...(mode === 'inline' ? { inlineCollapsed: collapsed, inlineIndent: 16, ...(collapsed ? {} : { openKeys: open, onOpenChange: setOpen }) } : {})}
    />
  )
}

function itemOf(item: NavItem): Item {
  const icon = item.icon ? <MenuIcon name={item.icon} /> : undefined
  if (item.children.length > 0) return { key: item.path, label: item.title, ...(icon ? { icon } : {}), children: item.children.map((child) => itemOf(child)), popupClassName: 'py-menu-popup' }
  const label = item.external ? <a href={withToken(item.external, currentWho().token)} target="_blank" rel="noreferrer">{item.title}</a> : <Link to={item.path}>{item.title}</Link>
  return { key: item.path, label, ...(icon ? { icon } : {}) }
}

/** The entry a path stands under, with its parents; a detail page counts to its list. */
export function trailTo(items: readonly NavItem[], pathname: string): string[] {
  let best: string[] = []
  const walk = (nodes: readonly NavItem[], above: string[]) => {
    for (const node of nodes) {
      const here = [...above, node.path]
      if (node.children.length > 0) walk(node.children, here)
      else if ((pathname === node.path || pathname.startsWith(`${node.path}/`)) && node.path.length > (best.at(-1)?.length ?? 0)) best = here
    }
  }
  walk(items, [])
  return best
}
