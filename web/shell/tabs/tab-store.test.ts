import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NavigationType } from 'react-router'
import type { AppHistory, Gate } from '../../kit/platform/history/history.ts'
import {
  forgetUnsaved,
  setUnsavedDialog,
  unsavedTabs,
  useUnsaved,
  UnsavedScopeProvider,
} from '../../kit/platform/unsaved.ts'
import { leave, show, settle } from '#web/test/page.tsx'
import { createElement } from 'react'
import { createTabStore, type TabStore } from './tab-store.ts'
import { HOME } from '../layout/menu.ts'
import { fullOf, placeOf } from './tabs-state.ts'

/** A history without a browser: entries in a list, the gate in front. */
function memory(start: string) {
  let gate: Gate = () => true
  const listeners = new Set<() => void>()
  const entries: { to: string; tab: string | null }[] = [{ to: start, tab: null }]
  let at = 0
  let action = NavigationType.Pop
  const here = () => entries[at] ?? expect.fail('off the list')
  const hrefOf = (to: Parameters<AppHistory['push']>[0]) =>
    typeof to === 'string' ? to : `${to.pathname}${to.search ?? ''}${to.hash ?? ''}`
  const pass = async (step: Parameters<Gate>[0], then: () => void) => {
    if (await gate(step)) {
      then()
      for (const hear of listeners) hear()
    }
  }
  const step = (
    kind: 'push' | 'replace',
    to: Parameters<AppHistory['push']>[0],
    _: unknown,
    tab: string | null,
  ) => {
    const full = hrefOf(to)
    const open = gate({ to: full, tab })
    const take = () => {
      if (kind === 'push') entries.splice(++at, entries.length, { to: full, tab })
      else entries[at] = { to: full, tab }
      action = kind === 'push' ? NavigationType.Push : NavigationType.Replace
      for (const hear of listeners) hear()
    }
    if (open === true) take()
    else if (open !== false) void open.then((yes) => yes && take())
  }
  const history: AppHistory = {
    get location() {
      return { ...placeOf(here().to), key: String(at) }
    },
    get action() {
      return action
    },
    get tab() {
      return here().tab
    },
    createHref: hrefOf,
    push: (to, state) => step('push', to, state, null),
    replace: (to, state) => step('replace', to, state, null),
    go: (delta) => {
      const to = entries[at + delta]
      if (to)
        void pass({ to: to.to, tab: to.tab }, () => {
          at += delta
          action = NavigationType.Pop
        })
    },
    step,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    history,
    setGate: (next: Gate) => {
      gate = next
      return () => {
        gate = () => true
      }
    },
    url: () => here().to,
  }
}

const notify = vi.fn()
let world: ReturnType<typeof memory>
let tabStore: TabStore
const open = (many = true, start = HOME) => {
  world = memory(start)
  tabStore = createTabStore({
    ...world,
    many,
    remembered: [],
    keepsAlive: (path) => !path.startsWith('/fleeting'),
    say: notify,
  })
}
const keys = () => tabStore.tabs().list.map((tab) => tab.key)
const idOf = (key: string) =>
  tabStore.tabs().list.find((tab) => tab.key === key)?.id ?? expect.fail(`no tab ${key}`)
const go = (to: string) => tabStore.navigatorOf(null).push(to)
const within = (key: string) => tabStore.navigatorOf(idOf(key))

/** A form in a tab that holds unsaved entries. */
function Form({ tab }: { tab: string }) {
  return createElement(
    UnsavedScopeProvider,
    { value: { tab, shown: () => tabStore.tabs().active === tab } },
    createElement(Changed),
  )
}
function Changed() {
  useUnsaved(true)
  return null
}
const fillIn = async (key: string) => await show(createElement(Form, { tab: idOf(key) }))

beforeEach(() => {
  notify.mockReset()
  open()
})
afterEach(async () => {
  tabStore.stop()
  await leave()
  forgetUnsaved(null)
})

