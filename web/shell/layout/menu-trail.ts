import type { NavItem } from './menu.ts'

/** The entry a path stands under, with its parents; a detail page counts to its list. */
export function trailTo(items: readonly NavItem[], pathname: string): string[] {
  let best: string[] = []
  const walk = (nodes: readonly NavItem[], above: string[]) => {
    for (const node of nodes) {
      const here = [...above, node.path]
      if (node.children.length > 0) walk(node.children, here)
      else if (
        (pathname === node.path || pathname.startsWith(`${node.path}/`)) &&
        node.path.length > (best.at(-1)?.length ?? 0)
      )
        best = here
    }
  }
  walk(items, [])
  return best
}
