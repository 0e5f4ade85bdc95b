import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredTables } from '#server/kit/access/tables.ts'
import { resources } from '#contracts/catalogue.ts'
import { declareResources } from '#server/kit/resource/resource.ts'
import { declareTables } from '#server/tables.ts'
import { rawUses } from '../tools/raw-sql.ts'

const root = join(import.meta.dirname, '..')
const FOLDERS = ['contracts', 'server', 'web', 'seeds']

interface Config {
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
type Cruise = (rooms: string[], options: object) => Promise<Cruised>

const require = createRequire(import.meta.url)
const config = require('../tools/cruise.cjs') as Config
const FEATURES = config.areas.flatMap(([area, names]) => names.map((name) => `${area}/${name}`))

/** The checker's swc parser never says that a file is JSX and breaks on the first one; it is told here. */
async function checker(): Promise<Cruise> {
  const swc = require('@swc/core') as { parseFileSync(file: string, options: object): unknown }
  const { parseFileSync } = swc
  swc.parseFileSync = (file, options) =>
    parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
  return ((await import('dependency-cruiser')) as unknown as { cruise: Cruise }).cruise
}
async function imports(baseDir: string, rooms: string[]): Promise<Cruised['output']> {
  const run = await checker()
  return (
    await run(rooms, {
      ...config.options,
      ruleSet: { forbidden: config.forbidden },
      validate: true,
      baseDir,
    })
  ).output
}
const linesOf = (violations: Violation[]) =>
  violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)

/** A small house in which every rule is broken once; what breaks it, by the rule's name. */
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
      "import { resources } from '#contracts/catalogue.ts'\nexport const e = resources",
    'contracts/catalogue.ts': 'export const resources = 1',
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
  'no-tests-in-the-product': {
    'server/kit/c.ts': "import { f } from './c.fixture.ts'\nexport const c = f",
    'server/kit/c.fixture.ts': 'export const f = 1',
    'web/kit/shown.ts': "import { show } from '../test/page.ts'\nexport const c = show",
    'web/test/page.ts': 'export const show = 1',
  },
  'nothing-unresolved': { 'server/kit/d.ts': "import { g } from './gone.ts'\nexport const d = g" },
}

