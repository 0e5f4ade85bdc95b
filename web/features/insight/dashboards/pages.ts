import type { MenuNode } from '#contracts/platform/session/session.ts'

export interface Page {
  path: string
  title: string
  icon: string
}

/** Every page of the menu that shows something of ours, in the menu's order. */
export function pagesOf(menu: readonly MenuNode[]): Page[] {
  return menu.flatMap((node) => [
    ...(node.hidden || node.route === '0' || node.component.startsWith('layouts/')
      ? []
      : [{ path: node.path, title: node.meta.title, icon: node.meta.icon ?? 'appstore' }]),
    ...(node.hidden ? [] : pagesOf(node.children ?? [])),
  ])
}
