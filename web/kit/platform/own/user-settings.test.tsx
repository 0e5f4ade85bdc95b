import { act, useEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  answers,
  good,
  leave,
  refused,
  settle,
  show,
  speak,
  until,
  type Made,
  type Sent,
} from '#web/test/page.tsx'
import { isText } from '../../text/storage.ts'
import { settingNow, useSetting } from './user-settings.ts'
import { signIn, signOut } from '../../session/session.ts'
import { userInfo } from '../../../test/signed-in.ts'

let session = 0
function enter(id: string): void {
  signIn({
    token: `T${session++}`,
    sysAllDictItems: {},
    userInfo: userInfo({ id, username: `u${id}`, realname: 'x' }),
  })
}
const drawn: { setting: ReturnType<typeof useSetting<string>> | null } = { setting: null }
const setting = () => drawn.setting ?? expect.fail('not drawn')
function Shown() {
  const now = useSetting('density', isText, 'middle')
  useEffect(() => {
    drawn.setting = now
  })
  return <p>{now[0]}</p>
}
/** A server with one user's settings, which may be out of order. */
function server(
  first: Record<string, unknown> = {},
  out: { as: Made | null } = { as: null },
): { values: Record<string, unknown>; sent: Sent[] } {
  const values = { ...first }
  const sent = answers((one) => {
    if (out.as) return out.as
    if (one.method === 'PUT') {
      const { key, value } = one.body as { key: string; value: unknown }
      values[key] = value
    }
    if (one.method === 'DELETE') delete values[one.url.searchParams.get('key') ?? '']
    return good(one.method === 'GET' ? { ...values } : null)
  })
  return { values, sent }
}
const writes = (sent: Sent[]) => sent.filter((one) => one.method !== 'GET')

beforeEach(async () => {
  await speak('en_US')
  localStorage.clear()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(async () => {
  await leave()
  signOut()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('shows the fallback at once, then what the server keeps', async () => {
  enter('1')
  server({ density: 'compact' })
  const host = await show(<Shown />)
  await until(() => host.textContent === 'compact')
})

it('sends a run of changes once, the last one; reset takes it back', async () => {
  enter('2')
  const { values, sent } = server()
  const host = await show(<Shown />)
  await settle()
  await act(async () => {
    setting()[1]('a')
    setting()[1]((now) => `${now}b`)
    setting()[1]((now) => `${now}c`)
  })
  expect([host.textContent, writes(sent).length]).toEqual(['abc', 0])
  await until(() => values.density === 'abc')
  expect(writes(sent)).toHaveLength(1)
  await act(async () => setting()[2]())
  expect(host.textContent).toBe('middle')
  await until(() => !('density' in values))
})

it('keeps an unsent choice through a broken line and sends it when the line is back', async () => {
  enter('3')
  const out = { as: null as Made | null }
  const { values, sent } = server({ density: 'old' }, out)
  const host = await show(<Shown />)
  await until(() => host.textContent === 'old')
  out.as = { lost: true }
  await act(async () => setting()[1]('new'))
  await until(() => writes(sent).length === 1)
  expect(values.density).toBe('old')
  out.as = null
  window.dispatchEvent(new Event('online'))
  await until(() => values.density === 'new')
  expect(host.textContent).toBe('new')
})

it("an unsent choice wins over the server's copy after signing in again", async () => {
  enter('4')
  const out = { as: { lost: true } as Made | null }
  const first = server({}, out)
  const host = await show(<Shown />)
  await act(async () => setting()[1]('mine'))
  await until(() => writes(first.sent).length === 1)
  await act(async () => signOut())
  out.as = null
  const { values } = server({ density: 'server' })
  await act(async () => enter('4'))
  await until(() => values.density === 'mine')
  expect(host.textContent).toBe('mine')
})

it('belongs to its user: the next one at this browser starts with their own', async () => {
  enter('5')
  server()
  const host = await show(<Shown />)
  await act(async () => setting()[1]('five'))
  await act(async () => {
    await vi.advanceTimersByTimeAsync(900)
  })
  await act(async () => signOut())
  expect(settingNow('density')).toBeUndefined()
  server()
  await act(async () => enter('6'))
  expect(host.textContent).toBe('middle')
  await act(async () => setting()[1]('six'))
  await act(async () => signOut())
  answers({ lost: true })
  await act(async () => enter('5'))
  expect(host.textContent).toBe('five')
})

it('a refused value is not sent for ever, a value of another shape counts as none', async () => {
  enter('7')
  const { sent } = server({ density: 7 }, { as: null })
  const host = await show(<Shown />)
  await until(() => sent.length === 1)
  await settle()
  expect(host.textContent).toBe('middle')
  const more = answers(refused(422, 'too many'))
  await act(async () => setting()[1]('x'))
  await until(() => more.length === 1)
  await act(async () => {
    await vi.advanceTimersByTimeAsync(90_000)
  })
  expect(more).toHaveLength(1)
})