describe('imports', () => {
  test('go down the house only', async () => {
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
      const { summary } = await imports(dir, ['contracts', 'server', 'web'])
      const seen = new Set(summary.violations.map(({ rule }) => rule.name))
      expect(
        config.forbidden.map(({ name }) => name).filter((name) => !seen.has(name)),
        linesOf(summary.violations).join('\n'),
      ).toEqual([])
      expect(Object.keys(PLANTED).sort()).toEqual(config.forbidden.map(({ name }) => name).sort())
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
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

const features = () =>
  readdirSync(join(root, 'server/features'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture|d)\.ts$/.test(file))
    .map((file) => ({
      file: file.replaceAll('\\', '/'),
      code: readFileSync(join(root, 'server/features', file), 'utf8'),
    }))

describe('rows of the business', () => {
  let tables = new Set<string>()
  beforeAll(() => {
    declareTables()
    declareResources(resources)
    tables = new Set(
      [...declaredTables()]
        .filter(([, { kind }]) => kind !== 'global')
        .map(([name]) => name)
        .concat(
          'sys_role',
          'sys_user_role',
          'sys_role_permission',
          'sys_permission_rule',
          'sys_user_depart',
          'sys_user_tenant',
          'sys_user_depot',
          'sys_depart',
          'sys_session',
          'sys_dict',
          'sys_dict_item',
        ),
    )
  })

  /** Where a table is reached past `ctx.rows(…)` on purpose: file, table, and why that is right. */
  const ON_PURPOSE: Record<string, string> = {
    'platform/session/* *': 'who somebody is, is asked before there is a caller to have a reach',
    'platform/identity/* *':
      'who a stranger might be is asked of the whole house; every statement names the tenant or the person it is about',
    'platform/account/* *':
      'one’s own rows only, each statement bound to the caller’s id: an account stays at home while its person works in another tenant',
    'platform/dictionaries/all-items.ts sys_dict':
      'the built-in ones of tenant 0 and the caller’s own, both named in the statement',
    'platform/dictionaries/all-items.ts sys_dict_item': 'goes with its dictionary',
    'platform/countries/index.ts sys_dict':
      'the house’s own dictionary of countries, by who runs the platform',
    'platform/countries/index.ts sys_dict_item': 'goes with it',
    'commercial/numbers/allocate-numbers.ts tracking_number':
      'numbers are unique in the installation: which of ours are on record already, and no more',
    'commercial/services/segment-hooks.ts number_segment':
      'ranges may not overlap in the installation; whose the other is stays unsaid',
    'platform/notices/publish.ts sys_user': 'the caller, who may be at home in another tenant',
    'platform/permissions/save-menu.ts sys_role':
      'a new menu entry goes to the platform’s own role in every tenant: entries are one set for all',
    'orders/shipment-imports/run-import.ts shipment_import_error':
      'counts the rows of an import the job itself has just locked within reach',
    'platform/logs/read-logs.ts op_log':
      'the condition is built beside it: the caller’s lines, and for who runs the platform those of tenant 0',
    'platform/logs/online.ts sys_user':
      'whoever has a session in this tenant may be at home in another; only the name is told',
    'platform/logs/online.ts sys_user_role':
      'whether that person runs the platform, which is no row of this tenant',
    'platform/logs/online.ts sys_role': 'goes with it',
    'orders/shipments/store-orders.ts parcel_product':
      'contents of parcels whose ids were read within reach two lines above, in the caller’s tenant',
    'platform/tenants/* *':
      'the platform’s administrators only; each statement names the tenant it is about',
    'tracking/tracking/polling/poll-parcels.ts parcel':
      'finds the tenants that have something due; each is then worked on as the house inside it',
    ...Object.fromEntries(
      ['sys_user', 'sys_user_role', 'sys_role', 'sys_user_tenant'].map((table) => [
        `platform/users/across-tenants.ts ${table}`,
        'whether a name is taken or somebody works elsewhere: yes or no; rows only for the platform',
      ]),
    ),
    'depot/outbound/close-outbound-batch.ts out_batch_parcel':
      'counts and closes what lies in a batch the caller has locked, also what lies beyond the caller’s reach; nothing of it is told',
  }
  const known = (file: string, table: string) =>
    [`${file} ${table}`, `${file.split('/').slice(0, 2).join('/')}/* *`].find(
      (key) => key in ON_PURPOSE,
    )

  test('are reached through ctx.rows(…), or by a row that was', () => {
    const used = new Set<string>()
    const raw = features().flatMap(({ file, code }) =>
      rawUses(code, tables).flatMap(({ table, how, line }) => {
        const key = known(file, table)
        if (key) used.add(key)
        return key ? [] : [`${file}:${line} ${how} ${table}`]
      }),
    )
    expect(raw).toEqual([])
    expect(
      Object.keys(ON_PURPOSE).filter((key) => !used.has(key)),
      'exceptions nobody needs any more',
    ).toEqual([])
  })

  test('are asked for with the caller’s own connection, but for those who have none', () => {
    const around = features()
      .filter(({ code }) => /\bexecutorOf\(|\.kysely\b|\.pool\b|\bmakeCtx\(/.test(code))
      .map(({ file }) => file)
      .filter((file) => !file.startsWith('platform/session/'))
    expect(around.sort()).toEqual([
      'carriers/carriers/accounts.ts', // the simulator's world, which is nobody's
      'depot/scans/find-scanned.ts', // tells a parcel of another depot from none, by its number only
      'orders/shipments/serials.ts', // the tenant's own counter, on a connection beside the transaction
      'platform/account/own-account.ts', // one's own rows, see above
      'platform/dictionaries/all-items.ts', // see above
      'platform/identity/identity-config.ts', // strangers, who have no rows within reach
      'platform/users/passwords-of-users.ts', // the rule for passwords asks for the tenant's setting
      'tracking/tracking/public/query-public.ts', // visitors: starts at the number, tells six kinds of field
    ])
  })

  test.each([
    ['a bare read', 'sql`select * from parcel p where p.id = ${id}`', ['read parcel']],
    [
      'a bare join',
      "sql`select 1 from ${ctx.rows('parcel').as('p')} join shipment s on s.id = p.shipment_id`",
      ['read shipment'],
    ],
    [
      'a list of tables',
      "sql`select 1 from ${ctx.rows('parcel').as('p')}, shipment s where s.id = p.shipment_id`",
      ['read shipment'],
    ],
    [
      'a subselect',
      "sql`select (select name from customer c where c.id = p.customer_id) from ${ctx.rows('parcel').as('p')}`",
      ['read customer'],
    ],
    ['a bare update', 'sql`update parcel set weight = 1 where id = ${id}`', ['update parcel']],
    [
      'a bare delete',
      'sql<{ id: string }>`delete from parcel as p where p.tenant_id = ${ctx.principal.tenantId}`',
      ['delete parcel'],
    ],
    [
      'the reach of another table',
      "sql`update parcel as p set weight = 1 where ${tx.rows('shipment').where('s')}`",
      ['update parcel'],
    ],
    [
      'an insert without a tenant',
      'sql`insert into parcel (id) values (${id})`',
      ['insert parcel'],
    ],
    [
      'inside a condition',
      'sql`select 1 where true ${all ? sql`and exists (select 1 from parcel)` : sql``}`',
      ['read parcel'],
    ],
    [
      'in a raw query',
      'await db.pool.query<{ a: string }>(`select a from parcel`)',
      ['read parcel'],
    ],
    ['rows in reach', "sql`select 1 from ${ctx.rows('parcel').as('p')} where p.id = ${id}`", []],
    [
      'a row of a row in reach',
      "sql`select 1 from ${ctx.rows('parcel').as('p')} join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id join depot d on d.tenant_id = s.tenant_id`",
      [],
    ],
    [
      'an update in reach',
      "sql`update parcel as p set weight = 1 where ${tx.rows('parcel').where('p')} and p.id = ${id}`",
      [],
    ],
    [
      'an insert of the caller’s',
      'sql`insert into parcel (tenant_id, id) values (${tx.principal.tenantId}, ${id})`',
      [],
    ],
    ['a table that is not the business’s', 'sql`select 1 from idempotency`', []],
  ])('%s is seen for what it is', (_, code, expected) => {
    expect(rawUses(code, tables).map(({ how, table }) => `${how} ${table}`)).toEqual(expected)
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

  // A worker's suites share modules and the app: what replaces a module or has an app on a database of its own stays out.
  test('have a worker to themselves where they need one', () => {
    const files = ['contracts', 'server', 'seeds', 'test', 'tools'].flatMap((topFolder) =>
      readdirSync(join(root, topFolder), { recursive: true, encoding: 'utf8' })
        .map((file) => join(topFolder, file))
        .filter((file) => /\.test\.ts$/.test(file)),
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
  const house = (where: string) =>
    spawnSync(process.execPath, [join(root, 'tools/lint-sizes.mjs'), where], { encoding: 'utf8' })
  const plant = (file: string, code: string) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), code)
  }

  test('on sizes, names and any hold for the whole tree', () => {
    const { status, stderr } = house(root)
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  test('are seen when broken', () => {
    plant('server/kit/long.ts', 'export {}\n'.repeat(301))
    plant('server/features/x/long.ts', 'export {}\n'.repeat(301))
    plant('test/long.test.ts', 'export {}\n'.repeat(401))
    plant('server/features/x/order-utils.ts', 'export {}\n')
    plant('contracts/x.ts', 'export const x = 1 as any\n')
    const { status, stderr } = house(dir)
    expect(status).toBe(1)
    for (const file of [
      'kit/long.ts: 301',
      'x/long.ts: 301',
      'long.test.ts: 401',
      'order-utils.ts',
      'contracts/x.ts:1: any',
    ])
      expect(stderr).toContain(file)
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
