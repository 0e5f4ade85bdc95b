import { beforeAll, describe, expect, test } from 'vitest'
import { DRAFTS_BY_AGE, LISTED } from '#contracts/insight/dashboards.measures.ts'
import { dashboards } from '#contracts/insight/dashboards.ts'
import { quickSearch } from '#contracts/insight/quick-search.ts'
import { linkOf, type Measure } from '#contracts/kit/measure.ts'
import { orderPerm } from '#contracts/orders/kinds/kind-perms.ts'
import { KINDS, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { createRole, createUser } from '#server/features/platform/users/users.fixture.ts'
import type { Client } from '#test/harness.ts'
import { FIGURES, listed, look, figureWorld } from './figures.fixture.ts'

const world = figureWorld()
/** A user who may see the orders of two kinds only. */
let partly: Client
const SEEN: readonly KindCode[] = ['B2C', 'FBA']

beforeAll(async () => {
  const perms = Object.values(dashboards).flatMap((one) => ('perm' in one ? [one.perm].flat() : []))
  const role = await createRole(world(), 'tenant', [
    ...perms,
    ...KINDS.filter(({ code }) => SEEN.includes(code)).map((kind) => orderPerm(kind, 'list')),
    'trk:search:query',
  ])
  partly = await (await createUser(world(), [role])).client()
})

const ROLES = [
  'tenantAdmin',
  'manager',
  'warehouse',
  'service',
  'finance',
  'sales',
  'customer',
  'sub',
  'partly',
] as const
const as = (role: (typeof ROLES)[number]): Promise<Client> =>
  role === 'partly' ? Promise.resolve(partly) : world().as(role)
const { list } = shipmentList.endpoints
/** Rows of the list of a kind, or of all orders. */
const rowsOf = async (client: Client, query: object): Promise<number | null> => {
  const answer = await client.get(list.path, { ...query, pageSize: 1 })
  if (answer.status === 403 || answer.code === 403 || answer.code === 510) return null
  expect(answer, answer.message).toMatchObject({ success: true })
  return (answer.result as { total: number }).total
}
const ofKind = (of: Measure, shipmentResource?: string): object => ({
  ...Object.fromEntries(new URL(linkOf(of, look)!, 'http://x').searchParams),
  ...(shipmentResource ? { shipmentResource } : {}),
})

test('there are rows of every kind, in several states', async () => {
  for (const { code } of KINDS)
    expect(await rowsOf(await as('manager'), { shipmentResource: code }), code).toBeGreaterThan(3)
})

test('a user of two kinds gets every figure over these two', async () => {
  for (const name of Object.keys(FIGURES) as (keyof typeof FIGURES)[])
    for (const [figure, n, of, key] of (await FIGURES[name]?.(partly)) ?? [])
      // What leads to lists this user may not open is no link on the screen.
      if (of.screen === LISTED.path)
        expect([figure, await listed(partly, of, key)]).toEqual([figure, n])
  const whole = await rowsOf(partly, {})
  const sums = await Promise.all(SEEN.map((code) => rowsOf(partly, { shipmentResource: code })))
  expect(whole).toBe(sums.reduce((sum, n) => sum! + n!, 0))
})

describe.each(ROLES)('as %s', (role) => {
  test('the tabs of every list of orders count what they show', async () => {
    const client = await as(role)
    if ((await client.get(dashboards.statusCount.path)).code === 403) return
    const sums: number[] = []
    for (const code of [undefined, ...KINDS.map((kind) => kind.code)]) {
      const narrow = code ? { shipmentResource: code } : {}
      // States of returns are counted next to those of orders, as R20 and so on.
      const counts = Object.fromEntries(
        Object.entries(await client.call(dashboards.statusCount, narrow)).filter(([status]) =>
          /^-?\d+$/.test(status),
        ),
      )
      const rows = await rowsOf(client, narrow)
      // Who sees no list of orders has the counts without links.
      if (rows === null) continue
      const sum = Object.values(counts).reduce((all, n) => all + n, 0)
      expect([code, sum]).toEqual([code, rows])
      sums.push(sum)
      for (const [status, n] of Object.entries(counts)) {
        const shown = await rowsOf(client, { ...narrow, shipmentStatus: status })
        expect([code, status, shown]).toEqual([code, status, n])
      }
    }
    if (sums.length > 0) expect(sums.slice(1).reduce((all, n) => all + n, 0)).toBe(sums[0])
  })

  test('drafts by age of every kind make up those of all', async () => {
    const client = await as(role)
    if ((await client.get(dashboards.draftCount.path)).code === 403) return
    const all = await client.call(dashboards.draftCount, {})
    for (const bucket of Object.keys(all) as (keyof typeof DRAFTS_BY_AGE)[]) {
      const of = DRAFTS_BY_AGE[bucket]
      const shown = await Promise.all(KINDS.map(({ code }) => rowsOf(client, ofKind(of, code))))
      if (shown.includes(null)) return
      expect([bucket, shown.reduce((sum, n) => sum! + n!, 0)]).toEqual([bucket, all[bucket]])
    }
  })

  test('quick search finds the orders of the list and no other', async () => {
    const client = await as(role)
    const found = await world().db.pool.query<{ no: string }>(
      `select distinct on (shipment_resource, create_by) serial_number as no from shipment
        where tenant_id = $1 order by shipment_resource, create_by, id`,
      [world().tenantId],
    )
    expect(found.rows.length).toBeGreaterThan(KINDS.length)
    for (const { no } of found.rows) {
      const rows = await rowsOf(client, { serialNumber: no })
      const hits = await client.call(quickSearch.quick, { q: no })
      const orders = hits.filter(({ kind, title }) => kind === 'order' && title === no)
      expect([no, orders.length]).toEqual([no, rows ?? 0])
    }
  })
})
