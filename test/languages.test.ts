import { beforeAll, describe, expect, test } from 'vitest'
import { cruds } from '#contracts/catalogue.ts'
import { isTwin, nameOf } from '#contracts/kit/names.ts'
import { dictionaries } from '#contracts/platform/session/session.ts'
import { printSets } from '#contracts/platform/operations/print-sets.ts'
import { roles } from '#contracts/platform/access/roles.ts'
import { seedTenantData } from '#seeds/world/tenant-data.ts'
import { page } from './catalogue.fixture.ts'
import { useWorld, type Client } from './harness.ts'

/** What each reader is shown: no Chinese where an English name exists, and the other way round. */
const world = useWorld()
let admin: Client

beforeAll(async () => {
  admin = await world().as('tenantAdmin')
  const client = await world().db.pool.connect()
  try {
    await seedTenantData(client, [world().tenantId])
  } finally {
    client.release()
  }
})

const CJK = /[\u3400-\u9fff]/
/** Names of companies and people are as their owners write them. */
const PROPER = new Set([
  'customers',
  'suppliers',
  'users',
  'shippers',
  'consignees',
  'registrations',
])
/** What is written once for all readers. */
const FREE = /^(remark|word|titile|sender|createBy|updateBy)$/

describe.each(cruds.filter((of) => of.verbs.includes('list')).map((of) => [of.name, of] as const))(
  '%s in English',
  (name, of) => {
    test('has no Chinese word in its names, choices and references', async () => {
      admin.lang = 'en_US'
      const { records } = page(
        await admin.get(`${of.path}/list`, { pageNo: 1, pageSize: 100 }),
      ) as unknown as { records: Record<string, unknown>[] }
      const odd = records.flatMap((row) =>
        Object.entries(of.fields).flatMap(([key, spec]) => {
          const shown =
            spec.dict || (spec.ref && !PROPER.has(spec.ref))
              ? String(row[`${key}_dictText`] ?? '')
              : (key === of.label && !PROPER.has(name)) || `${key}En` in of.fields
                ? nameOf(row, 'en_US', key)
                : ''
          return CJK.test(shown) && !FREE.test(key) && !isTwin(key, of.fields)
            ? [`${key}: ${shown}`]
            : []
        }),
      )
      expect([...new Set(odd)]).toEqual([])
    })
  },
)

test.each(['en_US', 'zh_CN'] as const)('%s: dictionaries and choices speak it', async (lang) => {
  admin.lang = lang
  const all = await admin.call(dictionaries.queryAllDictItems, {})
  const other = (text: string) => (lang === 'en_US' ? CJK.test(text) : /^[a-z ]{5,}$/i.test(text))
  const odd = Object.entries(all).flatMap(([code, items]) =>
    items.filter(({ text }) => other(text)).map(({ text }) => `${code}: ${text}`),
  )
  expect(
    odd.filter(
      (line) =>
        !/^(database_type|report_db_type|check_rule|number_scheme|adapter|payment_provider): /.test(
          line,
        ),
    ),
  ).toEqual([])
  const sets = await admin.call(printSets.offered, {})
  expect(sets.sets.length).toBeGreaterThan(0)
  expect(sets.sets.filter(({ name }) => CJK.test(name) !== (lang === 'zh_CN'))).toEqual([])
  const known = await admin.call(roles.queryall, {})
  expect(
    known.filter((role) => CJK.test(nameOf(role, lang, 'description')) !== (lang === 'zh_CN')),
  ).toEqual([])
})
