import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { bool, datetime, money, text, weight } from '#contracts/kit/field.ts'
import { crud } from '#contracts/kit/crud.ts'
import { entity } from '#contracts/kit/entity.ts'
import type { SavedView } from '#contracts/platform/people/saved-views.ts'
import Host from '../platform/feedback-host.tsx'
import { queryClient } from '../http/query.ts'
import { ResourceScreen } from '../resource/resource-screen.tsx'
import {
  answers,
  good,
  leave,
  setWindowWidth,
  settle,
  show,
  speak,
  until,
  type Sent,
  untilFound,
} from '#web/test/page.tsx'
import { setRights, signIn } from '../session/session.ts'
import { userInfo } from '../../test/signed-in.ts'

export const boxes = crud(
  entity({
    name: 'boxes',
    table: 'box',
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
  }),
  {
    path: '/erp/box',
    perm: 'erp:box',
  },
)

export const TOTAL = 45

export const boxOf = (n: number) => ({
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

export const all = Array.from({ length: TOTAL }, (_, at) => boxOf(at + 1))

export const view = (id: string, more: Partial<SavedView> = {}): SavedView => ({
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

export let sent: Sent[] = []

export let server: {
  views: SavedView[]
  settings: Record<string, unknown>
  missing: string[]
  /** Rows an action took away. */
  gone?: number
}

let person = 100

export const Address = () => {
  const { search } = useLocation()
  return <i data-search={search} />
}

export const where = () =>
  new URLSearchParams(document.querySelector('i[data-search]')?.getAttribute('data-search') ?? '')

export const lists = () =>
  sent.filter(
    (one) =>
      one.url.pathname === '/boot/erp/box/list' && one.url.searchParams.get('pageSize') !== '1',
  )

export const lastList = () => lists().at(-1)?.url.searchParams ?? new URLSearchParams()

export function reply(one: Sent) {
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
    : all.slice(server.gone ?? 0)
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

export async function open(search = '') {
  setRights({
    menu: [],
    auth: ['list', 'add', 'edit', 'delete', 'export'].map((verb) => ({
      action: `erp:box:${verb}`,
      type: '1',
    })),
    allAuth: [],
  })
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

export const button = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('button')]
    .filter((found) => (found.getAttribute('aria-label') ?? found.textContent) === name)
    .at(-1)

export const press = async (name: string) => {
  const found = await untilFound(() => button(name))
  await act(async () => found.click())
  await settle()
}

export async function type(input: HTMLInputElement | HTMLTextAreaElement | null, value: string) {
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

export function prepareListScreen(width = 1440): void {
  beforeEach(async () => {
    setWindowWidth(width)
    await speak('en_US', 'lists', 'boxes')
    const id = String(person++)
    signIn({
      token: `T${id}`,
      sysAllDictItems: {},
      userInfo: userInfo({ id, username: 'lin', realname: '林' }),
    })
    queryClient.clear()
    server = { views: [], settings: {}, missing: [] }
  })
  afterEach(async () => {
    await leave()
    vi.unstubAllGlobals()
  })
}
