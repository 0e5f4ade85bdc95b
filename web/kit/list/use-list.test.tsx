import { QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Page } from '#contracts/kit/page.ts'
import type { Callable } from '../http/api.ts'
import type { ListFilter } from './list-state.ts'
import { queryClient } from '../http/query.ts'
import { answers, good, leave, show, signInForTest, speak, until } from '#web/test/page.tsx'
import { askListAhead } from './ask-ahead.ts'
import { useList } from './use-list.ts'
import { type List } from './list.ts'

interface Row {
  id: string
  name: string
}
const things: Callable<unknown, Page<Row>> = { method: 'GET', path: '/erp/thing/list' }
const FILTERS: ListFilter[] = [
  { key: 'name', kind: 'like' },
  { key: 'status', kind: 'eq' },
]
const seen: { list: List<Row> | null; address: string } = { list: null, address: '' }
const list = () => seen.list ?? expect.fail('not drawn')

const OPTIONS = {
  filters: FILTERS,
  sort: { column: 'name', order: 'asc' },
  fixed: { kind: 'x' },
} as const
function Things() {
  const drawn = useList(things, OPTIONS)
  const { search } = useLocation()
  useEffect(() => {
    Object.assign(seen, { list: drawn, address: search })
  })
  return <p>{drawn.rows.map((row) => row.name).join()}</p>
}
const page = (search = '') =>
  show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/things${search}`]}>
        <Things />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const rows = (name: string) =>
  good({ records: [{ id: '1', name }], total: 45, size: 20, current: 1, pages: 3, capped: false })

beforeEach(async () => {
  await speak('en_US')
  signInForTest()
  queryClient.clear()
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('does not ask again for what was asked ahead of the page', async () => {
  const search = '?name=ann&pageNo=3'
  const sent = answers(rows('a'))
  askListAhead(things, { ...OPTIONS, name: 'erp/thing' }, search)
  await page(search)
  await until(() => list().rows.length === 1)
  expect(sent.filter(({ url }) => url.pathname.includes('/erp/thing/list'))).toHaveLength(1)
})

it('asks for what is in seen.address', async () => {
  const sent = answers(rows('a'))
  await page('?name=ann&pageNo=3&_row=9')
  await until(() => list().rows.length === 1)
  expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toMatchObject({
    name: '*ann*',
    pageNo: '3',
    pageSize: '20',
    column: 'name',
    order: 'asc',
    kind: 'x',
  })
  expect([list().total, list().narrowed, list().wire]).toEqual([
    45,
    true,
    { kind: 'x', name: '*ann*', column: 'name', order: 'asc' },
  ])
})

it('writes filter, sort and page into the seen.address; a new filter goes back to page one', async () => {
  answers(rows('a'))
  await page('?pageNo=3&_row=9')
  await until(() => list().rows.length === 1)
  await act(async () => list().setFilters({ name: 'bo', status: '1' }))
  expect(seen.address).toBe('?_row=9&name=bo&status=1')
  await act(async () => list().setPage(2))
  await act(async () => list().setSort({ column: 'name', order: 'desc' }))
  expect(seen.address).toBe('?_row=9&name=bo&status=1&column=name&order=desc')
  await act(async () => list().setFilters({ status: null }))
  await act(async () => list().setPage(1, 50))
  expect(seen.address).toBe('?_row=9&name=bo&column=name&order=desc&pageSize=50')
  await act(async () => list().clearFilters())
  expect([seen.address, list().narrowed]).toEqual([
    '?_row=9&column=name&order=desc&pageSize=50',
    false,
  ])
})

it('two changes in one turn do not undo each other', async () => {
  answers(rows('a'))
  await page()
  await until(() => list().rows.length === 1)
  await act(async () => {
    list().setFilters({ name: 'x' })
    list().setFilters({ status: '2' })
  })
  expect(new URLSearchParams(seen.address).get('status')).toBe('2')
  expect(new URLSearchParams(seen.address).get('name')).toBe('x')
})

it('keeps the old rows, marked as such, while new ones load', async () => {
  let release: (() => void) | undefined
  answers(rows('old'))
  const host = await page()
  await until(() => host.textContent === 'old')
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return new Response(JSON.stringify(rows('new').body))
  })
  await act(async () => list().setPage(2))
  expect([host.textContent, list().stale, list().loading]).toEqual(['old', true, false])
  await until(() => release !== undefined)
  await act(async () => release?.())
  await until(() => host.textContent === 'new')
  expect(list().stale).toBe(false)
})
