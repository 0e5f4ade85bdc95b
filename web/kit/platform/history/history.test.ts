import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHistory, hrefOf } from './history.ts'

/**
 * happy-dom's own history has no steps back; this one behaves as a browser's: popstate comes later.
 */
function browser(): { go(delta: number): Promise<void>; urls: () => string[] } {
  const stack: { state: unknown; url: string }[] = [{ state: null, url: '/start' }]
  let at = 0
  const shown = () => stack[at] ?? expect.fail('off the stack')
  // Histories of earlier tests still listen on the window: this test has its own listener.
  const ears: (() => void)[] = []
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (_, ear) => void ears.push(ear as () => void),
  )
  const pop = async () => {
    await Promise.resolve()
    for (const ear of ears) ear()
  }
  vi.stubGlobal('location', {
    get pathname() {
      return shown().url.split('?')[0]
    },
    get search() {
      return shown().url.includes('?') ? `?${shown().url.split('?')[1]}` : ''
    },
    hash: '',
  })
  vi.stubGlobal('history', {
    get state() {
      return shown().state
    },
    pushState(state: unknown, _: string, url: string) {
      stack.splice(at + 1, stack.length, { state, url })
      at++
    },
    replaceState(state: unknown, _: string, url?: string) {
      stack[at] = { state, url: url ?? shown().url }
    },
    go(delta: number) {
      at += delta
      void pop()
    },
  })
  return {
    go: async (delta) => {
      at += delta
      await pop()
      await new Promise((resolve) => setTimeout(resolve, 5))
    },
    urls: () => [...stack.map((entry) => entry.url), `@${at}`],
  }
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('history behind a gate', () => {
  it('pushes, replaces and handles the back button while nothing is at stake', async () => {
    const real = browser()
    const history = createHistory(() => true)
    const listener = vi.fn()
    history.listen(listener)
    history.push('/a?x=1')
    history.replace({ pathname: '/b', search: '', hash: '' }, 'kept')
    expect([history.location.pathname, history.location.state, history.action]).toEqual([
      '/b',
      'kept',
      'REPLACE',
    ])
    await real.go(-1)
    expect([history.location.pathname, history.action, listener.mock.calls.length]).toEqual([
      '/start',
      'POP',
      3,
    ])
  })
  it('stays where it is when the person stays', async () => {
    const real = browser()
    const ask = vi.fn(async () => false)
    let gate: () => boolean | Promise<boolean> = () => true
    const history = createHistory(() => gate())
    history.push('/form')
    gate = ask
    history.push('/away')
    await real.go(-1)
    expect(history.location.pathname).toBe('/form')
    expect(real.urls()).toEqual(['/start', '/form', '@1'])
    expect(ask).toHaveBeenCalledTimes(2)
  })
  it('takes the very step once the person agrees, and asks once', async () => {
    const real = browser()
    let gate: () => boolean | Promise<boolean> = () => true
    const history = createHistory(() => gate())
    history.push('/one')
    history.push('/form')
    const ask = vi.fn(async () => true)
    gate = ask
    await real.go(-2)
    expect([history.location.pathname, ask.mock.calls.length]).toEqual(['/start', 1])
    history.push('/next')
    await new Promise((resolve) => setTimeout(resolve))
    expect(history.location.pathname).toBe('/next')
    expect(real.urls()).toEqual(['/start', '/next', '@1'])
  })
  it.each([
    ['/a', '/a'],
    [{ pathname: '/a', search: '?b', hash: '#c' }, '/a?b#c'],
    [{ pathname: '/a', search: '?', hash: '#' }, '/a'],
  ])('writes %j', (to, href) => {
    expect(hrefOf(to)).toBe(href)
  })
})
