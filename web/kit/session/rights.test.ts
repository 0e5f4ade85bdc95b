import { describe, expect, it } from 'vitest'
import { isColumnHidden, isLocked, mayShow } from './rights.ts'

const granted = {
  auth: [{ action: 'a:add', type: '1' }],
  allAuth: [{ action: 'a:add', type: '1', status: '1' }],
}
const ruled = { auth: [], allAuth: [{ action: 'a:add', type: '1', status: '1' }] }
const off = { auth: [], allAuth: [{ action: 'a:add', type: '1', status: '0' }] }

describe('whether an element stays', () => {
  it.each([
    ['nobody is signed in', null, undefined, false],
    ['granted', granted, undefined, true],
    ['a rule and no grant', ruled, undefined, false],
    ['the rule is switched off', off, undefined, true],
    ['an unknown code', { auth: [], allAuth: [] }, undefined, false],
    [
      'the form itself allows it',
      ruled,
      { permissionList: [{ action: 'a:add', type: '1' }] },
      true,
    ],
    [
      'the form allows it before anyone is signed in',
      null,
      { permissionList: [{ action: 'a:add', type: '1' }] },
      true,
    ],
    ['the form names another', ruled, { permissionList: [{ action: 'a:edit', type: '1' }] }, false],
    [
      'the form only locks a field by that name',
      ruled,
      { permissionList: [{ action: 'a:add', type: '2' }] },
      false,
    ],
    [
      'the grant is of type 2',
      { ...ruled, auth: [{ action: 'a:add', type: '2' }] },
      undefined,
      false,
    ],
    [
      'the rule switched off is of type 2',
      { auth: [], allAuth: [{ action: 'a:add', type: '2', status: '0' }] },
      undefined,
      false,
    ],
    ['an empty grant list', { auth: [], allAuth: [] }, { permissionList: [] }, false],
  ])('%s', (_, rights, form, stays) => {
    expect(mayShow('a:add', rights, form)).toBe(stays)
  })
})

describe('whether a field is locked', () => {
  const rule = (status: string) => ({ auth: [], allAuth: [{ action: 'f', type: '2', status }] })
  it.each([
    ['an unknown code', { auth: [], allAuth: [] }, undefined, false],
    ['an active rule', rule('1'), undefined, true],
    [
      'an active rule with a grant',
      { ...rule('1'), auth: [{ action: 'f', type: '2' }] },
      undefined,
      false,
    ],
    [
      'an active rule with a grant of the other type',
      { ...rule('1'), auth: [{ action: 'f', type: '1' }] },
      undefined,
      true,
    ],
    ['the rule is switched off', rule('0'), undefined, false],
    ['the node itself locks it', rule('0'), { permissionList: [{ action: 'f', type: '2' }] }, true],
  ])('%s', (_, rights, form, locked) => {
    expect(isLocked('f', rights, form)).toBe(locked)
  })
})

describe('whether a column is hidden', () => {
  const rule = (status: string, type = '1') => ({
    auth: [],
    allAuth: [{ action: 'x:price', type, status }],
  })
  it.each([
    ['no rule', { auth: [], allAuth: [] }, false],
    ['an active rule', rule('1'), true],
    ['a rule switched off', rule('0'), false],
    ['a rule of type 2', rule('1', '2'), false],
    [
      'an active rule with a grant',
      { ...rule('1'), auth: [{ action: 'x:price', type: '1' }] },
      false,
    ],
    ['nobody', null, false],
  ])('%s', (_, rights, hidden) => {
    expect(isColumnHidden('x:price', rights)).toBe(hidden)
  })
})
