import type { MenuNode } from '#contracts/platform/session/session.ts'
import { externalOf, pathOf, resolveUrl, isFrame, isLayout } from '../layout/menu.ts'

/** An entry the menu search can find. */
export interface SearchEntry {
  path: string
  title: string
  /** The folders above it, to distinguish two entries of one name. */
  above: string
  /** Where it leads outside our pages; null: a page of ours. */
  opens: string | null
  icon: string | null
  /** All a person may look for: titles in both languages, path, folders, pinyin. */
  text: readonly string[]
}

/**
 * Every page the menu shows, as one list: folders and hidden entries fall out (wire.md §11.20).
 * `other` is the same menu in the other language, so that both names are found; entries are matched
 * by id.
 */
export function searchEntries(
  menu: readonly MenuNode[],
  other: readonly MenuNode[] = [],
): SearchEntry[] {
  const [names, spoken] = [namesOf(other), namesOf(other, ({ spoken }) => spoken ?? '')]
  const walk = (
    nodes: readonly MenuNode[],
    above: readonly string[],
    parent: string,
  ): SearchEntry[] =>
    nodes
      .filter((node) => !node.hidden)
      .flatMap((node) => {
        const path = pathOf(node, parent)
        const frame = isFrame(node.component)
        const outside =
          externalOf(node) ?? (frame && node.meta.url ? resolveUrl(node.meta.url) : null)
        const shown =
          (!isLayout(node.component) || frame || node.alwaysShow === true) &&
          (node.route !== '0' || outside !== null)
        const own: SearchEntry = {
          path,
          title: node.meta.title,
          above: above.join(' / '),
          opens: outside,
          icon: node.meta.icon ?? null,
          text: [
            node.meta.title,
            names.get(node.id) ?? '',
            outside ? '' : path,
            above.join(' '),
            spoken.get(node.id) ?? '',
          ].map(plain),
        }
        return [
          ...(shown ? [own] : []),
          ...walk(node.children ?? [], [...above, node.meta.title], path),
        ]
      })
  return walk(menu, [], '')
}

function namesOf(
  nodes: readonly MenuNode[],
  of: (meta: MenuNode['meta']) => string = ({ title }) => title,
): Map<string, string> {
  return new Map(
    nodes.flatMap((node) => [
      [node.id, of(node.meta)] as const,
      ...namesOf(node.children ?? [], of),
    ]),
  )
}

/** Full-width letters, accents of case and doubled blanks must not hide an entry. */
const plain = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * What a query finds, best first: the title's start, then a word's, then anywhere in a title, then
 * path and folder. Every word must be found.
 */
export function findEntries(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = plain(query).split(' ').filter(Boolean)
  if (words.length === 0) return [...entries]
  return entries
    .map((entry, at) => ({
      entry,
      at,
      rank: words.reduce((worst, word) => Math.max(worst, rankOf(entry, word)), 0),
    }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ entry }) => entry)
}

const NOT_FOUND = 9
function rankOf(entry: SearchEntry, word: string): number {
  const [title = '', otherTitle = '', path = '', above = '', spoken = ''] = entry.text
  const titles = [title, otherTitle]
  if (titles.some((text) => text.startsWith(word))) return 0
  if (titles.some((text) => text.includes(` ${word}`))) return 1
  if (titles.some((text) => text.includes(word))) return 2
  if (spoken.split(' ').some((way) => way.startsWith(word))) return 2
  if (path.includes(word)) return 3
  return above.includes(word) ? 4 : NOT_FOUND
}
