import type { NavItem } from './menu.ts'

/** The entry a path stands under, with its parents; a detail page counts to its list. */
export function trailTo(items: readonly NavItem[], pathname: string): string[] {
  let best: string[] = []
  let length = 0
  const walk = (nodes: readonly NavItem[], above: string[]) => {
    for (const node of nodes) {
      const here = [...above, node.path]
      if (node.children.length > 0) walk(node.children, here)
      else
        for (const { path } of node.tabs ?? [node])
          if ((pathname === path || pathname.startsWith(`${path}/`)) && path.length > length)
            [best, length] = [here, path.length]
    }
  }
  walk(items, [])
  return best
}
