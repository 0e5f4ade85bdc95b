import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bool, datetime, money, text, weight } from '#contracts/kit/field.ts'
import { resource } from '#contracts/kit/resource.ts'
import type { SavedView } from '#contracts/platform/saved-views.ts'
import Host from '../platform/feedback-host.tsx'
import { queryClient } from '../http/query.ts'
import { ResourceScreen } from '../resource/resource-screen.tsx'
import {
  answers,
  good,
  leave,
  settle,
  show,
  speak,
  until,
  type Sent,
  untilFound,
} from '#web/test/page.tsx'
import { putSetting } from '../session/user-settings.ts'
import { setRights, signIn } from '../session/session.ts'

const screen = vi.hoisted(() => ({ small: false }))
vi.mock(import('../platform/use-timing.ts'), async (original) => ({
  ...(await original()),
  usePhone: () => screen.small,
  useMobile: () => screen.small,
}))

const boxes = resource({
  name: 'boxes',
  path: '/erp/box',
  table: 'box',
  perm: 'erp:box',
  scope: 'tenant',
  label: 'name',
  fields: {
    name: text({ required: true, max: 20, filter: 'like', sort: true }),
    no: text({ filter: 'prefix' }),
    kg: weight({ min: 0 }),
    price: money({ currencyFrom: 'currency' }),
    currency: text(),
    cold: bool({ filter: 'eq' }),
    packedAt: datetime(),
    note: text({ show: ['form', 'detail'] }),
  },
})
const TOTAL = 45
const boxOf = (n: number) => ({
  id: String(n),
  version: 1,
  createBy: 'lin',
  createTime: '2026-03-01T00:00:00Z',
  updateBy: 'mei',
  updateTime: null,
  name: `Box ${n}`,
  no: `NO${n}`,
  kg: '0.1',
  price: n % 2 ? '1.10' : '2',
  currency: n % 2 ? 'EUR' : 'CNY',
  cold: true,
  packedAt: null,
  note: `note ${n}`,
})
const all = Array.from({ length: TOTAL }, (_, at) => boxOf(at + 1))
const view = (id: string, more: Partial<SavedView> = {}): SavedView => ({
  id,
  list: 'erp/box',
  name: `View ${id}`,
  shared: false,
  mine: true,
  owner: 'Lin',
  state: { filters: { name: '1' }, sort: null, columns: null },
  version: 1,
  ...more,
})

let sent: Sent[] = []
let server: { views: SavedView[]; settings: Record<string, unknown>; missing: string[] }
let person = 100
const Address = () => {
  const { search } = useLocation()
  return <i data-search={search} />
}
const where = () =>
  new URLSearchParams(document.querySelector('i[data-search]')?.getAttribute('data-search') ?? '')
const shown = () => document.body.textContent ?? ''
const lists = () =>
  sent.filter(
    (one) =>
      one.url.pathname === '/boot/erp/box/list' && one.url.searchParams.get('pageSize') !== '1',
  )
const lastList = () => lists().at(-1)?.url.searchParams ?? new URLSearchParams()

