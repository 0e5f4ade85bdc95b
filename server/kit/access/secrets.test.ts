import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastFour, openSecret, sealSecret } from './secrets.ts'

const key = randomBytes(32)
const place = { tenantId: '1', table: 'courier', column: 'api_key_enc', id: '7' }

test('what was sealed opens again, and never looks the same twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
      const sealed = sealSecret(key, plain, place)
      expect(openSecret(key, sealed, place)).toBe(plain)
      expect(sealSecret(key, plain, place)).not.toBe(sealed)
    }),
  )
})

test('another key, place or a changed text does not open', () => {
  const sealed = sealSecret(key, 'carrier key', place)
  expect(sealed).not.toContain('carrier')
  expect(() => openSecret(randomBytes(32), sealed, place)).toThrow()
  for (const other of [
    { tenantId: '2' },
    { table: 'x' },
    { column: 'hook_token_enc' },
    { id: '8' },
  ])
    expect(() => openSecret(key, sealed, { ...place, ...other })).toThrow()
  const parts = sealed.split('.')
  for (const at of [0, 1, 2, 3])
    expect(() =>
      openSecret(
        key,
        parts
          .map((part, index) =>
            index === at ? `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}` : part,
          )
          .join('.'),
        place,
      ),
    ).toThrow()
  for (const broken of ['', 'v1', 'v1.a.b', 'plain text'])
    expect(() => openSecret(key, broken, place)).toThrow()
})

test('a short secret shows nothing of itself', () => {
  expect([lastFour('abcdefgh1234'), lastFour('abcdefg1234')]).toEqual(['1234', ''])
})
