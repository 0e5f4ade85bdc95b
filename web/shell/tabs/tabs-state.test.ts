import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOME } from '../layout/menu.ts'
import {
  arrive,
  close,
  closing,
  fullOf,
  isHome,
  leastUsed,
  MAX_TABS,
  moveHidden,
  placeOf,
  refresh,
  single,
  startTabs,
  whyNotClose,
  type Side,
  type Tabs,
} from './tabs-state.ts'

const paths = fc.oneof(
  fc.constant(HOME),
  fc.nat(30).map((number) => `/p${number}`),
  fc.tuple(fc.nat(5), fc.nat(3)).map(([page, query]) => `/p${page}?q=${query}`),
)
const step = fc.oneof(
  fc.record({ do: fc.constant('go' as const), to: paths, many: fc.boolean() }),
  fc.record({ do: fc.constant('move' as const), at: fc.nat(), to: paths }),
  fc.record({ do: fc.constant('hidden' as const), at: fc.nat(), to: paths }),
  fc.record({
    do: fc.constant('close' as const),
    at: fc.nat(),
    side: fc.constantFrom<Side>('one', 'left', 'right', 'others'),
  }),
  fc.record({ do: fc.constant('refresh' as const), at: fc.nat() }),
  fc.record({ do: fc.constant('single' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
const idAt = (tabs: Tabs, at: number): string => tabs.list[at % tabs.list.length]?.id ?? ''

function take(tabs: Tabs, todo: Step): Tabs {
  switch (todo.do) {
    case 'go':
      return arrive(tabs, placeOf(todo.to), { tab: null, many: todo.many }).tabs
    case 'move':
      return arrive(tabs, placeOf(todo.to), { tab: idAt(tabs, todo.at), many: true }).tabs
    case 'hidden':
      return moveHidden(tabs, idAt(tabs, todo.at), placeOf(todo.to))
    case 'close':
      return whyNotClose(tabs, idAt(tabs, todo.at)) && todo.side === 'one'
        ? tabs
        : close(tabs, closing(tabs, idAt(tabs, todo.at), todo.side), idAt(tabs, todo.at))
    case 'refresh':
      return refresh(tabs, idAt(tabs, todo.at))
    case 'single':
      return single(tabs)
  }
}
function sound(tabs: Tabs): void {
  expect(isHome(tabs.list[0]!)).toBe(true)
  expect(tabs.list.filter(isHome)).toHaveLength(1)
  expect(tabs.list.length).toBeLessThanOrEqual(MAX_TABS)
  expect(tabs.list.find((tab) => tab.id === tabs.active)?.live).toBe(true)
  expect(new Set(tabs.list.map((tab) => tab.id)).size).toBe(tabs.list.length)
  expect(new Set(tabs.list.map((tab) => tab.key)).size).toBe(tabs.list.length)
}

describe('whatever is opened and closed in whatever order', () => {
  it('home stays first, there are at most twenty, and one is shown', () => {
    fc.assert(
      fc.property(paths, fc.array(step, { maxLength: 60 }), (start, steps) => {
        let tabs = startTabs(placeOf(start))
        sound(tabs)
        for (const todo of steps) {
          tabs = take(tabs, todo)
          sound(tabs)
        }
      }),
      { numRuns: 300 },
    )
  })
  it('what was opened is shown, where it was opened', () => {
    fc.assert(
      fc.property(fc.array(paths, { minLength: 1, maxLength: 50 }), (all) => {
        let tabs = startTabs(placeOf(HOME))
        for (const path of all) tabs = arrive(tabs, placeOf(path), { tab: null, many: true }).tabs
        expect(fullOf(tabs.list.find((tab) => tab.id === tabs.active)!.place)).toBe(all.at(-1))
      }),
    )
  })
  it('tabs that are not touched keep everything they are', () => {
    fc.assert(
      fc.property(fc.array(paths, { maxLength: 15 }), paths, (all, next) => {
        let tabs = startTabs(placeOf(HOME))
        for (const path of all) tabs = arrive(tabs, placeOf(path), { tab: null, many: true }).tabs
        const after = arrive(tabs, placeOf(next), { tab: null, many: true }).tabs
        for (const tab of tabs.list) if (tab.id !== after.active) expect(after.list).toContain(tab)
      }),
    )
  })
})

const opened = (...all: string[]): Tabs =>
  all.reduce(
    (tabs, path) => arrive(tabs, placeOf(path), { tab: null, many: true }).tabs,
    startTabs(placeOf(HOME)),
  )
const keys = (tabs: Tabs): string[] => tabs.list.map((tab) => tab.key)
const idOf = (tabs: Tabs, key: string): string => tabs.list.find((tab) => tab.key === key)!.id
const shown = (tabs: Tabs): string => fullOf(tabs.list.find((tab) => tab.id === tabs.active)!.place)

describe('tabs', () => {
  it('are distinguished by the full path, and filters move a tab instead of making one', () => {
    const tabs = opened('/l', '/l?status=done')
    expect(keys(tabs)).toEqual([HOME, '/l', '/l?status=done'])
    const filtered = arrive(tabs, placeOf('/l?page=2'), { tab: idOf(tabs, '/l'), many: true }).tabs
    expect([keys(filtered), shown(filtered)]).toEqual([keys(tabs), '/l?page=2'])
    expect(arrive(filtered, placeOf('/l'), { tab: null, many: true }).tabs.list).toHaveLength(3)
  })
  it('the one longest not looked at makes room, never home, the shown one or one with entries', () => {
    const many = opened(...Array.from({ length: 19 }, (_, at) => `/p${at}`))
    const seen = arrive(many, placeOf('/p0'), { tab: null, many: true }).tabs
    const { tabs, dropped } = arrive(seen, placeOf('/new'), {
      tab: null,
      many: true,
      keep: new Set([idOf(seen, '/p1')]),
    })
    expect([dropped, tabs.list.length]).toEqual([idOf(seen, '/p2'), 20])
    expect(leastUsed(tabs, new Set(tabs.list.map((tab) => tab.id)))).toBeNull()
  })
  it('close in the three directions and leave home alone', () => {
    const tabs = opened('/a', '/b', '/c', '/d')
    const left = close(tabs, closing(tabs, idOf(tabs, '/c'), 'left'), idOf(tabs, '/c'))
    expect([keys(left), shown(left)]).toEqual([[HOME, '/c', '/d'], '/d'])
    const right = close(tabs, closing(tabs, idOf(tabs, '/b'), 'right'), idOf(tabs, '/b'))
    expect([keys(right), shown(right)]).toEqual([[HOME, '/a', '/b'], '/b'])
    const others = close(tabs, closing(tabs, idOf(tabs, '/b'), 'others'), idOf(tabs, '/b'))
    expect([keys(others), shown(others)]).toEqual([[HOME, '/b'], '/b'])
    expect(keys(close(tabs, closing(tabs, idOf(tabs, HOME), 'others'), idOf(tabs, HOME)))).toEqual([
      HOME,
    ])
  })
  it('show the neighbour when the shown one closes', () => {
    const tabs = arrive(opened('/a', '/b', '/c'), placeOf('/b'), { tab: null, many: true }).tabs
    expect(shown(close(tabs, [idOf(tabs, '/b')]))).toBe('/c')
    const last = arrive(tabs, placeOf('/c'), { tab: null, many: true }).tabs
    expect(shown(close(last, [idOf(last, '/c')]))).toBe('/b')
  })
  it('refuse to close home and the last page', () => {
    const tabs = opened('/a')
    expect([
      whyNotClose(tabs, idOf(tabs, HOME)),
      whyNotClose(tabs, idOf(tabs, '/a')),
      whyNotClose(opened(), idOf(opened(), HOME)),
    ]).toEqual(['home', null, 'last'])
  })
  it('become one page and many again without losing the shown one', () => {
    const tabs = opened('/a', '/b')
    const one = single(tabs)
    expect([keys(one), shown(one), one.active]).toEqual([[HOME, '/b'], '/b', tabs.active])
    const next = arrive(one, placeOf('/c'), { tab: null, many: false }).tabs
    expect([keys(next), next.active]).toEqual([[HOME, '/c'], tabs.active])
  })
  it('come back as they were remembered, with the page of the address on top', () => {
    const tabs = arrive(opened('/a', '/b'), placeOf('/a?x=1'), {
      tab: idOf(opened('/a', '/b'), '/a'),
      many: true,
    }).tabs
    const again = startTabs(placeOf('/a?x=1'), tabs.list, tabs.active)
    expect([keys(again), shown(again), again.list.filter((tab) => tab.live).length]).toEqual([
      [HOME, '/a', '/b'],
      '/a?x=1',
      1,
    ])
  })
})
