import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MenuNode } from '#contracts/platform/session/session.ts'
import { findEntries, searchEntries } from './menu-search.ts'

const node = (
  id: string,
  path: string,
  title: string,
  more: Partial<Omit<MenuNode, 'meta'>> & { meta?: Partial<MenuNode['meta']> } = {},
): MenuNode => ({
  id,
  name: path,
  path,
  component: 'x/Screen',
  route: '1',
  ...more,
  meta: { title, keepAlive: false, internalOrExternal: false, ...more.meta },
})

const menu = (translate: (zh: string, en: string) => string): MenuNode[] => [
  node('1', '/dashboard/analysis', translate('首页', 'Home')),
  node('2', '/shipment', translate('订单', 'Orders'), {
    component: 'layouts/RouteView',
    children: [
      node('3', '/shipment/b2c', translate('B2C 订单', 'B2C orders')),
      node('4', '/shipment/shippers', translate('发件人', 'Shippers')),
      node('5', '/shipment/secret', translate('隐藏', 'Hidden'), { hidden: true }),
    ],
  }),
  node('6', '/isystem', translate('系统管理', 'Administration'), {
    component: 'layouts/RouteView',
    children: [
      node('7', '/isystem/role', translate('角色管理', 'Roles')),
      node('8', 'abc123', translate('监控', 'Monitor'), {
        component: 'layouts/IframePageView',
        meta: { url: '{{ window.x }}/boot/stats' },
      }),
      node('9', 'def456', translate('文档', 'Manual'), {
        meta: { internalOrExternal: true, url: 'https://example.org/manual' },
      }),
      node('10', '/only', translate('仅菜单', 'Entry only'), { route: '0' }),
    ],
  }),
]
const zh = menu((text) => text)
const en = menu((_, text) => text)
const all = searchEntries(zh, en)
const found = (query: string) => findEntries(all, query).map(({ path }) => path)

describe('the menu search', () => {
  it('lists pages, neither folders nor what is hidden or no page', () => {
    expect(all.map(({ path }) => path)).toEqual([
      '/dashboard/analysis',
      '/shipment/b2c',
      '/shipment/shippers',
      '/isystem/role',
      '/isystem/abc123',
      '/isystem/def456',
    ])
  })
  it.each([
    ['角色', ['/isystem/role']],
    ['roles', ['/isystem/role']],
    ['ROLE', ['/isystem/role']],
    ['ＲＯＬＥ', ['/isystem/role']],
    ['isystem/ro', ['/isystem/role']],
    ['b2c', ['/shipment/b2c']],
    ['订单', ['/shipment/b2c', '/shipment/shippers']],
    ['订单 发件', ['/shipment/shippers']],
    ['orders', ['/shipment/b2c']],
    ['nothing of the kind', []],
  ])('finds %s', (query, paths) => expect(found(query)).toEqual(paths))
  it('puts the beginning of a title first', () => {
    const names = ['Sub order', 'Reorder', 'Orders', 'X'].map((title, at) =>
      node(String(at), at === 3 ? '/order/x' : `/p${at}`, title),
    )
    expect(findEntries(searchEntries(names), 'order').map(({ title }) => title)).toEqual([
      'Orders',
      'Sub order',
      'Reorder',
      'X',
    ])
  })
  it('knows what opens outside', () => {
    expect(all.filter(({ opens }) => opens).map(({ opens }) => opens)).toEqual([
      `${window.location.origin}/boot/stats`,
      'https://example.org/manual',
    ])
  })
  it('finds every entry by its own titles, and only entries of the menu by anything', () => {
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.boolean(), (entry, inEnglish) => {
        expect(found((inEnglish ? entry.text[1] : entry.title) ?? '')).toContain(entry.path)
      }),
    )
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (query) => {
        for (const entry of findEntries(all, query)) expect(all).toContain(entry)
      }),
    )
  })
})

it('finds a page by the pinyin of its title and by its initials, both beginning as typed', () => {
  const titled = (title: string, spoken?: string) => [
    node('1', '/a', title, { meta: spoken === undefined ? {} : { spoken } }),
  ]
  const entries = searchEntries(titled('角色'), titled('Roles', 'juese jiaose js jse'))
  for (const typed of ['juese', 'js', 'jiao']) expect(findEntries(entries, typed)).toHaveLength(1)
  for (const typed of ['uese', 'sj']) expect(findEntries(entries, typed)).toEqual([])
})
