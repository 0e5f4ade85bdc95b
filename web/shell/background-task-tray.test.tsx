import { act } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answers, good, leave, settle, show, signInForTest, speak, until } from '#web/test/page.tsx'
import {
  followBackgroundTask,
  clearBackgroundTasks,
  startBackgroundTask,
  backgroundTasks,
} from '../kit/platform/background-tasks.ts'
import BackgroundTaskTray from './background-task-tray.tsx'

const Address = () => {
  const { pathname, search } = useLocation()
  return <i data-at={pathname + search} />
}
const open = (at = '/start') =>
  show(
    <MemoryRouter initialEntries={[at]}>
      <BackgroundTaskTray />
      <Address />
    </MemoryRouter>,
  )
const tray = () => document.querySelector('.py-tray')?.textContent ?? null
const press = async (name: string) => {
  await act(async () =>
    [...document.querySelectorAll<HTMLElement>('button')]
      .find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)
      ?.click(),
  )
  await settle()
}

beforeEach(async () => {
  // Another file of this worker may have left work of its own.
  clearBackgroundTasks()
  signInForTest()
  await speak('en_US', 'palette')
  answers(good({ status: 'running', done: 2, total: 8 }))
})
afterEach(async () => {
  clearBackgroundTasks()
  await leave()
  vi.unstubAllGlobals()
})

describe('the tray', () => {
  it('is not there without work', async () => {
    await open()
    expect(tray()).toBeNull()
  })
  it('shows how far, how it ended, and shows the outcome that waits', async () => {
    await open()
    const work = startBackgroundTask('Importing a.csv')
    await until(() => tray()?.includes('1 running') ?? false)
    await act(async () => work.progress(30, 1200))
    expect(tray()).toContain('30 of 1,200')
    expect(document.querySelector('progress')?.value).toBe(30)
    await act(async () => work.done('7 rows', () => <p>Row 3 was refused</p>))
    expect(tray()).toContain('7 rows')
    await press('View')
    await until(
      () =>
        document.querySelector('.ant-modal')?.textContent?.includes('Row 3 was refused') ?? false,
    )
  })
  it('leads back to work of the server, and reports nothing twice where it is looked at', async () => {
    const followed = {
      id: 'import-9',
      title: 'orders.csv',
      path: '/shipment/import?id=9',
      ask: { path: '/x', input: { id: '9' } },
    }
    await open()
    await act(async () => followBackgroundTask(followed))
    await until(() => tray()?.includes('orders.csv') ?? false)
    await press('View')
    expect([document.querySelector('i[data-at]')?.getAttribute('data-at'), tray()]).toEqual([
      '/shipment/import?id=9',
      null,
    ])
    expect(backgroundTasks()).toHaveLength(1)
  })
  it('lets go of what is over', async () => {
    await open()
    await act(async () => startBackgroundTask('x').failed('too large'))
    expect(tray()).toContain('too large')
    await press('Dismiss “x”')
    expect([tray(), backgroundTasks()]).toEqual([null, []])
  })
})
