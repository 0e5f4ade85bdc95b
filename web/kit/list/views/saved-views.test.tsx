import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { queryClient } from '../../http/query.ts'
import { leave, settle, until } from '#web/test/page.tsx'
import { putSetting } from '../../platform/own/user-settings.ts'
import {
  server,
  view,
  sent,
  where,
  lists,
  lastList,
  open,
  press,
  type,
  prepareListScreen,
} from '../list-tools.fixture.tsx'

prepareListScreen()

const tabs = () =>
  [...document.querySelectorAll('.py-view > button:first-child')].map((tab) => tab.textContent)

describe('saved views', () => {
  it('are tabs with how many rows each has; one opens with its filters and shows when it was left', async () => {
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
    await until(() => tabs().join() === 'Default view45,View 514,View 645')
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
    await until(() => tabs().join() === 'Default view45,View 514')
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
  it('are counted again where an action moved rows out of the open list', async () => {
    server.views = [view('5')]
    await open()
    await until(() => tabs().join() === 'Default view45,View 514')
    server.gone = 3
    await act(async () => {
      await queryClient.invalidateQueries({
        predicate: (query) => String(query.queryKey[0]).startsWith('/erp/box'),
      })
    })
    await until(() => tabs()[0] === 'Default view42')
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
  it('of another user is removed from the address of a user who may not see it', async () => {
    await open('?view=77')
    expect(lists()).toHaveLength(1)
    expect(document.querySelectorAll('tr[data-row-key]')).toHaveLength(20)
  })
})
