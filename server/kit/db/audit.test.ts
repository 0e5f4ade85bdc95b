import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffOf } from './audit.ts'

describe('what the data log records of a change', () => {
  test('is what differs, before and after, and nothing that every save touches', () => {
    expect(
      diffOf(
        { name: 'a', city: 'X', version: 1, updateTime: 't1', updateBy: 'me' },
        { name: 'b', city: 'X', version: 2, updateTime: 't2', updateBy: 'you' },
      ),
    ).toEqual({ name: ['a', 'b'] })
    expect(diffOf(null, { name: 'a', gone: null })).toEqual({ name: [null, 'a'] })
    expect(diffOf({ list: [1, 2], amount: 5n }, { list: [1, 2], amount: 6n })).toEqual({
      amount: ['5', '6'],
    })
  })

  test('is empty for the same row, whatever it holds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (row) => {
        expect(diffOf(row, structuredClone(row))).toEqual({})
      }),
    )
  })

  test('never holds a secret, only that it changed', () => {
    const names = fc.constantFrom(
      'password',
      'passwordHash',
      'newPassword',
      'apiKeyEnc',
      'hook_token_enc',
      'secretKey',
      'accessToken',
      'clientSecret',
      'apiKey',
    )
    fc.assert(
      fc.property(
        names,
        fc.string({ minLength: 12 }),
        fc.string({ minLength: 12 }),
        (name, before, after) => {
          fc.pre(before !== after)
          const diff = diffOf({ [name]: before }, { [name]: after })
          expect(diff).toEqual({ [name]: ['***', '***'] })
        },
      ),
    )
    expect(
      JSON.stringify(
        diffOf({ label: Buffer.from('%PDF-secret') }, { label: Buffer.from('%PDF-other one') }),
      ),
    ).toBe('{"label":["11 bytes","14 bytes"]}')
  })
})
