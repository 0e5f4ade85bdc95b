/** @jsxImportSource preact */
import { act } from 'preact/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from './main.tsx'
import { readRecent } from './search/recent.ts'
import { parcel, settle, show, speak } from '#web/test/track-page.ts'

type Reply = { status?: number; body?: object; headers?: Record<string, string> }
let replies: Reply[] = []
const ok = (...nos: string[]): Reply => ({
  body: {
    success: true,
    code: 200,
    message: '',
    result: { items: nos.map((no) => parcel({ no })) },
    timestamp: 1,
  },
})

beforeEach(async () => {
  await speak('en_US')
  localStorage.clear()
  history.replaceState(null, '', '/track/search')
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => {
      const { status = 200, body, headers } = replies.shift() ?? ok()
      return new Response(JSON.stringify(body ?? {}), { status, headers })
    }),
  )
})
afterEach(() => {
  replies = []
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const page = () => show(<App firstLang="en_US" switchTo={speak} />)
const box = (root: HTMLElement): HTMLTextAreaElement =>
  root.querySelector('textarea') ?? expect.fail('no box')
async function type(root: HTMLElement, text: string): Promise<void> {
  box(root).value = text
  await act(() => void box(root).dispatchEvent(new Event('input', { bubbles: true })))
}
const advance = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const press = (root: HTMLElement, init: KeyboardEventInit) =>
  act(
    () =>
      void box(root).dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }),
      ),
  )

describe('searching', () => {
  it('counts live, shows what it leaves out, and names the button by the number', async () => {
    const root = await page()
    await type(root, 'No.\tRR123456785DE\nrr123456785de，YT2312345678901')
    expect(root.querySelector('#nos-count')?.textContent).toBe('2 of 40')
    expect(root.querySelector('[type=submit]')?.textContent).toBe('Track 2 parcels')
    expect(root.querySelector('#nos-notes')?.textContent).toBe(
      '1 repeated number removed.Ignored (not a tracking number): No',
    )
  })

  it('shows which numbers are beyond the limit', async () => {
    const root = await page()
    await type(root, Array.from({ length: 42 }, (_, i) => `YT${10_000_000 + i}`).join(' '))
    expect(root.querySelector('#nos-count')?.textContent).toBe('40 of 40')
    expect(root.querySelector('#nos-notes')?.textContent).toBe(
      'At most 40 numbers at a time. 2 left out: YT10000040, YT10000041',
    )
  })

  it.each([[{}], [{ ctrlKey: true }]])(
    'Enter with %j searches and shows the answer under its own address',
    async (keys) => {
      replies = [ok('YT10000001', 'YT10000002')]
      const root = await page()
      await type(root, 'YT10000001 YT10000002')
      await press(root, keys)
      await settle()
      expect(location.pathname + location.search).toBe('/track/result?nos=YT10000001,YT10000002')
      expect(root.querySelectorAll('.card')).toHaveLength(2)
      expect(document.title).toBe('2 parcels · Parcelyard')
      expect(readRecent().map((recent) => recent.numbers)).toEqual([['YT10000001', 'YT10000002']])
    },
  )

  it.each([[{ shiftKey: true }], [{ isComposing: true }]])(
    'Enter with %j does not',
    async (keys) => {
      const root = await page()
      await type(root, 'YT10000001')
      await press(root, keys)
      expect(location.pathname).toBe('/track/search')
    },
  )

  it('names what was left out next to the results too, and Back finds what was typed', async () => {
    const root = await page()
    await type(root, 'Number\nRR123456785DE\nab')
    await press(root, {})
    await settle()
    expect(root.querySelector('#nos-notes')?.textContent).toContain(
      'Ignored (not a tracking number)',
    )
    expect(history.state).toBe('Number\nRR123456785DE\nab')
    history.replaceState(history.state, '', '/track/search')
    await act(() => void dispatchEvent(new PopStateEvent('popstate')))
    expect(box(root).value).toBe('Number\nRR123456785DE\nab')
  })

  it('asks for a number when there is none', async () => {
    const root = await page()
    await press(root, {})
    expect(root.querySelector('#nos-notes')?.textContent).toBe(
      'Enter at least one tracking number.',
    )
    expect(box(root).getAttribute('aria-invalid')).toBe('true')
  })

  it('forgets the recent searches on demand', async () => {
    localStorage.setItem(
      'track_recent',
      JSON.stringify([{ numbers: ['YT10000001'], at: 1 }, 'rubbish', { numbers: [] }]),
    )
    const root = await page()
    await vi.dynamicImportSettled()
    await settle()
    expect(root.querySelectorAll('.recent li')).toHaveLength(1)
    await act(() => root.querySelector<HTMLButtonElement>('.recent .plain')?.click())
    expect(root.querySelector('.recent')).toBeNull()
    expect(localStorage.getItem('track_recent')).toBeNull()
  })

  it('keeps what was typed when the language changes', async () => {
    const root = await page()
    await type(root, 'YT10000001')
    await act(async () => root.querySelector<HTMLButtonElement>('.langs [lang=zh-CN]')?.click())
    await settle()
    expect(root.querySelector('h1')?.textContent).toBe('查询快递包裹')
    expect(box(root).value).toBe('YT10000001')
    expect(localStorage.getItem('client_lang')).toBe('zh_CN')
    expect(document.title).toBe('快递查询 · Parcelyard')
  })
})

