import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MenuNode } from '#contracts/platform/session/session.ts'
import { queryClient } from '../../kit/http/query.ts'
import { recentNow, rememberRecent } from '../../kit/platform/history/recent.ts'
import {
  answers,
  good,
  leave,
  settle,
  show,
  signInForTest,
  speak,
  until,
  untilFound,
  type Sent,
} from '#web/test/page.tsx'
import { dropSetting } from '../../kit/platform/own/user-settings.ts'
import { setRights } from '../../kit/session/session.ts'
import { GlobalTools } from '../global-tools.tsx'
import { arrange, fit, looksLikeNumber, type PaletteItem } from './palette-items.ts'

const node = (id: string, path: string, title: string, more: Partial<MenuNode> = {}): MenuNode => ({
  id,
  name: path,
  path,
  component: 'x/Screen',
  route: '1',
  ...more,
  meta: { title, keepAlive: true, internalOrExternal: false, ...more.meta },
})
const MENU: MenuNode[] = [
  node('1', '/tracking', 'Tracking', {
    component: 'layouts/RouteView',
    children: [node('2', '/tracking/search', 'Track search')],
  }),
  node('3', '/shipment/b2c', 'B2C orders'),
  node('4', '/out', 'Manual', {
    meta: {
      title: 'Manual',
      keepAlive: false,
      internalOrExternal: true,
      url: 'https://manual.example',
    },
  }),
]
const HIT = {
  kind: 'order',
  id: '42',
  title: 'PY0000000042',
  note: 'ACME · DE Berlin',
  status: '1',
  status_dictText: 'Confirmed',
}
const Address = () => {
  const { pathname, search } = useLocation()
  return <i data-at={pathname + search} />
}
const at = () => document.querySelector('i[data-at]')?.getAttribute('data-at')
const input = () => document.querySelector<HTMLInputElement>('.py-palette-input')
const options = () =>
  [...document.querySelectorAll('[role="option"]')].map((found) => found.textContent ?? '')

