import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryTracks, waitOf } from './results.tsx'
import { parcel } from '#web/test/track-page.ts'

afterEach(() => vi.unstubAllGlobals())

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
  vi.stubGlobal(
    'fetch',
    vi.fn(
      async () =>
        new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
    ),
  )
}
const envelope = (over: object): object => ({
  success: true,
  code: 200,
  message: '',
  result: null,
  timestamp: 1,
  ...over,
})
const ask = (...numbers: string[]) => queryTracks(numbers, 'en_US', new AbortController().signal)

describe('queryTracks', () => {
  it('gives every number asked for an item, in the order asked', async () => {
    answer(
      200,
      envelope({ result: { items: [parcel({ no: 'B22222' }), parcel({ no: 'a11111' })] } }),
    )
    const got = await ask('A11111', 'X99999', 'B22222')
    expect('items' in got && got.items.map((item) => [item.no, item.found])).toEqual([
      ['a11111', true],
      ['X99999', false],
      ['B22222', true],
    ])
  })

  it('asks for the numbers in the language, without cookies and caches', async () => {
    answer(200, envelope({ result: { items: [] } }))
    await ask('A11111', 'B22222')
    const [url, options] = vi.mocked(fetch).mock.calls[0] ?? []
    const requested = new URL(String(url), 'http://x')
    expect(requested.pathname).toBe('/boot/track/query')
    expect(Object.fromEntries(requested.searchParams)).toMatchObject({
      nos: 'A11111,B22222',
      lang: 'en_US',
      _t: expect.stringMatching(/^\d+$/) as string,
    })
    expect(options).toMatchObject({ credentials: 'omit', cache: 'no-store' })
  })

  it.each([
    [
      429,
      envelope({ success: false, code: 429 }),
      { 'retry-after': '7' },
      { kind: 'busy', waitSeconds: 7 },
    ],
    [
      200,
      envelope({ success: false, code: 429 }),
      { 'retry-after': '9' },
      { kind: 'busy', waitSeconds: 9 },
    ],
    [503, '<html>busy</html>', {}, { kind: 'busy', waitSeconds: 30 }],
    [
      200,
      envelope({ success: false, code: 400, message: 'Too many' }),
      {},
      { kind: 'refused', message: 'Too many' },
    ],
    [
      500,
      envelope({ success: false, code: 500, requestId: 'r-1' }),
      { 'x-request-id': 'r-2' },
      { kind: 'broken', requestId: 'r-1' },
    ],
    [502, '<html>', { 'x-request-id': 'r-2' }, { kind: 'broken', requestId: 'r-2' }],
    [404, '', {}, { kind: 'broken', requestId: null }],
    [200, 'not json', {}, { kind: 'broken', requestId: null }],
    [200, envelope({ result: null }), {}, { kind: 'broken', requestId: null }],
  ])('explains what %i %j means', async (status, body, headers, failure) => {
    answer(status, body, headers)
    expect(await ask('A11111')).toEqual({ failure })
  })

  it('a network that fails is no exception', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Promise.reject(new TypeError('Failed to fetch'))),
    )
    expect(await ask('A11111')).toEqual({ failure: { kind: 'offline' } })
  })
})

describe('waitOf', () => {
  const now = Date.parse('2025-12-05T12:00:00Z')
  it.each([
    ['12', 12],
    ['0', 1],
    ['Fri, 05 Dec 2025 12:00:20 GMT', 20],
    ['Fri, 05 Dec 2025 11:00:00 GMT', 1],
    ['soon', 30],
    [null, 30],
  ])('reads %j as %i seconds', (header, seconds) => expect(waitOf(header, now)).toBe(seconds))
})
