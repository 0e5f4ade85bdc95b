import type { DepartNode } from '#contracts/platform/departments/departments.nodes.ts'

/** A department as a line of the tree. */
export interface DepartLine extends DepartNode {
  level: number
  parents: readonly string[]
}

export function linesOf(
  nodes: readonly DepartNode[],
  level = 0,
  parents: readonly string[] = [],
): DepartLine[] {
  return nodes.flatMap((node) => [
    { ...node, level, parents },
    ...linesOf(node.children ?? [], level + 1, [...parents, node.id]),
  ])
}

/**
 * Lines that are drawn: below what is not folded, or what the words meet with what leads there.
 */
export function shownLines(
  lines: readonly DepartLine[],
  folded: ReadonlySet<string>,
  words: string,
): DepartLine[] {
  const text = words.trim().toLowerCase()
  if (text === '') return lines.filter((line) => !line.parents.some((id) => folded.has(id)))
  const hits = lines.filter((line) =>
    [line.departName, line.departNameEn, line.departNameAbbr, line.orgCode].some((one) =>
      one?.toLowerCase().includes(text),
    ),
  )
  const requested = new Set(hits.flatMap((line) => [line.id, ...line.parents]))
  return lines.filter((line) => requested.has(line.id))
}

/** Where a department may be moved: anywhere but itself and what lies below it. */
export function parentsFor(lines: readonly DepartLine[], id: string | null): DepartLine[] {
  return lines.filter((line) => id === null || (line.id !== id && !line.parents.includes(id)))
}
