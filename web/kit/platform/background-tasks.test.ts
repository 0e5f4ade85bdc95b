import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answers, good, signInForTest, type Made } from '#web/test/page.tsx'
import { signIn } from '../session/session.ts'
import {
  dropBackgroundTask,
  followBackgroundTask,
  clearBackgroundTasks,
  resumeBackgroundTasks,
  startBackgroundTask,
  backgroundTasks,
} from './background-tasks.ts'
import { userInfo } from '../../test/signed-in.ts'

const FOLLOWED = {
  id: 'import-9',
  title: 'orders.csv',
  path: '/shipment/import?import=9',
  ask: { path: '/erp/shipmentImport/queryById', input: { id: '9' } },
}
const leaving = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}
beforeEach(() => {
  // An export of a file before this one may have ended since.
  clearBackgroundTasks()
  vi.useFakeTimers()
  signInForTest()
})
afterEach(() => {
  clearBackgroundTasks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('work of this page', () => {
  it('is in the tray until it is looked at, and the browser asks before it is cut off', () => {
    const work = startBackgroundTask('Importing a.csv')
    expect([backgroundTasks().map(({ title, state }) => [title, state]), leaving()]).toEqual([
      [['Importing a.csv', 'running']],
      true,
    ])
    work.progress(3, 10)
    expect(backgroundTasks()[0]).toMatchObject({ done: 3, total: 10 })
    work.done('7 rows')
    expect([backgroundTasks()[0]?.state, backgroundTasks()[0]?.message, leaving()]).toEqual([
      'done',
      '7 rows',
      false,
    ])
    dropBackgroundTask(work.id)
    expect(backgroundTasks()).toEqual([])
  })
  it('shows why it failed', () => {
    startBackgroundTask('x').failed('too large')
    expect(backgroundTasks()[0]).toMatchObject({ state: 'failed', message: 'too large' })
  })
})

describe('work of the server', () => {
  const states = (...made: Made[]) => answers(...made)
  it('is asked for until it is over, ever more slowly', async () => {
    const sent = states(
      good({ status: 'queued', done: 0, total: 0 }),
      good({ status: 'running', done: 40, total: 100 }),
      { lost: true },
      good({ status: 'done', done: 100, total: 100 }),
    )
    followBackgroundTask(FOLLOWED)
    followBackgroundTask(FOLLOWED)
    await vi.advanceTimersByTimeAsync(1_100)
    expect(backgroundTasks()).toMatchObject([
      { state: 'running', done: 40, total: 100, path: FOLLOWED.path },
    ])
    expect(leaving()).toBe(false)
    await vi.advanceTimersByTimeAsync(30_000)
    expect([backgroundTasks()[0]?.state, sent.length]).toEqual(['done', 4])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(4)
  })
  it('is found again after a reload, and not by the next user who signs in', async () => {
    states(good({ status: 'running', done: 1, total: 2 }))
    followBackgroundTask(FOLLOWED)
    const stored = sessionStorage.getItem('pro__works')!
    clearBackgroundTasks()
    resumeBackgroundTasks()
    expect(backgroundTasks()).toEqual([])
    sessionStorage.setItem('pro__works', stored)
    resumeBackgroundTasks()
    expect(backgroundTasks().map(({ id }) => id)).toEqual(['import-9'])
    signIn({
      token: 'B',
      sysAllDictItems: {},
      userInfo: userInfo({ id: '2', username: 'zhao', realname: '赵' }),
    })
    resumeBackgroundTasks()
    expect(backgroundTasks()).toEqual([])
    signInForTest()
    resumeBackgroundTasks()
    expect(backgroundTasks().map(({ id }) => id)).toEqual(['import-9'])
    sessionStorage.setItem('pro__works', '{"broken":')
    clearBackgroundTasks()
    resumeBackgroundTasks()
    expect(backgroundTasks()).toEqual([])
  })
})
