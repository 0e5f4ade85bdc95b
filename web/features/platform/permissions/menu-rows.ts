import type { PermissionNode } from '#contracts/platform/access/permissions.nodes.ts'

/** An entry as a line of the tree table. */
export interface MenuLine extends PermissionNode {
  level: number
  parents: readonly string[]
}

export function linesOf(
  nodes: readonly PermissionNode[],
  level = 0,
  parents: readonly string[] = [],
): MenuLine[] {
  return nodes.flatMap((node) => [
    { ...node, level, parents },
    ...linesOf(node.children ?? [], level + 1, [...parents, node.id]),
  ])
}

/** The lines that are drawn: below open entries, or what the words meet with what leads there. */
export function shownLines(
  lines: readonly MenuLine[],
  open: ReadonlySet<string>,
  words: string,
): MenuLine[] {
  const text = words.trim().toLowerCase()
  if (text === '') return lines.filter((line) => line.parents.every((id) => open.has(id)))
  const hits = lines.filter((line) =>
    [line.title, line.name, line.nameEn, line.url, line.component, line.perms].some((one) =>
      one?.toLowerCase().includes(text),
    ),
  )
  const requested = new Set(hits.flatMap((line) => [line.id, ...line.parents]))
  return lines.filter((line) => requested.has(line.id))
}

/** Where an entry may stand: any menu but itself and what lies below it. */
export function parentsFor(lines: readonly MenuLine[], id: string | null): MenuLine[] {
  return lines.filter(
    (line) => line.menuType !== 2 && line.id !== id && (id === null || !line.parents.includes(id)),
  )
}
