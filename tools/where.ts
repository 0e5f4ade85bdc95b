import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { screenOf } from '#contracts/kit/shell-screens.ts'
import { entries } from '#seeds/reference/menu/menu.ts'

/**
 * Files of a feature in reading order: contract, texts, tables, server, screens, tests. Paths from
 * the root of the tree; empty for an unknown name.
 */
export function filesOf(root: string, name: string): { layer: string; files: string[] }[] {
  if (!/^[a-z][a-z-]*$/.test(name)) return []
  const list = (dir: string) =>
    existsSync(join(root, dir))
      ? readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
          .map((file) => `${dir}/${file.replaceAll('\\', '/')}`)
          .sort()
      : []
  const isTest = (file: string) => /\.(test|fixture)\.tsx?$/.test(file)
  const named = list('contracts').filter((file) =>
    new RegExp(`^contracts/(?:[\\w-]+/){1,2}(public-)?${name}(\\.[\\w-]+)*\\.ts$`).test(file),
  )
  const bound = () =>
    ['server', 'web']
      .map((layer) => boundBy(root, list(`${layer}/features`), name))
      .find((found) => found.length > 0) ?? []
  const contracts = named.length > 0 ? named : bound()
  const table = contracts
    .map((file) => /\btable: '(\w+)'/.exec(readFileSync(join(root, file), 'utf8'))?.[1])
    .find((found) => found !== undefined)
  const tables = table
    ? list('migrations').filter((file) =>
        new RegExp(`\\b(create table|alter table|on) ${table}\\b`).test(
          readFileSync(join(root, file), 'utf8'),
        ),
      )
    : []
  const inFeature = (layer: string) =>
    list(`${layer}/features`).filter((file) => file.split('/')[3] === name)
  const server = inFeature('server').filter((file) => file.endsWith('.ts'))
  const web = inFeature('web').filter((file) => /\.tsx?$/.test(file))
  const indexFirst = (files: string[]) =>
    files.toSorted((a, b) => Number(!a.endsWith('/index.ts')) - Number(!b.endsWith('/index.ts')))
  return [
    {
      layer: 'contract',
      files: contracts.filter((file) => !isTest(file)).toSorted((a, b) => a.length - b.length),
    },
    {
      layer: 'texts',
      files: ['zh_CN', 'en_US'].flatMap((lang) =>
        list(`locales/${lang}`).filter((file) => file.endsWith(`/${name}.json`)),
      ),
    },
    { layer: 'tables', files: tables },
    { layer: 'server', files: indexFirst(server.filter((file) => !isTest(file))) },
    {
      layer: 'screens',
      files: [
        ...web.filter((file) => file.endsWith('.screen.tsx')),
        ...web.filter((file) => !file.endsWith('.screen.tsx') && !isTest(file)),
      ],
    },
    { layer: 'tests', files: [...contracts, ...server, ...web].filter(isTest) },
  ].filter(({ files }) => files.length > 0)
}

/** Of a feature over several entities: the contracts its public files name. */
function boundBy(root: string, files: readonly string[], name: string): string[] {
  const found = files
    .filter(
      (file) =>
        file.split('/')[3] === name && /\/(index|calls|[\w-]*hooks)\.ts$|\.screen\.tsx$/.test(file),
    )
    .flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(
          /'#(contracts\/(?!kit\/)[\w./-]+\.ts)'/g,
        ),
      ].map(([, contract = '']) => contract),
    )
  return [...new Set(found)].sort()
}

/**
 * What draws a line of the menu, by its path or its title in either language: the file of the
 * screen, where it has one of its own, and the feature it is part of. Null for what the menu lacks.
 */
export function screenAt(root: string, asked: string): { feature: string; file: string } | null {
  const wanted = asked.toLowerCase()
  const entry = entries().find(
    ({ children, path, name, nameEn }) =>
      !children && [path, name, nameEn].some((one) => one.toLowerCase() === wanted),
  )
  if (!entry) return null
  const [feature = '', name = ''] = screenOf(entry.component).split('/')
  // A plain entity is drawn by the kit from its definition.
  if (feature === 'resource') return { feature: name, file: KIT_SCREEN }
  const file = readdirSync(join(root, 'web/features'), { recursive: true, encoding: 'utf8' })
    .map((found) => `web/features/${found.replaceAll('\\', '/')}`)
    .find((found) => found.endsWith(`/${feature}/${name}.screen.tsx`))
  return file === undefined ? null : { feature, file }
}
const KIT_SCREEN = 'web/kit/resource/resource-screen.tsx'

function features(root: string): string[] {
  const contracts = readdirSync(join(root, 'contracts'), { recursive: true, encoding: 'utf8' })
    .map((file) => /^(?!kit)(?:[a-z]+[\\/]){1,2}([a-z-]+)\.ts$/.exec(file)?.[1])
    .filter((name) => name !== undefined)
  return [...new Set(contracts)].sort()
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const asked = process.argv[2] ?? ''
  // A feature goes before a title of the same name.
  const screen = filesOf(root, asked).length > 0 ? null : screenAt(root, asked)
  const name = screen?.feature ?? asked
  const layers = filesOf(root, name)
  const lines = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1
  if (screen) layers.unshift({ layer: 'screen', files: [screen.file] })
  process.stdout.write(
    layers
      .map(
        ({ layer, files }) =>
          `\n${layer}\n${files.map((file) => `  ${file}  (${lines(file)})\n`).join('')}`,
      )
      .join(''),
  )
  if (layers.length === 0) {
    process.stderr.write(
      `${asked === '' ? 'Usage: npm run where -- <feature, or a path or title of the menu>' : `There is no ${asked}.`} Features: ${features(root).join(' ')}\n`,
    )
    process.exitCode = 1
  }
}
