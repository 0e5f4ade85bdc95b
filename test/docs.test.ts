import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const under = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${folder}/${file.replaceAll('\\', '/')}`,
  )
const pages = ['README.md', 'README.zh.md', 'CONTRIBUTING.md', ...under('docs')].filter((page) =>
  page.endsWith('.md'),
)
const code = ['contracts', 'server', 'web', 'seeds', 'test', 'tools', 'migrations', 'locales']
  .flatMap(under)
  .filter((file) => !/\/(dist|node_modules)\//.test(file))
const text = code
  .filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')
const known = new Set(text.match(/\w+/g))

/** Files an installation has and the source does not, libraries' own names, and a placeholder. */
const ELSEWHERE = /^(postgres\.json|migrations\/NNNN_name\.sql)$/
const OF_LIBRARIES = new Set(['useApp'])

const quoted = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/`([^`\n]+)`/g)].map((match) => ({
    page,
    quote: match[1] ?? '',
  })),
)

test('a file a page names is there', () => {
  const missing = quoted.filter(
    ({ quote }) =>
      /^[\w./-]+\.(ts|tsx|mjs|cjs|css|sql|json)$/.test(quote) &&
      !ELSEWHERE.test(quote) &&
      !existsSync(join(root, quote)) &&
      !code.some((file) => file.endsWith(`/${quote}`)),
  )
  expect(missing).toEqual([])
})

test('a function a page shows how to call is in the code', () => {
  const gone = quoted.flatMap(({ page, quote }) =>
    [...quote.matchAll(/\b([a-z]+[A-Z]\w+)(?=\()/g)]
      .map((match) => match[1] ?? '')
      .filter((name) => !known.has(name) && !OF_LIBRARIES.has(name))
      .map((name) => ({ page, name })),
  )
  expect(gone).toEqual([])
})

test('the Chinese README names the commands, settings, files and pictures of the English one', () => {
  const named = (page: string) => {
    const source = readFileSync(join(root, page), 'utf8').replaceAll(/README(\.zh)?\.md/g, 'README')
    const block = source.match(/```sh\n([\s\S]*?)```/)?.[1] ?? ''
    return [
      ...[...source.matchAll(/`([^`\n]+)`/g)].map(([, quote]) => quote),
      ...[...source.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link),
      ...block.split('\n').map((line) => line.replace(/\s+#.*/, '')),
      ...[...source.matchAll(/^#+ /gm)].map(([heading]) => heading),
    ].toSorted()
  }
  expect(named('README.zh.md')).toEqual(named('README.md'))
})
