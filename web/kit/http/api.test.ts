import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Callable, requestOf, ApiError, call, send } from './api.ts'
import { fetchFile, fileNameOf } from './fetch-file.ts'
import { onFailure } from './failures.ts'
import { answers, good, refused, signInForTest, signOutForTest, speak } from '#web/test/page.tsx'

const list: Callable = { method: 'GET', path: '/erp/thing/list' }
const add: Callable = { method: 'POST', path: '/erp/thing/add', idempotency: 'accepted' }
const failed = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => expect.fail('it went through'),
    (thrown: unknown) => thrown,
  )
  return error instanceof ApiError ? error : expect.fail(String(error))
}

beforeEach(async () => {
  await speak('en_US')
  signInForTest()
})
afterEach(() => {
  signOutForTest()
  vi.unstubAllGlobals()
})

describe('a request', () => {
  it('carries token, tenant and language, and the time in seconds on GET', () => {
    const { url, init } = requestOf(
      list,
      { name: '*a,b*', none: null, empty: '', zero: 0, many: ['1', '2'] },
      {},
      1_700_000_000_999,
    )
    const { pathname, searchParams } = new URL(url, 'http://x')
    expect(pathname).toBe('/boot/erp/thing/list')
    expect(Object.fromEntries(searchParams)).toEqual({
      name: '*a,b*',
      zero: '0',
      many: '1,2',
      _t: '1700000000',
    })
    const headers = new Headers(init.headers)
    expect([
      headers.get('X-Access-Token'),
      headers.get('tenant_id'),
      headers.get('client_lang'),
    ]).toEqual(['T', '7', 'en_US'])
  })
  it('leaves the time off dictionary items, fills path parameters and escapes them', () => {
    expect(
      requestOf({ method: 'GET', path: '/sys/dict/getDictItems/{code}' }, { code: 'a/b' }).url,
    ).toBe('/boot/sys/dict/getDictItems/a%2Fb')
    expect(() => requestOf({ method: 'GET', path: '/x/{id}' }, {})).toThrow('id')
  })
  it('sends JSON bodies, DELETE parameters in the query, files as multipart', () => {
    expect(requestOf(add, { a: 1 }).init.body).toBe('{"a":1}')
    const gone = requestOf({ method: 'DELETE', path: '/x/delete' }, { id: '9' })
    expect([gone.url, gone.init.body]).toEqual(['/boot/x/delete?id=9', undefined])
    const body = requestOf(
      { method: 'POST', path: '/x', body: 'multipart' },
      { note: 'n' },
      { files: { file: new Blob(['z']) } },
    ).init.body
    expect(body instanceof FormData && body.get('note')).toBe('n')
  })
  it('works without a session', () => {
    signOutForTest()
    expect(new Headers(requestOf(list, {}).init.headers).has('X-Access-Token')).toBe(false)
  })
})

describe('an answer', () => {
  it('gives the result, and the message to those who ask', async () => {
    answers(good({ id: '1' }, 'Saved.'))
    expect(await call(list, {})).toEqual({ id: '1' })
    expect((await send(list, {})).message).toBe('Saved.')
  })
  it('throws a refusal with its code, issues and row, and announces nothing', async () => {
    const listener = vi.fn()
    const off = onFailure(listener)
    answers(
      refused(400, 'Check the entries', {
        error: 'request.invalid',
        requestId: 'r1',
        result: {
          issues: [{ path: 'name', code: 'field.required', message: 'Required' }, { nonsense: 1 }],
        },
      }),
      refused(409, 'Stale', { result: { id: '1', version: 4 } }),
    )
    const invalid = await failed(call(add, {}))
    expect(invalid).toMatchObject({
      status: 200,
      code: 400,
      error: 'request.invalid',
      requestId: 'r1',
      refused: true,
      stale: false,
      issues: [{ path: 'name', message: 'Required' }],
    })
    const stale = await failed(call(add, {}))
    expect([stale.stale, stale.result]).toEqual([true, { id: '1', version: 4 }])
    expect(listener).not.toHaveBeenCalled()
    off()
  })
  it.each([
    ['no answer', { lost: true }, 0],
    ['a proxy page', { status: 502, text: '<html>' }, 502],
    ['something that is no envelope', { body: { hello: 1 } }, 500],
  ])('announces %s', async (_, made, status) => {
    const listener = vi.fn()
    const off = onFailure(listener)
    answers(made)
    expect((await failed(call(add, {}))).status).toBe(status)
    expect(listener).toHaveBeenCalledOnce()
    await failed(call(add, {}, { quiet: true }))
    expect(listener).toHaveBeenCalledOnce()
    off()
  })
  it('passes an abort on as an abort', async () => {
    answers(good(1))
    const gone = new AbortController()
    gone.abort(new DOMException('gone', 'AbortError'))
    await expect(call(list, {}, { signal: gone.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('a busy server', () => {
  const busy = {
    status: 503,
    headers: { 'retry-after': '0' },
    body: { success: false, message: 'busy', code: 503, result: null },
  }
  it('is asked again for what may be repeated, twice at most', async () => {
    expect(await (answers(busy, busy, good('there')), call(list, {}))).toBe('there')
    const sent = answers(busy)
    expect((await failed(call(list, {}))).retryAfter).toBe(0)
    expect(sent).toHaveLength(3)
    answers({ ...busy, status: 429 }, good('once'))
    expect(await call(add, {}, { idempotencyKey: 'k' })).toBe('once')
  })
  it('is not asked again for a write without a key, nor when the wait is long', async () => {
    const write = answers(busy)
    await failed(call(add, {}))
    expect(write).toHaveLength(1)
    const long = answers({ ...busy, headers: { 'retry-after': '60' } })
    expect((await failed(call(list, {}))).retryAfter).toBe(60)
    expect(long).toHaveLength(1)
  })
})

describe('a file', () => {
  it('comes with its name; JSON or nothing is no file', async () => {
    answers({
      text: 'a,b',
      headers: {
        'content-type': 'text/csv',
        'content-disposition': `attachment; filename="x.csv"; filename*=UTF-8''%E6%94%B6.csv`,
      },
    })
    expect((await fetchFile(list, {})).name).toBe('收.csv')
    answers(refused(422, 'Too many rows'))
    expect((await failed(fetchFile(list, {}))).message).toBe('Too many rows')
    answers({
      text: '',
      headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment' },
    })
    expect((await failed(fetchFile(list, {}))).error).toBe('download.failed')
    answers({ text: '', headers: { 'content-type': 'application/pdf' } })
    expect((await failed(fetchFile(list, {}))).error).toBe('download.documentFailed')
  })
  it.each([
    ['attachment; filename=plain.xlsx', 'plain.xlsx'],
    [`attachment; filename="a.pdf"; filename*=UTF-8''%zz`, 'a.pdf'],
    ['inline', null],
    [null, null],
  ])('reads the name of %s', (header, name) => {
    expect(fileNameOf(header)).toBe(name)
  })
})
