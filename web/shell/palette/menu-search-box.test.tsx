import { act } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MenuNode } from '#contracts/platform/session.ts'
import { queryClient } from '../../kit/http/query.ts'
import {
  answers,
  good,
  leave,
  settle,
  show,
  signInForTest,
  signOutForTest,
  speak,
  until,
} from '#web/test/page.tsx'
import { setRights } from '../../kit/session/session.ts'
import MenuSearchBox from './menu-search-box.tsx'

const node = (
  id: string,
  path: string,
  title: string,
  meta: Partial<MenuNode['meta']> = {},
): MenuNode => ({
  id,
  name: path,
  path,
  component: 'x/Screen',
  route: '1',
  meta: { title, keepAlive: true, internalOrExternal: false, ...meta },
})
const menu = (zh: boolean) => [
  node('1', '/a', zh ? '订单' : 'Orders'),
  node('2', '/b', zh ? '角色' : 'Roles'),
  node('3', 'ff', zh ? '手册' : 'Manual', {
    internalOrExternal: true,
    url: 'https://example.org/manual',
  }),
]

const close = vi.fn()
function Where() {
  return <output>{useLocation().pathname}</output>
}
const at = () => document.querySelector('output')?.textContent
const input = () => document.querySelector('input') ?? expect.fail('no field')
const options = () =>
  [...document.querySelectorAll('[role=option]')].map((option) => [
    option.textContent,
    option.getAttribute('aria-selected'),
  ])
const press = async (key: string) => {
  await act(async () => {
    input().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
  await settle()
}
const type = async (text: string) => {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text)
    input().dispatchEvent(new Event('input', { bubbles: true }))
  })
  await settle()
}

beforeEach(async () => {
  await speak('en_US')
  close.mockReset()
  signInForTest()
  setRights({ menu: menu(false), auth: [], allAuth: [] })
  queryClient.clear()
})
afterEach(async () => {
  await leave()
  signOutForTest()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const open = async () =>
  await show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Where />
        <MenuSearchBox modal={false} onClose={close} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('finds by the other language, which is asked for once and in that language', async () => {
  const sent = answers(good({ menu: menu(true), auth: [], allAuth: [] }))
  await open()
  expect(options().map(([text]) => text)).toEqual(['Orders', 'Roles', 'Manual'])
  await type('角')
  await until(() => options().length === 1)
  expect([options()[0]?.[0], sent.length, sent[0]?.headers.get('client_lang')]).toEqual([
    'Roles',
    1,
    'zh_CN',
  ])
})
it('arrows move round, Enter goes there', async () => {
  answers(good({ menu: menu(true), auth: [], allAuth: [] }))
  await open()
  await press('ArrowUp')
  expect(options().findIndex(([, chosen]) => chosen === 'true')).toBe(2)
  await press('ArrowDown')
  await press('ArrowDown')
  expect([options()[1]?.[1], input().getAttribute('aria-activedescendant')]).toEqual([
    'true',
    document.querySelectorAll('[role=option]')[1]?.id,
  ])
  await press('Enter')
  expect([at(), close.mock.calls.length]).toEqual(['/b', 1])
})
it('opens what lies outside in a window of its own', async () => {
  answers(good({ menu: menu(true), auth: [], allAuth: [] }))
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await open()
  await type('manual')
  await press('Enter')
  expect([opened.mock.calls[0], at()]).toEqual([
    ['https://example.org/manual', '_blank', 'noopener,noreferrer'],
    '/',
  ])
})
it('says so when there is nothing, leaves Enter to the composing of Chinese, and Esc closes', async () => {
  answers(good({ menu: [], auth: [], allAuth: [] }))
  await open()
  await type('zzz')
  expect(document.querySelector('[role=status]')?.textContent).toBe('No menu entry found')
  await type('')
  await act(async () => {
    input().dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }),
    )
  })
  expect(close).not.toHaveBeenCalled()
  await press('Escape')
  expect(close).toHaveBeenCalledOnce()
})
