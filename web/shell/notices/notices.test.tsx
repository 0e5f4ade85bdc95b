import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, type Callable } from '../../kit/http/api.ts'
import { EXPIRED } from '../../kit/http/failures.ts'
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
  type Made,
} from '#web/test/page.tsx'
import { endedSession } from '../../kit/session/ended-session.ts'
import { hasToken } from '../../kit/session/session.ts'
import Host from '../../kit/platform/feedback-host.tsx'
import { Notices } from './notices.tsx'

const anything: Callable = { method: 'POST', path: '/erp/thing/add' }
const reload = vi.fn()
const seen = () => document.body.textContent ?? ''
const http = (status: number, message = '', more: Made = {}): Made => ({
  status,
  body: { success: false, message, code: status, result: null, requestId: 'req-9' },
  ...more,
})

async function failing(...made: Made[]) {
  const sent = answers(...made, good(null))
  await act(async () => {
    await Promise.allSettled(made.map(() => call(anything, {})))
  })
  await settle()
  return sent
}

beforeEach(async () => {
  await speak('zh_CN')
  signInForTest()
  reload.mockReset()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  await show(
    <>
      <Notices />
      <Host />
    </>,
  )
})
afterEach(async () => {
  await leave()
  signOutForTest()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the error catalogue (specification §8)', () => {
  it.each([
    [403, '', '拒绝访问'],
    [404, 'no such row', '很抱歉，资源未找到!'],
    [504, '', '网络超时'],
    [500, 'Server says so', 'Server says so'],
    [500, '', '服务器出错'],
    [418, 'I am a teapot', 'I am a teapot'],
    [413, '文件过大', '文件过大'],
    [400, '', '操作失败'],
  ])('HTTP %i %j is shown as %j under the title 系统提示', async (status, message, reported) => {
    await failing(http(status, message))
    expect(seen()).toContain('系统提示')
    expect(seen()).toContain(reported)
  })
  it('names the request id, so that it can be passed on', async () => {
    await failing(http(403))
    expect(seen()).toContain('req-9')
  })
  it('shows how long to wait when there is too much to do', async () => {
    await failing(
      http(429, '', { headers: { 'retry-after': '40' } }),
      http(503, '', { headers: { 'retry-after': '50' } }),
    )
    expect(seen()).toContain('请 40 秒后再试')
    expect(seen()).toContain('请 50 秒后再试')
  })
  it('shows when the server does not answer', async () => {
    await failing({ lost: true })
    expect(seen()).toContain('无法连接服务器')
  })
  it('leaves refusals to the screen that asked', async () => {
    await failing(refused(422, '余额不足'))
    expect(seen()).not.toContain('系统提示')
  })
  it('shows many equal failures once', async () => {
    await failing(http(404), http(404), http(404))
    expect(seen().split('资源未找到')).toHaveLength(2)
  })
})

describe('a session that ended', () => {
  it('401 with a token: logged out and reloaded once after 1.5 s, however many calls failed', async () => {
    const sent = await failing(http(401), http(401), http(401))
    expect(seen()).toContain('系统提示')
    expect(seen()).toContain('未授权，请重新登录')
    expect(document.querySelector('.ant-notification-notice-error'), 'no fault').toBeNull()
    expect([hasToken(), reload.mock.calls.length]).toEqual([true, 0])
    await until(() => reload.mock.calls.length > 0)
    await settle(50)
    expect([hasToken(), reload.mock.calls.length, endedSession()]).toEqual([false, 1, 'lin'])
    expect(sent.filter((one) => one.url.pathname.endsWith('/sys/logout'))).toHaveLength(1)
  })
  it('401 without a token: reported, not reloaded', async () => {
    signOutForTest()
    await failing(http(401))
    await settle(1700)
    expect(seen()).toContain('未授权，请重新登录')
    expect(reload).not.toHaveBeenCalled()
  })
  it('500 with the very message: one dialog whose button logs out and reloads', async () => {
    const sent = await failing(http(500, EXPIRED), http(500, EXPIRED), http(403))
    expect(document.querySelectorAll('.ant-modal-confirm')).toHaveLength(1)
    expect(seen()).toContain('登录已过期')
    expect(seen()).toContain('很抱歉，登录已过期，请重新登录')
    expect(seen()).not.toContain('系统提示')
    const button =
      [...document.querySelectorAll<HTMLElement>('.ant-modal-confirm button')].find(
        (found) => found.textContent === '重新登录',
      ) ?? expect.fail('no button')
    await act(async () => button.click())
    await until(() => reload.mock.calls.length > 0)
    expect([hasToken(), reload.mock.calls.length]).toEqual([false, 1])
    expect(sent.some((one) => one.url.pathname.endsWith('/sys/logout'))).toBe(true)
  })
  it('500 with a message that only resembles it, or without a token, is no dialog', async () => {
    await failing(http(500, `${EXPIRED}。`))
    signOutForTest()
    await failing(http(500, EXPIRED))
    expect(document.querySelector('.ant-modal-confirm')).toBeNull()
  })
})