describe('the ways of a page', () => {
  it('filters move the tab, another page opens one, the menu shows an open one as it stands', () => {
    go('/l')
    within('/l').push('/l?name=de')
    go('/m')
    expect([keys(), world.url()]).toEqual([[HOME, '/l', '/m'], '/m'])
    go('/l')
    expect([keys().length, world.url()]).toEqual([3, '/l?name=de'])
  })
  it('a link with a question of its own puts it to the tab opened for it', () => {
    go('/l?status=held')
    within('/l?status=held').push('/l?status=held&page=2')
    go('/m')
    go('/l?status=held')
    expect([keys().length, world.url()]).toEqual([3, '/l?status=held'])
  })
  it('a redirect makes no tab more, and leads to the page that is open already', () => {
    go('/l')
    go('/folder')
    within('/folder').replace('/m')
    expect(keys()).toEqual([HOME, '/l', '/m'])
    go('/folder')
    within('/folder').replace('/l')
    expect([keys(), world.url()]).toEqual([[HOME, '/l', '/m'], '/l'])
  })
  it('what a hidden page does to its address stays with it', () => {
    go('/l')
    go('/m')
    within('/l').replace('/l?late=1')
    expect([
      world.url(),
      fullOf(tabStore.tabs().list.find(({ key }) => key === '/l')!.place),
    ]).toEqual(['/m', '/l?late=1'])
  })
  it('the back button walks from tab to tab and opens a closed one again', async () => {
    go('/l')
    go('/m')
    world.history.go(-1)
    await settle()
    expect([world.url(), tabStore.tabs().active]).toEqual(['/l', idOf('/l')])
    await tabStore.close(idOf('/m'), 'one')
    world.history.go(1)
    await settle()
    expect(keys()).toEqual([HOME, '/l', '/m'])
  })
  it('in single-page mode the page is exchanged', () => {
    open(false)
    const { active } = tabStore.tabs()
    go('/l')
    go('/m')
    expect([tabStore.tabs().active, keys()]).toEqual([active, [HOME, '/m']])
  })
})

describe('closing', () => {
  it('home and the last page are refused, in words', async () => {
    await tabStore.close(idOf(HOME), 'one')
    expect(notify).toHaveBeenLastCalledWith('last')
    go('/l')
    await tabStore.close(idOf(HOME), 'one')
    expect(notify).toHaveBeenLastCalledWith('home')
    expect(keys()).toEqual([HOME, '/l'])
  })
  it('shows the neighbour, and its address', async () => {
    go('/l')
    go('/m')
    await tabStore.close(idOf('/m'), 'one')
    expect([keys(), world.url()]).toEqual([[HOME, '/l'], '/l'])
    await tabStore.close(idOf('/l'), 'others')
    expect(keys()).toEqual([HOME, '/l'])
  })
  it('asks where something is not saved, shows what it asks about, and keeps what the person keeps', async () => {
    const ask = vi.fn(async () => false)
    setUnsavedDialog(ask)
    go('/l')
    go('/m')
    await fillIn('/m')
    go(HOME)
    expect([ask.mock.calls.length, [...unsavedTabs()]]).toEqual([0, [idOf('/m')]])
    await tabStore.close(idOf(HOME), 'others')
    expect([ask.mock.calls.length, keys(), world.url()]).toEqual([1, [HOME, '/m'], '/m'])
    ask.mockResolvedValue(true)
    await tabStore.close(idOf('/m'), 'one')
    expect([keys(), unsavedTabs().size]).toEqual([[HOME], 0])
  })
  it('of a page that does not stay alive is asked for when it is left', async () => {
    const ask = vi.fn(async () => false)
    setUnsavedDialog(ask)
    go('/fleeting')
    await fillIn('/fleeting')
    go('/l')
    await settle()
    expect([ask.mock.calls.length, world.url()]).toEqual([1, '/fleeting'])
  })
})

describe('twenty tabs', () => {
  const fill = () => {
    for (let at = 0; at < 19; at++) go(`/p${at}`)
  }
  it('the oldest makes room, and the person hears of it', () => {
    fill()
    go('/more')
    expect([keys().length, keys().includes('/p0'), notify.mock.calls]).toEqual([
      20,
      false,
      [['dropped']],
    ])
  })
  it('where all hold entries no more is opened, and the person hears why', async () => {
    fill()
    const all = tabStore.tabs().list.map(({ id }) => createElement(Form, { key: id, tab: id }))
    await show(createElement('div', null, all))
    go('/more')
    expect([keys().includes('/more'), world.url(), notify.mock.calls]).toEqual([
      false,
      '/p18',
      [['full']],
    ])
  })
})

it('a refresh asks first, mounts again and shows the page', async () => {
  const ask = vi.fn(async () => false)
  setUnsavedDialog(ask)
  go('/l')
  await fillIn('/l')
  go('/m')
  await tabStore.refresh(idOf('/l'))
  expect([ask.mock.calls.length, tabStore.tabs().list[1]?.round, world.url()]).toEqual([1, 0, '/m'])
  ask.mockResolvedValue(true)
  await tabStore.refresh(idOf('/l'))
  expect([tabStore.tabs().list[1]?.round, world.url(), unsavedTabs().size]).toEqual([1, '/l', 0])
})

it('a page outside the layout is no tab, and everything is asked for on the way there', async () => {
  const ask = vi.fn(async () => false)
  setUnsavedDialog(ask)
  go('/l')
  await fillIn('/l')
  go('/m')
  go('/user/login')
  await settle()
  expect([ask.mock.calls.length, world.url()]).toEqual([1, '/m'])
  ask.mockResolvedValue(true)
  go('/user/login')
  await settle()
  expect([world.url(), keys()]).toEqual(['/user/login', [HOME, '/l', '/m']])
})