function reply(one: Sent) {
  const path = one.url.pathname.replace('/boot', '')
  const at = one.url.searchParams
  if (path === '/sys/userSetting/all') return good(server.settings)
  if (path === '/sys/userView/list') return good(server.views)
  if (path === '/sys/userView/add') {
    const body = one.body as Partial<SavedView>
    const made = view('9', body)
    server.views = [...server.views, made]
    return good(made)
  }
  if (path === '/sys/userView/edit') {
    const body = one.body as Partial<SavedView>
    const made = { ...server.views[0], ...body, version: 2 } as SavedView
    server.views = [made]
    return good(made)
  }
  if (path.startsWith('/sys/')) return good(null)
  if (path === '/erp/box/queryById') return good(boxOf(Number(at.get('id'))))
  const [page, size] = [Number(at.get('pageNo')), Number(at.get('pageSize'))]
  const found = at.get('name')
    ? all.filter((box) => box.name.includes((at.get('name') ?? '').replaceAll('*', '')))
    : all
  return good({
    records: found.slice((page - 1) * size, page * size),
    total: found.length,
    size,
    current: page,
    pages: 3,
    capped: false,
    ...(at.get('missing') ? { missing: server.missing } : {}),
  })
}
async function open(search = '', phone = false) {
  setRights({
    menu: [],
    auth: ['list', 'add', 'edit', 'delete', 'export'].map((verb) => ({
      action: `erp:box:${verb}`,
      type: '1',
    })),
    allAuth: [],
  })
  screen.small = phone
  sent = answers(reply)
  await show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[{ pathname: '/boxes', search, key: crypto.randomUUID() }]}>
        <ResourceScreen of={boxes} title="Boxes" sums={['kg', 'price']} />
        <Address />
        <Host />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await until(() => document.querySelector('[data-row-key]') !== null)
  await settle()
}
const button = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('button')]
    .filter((found) => (found.getAttribute('aria-label') ?? found.textContent) === name)
    .at(-1)
const press = async (name: string) => {
  const found = await untilFound(() => button(name))
  await act(async () => found.click())
  await settle()
}
const heads = () =>
  [...document.querySelectorAll('thead th .py-head-text')].map((head) => head.textContent)
const tabs = () =>
  [...document.querySelectorAll('.py-view > button:first-child')].map((tab) => tab.textContent)
