import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const FOLDERS = ['contracts', 'server', 'web', 'seeds']

interface Config {
  floors: Record<'server' | 'web', string[]>
  areas: [area: string, features: string[]][]
  forbidden: { name: string }[]
  options: object
}

interface Violation {
  rule: { name: string }
  from: string
  to: string
}

interface Cruised {
  output: { modules: { source: string }[]; summary: { violations: Violation[] } }
}

type Cruise = (folders: string[], options: object) => Promise<Cruised>

const require = createRequire(import.meta.url)

const config = require('../tools/cruise.cjs') as Config

const FEATURES = config.areas.flatMap(([area, names]) => names.map((name) => `${area}/${name}`))

/**
 * The checker's swc parser never reports a file as JSX and breaks on the first one; it is set
 * here.
 */
async function checker(): Promise<Cruise> {
  const swc = require('@swc/core') as { parseFileSync(file: string, options: object): unknown }
  const { parseFileSync } = swc
  swc.parseFileSync = (file, options) =>
    parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
  return ((await import('dependency-cruiser')) as unknown as { cruise: Cruise }).cruise
}

async function imports(baseDir: string, folders: string[]): Promise<Cruised['output']> {
  const run = await checker()
  return (
    await run(folders, {
      ...config.options,
      ruleSet: { forbidden: config.forbidden },
      validate: true,
      baseDir,
    })
  ).output
}

const linesOf = (violations: Violation[]) =>
  violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)

