import { act, useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Router, Link, useLocation, useNavigate } from 'react-router'
import type { MenuNode } from '#contracts/platform/session/session.ts'
import { createHistory, type Gate } from '../../kit/platform/history/history.ts'
import { leave, settle, show, speak, until } from '#web/test/page.tsx'
import { HOME, routesOf } from '../layout/menu.ts'
import TabBar from './tab-bar.tsx'
import { createTabStore, type TabStore } from './tab-store.ts'
import { TabPanes } from './tab-panes.tsx'
import { setUnsavedDialog, useUnsaved } from '../../kit/platform/unsaved.ts'
import * as screens from '../../screens.ts'
import { useSyncExternalStore } from 'react'

const effects: string[] = []
const draws: string[] = []
function Unsaved({ changed }: { changed: boolean }) {
  useUnsaved(changed)
  return null
}
/** A screen with something typed, its address, and effects that come and go. */
function Screen() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  draws.push(pathname)
  useEffect(() => {
    effects.push(`+${pathname}`)
    return () => void effects.push(`-${pathname}`)
  }, [pathname])
  return (
    <div data-screen={pathname}>
      <Unsaved changed={typed === 'not saved'} />
      <input value={typed} onChange={(event) => setTyped(event.target.value)} />
      <output>{search}</output>
      <button onClick={() => void navigate('?q=1')}>filter</button>
      <Link to="/b">to b</Link>
    </div>
  )
}

const node = (
  path: string,
  title: string,
  keepAlive: boolean,
  component = 'x/Screen',
): MenuNode => ({
  id: path,
  name: path,
  path,
  component,
  route: '1',
  meta: { title, keepAlive, internalOrExternal: false },
})
const routes = routesOf([
  node(HOME, 'Home', true),
  node('/a', 'Aa', true),
  node('/b', 'Bb', true),
  node('/c', 'Cc', false),
  node('/none', 'None', true, 'x/None'),
])

let tabStore: TabStore
const INSIDE = { pathname: '/', search: '', hash: '', state: null, key: 'inside' }
function Page({ history }: { history: ReturnType<typeof createHistory> }) {
  const tabs = useSyncExternalStore(tabStore.subscribe, tabStore.tabs)
  // As in web/router.tsx: from out here the shell is one place.
  return (
    <Router navigator={history} location={INSIDE}>
      <TabBar tabStore={tabStore} tabs={tabs} routes={routes} />
      <TabPanes tabStore={tabStore} tabs={tabs} routes={routes} />
    </Router>
  )
}
const screen = (path: string) => document.querySelector<HTMLElement>(`[data-screen="${path}"]`)
const shown = () => document.querySelector<HTMLElement>('.py-pane[data-active]')
const go = async (path: string) => {
  await act(async () => tabStore.navigatorOf(null).push(path))
  await settle()
}
const press = async (found: Element | null | undefined) => {
  await act(async () => {
    if (found instanceof HTMLElement) found.click()
    else throw new Error('nothing to press')
  })
  await settle()
}
const names = () => [...document.querySelectorAll('.py-tab-name')].map((tab) => tab.textContent)

beforeEach(async () => {
  vi.spyOn(screens, 'readyScreen').mockImplementation((component) =>
    component === 'x/None' ? null : Screen,
  )
  vi.spyOn(screens, 'loadScreen').mockResolvedValue(Screen)
  effects.length = 0
  draws.length = 0
  await speak('en_US')
  window.history.replaceState(null, '', HOME)
  let gate: Gate = () => true
  const history = createHistory((step) => gate(step))
  tabStore = createTabStore({
    history,
    setGate: (next) => {
      gate = next
      return () => {
        gate = () => true
      }
    },
    many: true,
    remembered: [],
    keepsAlive: (path) => path !== '/c',
    say: () => undefined,
  })
  await show(<Page history={history} />)
})
afterEach(async () => {
  vi.restoreAllMocks()
  tabStore.stop()
  await leave()
})

