import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { UserRow } from '#contracts/platform/people/users.calls.ts'
import {
  answersAt,
  bodiesOf,
  inputOf,
  noteOf,
  openSelect,
  press,
  pressKey,
  seen,
  type,
  type Answer,
} from '#web/test/acts.ts'
import { good, leave, refused, until, untilFound, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { hasUnsaved } from '../../../kit/platform/unsaved.ts'
import UserFormDrawer from './user-form-drawer.tsx'

const ROW = {
  id: '12',
  version: 3,
  username: 'zhao',
  realname: 'Zhao',
  workNo: 'W1',
  phone: null,
  email: null,
  customerId: null,
  parentUserId: null,
  userIdentity: '1',
  selectedroles: '3',
  roles_dictText: 'Clerk',
  selecteddeparts: '5',
  orgCodeTxt: 'Depot Köln',
  departIds: '',
  post: '',
  depotIds: '',
  relTenantIds: '',
} as unknown as UserRow
const role = (id: string, more: object = {}) => ({
  id,
  roleName: `Role ${id}`,
  roleNameEn: `Role ${id}`,
  roleCode: `r${id}`,
  dataScope: 'all',
  grantable: true,
  ...more,
})
const ROLES = [
  role('3'),
  role('5', { dataScope: 'depot' }),
  role('4', { grantable: false }),
  role('8', { dataScope: 'customer' }),
]
const calls: [UserRow, unknown][] = []
const onClose = vi.fn()

async function open(
  id: string | null,
  routes: Record<string, Answer | Answer[]> = {},
  rights: string[] = [],
  roles: readonly string[] = ['3'],
): Promise<Sent[]> {
  const sent = answersAt({
    '/sys/user/queryById': good(ROW),
    '/sys/role/queryall': good(ROLES),
    '/sys/sysDepart/queryTreeList': good([]),
    '/sys/user/add': good(ROW),
    '/sys/user/edit': good(ROW),
    ...routes,
  })
  await showScreen(
    <UserFormDrawer
      id={id}
      roles={roles}
      onClose={onClose}
      onSaved={(row, once) => calls.push([row, once])}
    />,
    { texts: ['users'], rights },
  )
  await inputOf('Name')
  return sent
}
const write = async (label: string, value: string) => type(await inputOf(label), value)

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  calls.length = 0
  onClose.mockReset()
})

