import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cruds, features } from '#contracts/catalogue.ts'
import {
  BY_STATUS,
  COUNTED,
  DRAFTS_BY_AGE,
  LISTED,
  TODAY,
  TODOS,
} from '#contracts/insight/dashboards.measures.ts'
import { intoParcel } from '#contracts/depot/inbound.ts'
import { dashboards, TODO_KINDS, WAIT_BUCKETS } from '#contracts/insight/dashboards.ts'
import { dayAfter } from '#contracts/kit/measure.ts'
import { KIND_CODES } from '#contracts/orders/kinds/kinds.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { TABS } from '#contracts/orders/status-tabs.ts'
import { IN_DEPOT } from '#contracts/orders/parcels.measures.ts'
import { entries } from '#seeds/reference/menu/menu.ts'
import { FIGURES, listed, STATUSES, figureWorld } from './figures.fixture.ts'

const world = figureWorld()
const seen = new Set<string>()
describe.each([
  'tenantAdmin',
  'manager',
  'warehouse',
  'service',
  'finance',
  'sales',
  'customer',
  'sub',
] as const)('as %s every figure leads to as many rows', (role) => {
  test.each(Object.keys(FIGURES) as (keyof typeof FIGURES)[])('of %s', async (name) => {
    const client = await world().as(role)
    const { path } = dashboards[name]
    if ((await client.get(path)).status === 403) return
    for (const [figure, n, of, key] of (await FIGURES[name]?.(client)) ?? []) {
      if (name === 'todos') seen.add(figure)
      // The screens link for those who may see the list.
      if (name !== 'todos' && of.screen === LISTED.path && role === 'warehouse') continue
      expect([figure, await listed(client, of, key)]).toEqual([figure, n])
    }
  })
})

/** The tabs over the lists of orders: each opens as many as it shows, of its kind alone. */
test.each(['manager', 'service', 'customer', 'sub'] as const)(
  'as %s the tabs of every kind of orders open as many as they show',
  async (role) => {
    const client = await world().as(role)
    const states = TABS.flatMap((tab) => [...tab.states] as number[])
    expect(states.toSorted((a, b) => a - b)).toEqual(STATUSES.toSorted((a, b) => a - b))
    for (const kind of [null, ...KIND_CODES]) {
      const of = kind === null ? {} : { shipmentResource: kind }
      const board = await client.call(dashboards.statusCount, of)
      const { list } = shipmentList.endpoints
      const opened = await Promise.all(
        TABS.map(async ({ key, states: own }) => {
          const query = { ...of, shipmentStatus: own.join(','), pageSize: 1 }
          return [key, (await client.call(list, query)).total] as const
        }),
      )
      const shown = TABS.map(({ key, states: own }) => [
        key,
        own.reduce((sum: number, state) => sum + (board[String(state)] ?? 0), 0),
      ])
      expect([kind, opened]).toEqual([kind, shown])
      const { total } = await client.call(list, { ...of, pageSize: 1 })
      expect(opened.reduce((sum, [, n]) => sum + n, 0)).toBe(total)
    }
  },
)

test.each(['warehouse', 'manager'] as const)(
  'as %s what the inbound station counts leads to as many parcels',
  async (role) => {
    const client = await world().as(role)
    const found = await client.call(intoParcel.recent, {})
    for (const name of ['expected', 'inStock', 'held'] as const)
      expect([name, await listed(client, IN_DEPOT[name])]).toEqual([name, found[name]])
    expect(found.held, 'the boards count the same').toBe(
      (await client.call(dashboards.today, {})).held,
    )
    if (role === 'manager') expect(found.expected * found.inStock * found.held).toBeGreaterThan(0)
  },
)

test('every kind of to-do has a user who sees it', () => {
  expect([...seen].sort()).toEqual([...TODO_KINDS].sort())
})

test('a link opens a screen of the menu, for those who may see its list', () => {
  const all = [
    BY_STATUS,
    ...Object.values(TODAY),
    ...Object.values(DRAFTS_BY_AGE),
    ...Object.values(TODOS).map(({ measure }) => measure),
    ...Object.values(IN_DEPOT),
  ]
  for (const of of all) {
    if (of.screen === null) continue
    const menu = entries().find(({ path }) => path === of.screen)
    const list =
      cruds.find(({ name }) => name === of.entity)?.endpoints.list ??
      Object.values(features)
        .flatMap((calls) => Object.values(calls))
        .find(({ path }) => path === of.list)
    // A list of staff and customers has a screen for each.
    expect(menu?.perms?.length, of.screen ?? '').toBeGreaterThan(0)
    // A screen of several lists opens for those who may see any of them.
    const [own, opens] = [[list?.perm].flat(), menu?.perms ?? []]
    if (!own.every((perm) => opens.some((one) => one === perm)))
      expect(own).toEqual(expect.arrayContaining([...opens]))
  }
  for (const { perms, measure } of Object.values(TODOS))
    expect(perms.flat()).toEqual(
      expect.arrayContaining([
        ...(entries().find(({ path }) => path === measure.screen)?.perms ?? []),
      ]),
    )
})

test('a to-do is for those who may settle it, not for all who see its list', () => {
  for (const [kind, { perms }] of Object.entries(TODOS))
    expect(
      perms.some((any) => [any].flat().every((perm) => !/:(?:list|view|export)$/.test(perm))),
      kind,
    ).toBe(true)
})

test('the days of what waits follow one another without gap or overlap', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40_000 }),
      fc.integer({ min: 0, max: 400 }),
      (start, age) => {
        const [today, day] = [dayAfter('1970-01-01', start), dayAfter('1970-01-01', start - age)]
        const within = WAIT_BUCKETS.filter((bucket) => {
          const { createTime_begin: from, createTime_end: to } = DRAFTS_BY_AGE[bucket].filter({
            today,
          })
          return (!from || day >= from) && (!to || day <= to)
        })
        expect(within).toEqual([age <= 2 ? '0-2' : age <= 7 ? '3-7' : age <= 30 ? '8-30' : '30+'])
      },
    ),
  )
  expect(COUNTED).toHaveLength(STATUSES.length - 2)
})
