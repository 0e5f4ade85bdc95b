// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import type { LogRow } from '#contracts/platform/operations/logs.ts'
import { answersAt, buttonOf, press, pressKey, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import LogDrawer from './log-drawer.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const row = (more: object = {}) =>
  ({
    id: '7',
    logType: '2',
    logType_dictText: 'Operation',
    operateType_dictText: 'Edit',
    username: 'lin',
    realname: '林',
    createTime: '2026-11-20T08:00:00.000Z',
    requestType: 'PUT',
    requestUrl: '/erp/customer/edit',
    requestParam: '{"id":"3"}',
    requestId: 'req-1',
    outcome: 'field.taken',
    outcomeText: 'is taken',
    costTime: 12,
    ...more,
  }) as unknown as LogRow
const steps = () => ({ onClose: vi.fn(), onPrevious: vi.fn(), onNext: vi.fn() })
const CHANGES = {
  '/sys/dataLog/list': good({
    records: [
      {
        id: '1',
        dataTable_dictText: 'Customer',
        dataId: '3',
        action_dictText: 'Edit',
        dataContent: JSON.stringify({ name: ['Old', 'New'], createBy: ['a', 'b'] }),
        labels: { name: 'Name' },
      },
    ],
    total: 1,
  }),
}

it('shows who asked what, the outcome with its code, and what the request changed', async () => {
  const sent = answersAt(CHANGES)
  await showScreen(<LogDrawer row={row()} {...steps()} />, {
    texts: ['logs'],
    rights: ['sys:datalog:list'],
  })
  await until(() => seen().includes('Name: Old → New'))
  expect(sent[0]?.url.searchParams.get('requestId')).toBe('req-1')
  expect(seen()).toContain('林 · lin')
  expect(seen()).toContain('is taken (field.taken)')
  expect(seen()).toContain('PUT /erp/customer/edit')
  expect(document.querySelector('pre')?.textContent).toBe('{\n  "id": "3"\n}')
})

it('asks for no changes of a sign-in, or for a reader without access to them', async () => {
  const sent = answersAt(CHANGES)
  await showScreen(<LogDrawer row={row({ logType: '1' })} {...steps()} />, {
    texts: ['logs'],
    rights: ['sys:datalog:list'],
  })
  await until(() => seen().includes('req-1'))
  await showScreen(<LogDrawer row={row()} {...steps()} />, { texts: ['logs'] })
  await until(() => seen().includes('req-1'))
  expect(sent).toEqual([])
})

it('goes on to the lines around it by its buttons and by j, k and the arrows', async () => {
  answersAt({})
  const to = steps()
  await showScreen(<LogDrawer row={row()} {...to} />, { texts: ['logs'] })
  await press('Next row')
  await pressKey(document.body, 'ArrowDown')
  expect(to.onNext).toHaveBeenCalledTimes(2)
  await press('Previous row')
  await pressKey(document.body, 'ArrowUp')
  expect(to.onPrevious).toHaveBeenCalledTimes(2)
  await pressKey(document.body, 'Escape')
  expect(to.onClose).toHaveBeenCalledOnce()
  await showScreen(<LogDrawer row={row()} {...to} onNext={null} />, { texts: ['logs'] })
  expect((await buttonOf('Next row')).hasAttribute('disabled')).toBe(true)
  await pressKey(document.body, 'ArrowDown')
  expect(to.onNext).toHaveBeenCalledTimes(2)
})
