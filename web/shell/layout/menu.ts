import type { MenuNode } from '#contracts/platform/session/session.ts'

/** Default landing path (specification §9). */
export const HOME = '/dashboard/analysis'

export interface NavItem {
  path: string
  title: string
  icon: string | null
  external: string | null
  children: NavItem[]
  /** The screens this line gathers; its own path is that of the first. */
  tabs?: Crumb<string>[]
}
export interface Crumb<Path = string | null> {
  title: string
  path: Path
}
/** A page the server's menu declares: what to show at a path, and the way to it. */
export interface MenuRoute {
  path: string
  title: string
  component: string
  kind: 'screen' | 'frame' | 'folder' | 'outside'
  url: string | null
  keepAlive: boolean
  redirect: string | null
  trail: Crumb[]
  /** The screens of one matter, this one among them; empty where it stands alone. */
  tabs: readonly Crumb<string>[]
  node: MenuNode
}

export const isLayout = (component: string): boolean => component.includes('layouts')
/** A line of the menu whose screens are the tabs of it. */
const gathers = (node: MenuNode): boolean => node.component === 'layouts/TabLayout'
const tabsOf = (items: readonly NavItem[]): Crumb<string>[] =>
  items.map(({ title, path }) => ({ title, path }))
export const isFrame = (component: string): boolean => component.includes('IframePageView')
const isWeb = (text: string | undefined): text is string =>
  text !== undefined && /^https?:\/\//.test(text)

/**
 * The menu as shown: hidden entries fall out, and with them a parent that has nothing else; a
 * parent of one stands as that one; `alwaysShow` makes a leaf.
 */
export function navOf(nodes: readonly MenuNode[], parent = ''): NavItem[] {
  return nodes
    .filter((node) => !node.hidden)
    .flatMap((node): NavItem[] => {
      const path = pathOf(node, parent)
      const all = node.children ?? []
      const children = node.alwaysShow ? [] : navOf(all, path)
      if (all.length > 0 && !node.alwaysShow && children.length === 0) return []
      // A folder of one is that one.
      const only = isLayout(node.component) && children.length === 1 ? children[0] : undefined
      if (only) return [{ ...only, icon: node.meta.icon ?? only.icon }]
      const first = children[0]
      if (first && gathers(node))
        return [
          {
            ...first,
            title: node.meta.title,
            icon: node.meta.icon ?? null,
            tabs: tabsOf(children),
          },
        ]
      return [
        {
          path,
          title: node.meta.title,
          icon: node.meta.icon ?? null,
          external: externalOf(node),
          children,
        },
      ]
    })
}

/**
 * Every route of the menu, hidden ones too; an entry with route "0" makes none, nor do those
 * below it.
 */
export function routesOf(
  nodes: readonly MenuNode[],
  trail: readonly Crumb[] = [],
  parent = '',
  tabs: readonly Crumb<string>[] = [],
): MenuRoute[] {
  return nodes
    .filter((node) => node.route !== '0')
    .flatMap((node): MenuRoute[] => {
      const path = pathOf(node, parent)
      const children = node.children ?? []
      const folder = isLayout(node.component) && !isFrame(node.component)
      const own: Crumb[] = [
        ...trail.filter(({ title }) => title !== node.meta.title),
        { title: node.meta.title, path: folder && !node.alwaysShow ? null : path },
      ]
      const route: MenuRoute = {
        path,
        title: node.meta.title,
        component: node.component,
        node,
        trail: own,
        tabs,
        kind: externalOf(node)
          ? 'outside'
          : folder
            ? 'folder'
            : isFrame(node.component)
              ? 'frame'
              : 'screen',
        url: externalOf(node) ?? (node.meta.url ? resolveUrl(node.meta.url) : null),
        keepAlive: node.meta.keepAlive,
        redirect: node.alwaysShow
          ? null
          : (node.redirect ?? (folder ? firstPage(children, path) : null)),
      }
      const siblings = gathers(node) ? tabsOf(navOf(children, path)) : []
      return [route, ...routesOf(children, own, path, siblings.length > 1 ? siblings : [])]
    })
}

function firstPage(nodes: readonly MenuNode[], parent: string): string | null {
  const first = nodes.find((node) => !node.hidden && node.route !== '0')
  return first ? pathOf(first, parent) : null
}

export function pathOf(node: MenuNode, parent: string): string {
  if (node.path.startsWith('/')) return node.path
  return `${parent}/${node.path}`
}

/** Where an entry leads outside: `internalOrExternal` opens a new window. */
export function externalOf(node: MenuNode): string | null {
  if (!node.meta.internalOrExternal) return null
  const url = node.meta.url ? resolveUrl(node.meta.url) : isWeb(node.path) ? node.path : null
  return url && isWeb(url) ? url : null
}

/** `{{ … }}` in a menu's address stands for our own domain; it is replaced, never evaluated. */
export function resolveUrl(url: string, origin = window.location.origin): string {
  return url.replace(/\{\{[^}]*\}\}/g, origin)
}

/** The token goes into an address only when it stays in the installation. */
export function withToken(
  url: string,
  token: string | null,
  origin = window.location.origin,
): string {
  if (!url.includes('${token}')) return url
  const own = new URL(url.replaceAll('${token}', ''), origin).origin === origin
  return url.replaceAll('${token}', own ? encodeURIComponent(token ?? '') : '')
}
