import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Callable } from '../../http/api.ts'
import Host from '../feedback-host.tsx'
import {
  answers,
  good,
  leave,
  refused,
  settle,
  show,
  signInForTest,
  signOutForTest,
  speak,
  until,
  type Sent,
} from '#web/test/page.tsx'
import { delay, flushDelayed, UNDO_MS } from './undo.ts'
import { setTenant } from '../../session/session.ts'

const remove: Callable<{ ids: string }, unknown> = {
  method: 'DELETE',
  path: '/x/deleteBatch',
  idempotency: 'accepted',
}
const note = () => document.querySelector('.py-undo')?.textContent ?? ''
let sent: Sent[] = []
const listener = { done: vi.fn(), failed: vi.fn(), undone: vi.fn() }
const later = () =>
  delay(
    remove,
    { ids: '1,2' },
    {
      text: '2 boxes will be deleted',
      undo: 'Undo',
      onDone: listener.done,
      onFailed: listener.failed,
      onUndone: listener.undone,
    },
  )

beforeEach(async () => {
  signInForTest()
  setTenant('7')
  await speak('en_US')
  await show(<Host />)
  for (const one of Object.values(listener)) one.mockReset()
  sent = answers(good({ done: 2 }, 'Deleted.'))
})
afterEach(async () => {
  await flushDelayed()
  await leave()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a call that can be taken back', () => {
  it('is made after ten seconds and not before', async () => {
    vi.useFakeTimers()
    later()
    await act(async () => {
      await vi.advanceTimersByTimeAsync(UNDO_MS - 50)
    })
    expect(sent).toEqual([])
    await act(async () => {
      await vi.advanceTimersByTimeAsync(100)
    })
    expect(sent.map(({ method, url }) => [method, url.searchParams.get('ids')])).toEqual([
      ['DELETE', '1,2'],
    ])
    expect(listener.done).toHaveBeenCalledExactlyOnceWith({ done: 2 }, 'Deleted.')
    expect(UNDO_MS).toBe(10_000)
  })
  it('is never made when it was', async () => {
    later()
    await until(() => note().includes('2 boxes will be deleted'))
    await act(async () => document.querySelector<HTMLElement>('.py-undo .ant-btn')?.click())
    await flushDelayed()
    expect([sent.length, listener.undone.mock.calls.length]).toEqual([0, 1])
  })
  it('is made at once when its note is closed, and only once', async () => {
    later()
    await until(() => note() !== '')
    await act(async () =>
      document.querySelector<HTMLElement>('.py-undo .ant-notification-notice-close')?.click(),
    )
    await until(() => listener.done.mock.calls.length === 1)
    await flushDelayed()
    await settle(50)
    expect(sent).toHaveLength(1)
  })
  it('goes out with the page, as the user who asked for it, under one key', async () => {
    later()
    window.dispatchEvent(new Event('pagehide'))
    await settle()
    window.dispatchEvent(new Event('pagehide'))
    await settle()
    expect(sent).toHaveLength(1)
    expect([
      sent[0]?.headers.get('x-access-token'),
      sent[0]?.headers.get('idempotency-key')?.length,
    ]).toEqual(['T', 36])
  })
  it('stays in the tenant it was asked in, also after signing out', async () => {
    vi.useFakeTimers()
    later()
    setTenant('8')
    signOutForTest()
    await act(async () => {
      await vi.advanceTimersByTimeAsync(UNDO_MS + 10)
    })
    expect([sent[0]?.headers.get('tenant_id'), sent[0]?.headers.get('x-access-token')]).toEqual([
      '7',
      'T',
    ])
  })
  it('shows what the server refused', async () => {
    sent = answers(refused(422, 'is in use'))
    vi.useFakeTimers()
    later()
    await act(async () => {
      await vi.advanceTimersByTimeAsync(UNDO_MS + 10)
    })
    expect(listener.failed.mock.calls[0]?.[0].message).toBe('is in use')
  })
})
