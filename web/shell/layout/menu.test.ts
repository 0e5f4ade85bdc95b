import { describe, expect, it } from 'vitest'
import type { MenuNode } from '#contracts/platform/session/session.ts'
import { loginFor, targetOf } from '../guard.ts'
import { navOf, resolveUrl, routesOf, withToken } from './menu.ts'
import { trailTo } from './menu-trail.ts'
import { contrast, contrastOnWhite, ACCENTS } from '../../kit/session/accent.ts'
import { themeOf } from '../settings/theme.ts'

const node = (
  path: string,
  more: Partial<Omit<MenuNode, 'meta'>> & { meta?: Partial<MenuNode['meta']> } = {},
): MenuNode => ({
  id: path,
  name: path,
  path,
  component: 'x/Screen',
  route: '1',
  ...more,
  meta: { title: path, keepAlive: false, internalOrExternal: false, ...more.meta },
})
const folder = (
  path: string,
  children: MenuNode[],
  more: Parameters<typeof node>[1] = {},
): MenuNode => node(path, { component: 'layouts/RouteView', children, ...more })

describe('the menu', () => {
  it('hides hidden entries, and a parent that has nothing else', () => {
    expect(
      navOf([
        folder('/a', [node('/a/1', { hidden: true })]),
        folder('/b', [node('/b/1'), node('/b/2', { hidden: true }), node('/b/3')]),
      ]).map((item) => [item.path, item.children.length]),
    ).toEqual([['/b', 2]])
  })
  it('shows a folder of one as that one, under the folder’s icon', () => {
    const one = folder('/a', [folder('/a/b', [node('/a/b/1')])], {
      meta: { title: 'A', icon: 'inbox' },
    })
    expect(navOf([one])).toEqual([
      { path: '/a/b/1', title: '/a/b/1', icon: 'inbox', external: null, children: [] },
    ])
    expect(
      routesOf([one])
        .at(-1)
        ?.trail.map(({ title }) => title),
    ).toEqual(['A', '/a/b', '/a/b/1'])
  })
  it('makes a leaf of what is always shown', () => {
    const always = folder('/a', [node('/a/1')], { alwaysShow: true, redirect: '/a/1' })
    expect(navOf([always])[0]?.children).toEqual([])
    expect(routesOf([always])[0]).toMatchObject({ path: '/a', kind: 'folder', redirect: null })
  })
  it('shows route "0" without making a route of it or of anything below', () => {
    const tree = [node('/only', { route: '0', children: [node('/only/1')] })]
    expect(navOf(tree)).toHaveLength(1)
    expect(routesOf(tree)).toEqual([])
  })
  it('opens external entries in a window of their own', () => {
    const out = node('abc', {
      component: 'layouts/IframePageView',
      meta: { internalOrExternal: true, url: 'https://example.org/x' },
    })
    expect([
      navOf([out])[0]?.external,
      routesOf([out]).map(({ kind, url }) => [kind, url]),
    ]).toEqual(['https://example.org/x', [['outside', 'https://example.org/x']]])
    const script = node('abc', { meta: { internalOrExternal: true, url: 'javascript:alert(1)' } })
    expect(navOf([script])[0]?.external).toBeNull()
  })
  it('redirects a folder to where the server points, else to its first page', () => {
    expect(
      routesOf([
        folder('/a', [node('/a/1', { hidden: true }), node('/a/2')]),
        folder('/b', [node('/b/1')], { redirect: '/b/9' }),
      ])
        .filter((route) => route.kind === 'folder')
        .map((route) => route.redirect),
    ).toEqual(['/a/2', '/b/9'])
  })
  it('builds the way from home, and joins relative paths', () => {
    expect(routesOf([folder('/a', [node('deep')])]).at(-1)).toMatchObject({
      path: '/a/deep',
      trail: [
        { title: '/a', path: null },
        { title: 'deep', path: '/a/deep' },
      ],
    })
  })
  it('marks the longest entry a path stands under', () => {
    const items = navOf([folder('/a', [node('/a/list'), node('/a/list/special')])])
    expect(trailTo(items, '/a/list/special')).toEqual(['/a', '/a/list/special'])
    expect(trailTo(items, '/a/list/42')).toEqual(['/a', '/a/list'])
    expect(trailTo(items, '/a/listing')).toEqual([])
  })
  it('never evaluates an address and keeps the token in the house', () => {
    expect(resolveUrl("{{ window._CONFIG['domianURL'] }}/druid/", 'https://yard')).toBe(
      'https://yard/druid/',
    )
    expect(resolveUrl('{{ alert(1) }}', 'https://yard')).toBe('https://yard')
    expect(withToken('/report?t=${token}', 'a b', 'https://yard')).toBe('/report?t=a%20b')
    expect(withToken('https://evil.example/?t=${token}', 'T', 'https://yard')).toBe(
      'https://evil.example/?t=',
    )
  })
})

