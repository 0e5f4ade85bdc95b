import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { vi } from 'vitest'
import type { Lang } from '#contracts/kit/envelope.ts'
import { startTexts } from '#web/kit/text/i18n.ts'
import { signIn, signOut } from '#web/kit/session/session.ts'
import { userInfo } from './signed-in.ts'

/** For tests: a page in happy-dom, answers made by hand, and a person who is signed in. */
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

let root: Root | null = null
let pages = 0

export async function speak(lang: Lang, ...namespaces: string[]): Promise<void> {
  await startTexts(['common', 'shell', 'session', ...namespaces], lang)
}
export async function show(page: ReactNode): Promise<HTMLElement> {
  await leave()
  const host = document.createElement('div')
  document.body.append(host)
  // antd remembers what is open by React's ids: those of an earlier page must not come again.
  root = createRoot(host, { identifierPrefix: `page${++pages}-` })
  await act(async () => root?.render(page))
  return host
}
/**
 * The width of the window, in CSS pixels: below 1088 the menu is a drawer, below 768 lists are
 * cards.
 */
export function setWindowWidth(width: number): void {
  Reflect.get(window, 'happyDOM').setViewport({ width, height: 900 })
}
export async function leave(): Promise<void> {
  await act(async () => root?.unmount())
  root = null
  document.body.replaceChildren()
}
/**
 * Lets promises and timers of `ms` run inside React, and pieces of the page that are on their way
 * arrive: on a busy machine they take longer than any fixed wait.
 */
export async function settle(ms = 0): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await vi.dynamicImportSettled()
  })
}
/** Waits by what happens and not by turns: a busy machine makes few turns in ten seconds. */
export async function until(what: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !what() && Date.now() < end;) await settle(10)
  if (!what()) throw new Error('it did not happen')
}
/** What `find` finds, as soon as it does. */
export async function untilFound<T>(find: () => T | null | undefined): Promise<T> {
  await until(() => find() != null)
  return find() as T
}

export function signInForTest(): void {
  signIn({
    token: 'T',
    sysAllDictItems: {},
    userInfo: userInfo({ id: '1', username: 'lin', realname: '林' }),
  })
}
export { signOut as signOutForTest }

export interface Made {
  status?: number
  body?: unknown
  text?: string
  headers?: Record<string, string>
  lost?: boolean
}
export interface Sent {
  url: URL
  method: string
  headers: Headers
  body: unknown
}

export const good = (result: unknown, message = 'OK'): Made => ({
  body: { success: true, message, code: 200, result, timestamp: 1 },
})
export const refused = (code: number, message: string, more: object = {}): Made => ({
  body: { success: false, message, code, result: null, timestamp: 1, ...more },
})

/** Replaces `fetch`: answers in order, the last one again and again. Returns what was sent. */
export function answers(...made: (Made | ((sent: Sent) => Made))[]): Sent[] {
  const sent: Sent[] = []
  let turn = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    init.signal?.throwIfAborted()
    const one: Sent = {
      url: new URL(url, 'http://yard.test'),
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    }
    sent.push(one)
    const next = made[Math.min(turn++, made.length - 1)] ?? good(null)
    const {
      status = 200,
      body,
      text,
      headers,
      lost,
    } = typeof next === 'function' ? next(one) : next
    if (lost) throw new TypeError('Failed to fetch')
    return new Response(text ?? JSON.stringify(body ?? {}), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })
  })
  return sent
}