async function type(input: HTMLInputElement | HTMLTextAreaElement | null, value: string) {
  if (!input) expect.fail('no field')
  await act(async () => {
    Object.getOwnPropertyDescriptor(
      input instanceof HTMLTextAreaElement
        ? HTMLTextAreaElement.prototype
        : HTMLInputElement.prototype,
      'value',
    )?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const key = async (name: string) => {
  await act(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
  })
  await settle(80)
}

beforeEach(async () => {
  await speak('en_US', 'lists', 'boxes')
  const id = String(person++)
  signIn({
    token: `T${id}`,
    sysAllDictItems: {},
    userInfo: {
      id,
      username: 'lin',
      realname: '林',
      avatar: null,
      email: null,
      phone: null,
      orgCode: null,
      status: 1,
      customerId: null,
      relTenantIds: '7',
      printSet: null,
    },
  })
  queryClient.clear()
  server = { views: [], settings: {}, missing: [] }
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('saved views', () => {
  it('are tabs with how many rows each has; one opens with its filters and says when it was left', async () => {
    server.views = [
      view('5'),
      view('6', {
        mine: false,
        shared: true,
        owner: 'Mei',
        state: { filters: {}, sort: { column: 'name', order: 'asc' }, columns: null },
      }),
    ]
    await open()
    await until(() => tabs().join() === 'All45,View 514,View 645')
    await act(async () =>
      document.querySelectorAll<HTMLElement>('.py-view > button:first-child')[1]?.click(),
    )
    await until(() => lastList().get('name') === '*1*')
    expect(Object.fromEntries(where())).toEqual({ name: '1', view: '5' })
    expect(document.querySelector('.py-view[data-active]')?.textContent).toContain('View 5')
    expect(document.querySelector('.py-view-changed')).toBeNull()
    await press('Clear filters')
    expect(where().toString()).toBe('')
  })
  it('are counted once in a while, not after every action', async () => {
    server.views = [view('5')]
    await open()
    await until(() => tabs().join() === 'All45,View 514')
    const counts = () => sent.filter((one) => one.url.searchParams.get('pageSize') === '1').length
    const before = counts()
    await act(async () => {
      await queryClient.invalidateQueries({
        predicate: (query) => String(query.queryKey[0]).startsWith('/erp/box'),
      })
    })
    await settle(50)
    expect([before, counts()]).toEqual([2, 2])
  })
  it('one keeps what the list shows', async () => {
    await open('?name=1')
    await press('Save as view')
    await until(() => document.querySelector('.ant-modal input') !== null)
    await type(document.querySelector('.ant-modal input'), 'Ones')
    await press('Save')
    await until(() => where().get('view') === '9')
    expect(sent.find((one) => one.url.pathname.endsWith('/userView/add'))?.body).toMatchObject({
      list: 'erp/box',
      name: 'Ones',
      shared: false,
      state: { filters: { name: '1' }, columns: null },
    })
    await until(() => tabs().some((tab) => tab?.startsWith('Ones')))
  })
  it('the usual one opens with the list, before any other rows are asked for', async () => {
    server.views = [view('5')]
    server.settings = { 'view:erp/box': '5' }
    putSetting('view:erp/box', '5')
    await open()
    expect(where().get('view')).toBe('5')
    expect(lists().map((one) => one.url.searchParams.get('name'))).toEqual(['*1*'])
  })
  it('a link to a view brings its filters, an address with filters keeps its own', async () => {
    server.views = [view('5')]
    await open('?view=5')
    expect(Object.fromEntries(where())).toEqual({ view: '5', name: '1' })
    await leave()
    queryClient.clear()
    await open('?view=5&name=2')
    expect(lastList().get('name')).toBe('*2*')
    await until(() => document.querySelector('.py-view-changed') !== null)
  })
  it('of somebody else is gone from the address of whoever may not see it, and harms nothing', async () => {
    await open('?view=77')
    expect(lists()).toHaveLength(1)
    expect(document.querySelectorAll('tr[data-row-key]')).toHaveLength(20)
  })
})

describe('columns', () => {
  it('are shown as the person chose, what is new where the screen has it', async () => {
    server.settings = {
      'list:erp/box': {
        order: ['kg', 'name', 'gone'],
        hidden: ['no'],
        shown: ['note'],
        pinned: ['price'],
        width: { kg: 99 },
      },
    }
    await open()
    await until(() => heads()[0] === 'price')
    expect(heads()).toEqual([
      'price',
      'kg (kg)',
      'Currency',
      'cold',
      'packedAt',
      'Created',
      'note',
      'Name',
    ])
    expect(document.querySelector<HTMLElement>('col[data-col="kg"]')?.style.width).toBe('99px')
    expect(document.querySelector('tr[data-row-key="3"]')?.textContent).toContain('note 3')
  })
  it('can be hidden, moved by key and reset', async () => {
    await open()
    const usual = heads()
    await press('Columns and density')
    await until(() => document.querySelector('.py-columns') !== null)
    await act(async () =>
      document
        .querySelector<HTMLElement>('.py-columns [data-key="no"] input[type=checkbox]')
        ?.click(),
    )
    await press('kg (kg) further left')
    await press('kg (kg) further left')
    await until(() => heads()[0] === 'kg (kg)')
    expect(heads()).not.toContain('no')
    expect(document.querySelector('.py-columns [data-key="note"] input')).toHaveProperty(
      'checked',
      false,
    )
    await press('Reset')
    await until(() => heads().join() === usual.join())
  })
})

describe('chosen rows', () => {
  it('stay over pages, say how many are elsewhere, and are added up exactly, each currency by itself', async () => {
    await open()
    await act(async () =>
      document.querySelector<HTMLElement>('thead input[type=checkbox]')?.click(),
    )
    await act(async () => button('Next page')?.click())
    await until(() => document.querySelector('tr[data-row-key="21"]') !== null)
    const bar = () => document.querySelector('.py-bulk')?.textContent ?? ''
    expect(bar()).toContain('20 selected')
    expect(bar()).toContain('20 not on this page')
    expect(bar()).toContain('kg (kg) 2.0')
    expect(bar()).toContain('11.00 EUR20 CNY')
  })
  it('can be all that match, collected page by page', async () => {
    await open('?name=Box')
    await act(async () =>
      document.querySelector<HTMLElement>('tbody input[type=checkbox]')?.click(),
    )
    await press('Select all 45 matching')
    await until(() => shown().includes('45 selected'))
    expect(
      lists()
        .filter((one) => one.url.searchParams.get('pageSize') === '100')
        .map((one) => one.url.searchParams.get('pageNo')),
    ).toEqual(['1'])
    await key('Escape')
    expect(document.querySelector('.py-bulk')).toBeNull()
  })
})

it('adds up the page beneath the rows', async () => {
  await open('?pageNo=3')
  expect(document.querySelector('tfoot')?.textContent).toBe('This page0.53.30 EUR4 CNY')
})

it('takes a pasted column into one filter and names what it did not find', async () => {
  server.missing = ['NO99']
  await open()
  const input =
    document.querySelectorAll<HTMLInputElement>('.py-filter[data-input=pasted] input')[0] ??
    expect.fail('no filter')
  await act(async () => {
    const paste = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(paste, { clipboardData: { getData: () => 'NO1\nNO2\r\nNO99\tNO1' } })
    input.dispatchEvent(paste)
  })
  await until(() => lastList().get('no_MultiString') === 'NO1,NO2,NO99')
  expect(lastList().get('missing')).toBe('no')
  await until(() => document.querySelector('.py-missing')?.textContent?.includes('NO99') ?? false)
  expect(document.querySelector('.py-pasted-many')?.textContent).toBe('3 numbers')
  await press('Clear no')
  await until(() => where().get('no') === null)
})

it('asks with conditions of the advanced filter, encoded once more than the address', async () => {
  await open()
  await press('Advanced filter')
  await until(() => document.querySelector('.py-super') !== null)
  await type(document.querySelector('.py-super input:not([role=combobox])'), 'Box 7')
  await press('Search')
  await until(() => lastList().get('superQueryParams') !== null)
  expect(JSON.parse(decodeURIComponent(lastList().get('superQueryParams') ?? ''))).toEqual([
    { field: 'name', rule: 'eq', val: 'Box 7', type: 'text' },
  ])
})

it('goes on to the next row over the border of the page, and back', async () => {
  await open('?_row=20')
  await until(() => document.querySelector('.ant-drawer-title') !== null)
  await key('j')
  await until(() => where().get('_row') === '21')
  expect(where().get('pageNo')).toBe('2')
  await until(() => document.querySelector('tr[data-row-key="21"]') !== null)
  await settle(50)
  await key('k')
  await until(() => where().get('_row') === '20')
  expect(where().get('pageNo')).toBeNull()
})

it('follows the keys: j and k move, space chooses, Enter opens, Escape lets go', async () => {
  await open()
  await key('j')
  await key('j')
  expect(document.querySelector('tr[data-active]')?.getAttribute('data-row-key')).toBe('2')
  await key(' ')
  expect(shown()).toContain('1 selected')
  await key('k')
  await key('Enter')
  await until(() => where().get('_row') === '1')
  await key('Escape')
  await until(() => where().get('_row') === null)
})

describe('on a phone', () => {
  it('rows are cards without a button in a button, and are added up beneath', async () => {
    await open('', true)
    expect(document.querySelectorAll('.py-card')).toHaveLength(20)
    expect(document.querySelector('button button')).toBeNull()
    await act(async () => document.querySelector<HTMLElement>('.py-card-open')?.click())
    await until(() => where().get('_row') === '1')
    expect(document.querySelector('.py-card-sums')?.textContent).toContain('kg (kg)2.0')
  })
  it('filters wait in a sheet, its button says how many are set', async () => {
    await open('?cold=true&no=NO', true)
    expect(document.querySelectorAll('.py-filters .py-filter')).toHaveLength(1)
    const sheet = [...document.querySelectorAll<HTMLElement>('.py-filters button')].find((found) =>
      found.textContent?.startsWith('Filters'),
    )
    expect(sheet?.textContent).toBe('Filters2')
    await act(async () => sheet?.click())
    await until(() => document.querySelectorAll('.py-filter-sheet .py-filter').length > 2)
    await press('Show 45 rows')
  })
})