/** A small tree in which every rule is broken once; the violations by the rule's name. */
const PLANTED: Record<string, Record<string, string>> = {
  'contracts-are-promises': {
    'contracts/a.ts': "import { readFileSync } from 'node:fs'\nexport const a = readFileSync",
  },
  'kit-knows-no-business': {
    'server/kit/a.ts':
      "import { b } from '../features/platform/session/index.ts'\nexport const a = b",
  },
  'kit-is-given-the-catalogue': {
    'server/kit/resource/e.ts':
      "import { cruds } from '#contracts/catalogue.ts'\nexport const e = cruds",
    'contracts/catalogue.ts': 'export const cruds = 1',
  },
  ...Object.fromEntries(
    FEATURES.slice(0, -1).map((feature, at) => [
      `order-${feature.replace('/', '-')}`,
      {
        [`server/features/${feature}/up.ts`]: `import { door } from '#server/features/${FEATURES[at + 1]!}/index.ts'\nexport const up = door`,
        [`server/features/${FEATURES[at + 1]!}/index.ts`]: 'export const door = 1',
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(config.floors).flatMap(([part, names]) =>
      names.slice(0, -1).map((name, at) => [
        `floor-${part}-${name}`,
        {
          [`${part}/kit/${name}/climbs.ts`]: `import { above } from '../${names[at + 1]!}/above.ts'\nexport const climbs = above`,
          [`${part}/kit/${names[at + 1]!}/above.ts`]: 'export const above = 1',
        },
      ]),
    ),
  ),
  'label-writer-for-labels': {
    'server/features/money/invoices/writes.ts':
      "import { doc } from '#server/kit/pdf/pdf-document.ts'\nexport const w = doc",
    'server/kit/pdf/pdf-document.ts': 'export const doc = 1',
  },
  'features-have-a-door': {
    'server/features/orders/labels/inner.ts':
      "import { x } from '#server/features/commercial/rating/inner.ts'\nexport const y = x",
    'server/features/commercial/rating/inner.ts': 'export const x = 1',
  },
  'features-do-not-wire': {
    'server/features/orders/labels/wires.ts':
      "import { app } from '#server/app.ts'\nexport const z = app",
    'server/app.ts': 'export const app = 1',
  },
  'server-knows-no-screen': {
    'server/kit/b.ts': "import type { Row } from '../../web/kit/a.tsx'\nexport type B = Row",
  },
  'web-knows-no-server': {
    'web/kit/a.tsx':
      "import { app } from '#server/app.ts'\nexport interface Row { a: typeof app }\nexport const a = <p>{app}</p>",
  },
  'web-has-no-node': { 'web/kit/b.ts': "import { join } from 'node:path'\nexport const b = join" },
  'web-kit-knows-no-feature': {
    'web/kit/c.ts': "export { s } from '../shell/s.ts'",
    'web/shell/s.ts': "export const s = () => import('../features/platform/rows/index.ts')",
  },
  'shell-knows-no-feature': { 'web/features/platform/rows/index.ts': 'export const i = 1' },
  'screens-have-a-door': {
    'web/features/platform/other/O.screen.tsx':
      "import { p } from '../rows/part.tsx'\nexport default () => <>{p}</>",
    'web/features/platform/rows/part.tsx': 'export const p = 1',
  },
  'screens-know-no-shell': {
    'web/features/platform/rows/R.screen.tsx':
      "import { s } from '../../../shell/s.ts'\nexport default s",
  },
  'tracking-pages-are-light': {
    'web/track/app.tsx': "import { b } from '../kit/b.ts'\nexport default b",
  },
  'reference-data-is-data': {
    'seeds/reference/a.ts': "import { app } from '#server/app.ts'\nexport const a = app",
  },
  'demo-world-needs-no-server': {
    'seeds/world/a.ts': "import { app } from '#server/app.ts'\nexport const a = app",
  },
  'no-circles': {
    'contracts/one.ts': "import type { Two } from './two.ts'\nexport type One = Two",
    'contracts/two.ts': "import type { One } from './one.ts'\nexport type Two = One[]",
    'web/kit/open.ts': "export const open = () => import('./opened.ts')",
    'web/kit/opened.ts': "import { open } from './open.ts'\nexport const again = open",
  },
  'no-tests-in-the-product': {
    'server/kit/c.ts': "import { f } from './c.fixture.ts'\nexport const c = f",
    'server/kit/c.fixture.ts': 'export const f = 1',
    'web/kit/shown.ts': "import { show } from '../test/page.ts'\nexport const c = show",
    'web/test/page.ts': 'export const show = 1',
  },
  'nothing-unresolved': { 'server/kit/d.ts': "import { g } from './gone.ts'\nexport const d = g" },
}

describe('imports', () => {
  test('go to lower areas only', async () => {
    const { modules, summary } = await imports(root, FOLDERS)
    expect(
      modules.filter(({ source }) => /^(contracts|server|seeds)\/.*\.ts$/.test(source)).length,
      'TypeScript was read',
    ).toBeGreaterThan(300)
    expect(
      modules.filter(({ source }) => /^web\/.*\.tsx$/.test(source)).length,
      'and its JSX',
    ).toBeGreaterThan(80)
    expect(linesOf(summary.violations)).toEqual([])
  })

  test('that break a rule are seen, each rule once at least', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'parcelyard-arch-'))
    try {
      writeFileSync(join(dir, 'package.json'), readFileSync(join(root, 'package.json')))
      for (const [file, code] of Object.values(PLANTED).flatMap(Object.entries)) {
        mkdirSync(dirname(join(dir, file)), { recursive: true })
        writeFileSync(join(dir, file), `${code}\n`)
      }
      const { summary } = await imports(dir, FOLDERS)
      const seen = new Set(summary.violations.map(({ rule }) => rule.name))
      expect(
        config.forbidden.map(({ name }) => name).filter((name) => !seen.has(name)),
        linesOf(summary.violations).join('\n'),
      ).toEqual([])
      // Of types, and of what is fetched on demand.
      const circles = summary.violations.filter(({ rule }) => rule.name === 'no-circles')
      expect(circles.map(({ from }) => from)).toEqual(
        expect.arrayContaining(['contracts/one.ts', 'web/kit/open.ts']),
      )
      expect(Object.keys(PLANTED).sort()).toEqual(config.forbidden.map(({ name }) => name).sort())
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  })

  test('are ruled for every folder of the kits: each has its floor', () => {
    for (const [part, names] of Object.entries(config.floors))
      expect(
        readdirSync(join(root, part, 'kit'), { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => name)
          .sort(),
      ).toEqual(names.toSorted())
  })

  test('are ruled for every feature: each has its place in an area', () => {
    const folders = (dir: string) =>
      readdirSync(join(root, dir), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    const found = folders('server/features').flatMap((area) =>
      folders(`server/features/${area}`).map((name) => `${area}/${name}`),
    )
    expect(found.sort()).toEqual(FEATURES.toSorted())
  })
})

describe('tests side by side', () => {
  const changed = (code: string) =>
    /\bownDatabase\(|create database/.test(code)
      ? []
      : [...code.matchAll(/\.query\(\s*['"`](?:alter|drop|truncate) table (?:if exists )?(\w+)/g)]
          .map(([, table = '']) => table)
          .filter((table) => !table.endsWith('_probe'))

  test('leave the tables they share as they are: a suite that was making its tenant would find one gone', () => {
    const files = ['server', 'test', 'seeds', 'contracts'].flatMap((topFolder) =>
      readdirSync(join(root, topFolder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file !== 'arch.test.ts' && /\.(test|fixture)\.ts$/.test(file))
        .map((file) => join(topFolder, file)),
    )
    expect(files.length).toBeGreaterThan(100)
    expect(
      files.flatMap((file) =>
        changed(readFileSync(join(root, file), 'utf8')).map((table) => `${file}: ${table}`),
      ),
    ).toEqual([])
  })

  // A worker's suites share modules and the app: what replaces a module or has an app on a database
  // of its own stays out.
  test('have a worker to themselves where they need one', () => {
    const files = ['contracts', 'server', 'seeds', 'test', 'tools'].flatMap((topFolder) =>
      readdirSync(join(root, topFolder), { recursive: true, encoding: 'utf8' })
        .map((file) => join(topFolder, file))
        .filter((file) => file.endsWith('.test.ts')),
    )
    const needs = files.filter((file) => {
      const code = readFileSync(join(root, file), 'utf8')
      return (
        file !== 'test/arch.test.ts' &&
        /\bvi\.(doMock|mock)\(|\bopenWorld\(\{[^)]*\bdatabaseUrl\b/.test(code)
      )
    })
    expect(needs.length).toBeGreaterThan(3)
    expect(needs.filter((file) => !file.endsWith('.apart.test.ts'))).toEqual([])
  })

  test('that change one are seen', () => {
    expect(
      changed("await world().db.pool.query('alter table supplier rename to supplier_gone')"),
    ).toEqual(['supplier'])
    expect(
      changed(
        "openWorld({ databaseUrl: await ownDatabase() }); await db.pool.query('alter table supplier rename to supplier_gone')",
      ),
    ).toEqual([])
  })
})

describe('the house rules', () => {
  const dir = mkdtempSync(join(tmpdir(), 'parcelyard-house-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  const sizes = (where: string) =>
    spawnSync(process.execPath, [join(root, 'tools/lint-sizes.mjs'), where], { encoding: 'utf8' })
  const plant = (file: string, code: string) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), code)
  }

  test('on sizes, names and any hold for the whole tree', () => {
    const { status, stderr } = sizes(root)
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  test('are seen when broken', () => {
    const wideSql = `const x = sql\`select 1 from \${y} ${'a and '.repeat(19)}\`\n`
    plant('server/kit/long.ts', 'export {}\n'.repeat(301))
    plant('server/features/x/long.ts', 'export {}\n'.repeat(301))
    plant('web/features/x/long.css', '.x {}\n'.repeat(301))
    plant('test/long.test.ts', 'export {}\n'.repeat(401))
    plant('server/features/x/order-utils.ts', 'export {}\n')
    plant('server/features/x/y/index.ts', "export { z } from './z.ts'\nexport const x = 1\n")
    plant('server/features/x/z/index.ts', "/** Z. */\nexport { z } from './z.ts'\n")
    plant('contracts/x.ts', 'export const x = 1 as any\n')
    plant('web/x/mocked.test.ts', "vi.mock('./y.ts', () => ({}))\n")
    plant('server/x/mocked.apart.test.ts', "vi.mock('./y.ts')\n")
    plant('server/x/hasty.test.ts', "test('x', () => {\n}, 120_000)\n")
    plant('server/x/by-kind.ts', "export const x = (kind: string) => kind === 'FBA'\n")
    plant('server/features/money/x/float.ts', 'export const x = Number(row.balance!)\n')
    plant('web/x/float.ts', 'export const x = amount.toFixed(2)\n')
    plant('server/x/whole.ts', 'export const x = Number(row.amountOfRows.length)\n')
    plant('seeds/x.ts', "export const x = 'FBA'\n")
    plant('server/kit/odd.ts', "/**\n * Whoever\n * is told. */\nexport const x = 'somebody'\n")
    plant('server/kit/odd.test.ts', "test('says `nobody` of 中文', () => {})\n")
    plant('server/kit/each.test.ts', "test.each([1])('%i is told', () => {})\n")
    plant(
      'server/kit/plain.ts',
      "export const x = 'nobody' // run as `nobody` by https://nobody.x\n",
    )
    plant(
      'server/kit/wide.ts',
      `// ${'word '.repeat(24)}\n${wideSql}// https://${'x'.repeat(120)}\n`,
    )
    plant('server/kit/text.ts', `export const x = '${'word '.repeat(24)}'\n`)
    for (let at = 0; at < 31; at++) plant(`contracts/full/x${at}.ts`, 'export {}\n')
    for (let at = 0; at < 30; at++) plant(`contracts/room/x${at}.ts`, 'export {}\n')
    plant('server/kit/only.ts', 'export const only = () => 1\n')
    plant('server/kit/user.ts', "import { only } from './only.ts'\nexport const y = only()\n")
    plant('web/kit/both.ts', 'export const both = () => 1\n')
    for (const at of [1, 2]) plant(`web/kit/user${at}.ts`, "import './both.ts'\n")
    plant('docs/odd.md', '# Odd\n\nWhoever asks.\n')
    plant('docs/bench/kept.md', 'Whoever asks.\n')
    const { status, stderr } = sizes(dir)
    expect(status).toBe(1)
    for (const file of [
      'x/by-kind.ts: names a kind',
      'money/x/float.ts:1: money as a float',
      'web/x/float.ts:1: money as a float',
      'kit/long.ts: 301',
      'x/long.ts: 301',
      'x/long.css: 301',
      'long.test.ts: 401',
      'order-utils.ts',
      'x/y/index.ts: code',
      'contracts/x.ts:1: any',
      'x/mocked.test.ts: replaces a module',
      'x/hasty.test.ts: a time limit',
      'kit/odd.ts:2: "Whoever"',
      'kit/odd.ts:3: "told"',
      'kit/odd.test.ts:1: "says"',
      'kit/each.test.ts:1: "told"',
      'docs/odd.md:3: "Whoever"',
      'kit/wide.ts:1: 123 columns',
      'kit/wide.ts:2: 148 columns',
      'contracts/full: 31 files',
      'kit/only.ts: 1 lines for server/kit/user.ts',
    ])
      expect(stderr).toContain(file)
    expect(stderr).not.toMatch(
      /plain\.ts|both\.ts|kit\/text\.ts|contracts\/room|odd\.ts:4|kept\.md|wide\.ts:3/,
    )
    expect(stderr).not.toContain('apart.test.ts: replaces')
    expect(stderr).not.toContain('x/z/index.ts')
    expect(stderr).not.toContain('seeds/x.ts')
    expect(stderr).not.toContain('whole.ts')
  })

  test('every form that saves is one of the kit: refusals land on fields in one place', () => {
    const own = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)dist\//.test(file))
      .filter((file) => readFileSync(join(root, 'web', file), 'utf8').includes('.setFields('))
    // The dialog for the own password shows refusals as specified: a warning next to the field.
    expect(own.sort()).toEqual([
      'kit/form/form-values.ts',
      'kit/form/use-entry.tsx',
      'shell/account/change-password.tsx',
    ])
  })

  test('nothing of the product writes to the console', () => {
    const talking = ['contracts', 'server', 'web', 'seeds'].flatMap((topFolder) =>
      readdirSync(join(root, topFolder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|[\\/])dist[\\/]/.test(file))
        .filter((file) =>
          /(?<![\w.])console\.\w+\(/.test(readFileSync(join(root, topFolder, file), 'utf8')),
        )
        .map((file) => `${topFolder}/${file}`),
    )
    expect(talking).toEqual([])
  })
})
