import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '..', '..', '..')
const PLACE = /file:\/\/[^\s()]+\.mjs:(\d+):(\d+)/g
/**
 * A map is some ten megabytes in memory: cached only while errors follow each other.
 */
const KEEP_MS = 30_000
const maps = new Map<string, SourceMap | null>()

/**
 * A stack with the places of the sources: `npm start` runs one program made of all files. Node's
 * own way reads the maps with every start; this one reads them when the first error is written
 * down.
 */
export function sourceStack(stack: string): string {
  return stack.replace(PLACE, (place, line: string, column: string) => {
    const file = fileURLToPath(place.slice(0, -(line.length + column.length + 2)))
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry) || !entry.originalSource) return place
    const source = relative(root, join(dirname(file), entry.originalSource))
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)
  if (known !== undefined) return known
  const map = existsSync(`${file}.map`)
    ? new SourceMap(
        JSON.parse(readFileSync(`${file}.map`, 'utf8')) as ConstructorParameters<
          typeof SourceMap
        >[0],
      )
    : null
  maps.set(file, map)
  setTimeout(() => maps.delete(file), KEEP_MS).unref()
  return map
}