describe('a new user', () => {
  const fill = async () => {
    await write('User name', 'zhao')
    await write('Name', 'Zhao')
    await write('Staff number', 'W1')
  }
  it('is asked for what is missing before anything is sent', async () => {
    const sent = await open(null)
    await press('Save')
    await until(() => document.querySelectorAll('.ant-form-item-explain-error').length >= 2)
    expect(bodiesOf(sent, '/user/add')).toEqual([])
    await write('User name', 'no spaces allowed')
    await press('Save')
    await until(() => seen().includes('2 to 64 letters'))
  })

  it('is sent once whole, and its one-time password is shown', async () => {
    const sent = await open(null, {
      '/sys/user/add': good({ ...ROW, password: 'made-by-the-server' }),
    })
    expect(seen()).not.toContain('Password')
    await fill()
    expect(hasUnsaved()).toBe(true)
    await press('Save')
    await until(() => calls.length === 1)
    expect(bodiesOf(sent, '/user/add')[0]).toMatchObject({
      username: 'zhao',
      realname: 'Zhao',
      workNo: 'W1',
      customerId: null,
      selectedroles: ['3'],
    })
    expect(bodiesOf(sent, '/user/add')[0]).not.toHaveProperty('password')
    expect(calls[0]?.[1]).toEqual({ username: 'zhao', password: 'made-by-the-server' })
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(hasUnsaved()).toBe(false)
  })

  it('has a role, and a depot where the role reaches own depots only', async () => {
    const sent = await open(null, {}, [], [])
    await fill()
    await press('Save')
    expect(await noteOf('Roles')).toBe('Required')
    await leave()
    await open(null, {}, [], ['5'])
    await fill()
    await press('Save')
    await until(() => seen().includes('A role limited to own depots needs a depot.'))
    expect(bodiesOf(sent, '/user/add')).toEqual([])
    expect(calls).toEqual([])
  })

  it('asks on leaving a unique field whether its value is free', async () => {
    const sent = await open(null, {
      '/sys/duplicate/check': refused(422, 'This value is already in use', {
        error: 'duplicate.taken',
      }),
    })
    await write('User name', 'zhao')
    const input = await inputOf('User name')
    await act(async () => void input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
    await until(() => seen().includes('This value is already in use'))
    const asked = sent.find(({ url }) => url.pathname.endsWith('/duplicate/check'))
    expect(Object.fromEntries(asked!.url.searchParams)).toMatchObject({
      tableName: 'sys_user',
      fieldName: 'username',
      fieldVal: 'zhao',
    })
    await write('User name', 'zhao2')
    await until(() => !seen().includes('This value is already in use'))
  })

  it('of a customer has a customer instead of departments, and roles for customers', async () => {
    await open(null)
    expect(seen()).toContain('Departments')
    const kinds = [...document.querySelectorAll<HTMLElement>('input[type="radio"]')]
    await act(async () => kinds[1]?.click())
    await until(() => !seen().includes('Departments'))
    await inputOf('Customer')
    await openSelect(await inputOf('Roles'))
    const offered = await untilFound(() => {
      const texts = [...document.querySelectorAll('.py-option')].map((one) => one.textContent)
      return texts.length > 0 ? texts : null
    })
    expect(offered.some((text) => text?.startsWith('Role 8'))).toBe(true)
    expect(offered.some((text) => text?.startsWith('Role 4'))).toBe(false)
  })

  it('is followed by the next where that was asked', async () => {
    await open(null)
    await fill()
    await press('Save and new')
    await until(() => calls.length === 1)
    expect(onClose).not.toHaveBeenCalled()
    await until(() => {
      const name = document.querySelector<HTMLInputElement>('#user_username')
      return name !== null && name.value === ''
    })
  })
})

describe('a user that is changed', () => {
  it('keeps the sign-in name and goes with its version', async () => {
    const sent = await open('12')
    expect((await inputOf('User name')).disabled).toBe(true)
    await write('Name', 'Zhao Lin')
    await press('Save')
    await until(() => calls.length === 1)
    const body = bodiesOf(sent, '/user/edit')[0]
    expect(body).toMatchObject({
      id: '12',
      version: 3,
      realname: 'Zhao Lin',
      selecteddeparts: ['5'],
    })
    expect(body).not.toHaveProperty('password')
    expect(calls[0]?.[1]).toBeNull()
  })

  it('shows a refusal at its field, by the name people know it by', async () => {
    await open('12', {
      '/sys/user/edit': refused(400, 'Please check', {
        result: {
          issues: [
            { path: 'phone', code: 'user.phoneTaken', message: 'This phone number is taken.' },
            { path: 'selecteddeparts.0', code: 'x', message: 'has rights you lack' },
          ],
        },
      }),
    })
    await write('Mobile phone', '13800001234')
    await press('Save')
    await until(() => seen().includes('This phone number is taken.'))
    expect(await noteOf('Mobile phone')).toBe('This phone number is taken.')
    const summary = [...document.querySelectorAll('.py-summary li')].map((one) => one.textContent)
    expect(summary).toEqual([
      'Mobile phone – This phone number is taken.',
      'Departments – has rights you lack',
    ])
    expect(document.activeElement).toBe(await inputOf('Mobile phone'))
    expect(onClose).not.toHaveBeenCalled()
  })

  it('saved by another user meanwhile: both versions, with the words of either', async () => {
    const newer = {
      ...ROW,
      version: 4,
      realname: 'Zhao L.',
      updateBy: 'lin',
      updateTime: '2026-03-01T10:00:00Z',
      selectedroles: '3,4',
      roles_dictText: 'Clerk,Chief',
      email: 'zhao@example.com',
    }
    const sent = await open('12', {
      '/sys/user/edit': [refused(409, 'stale', { error: 'row.stale', result: newer }), good(ROW)],
    })
    await write('Name', 'Zhao Lin')
    await press('Save')
    await until(() => seen().includes('lin changed this record'))
    const lines = [...document.querySelectorAll('.py-compare tbody tr')].map(
      (line) => line.textContent,
    )
    expect(lines).toEqual([
      'NameZhao LinZhao L.',
      'Rolesnot changed by youClerk,Chief',
      'E-mailnot changed by youzhao@example.com',
    ])
    await press('Keep my changes')
    await until(() => calls.length === 1)
    expect(bodiesOf(sent, '/user/edit')[1]).toMatchObject({
      version: 4,
      realname: 'Zhao Lin',
      selectedroles: ['3', '4'],
      email: 'zhao@example.com',
    })
  })

  it('a sub-account has its rights from its main account', async () => {
    const sent = await open('12', {
      '/sys/user/queryById': good({
        ...ROW,
        customerId: '9',
        parentUserId: '2',
        parentUserId_dictText: 'Main GmbH',
      }),
    })
    expect(seen()).toContain('sub-account of Main GmbH')
    await write('Name', 'Zhao Lin')
    await press('Save')
    await until(() => calls.length === 1)
    expect(bodiesOf(sent, '/user/edit')[0]).not.toHaveProperty('selectedroles')
  })

  it('other tenants are set by the platform only', async () => {
    await open('12', { '/sys/tenant/list': good({ records: [], total: 0 }) }, ['sys:tenant:list'])
    await inputOf('Other tenants')
    await leave()
    await open('12')
    expect(seen()).not.toContain('Other tenants')
  })

  it('Ctrl+Enter saves, Escape closes', async () => {
    const sent = await open('12')
    await write('Name', 'Zhao Lin')
    await pressKey(await inputOf('Name'), 'Enter', { ctrlKey: true })
    await until(() => bodiesOf(sent, '/user/edit').length === 1)
    await until(() => onClose.mock.calls.length === 1)
    await pressKey(document.body, 'Escape')
    expect(onClose).toHaveBeenCalledTimes(2)
  })
})

describe('a user whose contact is shown masked', () => {
  const MASKED = { ...ROW, phone: '139****5678', email: 'l***@example.com', telephone: null }
  const edit = async () => {
    const sent = await open('12', { '/sys/user/queryById': good(MASKED) })
    expect((await inputOf('Mobile phone')).value).toBe('139****5678')
    expect(seen()).toContain('it stays as it is unless you enter a new value')
    return sent
  }
  it('is saved without what is masked', async () => {
    const sent = await edit()
    await write('Name', 'Zhao Min')
    await press('Save')
    await until(() => calls.length === 1)
    const [body] = bodiesOf(sent, '/user/edit')
    expect(body).toMatchObject({ realname: 'Zhao Min' })
    expect(body).not.toHaveProperty('phone')
    expect(body).not.toHaveProperty('email')
  })
  it('is sent the number that was entered in its place', async () => {
    const sent = await edit()
    await write('Mobile phone', '13912340000')
    await press('Save')
    await until(() => calls.length === 1)
    const [body] = bodiesOf(sent, '/user/edit')
    expect(body).toMatchObject({ phone: '13912340000' })
    expect(body).not.toHaveProperty('email')
  })
})
