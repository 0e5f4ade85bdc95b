import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffOf } from '#server/kit/db/audit.ts'
import { paramText } from '#server/kit/http/op-log/op-log-param.ts'
import { deviceOf } from './device.ts'
import { versionsOf, type Change } from './versions.ts'

describe('the versions of a record', () => {
  const record = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd'),
    fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
  )

  test('are what it was after each change', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), (states) => {
        const full = states.map((state) => ({ a: null, b: null, c: null, d: null, ...state }))
        const rows = full.map((state, at) => ({
          action: at === 0 ? 'add' : 'edit',
          diff: diffOf(at === 0 ? null : full[at - 1]!, state) as Change,
        }))
        versionsOf(rows).forEach(({ content }, at) =>
          expect({ a: null, b: null, c: null, d: null, ...content }).toEqual(full[at]),
        )
      }),
    )
  })

  test('of a record older than the log are known as far as the changes show, and a deleted one as it last was', () => {
    const rows = [
      { action: 'edit', diff: { a: [1, 2] } },
      { action: 'edit', diff: { b: ['x', 'y'] } },
      { action: 'delete', diff: { a: [2, null], b: ['y', null], c: ['z', null] } },
    ] as { action: string; diff: Change }[]
    expect(versionsOf(rows).map(({ content }) => content)).toEqual([
      { a: 1, b: 'x', c: 'z' },
      { a: 2, b: 'x', c: 'z' },
      { a: 2, b: 'y', c: 'z' },
      { a: 2, b: 'y', c: 'z' },
    ])
  })
})

describe('what a call was asked, in the log', () => {
  test('never holds a secret, at whatever depth', () => {
    const names = fc.constantFrom(
      'password',
      'oldpassword',
      'confirmpassword',
      'secret',
      'clientSecret',
      'X-Access-Token',
      'token',
      'apiKey',
      'hookToken',
      'captcha',
      'dbPassword',
      'key',
      'recoveryCode',
      'smscode',
      'passwordHash',
    )
    fc.assert(
      fc.property(
        names,
        fc.string({ minLength: 12, maxLength: 40 }).filter((value) => /[a-z]{3}/.test(value)),
        fc.integer({ min: 0, max: 3 }),
        (name, value, depth) => {
          let input: unknown = { [name]: value, harmless: 'words' }
          for (let at = 0; at < depth; at++) input = at % 2 ? [input] : { inner: input }
          const text = paramText({ outer: input })!
          expect(text).not.toContain(JSON.stringify(value).slice(1, -1))
          if (depth < 2) expect(text).toContain('words')
        },
      ),
    )
    expect(
      paramText({ a: 'A'.repeat(43), id: '12345678901234567890123456789012345678901234' }),
    ).toBe('{"a":"***","id":"12345678901234567890123456789012345678901234"}')
  })

  test('is short whatever was sent, and nothing where nothing was', () => {
    expect(paramText({})).toBeNull()
    expect(paramText(undefined)).toBeNull()
    expect(
      paramText({
        text: 'x'.repeat(9_000),
        list: Array.from({ length: 500 }, (_, n) => n),
        deep: { a: { b: { c: { d: 1 } } } },
      })!.length,
    ).toBeLessThanOrEqual(2_000)
    fc.assert(
      fc.property(fc.object(), (input) => {
        expect((paramText(input) ?? '').length).toBeLessThanOrEqual(2_000)
      }),
    )
  })
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'Chrome 130 · Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
    'Edge 130 · Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari 18 · iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.50',
    'WeChat 8 · Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox 132 · Linux'],
  ['curl/8.5.0', 'API 8'],
  ['', ''],
])('%s is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})