async function key(
  name: string,
  target: EventTarget | null = document.body,
  more: KeyboardEventInit = {},
) {
  // The palette may fetch a part of itself once more before it stays.
  const heard = target ?? (await untilFound(input))
  await act(async () => {
    heard.dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }),
    )
  })
  await settle()
}
async function type(text: string) {
  const field = await untilFound(input)
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
let sent: Sent[] = []
async function open(hits: unknown[] = [], perms = ['ship:b2c:add', 'ship:label:print']) {
  setRights({ menu: MENU, auth: perms.map((action) => ({ action, type: '1' })), allAuth: [] })
  sent = answers(({ url }) => good(url.pathname.endsWith('/quick') ? hits : {}))
  await show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/start']}>
        <GlobalTools />
        <Address />
        <input id="field" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await key('k', document.body, { ctrlKey: true })
  await until(() => input() !== null)
}

beforeEach(async () => {
  localStorage.clear()
  signInForTest()
  dropSetting('recent')
  await speak('en_US', 'palette')
  queryClient.clear()
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('the palette', () => {
  it.each(['API', '密钥'])('leads to the keys for programs by %s', async (words) => {
    await open()
    await type(words)
    await until(() => options().length > 0)
    expect(options().filter((one) => one.includes('API keys'))).toHaveLength(1)
    await key('Enter', input())
    expect(at()).toBe('/account/settings/security')
  })

  it('leads to pages of the menu by their words', async () => {
    await open()
    await type('track sea')
    await until(() => options().length === 1)
    expect(options()).toEqual(['Track searchTracking'])
    await key('Enter', input())
    expect([at(), input()]).toEqual(['/tracking/search', null])
  })
  it('opens what a pasted number belongs to, even when Enter was quicker than the answer', async () => {
    await open([HIT])
    await type('PY0000000042')
    await key('Enter', input())
    await until(() => at() === '/shipment/all?open=42')
    expect(
      sent
        .filter(({ url }) => url.pathname.endsWith('/quick'))
        .map(({ url }) => url.searchParams.get('q')),
    ).toEqual(['PY0000000042'])
  })
  it('shows found numbers before pages, with whose they are', async () => {
    await open([HIT])
    await type('PY00')
    await until(() => options().some((text) => text.includes('ACME')))
    expect(options()[0]).toBe('Order PY0000000042ACME · DE Berlin · Confirmed')
  })
  it('offers actions one may do, and none one may not', async () => {
    await open([], ['ship:b2c:add'])
    await until(() => options().includes('New order'))
    await leave()
    queryClient.clear()
    await open([], [])
    await settle(50)
    expect(options()).not.toContain('New order')
  })
  it('finds late parcels by what people call them, and opens their list', async () => {
    await open([], ['trk:number:list'])
    for (const word of ['late', 'stuck', 'silent', 'exception', '延误', '超时']) {
      await type(word)
      await settle(10)
      await until(() => options()[0] === 'Late parcels')
    }
    await key('Enter', input())
    await until(() => at()?.startsWith('/tracking/numbers?alert=') === true)
  })
  it('begins with what was opened lately, newest first and once each', async () => {
    rememberRecent('/shipment/b2c?_row=1', 'PY1')
    rememberRecent('/shipment/b2c?_row=2', 'PY2')
    rememberRecent('/shipment/b2c?_row=1', 'PY1')
    await open([], [])
    expect(options().slice(0, 2)).toEqual(['PY1B2C orders', 'PY2B2C orders'])
    await key('ArrowDown', input())
    await key('Enter', input())
    expect(at()).toBe('/shipment/b2c?_row=2')
  })
  it('finds a page by its path and does what the shell can do, by words of both languages', async () => {
    await open([], ['trk:search:query'])
    const first = async (words: string) => {
      await type(words)
      await settle(10)
      return untilFound(() => options()[0])
    }
    expect([
      await first('/shipment/b2c'),
      await first('sign out'),
      await first('退出'),
      await first('dark'),
      await first('language'),
      await first('00340434490100000008, 00340434490100000015'),
    ]).toEqual([
      'B2C orders',
      'Sign out',
      'Sign out',
      'Dark menu',
      'Language: 简体中文',
      'Track 2 numbers',
    ])
    await key('Enter', input())
    await until(() => at()?.startsWith('/tracking/search') === true)
    expect(at()).toBe('/tracking/search?nos=00340434490100000008%2C00340434490100000015')
  })
  it('keeps twenty', () => {
    for (let n = 0; n < 30; n++) rememberRecent(`/x?_row=${n}`, `row ${n}`)
    expect(recentNow()).toHaveLength(20)
    expect(recentNow()[0]?.title).toBe('row 29')
  })
  it('leaves Enter to the input method while Chinese is composed', async () => {
    await open()
    await type('track')
    await until(() => options().length === 1)
    await key('Enter', input(), { isComposing: true })
    expect(at()).toBe('/start')
  })
  it('closes with Esc', async () => {
    await open()
    await key('Escape', input())
    await until(
      () =>
        input() === null ||
        getComputedStyle(document.querySelector('.ant-modal-wrap')!).display === 'none',
    )
  })
})

describe('the list of keys', () => {
  it('comes with ? and names what the keys of the page do; not while typing or composing', async () => {
    await open()
    await key('Escape', input())
    await leave()
    await show(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <GlobalTools />
          <input id="field" />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    const field = document.querySelector('#field')!
    await key('?', field)
    await key('?', document.body, { isComposing: true })
    await settle(100)
    expect(document.querySelector('.py-keys')).toBeNull()
    await key('?')
    await settle(100)
    await until(() => document.querySelector('.py-keys') !== null)
    expect(document.querySelector('.py-keys')?.textContent).toContain('Quick search')
  })
})

describe('what fits', () => {
  const item = (section: PaletteItem['section'], title: string): PaletteItem => ({
    key: title,
    section,
    title,
    note: '',
    run: () => undefined,
  })
  it('takes all words in any order, beginnings first', () => {
    expect([
      fit('B2C orders Orders', 'ord b2c'),
      fit('Import orders', 'imp'),
      fit('Import orders', 'ord'),
      fit('Import orders', 'port'),
      fit('Import orders', 'xyz'),
    ]).toEqual([1, 0, 1, 2, null])
  })
  it('distinguishes numbers from words', () => {
    expect(['PY00', '1234', '00340434292135100124'].every(looksLikeNumber)).toBe(true)
    expect(['ord', 'A1', '订单', 'import'].some(looksLikeNumber)).toBe(false)
  })
  it('puts what was found first for numbers, last for words', () => {
    const found = { found: [item('found', 'Order 1234')], pages: [item('pages', 'Page 1234')] }
    expect(arrange([], found, '1234').map(({ title }) => title)).toEqual([
      'Order 1234',
      'Page 1234',
    ])
    expect(arrange([], found, 'page').map(({ title }) => title)).toEqual([
      'Page 1234',
      'Order 1234',
    ])
  })
})
