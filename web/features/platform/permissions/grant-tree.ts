import type { GrantNode } from '#contracts/platform/access/permissions.nodes.ts'

/**
 * A tree of what may be granted, with the ways up and down. `grantable`: drawn folders that are not
 * held stay out of it.
 */
export interface GrantIndex {
  byId: ReadonlyMap<string, GrantNode>
  below: ReadonlyMap<string, readonly string[]>
  above: ReadonlyMap<string, readonly string[]>
  grantable: ReadonlySet<string>
}

export function indexOf(tree: readonly GrantNode[], grantable: readonly string[]): GrantIndex {
  const byId = new Map<string, GrantNode>()
  const below = new Map<string, string[]>()
  const above = new Map<string, string[]>()
  const walk = (node: GrantNode, path: readonly string[]): string[] => {
    byId.set(node.key, node)
    above.set(node.key, [...path])
    const all = (node.children ?? []).flatMap((child) => [
      child.key,
      ...walk(child, [...path, node.key]),
    ])
    below.set(node.key, all)
    return all
  }
  for (const node of tree) walk(node, [])
  return { byId, below, above, grantable: new Set(grantable) }
}

/**
 * Ticks or clears an entry. Linked, what lies below goes along, and what leads there is ticked
 * too: a screen cannot be reached without its folder. Clearing takes what lies below, never what
 * lies above. What a search hides is left as it is, and so is what leads to it.
 */
export function ticked(
  { below, above, grantable }: GrantIndex,
  checked: ReadonlySet<string>,
  id: string,
  on: boolean,
  { linked, shown = null }: { linked: boolean; shown?: ReadonlySet<string> | null },
): Set<string> {
  const next = new Set(checked)
  const isHidden = (one: string) => shown !== null && !shown.has(one)
  const isNeeded = (one: string) =>
    !on && (below.get(one) ?? []).some((under) => isHidden(under) && checked.has(under))
  const along = linked
    ? [id, ...(below.get(id) ?? []), ...(on ? (above.get(id) ?? []) : [])].filter(
        (one) => !isHidden(one) && !isNeeded(one),
      )
    : [id]
  for (const one of along) if (grantable.has(one)) on ? next.add(one) : next.delete(one)
  return next
}

/** What a save would change, in the order of the tree. */
export function changesOf(
  { byId }: GrantIndex,
  stored: ReadonlySet<string>,
  checked: ReadonlySet<string>,
): { added: GrantNode[]; removed: GrantNode[] } {
  const all = [...byId.values()]
  return {
    added: all.filter(({ key }) => checked.has(key) && !stored.has(key)),
    removed: all.filter(({ key }) => stored.has(key) && !checked.has(key)),
  }
}

/**
 * Entries that meet the words, by name or code, with what leads to them and what lies below; null
 * where nothing is asked.
 */
export function found(
  { byId, below, above }: GrantIndex,
  words: string,
): ReadonlySet<string> | null {
  const text = words.trim().toLowerCase()
  if (text === '') return null
  const hits = [...byId.values()].filter(
    ({ label, perms }) =>
      label.toLowerCase().includes(text) || (perms?.toLowerCase().includes(text) ?? false),
  )
  return new Set(
    hits.flatMap(({ key }) => [key, ...(above.get(key) ?? []), ...(below.get(key) ?? [])]),
  )
}

/** How many of the entry and what is shown below are ticked, of how many that can be. */
export function countOf(
  { below, grantable }: GrantIndex,
  checked: ReadonlySet<string>,
  id: string,
  shown: ReadonlySet<string> | null = null,
): { on: number; of: number } {
  const all = [id, ...(below.get(id) ?? [])].filter(
    (one) => grantable.has(one) && (shown === null || shown.has(one)),
  )
  return { on: all.filter((one) => checked.has(one)).length, of: all.length }
}
