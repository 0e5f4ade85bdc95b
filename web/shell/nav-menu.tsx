import { Menu, type MenuProps } from 'antd'
import { Link, useLocation } from 'react-router'
import { MenuIcon } from '../kit/icons.tsx'
import type { NavItem } from './menu.ts'

type Item = NonNullable<MenuProps['items']>[number]

/** The server's menu; entries are links, so a middle click opens them beside. */
export function NavMenu({ items, mode, collapsed = false }: { items: readonly NavItem[]; mode: 'horizontal' | 'inline'; collapsed?: boolean }) {
  const { pathname } = useLocation()
  const trail = trailTo(items, pathname)
  return (
    <Menu
      mode={mode} items={items.map((item) => itemOf(item, true))} selectedKeys={trail} className="py-menu"
      {...(mode === 'inline' ? { defaultOpenKeys: trail, inlineCollapsed: collapsed, inlineIndent: 16 } : {})}
    />
  )
}

function itemOf(item: NavItem, top: boolean): Item {
  const icon = item.icon ? <MenuIcon name={item.icon} /> : undefined
  if (item.children.length > 0) return { key: item.path, label: item.title, ...(icon ? { icon } : {}), children: item.children.map((child) => itemOf(child, false)), ...(top ? { popupClassName: 'py-menu-popup' } : {}) }
  const label = item.external ? <a href={item.external} target="_blank" rel="noreferrer">{item.title}</a> : <Link to={item.path}>{item.title}</Link>
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