describe('the guard', () => {
  it('remembers the whole way, its query included', () => {
    expect(loginFor('/a/b?x=1&y=2#z')).toBe('/user/login?redirect=%2Fa%2Fb%3Fx%3D1%26y%3D2%23z')
    expect(loginFor('/')).toBe('/user/login')
  })
  it.each([
    ['/a?x=1', '/a?x=1'],
    [null, '/dashboard/analysis'],
    ['', '/dashboard/analysis'],
    ['//evil.example', '/dashboard/analysis'],
    ['/\\evil.example', '/dashboard/analysis'],
    ['https://evil.example', '/dashboard/analysis'],
    ['javascript:alert(1)', '/dashboard/analysis'],
    ['/\t/evil.example', '/dashboard/analysis'],
    ['/user/login?redirect=/a', '/dashboard/analysis'],
    ['/a\\b', '/dashboard/analysis'],
  ])('leads from %j to %s', (redirect, target) => expect(targetOf(redirect)).toBe(target))
})

it('every colour on offer gives one that can be read on white, written in, and read on its tint', () => {
  for (const color of ACCENTS) {
    const { token, components } = themeOf(color, false, false)
    for (const accent of [token?.colorPrimary, token?.colorLink, token?.colorPrimaryHover])
      expect(contrastOnWhite(accent!), color).toBeGreaterThanOrEqual(4.5)
    for (const [text, ground] of [
      [components?.Menu?.itemSelectedColor, token?.colorPrimaryBg],
      [token?.colorPrimaryHover, token?.colorPrimaryBgHover],
    ])
      expect(contrast(text!, ground!), `${color}: ${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  }
  expect(contrastOnWhite('#1890FF')).toBeLessThan(4.5)
})

describe('a line that gathers screens', () => {
  const matter = folder('/tabs/x', [node('/x/1'), node('/x/2'), node('/x/3', { hidden: true })], {
    component: 'layouts/TabLayout',
    meta: { title: 'X' },
  })
  const nav = navOf([folder('/a', [matter, node('/a/1')])])
  it('leads to the first of them a user may see, and none below it stands in the menu', () => {
    expect(nav[0]?.children.map(({ title, path, children }) => [title, path, children])).toEqual([
      ['X', '/x/1', []],
      ['/a/1', '/a/1', []],
    ])
  })
  it('is where each of its screens and their pages stand', () => {
    for (const path of ['/x/1', '/x/2', '/x/2/7'])
      expect(trailTo(nav, path), path).toEqual(['/a', '/x/1'])
  })
  it('shows its screens as tabs of each other; one alone has none', () => {
    const tabs = (of: MenuNode) =>
      routesOf([of]).map((route) => [route.path, route.tabs.map(({ path }) => path)])
    expect(tabs(matter)).toEqual([
      ['/tabs/x', []],
      ['/x/1', ['/x/1', '/x/2']],
      ['/x/2', ['/x/1', '/x/2']],
      ['/x/3', ['/x/1', '/x/2']],
    ])
    const alone = folder('/tabs/y', [node('/y/1')], { component: 'layouts/TabLayout' })
    expect(tabs(alone)).toEqual([
      ['/tabs/y', []],
      ['/y/1', []],
    ])
    expect(navOf([alone])[0]?.title).toBe('/y/1')
  })
})
