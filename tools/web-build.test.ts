import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = ['web', 'contracts', 'node_modules/@ant-design/icons/es/icons'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (file) => `/${folder}/${file.replaceAll('\\', '/')}`,
  ),
)
/** Patterns of our own files that vite.config.ts packs together, each name by itself. */
const patterns = [
  ...readFileSync(join(root, 'vite.config.ts'), 'utf8').matchAll(
    /(?<=^\s*|test: )\/(\S+\.(?:tsx\?|tsx|ts|js)\$)\/(?=[,\s])/gm,
  ),
].flatMap(([, pattern = '']) => {
  const names = /\(([\w.\\-]+(?:\|[\w.\\-]+)+)\)/.exec(pattern)
  return names
    ? (names[1] ?? '').split('|').map((name) => pattern.replace(names[0], `(${name})`))
    : [pattern]
})

test('each name in the patterns of vite.config.ts is a file there is', () => {
  expect(patterns.length).toBeGreaterThan(40)
  expect(
    patterns.filter((pattern) => !files.some((file) => new RegExp(pattern).test(file))),
  ).toEqual([])
})

test('files that are compiled whole are those vite.config.ts packs by these names', () => {
  const config = readFileSync(join(root, 'vite.config.ts'), 'utf8')
  const groups = new Set([...config.matchAll(/name: '([\w-]+)'/g)].map(([, name]) => name))
  const called = /const CALLED = \/\^\(([\w|-]+)\)\$\//.exec(
    readFileSync(join(root, 'tools', 'first-files.ts'), 'utf8'),
  )
  expect(called?.[1]?.split('|').filter((name) => !groups.has(name))).toEqual([])
})
