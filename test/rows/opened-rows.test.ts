import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cruds, features } from '#contracts/catalogue.ts'
import { entries } from '../../seeds/reference/menu/menu.ts'
import { LISTS } from '../../web/shell/palette/palette-items.ts'
import type { Crud } from '#contracts/kit/crud.ts'

/** A list opens its rows in a drawer, which reads one row: without that call nothing is found. */
test('every list whose rows open has the call that reads one', async () => {
  const root = join(import.meta.dirname, '..', '..')
  const paths = new Set([
    ...cruds.flatMap(({ endpoints, verbs }) =>
      verbs.includes('queryById') ? [endpoints.queryById.path] : [],
    ),
    ...Object.values(features).flatMap((calls) => Object.values(calls).map(({ path }) => path)),
  ])
  const screens = globSync('web/features/*/*/**/*.tsx', { cwd: root })
    .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }))
    .filter(({ file, code }) => !file.includes('.test.') && code.includes('<ResourceScreen'))
  expect(screens.length).toBeGreaterThan(80)
  const shown = screens.flatMap(({ code }) =>
    [...code.matchAll(/<ResourceScreen[\s\S]*?\n\s*(?:\/>|>)/g)].flatMap(([element]) =>
      /\b(?:page=|closed$)/m.test(element) ? [] : [/\bof=\{(\w+)\}/.exec(element)?.[1] ?? ''],
    ),
  )
  // And the lists the menu draws from their definitions alone.
  const plain = entries().flatMap(
    ({ component }) => /^resource\/(.+)$/.exec(component ?? '')?.[1] ?? [],
  )
  expect(
    cruds
      .filter(({ name, computed }) => plain.includes(name) && !computed)
      .filter(({ verbs }) => !verbs.includes('queryById'))
      .map(({ name }) => name),
  ).toEqual([])
  const named = new Map<string, Crud>()
  for (const file of globSync('contracts/**/*.ts', { cwd: root }))
    if (/\bcrud\(/.test(readFileSync(join(root, file), 'utf8')) && !file.includes('.test.'))
      for (const [name, one] of Object.entries((await import(join(root, file))) as object))
        if ((one as Partial<Crud> | null)?.kind === 'crud') named.set(name, one as Crud)
  const blind = [...new Set(shown)].filter((name) => {
    const one = named.get(name)
    return one && !one.computed && !paths.has(one.endpoints.queryById.path)
  })
  expect(blind).toEqual([])
  expect(named.size).toBeGreaterThanOrEqual(cruds.length)
})

test('what the palette opens is a screen of the menu', () => {
  const components = new Set(entries().flatMap(({ component }) => (component ? [component] : [])))
  expect(
    Object.values(LISTS)
      .flat()
      .filter((component) => !components.has(component)),
  ).toEqual([])
})
