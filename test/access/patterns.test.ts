import { globSync } from 'node:fs'
import { join } from 'node:path'
import { analyse } from 'scslre'
import { afterEach, expect, test, vi } from 'vitest'
import { read, walk } from '../../tools/ts-source.ts'

const root = join(import.meta.dirname, '../..')
/** Their text is bounded, and they run in a thread with a limit of time. */
const READER = 'server/features/parties/addresses/'

interface Pattern {
  file: string
  source: string
  flags: string
}

/**
 * Where a pattern takes more than a step per sign: two of its quantifiers give signs to one another,
 * one repeats itself (both grow without end), or every sign is a new beginning.
 */
function slow({ file, source, flags }: Pattern): string[] {
  const { reports } = analyse({ source, flags }, { assumeRejectingSuffix: false })
  return reports
    .filter(({ type }) => type !== 'Move' || !file.startsWith(READER))
    .map(({ type, character }) => `${file}: ${type} on ${character.pick}: /${source}/${flags}`)
}

const literals = (files: readonly string[]): Pattern[] =>
  files.flatMap((file) => {
    const found: Pattern[] = []
    walk(read(root, file).module, (node) => {
      if (node.type === 'RegExpLiteral')
        found.push({ file, source: node.pattern, flags: node.flags })
    })
    return found
  })

const files = globSync('{server,contracts}/**/*.ts', { cwd: root }).filter(
  (file) => !/\.(?:test|fixture)\.ts$/.test(file),
)

test('a pattern over what users write takes a step per sign', () => {
  const patterns = literals(files)
  expect(patterns.length).toBeGreaterThan(1_000)
  expect(patterns.flatMap(slow)).toEqual([])
})

test('patterns that never end are found', () => {
  const of = (pattern: RegExp) => slow({ file: 'x.ts', ...pick(pattern) }).length
  expect(of(/^(?:\p{L}+ ?){1,3}\d/u)).toBeGreaterThan(0)
  expect(of(/(\w+)+$/)).toBeGreaterThan(0)
  expect(of(/^(.+?)\s*-\s*(.+)$/)).toBeGreaterThan(0)
  expect(of(/0+$/)).toBeGreaterThan(0)
  expect(of(/(?<!0)0+$/)).toBe(0)
})
const pick = ({ source, flags }: RegExp) => ({ source, flags })

const plain = globalThis.RegExp
afterEach(() => {
  globalThis.RegExp = plain
})

/** Modules that put patterns together; all that is made while they load is looked at. */
const COMPOSING = files.filter((file) => /new RegExp\(/.test(read(root, file).code))

test('patterns that are put together as well', async () => {
  const made: Pattern[] = []
  let file = ''
  globalThis.RegExp = new Proxy(plain, {
    construct(target, [source, flags]: [string | RegExp, string?]) {
      const pattern = new target(source, flags)
      // Libraries are loaded on the way.
      const ours = !/node_modules/.test(new Error('who').stack?.split('\n')[2] ?? '')
      if (typeof source === 'string' && ours) made.push({ file, ...pick(pattern) })
      return pattern
    },
  })
  vi.resetModules()
  for (file of COMPOSING) await import(join(root, file))
  file = `${READER}reader/patterns.ts`
  const { recognize } = (await import('../../server/features/parties/addresses/recognize.ts')) as {
    recognize(text: string, country: string): unknown
  }
  for (const country of 'DE AT CH NL BE FR GB IE US CA AU PL IT ES PT DK SE NO FI CZ'.split(' '))
    recognize('Erika Muster, Hauptstr. 1, 10115 Berlin', country)
  globalThis.RegExp = plain
  expect(made.length).toBeGreaterThan(100)
  expect([...new Set(made.flatMap(slow))]).toEqual([])
})
