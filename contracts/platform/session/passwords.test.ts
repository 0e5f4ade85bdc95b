import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCommonPassword, passwordFlaw, passwordStrength, PASSWORD_MAX } from './passwords.ts'

const seed = (password: string, words: string[] = []) =>
  passwordFlaw(password, { mode: 'seed', words })
const nist = (password: string, words: string[] = []) =>
  passwordFlaw(password, { mode: 'nist', words })

describe('the specification’s rule', () => {
  it.each([
    ['Abcde1!', 'rule'],
    ['xq7#mountain', 'rule'],
    ['XQ7#MOUNTAIN', 'rule'],
    ['Xqy#mountain', 'rule'],
    ['Xq7mountainx', 'rule'],
    ['Xq7 mountain', 'rule'],
    ['', 'empty'],
    ['Xq7#mountain', null],
    ['Xq7#Möwe', null],
    ['Ｘｑ７＃ｍｏｕｎｔ', null],
  ])('%s: %s', (password, flaw) => {
    expect(seed(password)).toBe(flaw)
  })
  it('counts signs as people do, up to 128, after NFKC', () => {
    expect(seed(`Xq7#${'ö'.repeat(124)}`)).toBeNull()
    expect(seed(`Xq7#${'ö'.repeat(125)}`)).toBe('tooLong')
    expect(seed(`Xq7#${'\u{20bb7}'.repeat(PASSWORD_MAX - 4)}`)).toBeNull()
  })
  it('is held for everything that is let through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 140 }), (password) => {
        if (seed(password) !== null) return
        const plain = password.normalize('NFKC')
        expect([
          [...plain].length >= 8,
          [...plain].length <= PASSWORD_MAX,
          /\p{Nd}/u.test(plain),
          /\p{Lu}/u.test(plain),
          /\p{Ll}/u.test(plain),
          /[^\p{L}\p{N}\s]/u.test(plain),
        ]).toEqual(Array(6).fill(true))
      }),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(
        fc.string({ minLength: 12, maxLength: 60, unit: fc.constantFrom(...'bdfhjkmprtvwxz') }),
        (tail) => {
          const made = `R7#${tail}`
          expect(seed(made)).toBe(isCommonPassword(made) ? 'common' : null)
        },
      ),
    )
  })
  it('does not depend on how a letter was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (password) => {
        expect(seed(password.normalize('NFD'))).toBe(seed(password.normalize('NFC')))
      }),
    )
  })
})

describe('the rule of length', () => {
  it.each([
    ['correct horse bat', null],
    ['short but fine', 'ruleNist'],
    ['passwordpassword1', 'common'],
    ['aaaaaaaaaaaaaaaaaa', 'common'],
    ['qwertyuiopqwertyuiop', 'common'],
    ['1234567890123456', 'common'],
    ['我爱吃饺子和面条也爱喝茶看书写字', null],
  ])('%s: %s', (password, flaw) => {
    expect(nist(password)).toBe(flaw)
  })
})

describe('what attackers try first', () => {
  it.each([
    'Passw0rd!',
    'P@ssw0rd1!',
    'Password123!',
    'Welcome@2026',
    'Admin@123',
    'Qwerty123!',
    '1qaz@WSX',
    'Abcd1234!',
    'Abc@12345',
    'Iloveyou1!',
    'Summer2026!',
    'Woaini520!',
    '!QAZ2wsx',
    'Zxcvbnm1!',
    'Changeme1!',
    'Letmein!1',
    'Aa123456!',
    'Test1234!',
    'Michael1!',
    'Logistics2026!',
    'Aaaa1111!',
  ])('%s is refused', (password) => {
    expect(seed(password)).toBe('common')
  })
  it.each(['Xq7#mountain', 'Parcels-2026!', 'Tr0ub4dor&3', 'kX9$vLm2pQ', 'Grün7#Wiese'])(
    '%s is not',
    (password) => {
      expect(seed(password)).toBeNull()
    },
  )
})

it('holds no names of the person, the tenant or the product, however they are written', () => {
  for (const password of [
    'Wangfang#77x',
    'xx#WANGFANG77x',
    'W4ngf4ng#77xQ',
    'Parcelyard#77x',
    'P4rcely4rd#77xQ',
  ])
    expect(seed(password, ['wangfang']), password).toBe('personal')
  expect(seed('Xq7#王芳mount', ['王芳'])).toBe('personal')
  expect(seed('Xq7#annmount', ['ann', '', '  ']), 'too short to tell').toBeNull()
})

it('the meter rises with more characters, and falls for common passwords', () => {
  expect([
    passwordStrength(''),
    passwordStrength('abc'),
    passwordStrength('Passw0rd!'),
    passwordStrength('Xq7#mountain'),
    passwordStrength('Xq7#mountain&river88Stone'),
  ]).toEqual([0, 1, 1, 3, 4])
  expect(passwordStrength('Wangfang#77x', ['wangfang'])).toBe(1)
  fc.assert(
    fc.property(fc.string({ maxLength: 130 }), (password) => {
      expect([0, 1, 2, 3, 4]).toContain(passwordStrength(password))
    }),
  )
})