it('what was typed stays while another page is shown, its effects rest, and its address is its own', async () => {
  await go('/a')
  await press(screen('/a')?.querySelector('button'))
  const input = screen('/a')!.querySelector('input')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'half')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await go('/b')
  expect([
    screen('/a')?.querySelector('input')?.value,
    screen('/a')?.style.display,
    window.location.pathname,
  ]).toEqual(['half', 'none', '/b'])
  expect(effects).toEqual([`+${HOME}`, `-${HOME}`, '+/a', '-/a', '+/b'])
  await press(
    [...document.querySelectorAll('.py-tab-name')].find((tab) => tab.textContent === 'Aa'),
  )
  expect([
    screen('/a')?.querySelector('input')?.value,
    screen('/a')?.querySelector('output')?.textContent,
    window.location.search,
  ]).toEqual(['half', '?q=1', '?q=1'])
})
it('switching draws neither the page that comes back nor any hidden one', async () => {
  await go('/a')
  await go('/b')
  draws.length = 0
  await go('/a')
  await go(HOME)
  await go('/b')
  await settle(50)
  expect([draws, window.location.pathname, screen('/b')?.style.display]).toEqual([[], '/b', ''])
})
it('a page the menu does not keep alive starts again', async () => {
  await go('/c')
  expect(screen('/c')).not.toBeNull()
  await go('/a')
  expect(screen('/c')).toBeNull()
  await go('/c')
  expect(effects.filter((effect) => effect === '+/c')).toHaveLength(2)
})
it('a link of a page leads on to a tab of its own, and a refresh mounts again', async () => {
  await go('/a')
  await press(screen('/a')?.querySelector('a'))
  expect([names(), shown()?.querySelector('[data-screen]')?.getAttribute('data-screen')]).toEqual([
    ['Home', 'Aa', 'Bb'],
    '/b',
  ])
  await act(async () => {
    await tabStore.refresh(tabStore.tabs().active)
  })
  expect(effects.filter((effect) => effect === '+/b')).toHaveLength(2)
})
it('an unknown path and a component this version does not have are reported, and break nothing', async () => {
  await go('/none')
  expect(shown()?.querySelector('h1')?.textContent).toBe('Page not found')
  await go('/never/heard/of')
  await until(() => window.location.pathname === '/404')
  expect([shown()?.querySelector('h1')?.textContent, names()]).toEqual([
    'Page not found',
    ['Home', 'None', 'Page not found'],
  ])
})
it('the row of tabs is one stop of the Tab key; arrows walk, Delete closes, home has no way to close', async () => {
  await go('/a')
  await go('/b')
  const tabs = [...document.querySelectorAll<HTMLElement>('.py-tab-name')]
  expect(tabs.map((tab) => tab.tabIndex)).toEqual([-1, -1, 0])
  expect(
    [...document.querySelectorAll('.py-tab-close')].map((tab) => tab.getAttribute('aria-label')),
  ).toEqual(['Close Aa', 'Close Bb'])
  const key = async (name: string) => {
    await act(async () => {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
      )
    })
    await settle(30)
  }
  tabs[2]?.focus()
  await key('ArrowRight')
  expect(document.activeElement?.textContent).toBe('Home')
  await key('Delete')
  expect(names()).toEqual(['Home', 'Aa', 'Bb'])
  await key('ArrowRight')
  await key('Delete')
  expect([names(), document.activeElement?.textContent]).toEqual([['Home', 'Bb'], 'Bb'])
})

it('a page hidden, shown and closed faster than it is drawn asks before what was typed is lost', async () => {
  const asked = vi.fn(() => Promise.resolve(false))
  setUnsavedDialog(asked)
  await go('/a')
  const input = screen('/a')!.querySelector('input')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      input,
      'not saved',
    )
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await go('/b')
  const { list } = tabStore.tabs()
  const [a, b] = ['/a', '/b'].map((path) => list.find(({ place }) => place.pathname === path)!.id)
  for (const turn of [1, 2, 3]) {
    await act(async () => {
      tabStore.activate(b!)
      await tabStore.close(a!, 'one')
    })
    expect([turn, asked.mock.calls.length, names()]).toEqual([
      turn,
      turn,
      ['Home', 'Aa (not saved)', 'Bb'],
    ])
  }
})
