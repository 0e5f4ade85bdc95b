import { globSync, readFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const AREAS = 'virtual:areas'
const AREA = 'virtual:area/'
/** Read with the page's first scripts (web/kit/text/text-store.ts). */
const AT_START = new Set(['common', 'notice-bell', 'shell'])

/** A name under which a page asks for a file, and what imports it. */
type Listed = Map<string, string>
interface Area {
  screens: Listed
  texts: Listed
  contracts: Listed
}

/** The file that defines an entity with calls, by the entity's name. */
const DEFINED: ReadonlyMap<string, string> = await definitions()

/**
 * `virtual:areas` and `virtual:area/<area>`: the screens, texts and definitions of each area as
 * lists that are fetched area by area. The first page carries only which names an area has, so that
 * a new screen costs it a word.
 */
export function areaFiles(): Plugin {
  return {
    name: 'area-files',
    resolveId: (id) => (id === AREAS || id.startsWith(AREA) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${AREAS}`) return index(allAreas())
      if (!id.startsWith(`\0${AREA}`)) return null
      const area = allAreas().get(id.slice(AREA.length + 1))
      return area ? listOf(area) : null
    },
  }
}

/** The modules of the lists of all areas that know a name. */
export const areaModules = (name: string): string[] =>
  [...allAreas()].filter(([, area]) => namesOf(area).has(name)).map(([area]) => `\0${AREA}${area}`)

function allAreas(): ReadonlyMap<string, Area> {
  const areas = new Map<string, Area>()
  const add = (kind: keyof Area, area: string, name: string, code: string) => {
    const known = areas.get(area) ?? { screens: new Map(), texts: new Map(), contracts: new Map() }
    areas.set(area, known)
    known[kind].set(name, code)
  }
  for (const [path, parts] of files('web/features/*/*/*.screen.tsx'))
    add('screens', parts[2]!, `${parts[3]}/${basename(path, '.screen.tsx')}`, imported(path))
  for (const [path, parts] of files('locales/*/*/*.json')) {
    const name = basename(path, '.json')
    if (AT_START.has(name)) continue
    add('texts', parts[2]!, `${parts[1]}/${name}`, `${imported(path)}.then((file) => file.default)`)
  }
  for (const [name, path] of DEFINED) add('contracts', path.split(sep)[1]!, name, imported(path))
  return areas
}

async function definitions(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [path, [, area]] of files('contracts/*/**/*.ts')) {
    if (area === 'kit' || !/\bcrud\(/.test(readFileSync(join(root, path), 'utf8'))) continue
    const file = (await import(pathToFileURL(join(root, path)).href)) as Record<string, unknown>
    for (const one of Object.values(file) as { kind?: unknown; name?: unknown }[])
      if (one?.kind === 'crud' && typeof one.name === 'string') found.set(one.name, path)
  }
  return found
}

function files(pattern: string): [path: string, parts: string[]][] {
  return globSync(pattern, { cwd: root })
    .filter((path) => !path.includes('.test.'))
    .toSorted()
    .map((path) => [path, path.split(sep)])
}
const imported = (path: string): string =>
  `import(${JSON.stringify(join(root, path).replaceAll(sep, '/'))})`

const namesOf = ({ screens, texts, contracts }: Area): ReadonlySet<string> =>
  new Set([
    ...[...screens.keys()].map((name) => name.split('/')[0]!),
    ...[...texts.keys()].map((name) => name.split('/')[1]!),
    ...contracts.keys(),
  ])

function index(areas: ReadonlyMap<string, Area>): string {
  const names = [...areas].map(
    ([area, of]) => `${JSON.stringify(area)}: ${JSON.stringify([...namesOf(of)].join(' '))}`,
  )
  const load = [...areas.keys()].map(
    (area) => `${JSON.stringify(area)}: () => import(${JSON.stringify(AREA + area)})`,
  )
  return `export const names = {${names.join(',')}}\nexport const areas = {${load.join(',')}}`
}

const listOf = (area: Area): string =>
  Object.entries(area)
    .map(([kind, list]) => {
      const rows = [...(list as Listed)].map(
        ([name, code]) => `${JSON.stringify(name)}: () => ${code}`,
      )
      return `export const ${kind} = {${rows.join(',')}}`
    })
    .join('\n')