describe('a result', () => {
  it('opens from its address, and an address without numbers opens the search', async () => {
    history.replaceState(null, '', '/track/result?nos=YT10000001%2C%20YT10000002')
    expect((await page()).querySelector('.bar h1')?.textContent).toBe('2 parcels')
    history.replaceState(null, '', '/track/result?nos=')
    expect((await page()).querySelector('.hero h1')?.textContent).toBe('Track your parcels')
  })

  it('waits as long as the answer asks when asked too often, then asks again by itself', async () => {
    vi.useFakeTimers()
    replies = [{ status: 429, headers: { 'retry-after': '12' } }, ok('YT10000001')]
    history.replaceState(null, '', '/track/result?nos=YT10000001')
    const root = await page()
    await advance(0)
    expect(root.querySelector('[role=timer]')?.textContent).toBe('Again in 12 sec')
    await advance(5000)
    expect(root.querySelector('[role=timer]')?.textContent).toBe('Again in 7 sec')
    await advance(7000)
    await advance(0)
    expect(root.querySelector('.failure')).toBeNull()
    expect(root.querySelectorAll('.card h2')).toHaveLength(1)
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('asks again when the network is back', async () => {
    vi.mocked(fetch).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    replies = [ok('YT10000001')]
    history.replaceState(null, '', '/track/result?nos=YT10000001')
    const root = await page()
    await settle()
    expect(root.querySelector('.failure h2')?.textContent).toBe('No connection')
    await act(() => void dispatchEvent(new Event('online')))
    await settle()
    expect(root.querySelector('.failure')).toBeNull()
    expect(root.querySelector('.card h2')?.textContent).toBe('In transit')
  })

  it('shows the error number of a failure and keeps what it knew', async () => {
    replies = [
      ok('YT10000001'),
      { status: 500, body: { success: false, code: 500, requestId: 'req-77' } },
    ]
    history.replaceState(null, '', '/track/result?nos=YT10000001')
    const root = await page()
    await settle()
    await act(() => root.querySelector<HTMLButtonElement>('.bar .tool:nth-of-type(2)')?.click())
    await settle()
    expect(root.querySelector('.failure code')?.textContent).toBe('req-77')
    expect(root.querySelector('.failure')?.textContent).toMatch(
      /The parcels below are as of \w{3} \d+, \d\d:\d\d/,
    )
    expect(root.querySelectorAll('.card h2')).toHaveLength(1)
  })

  it('filters by status', async () => {
    const items = [
      parcel({ no: 'YT10000001' }),
      parcel({ no: 'YT10000002', status: 70 }),
      { no: 'YT10000003', found: false, events: [] },
    ]
    replies = [{ body: { success: true, code: 200, result: { items } } }]
    history.replaceState(null, '', '/track/result?nos=YT10000001,YT10000002,YT10000003')
    const root = await page()
    await settle()
    await vi.dynamicImportSettled()
    await settle()
    const chips = [...root.querySelectorAll<HTMLButtonElement>('.chips button')]
    expect(chips.map((chip) => chip.textContent)).toEqual([
      'All 3',
      'In transit 1',
      'Delivered 1',
      'Not found 1',
    ])
    await act(() => chips[2]?.click())
    expect([...root.querySelectorAll('.card .no')].map((no) => no.textContent)).toEqual([
      'YT10000002',
    ])
  })
})
