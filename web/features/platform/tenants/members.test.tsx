import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  answersAt,
  askedOf,
  bodiesOf,
  choose,
  confirmBy,
  inputOf,
  noteOf,
  press,
  seen,
  type,
  type Answer,
} from '#web/test/acts.ts'
import { good, leave, refused, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import Members from './members.tsx'

const member = (id: string, more: object = {}) => ({
  id,
  username: `u${id}`,
  realname: `User ${id}`,
  roles: 'Clerk',
  status: '1',
  guest: false,
  lastLoginTime: null,
  ...more,
})
async function open(
  routes: Record<string, Answer | Answer[]> = {},
  rights = ['sys:tenant:edit'],
): Promise<Sent[]> {
  const sent = answersAt({
    '/sys/tenant/members': good([
      member('1'),
      member('2', { guest: true, roles: '' }),
      member('3', { status: '2' }),
    ]),
    '/sys/tenant/roles': good([{ value: '7', text: 'Chief' }]),
    ...routes,
  })
  await showScreen(<Members id="4" name="Yard" onClose={() => undefined} />, {
    texts: ['tenants'],
    rights,
  })
  await until(() => seen().includes('User 3'))
  return sent
}
const lines = () => [...document.querySelectorAll('.tnt-people li')].map((one) => one.textContent)

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('the members of a tenant', () => {
  it('show who is a guest, frozen, or has no roles', async () => {
    await open()
    const [first, second, third] = lines()
    expect(first).not.toContain('Guest')
    expect(second).toContain('Guest')
    expect(second).toContain('No roles')
    expect(third).toContain('Frozen')
  })

  it('only guests can be removed, after showing what ends', async () => {
    const sent = await open({ '/sys/tenant/removeMember': good(null) })
    expect(
      [...document.querySelectorAll('button')].filter((one) => one.textContent === 'Remove'),
    ).toHaveLength(1)
    await press('Remove')
    await until(() => seen().includes('Remove User 2 from this tenant?'))
    await confirmBy('Back')
    expect(sent.some((one) => one.url.pathname.endsWith('/removeMember'))).toBe(false)
    await press('Remove')
    await confirmBy('Remove')
    await until(() => sent.some((one) => one.url.pathname.endsWith('/removeMember')))
    expect([
      askedOf(sent, '/removeMember', 'id'),
      askedOf(sent, '/removeMember', 'userId'),
    ]).toEqual(['4', '2'])
  })

  it('no user is invited or removed by those who may only look', async () => {
    await open({}, [])
    const names = [...document.querySelectorAll('button')].map((one) => one.textContent)
    expect(names).not.toContain('Remove')
    expect(names).not.toContain('Invite a user')
  })
})

describe('inviting', () => {
  it('needs a sign-in name; roles may follow', async () => {
    const sent = await open({ '/sys/tenant/invite': good(null) })
    await press('Invite a user')
    await inputOf('User name')
    const send = () => [...document.querySelectorAll<HTMLElement>('.tnt-invite button')].at(-1)!
    await press(send())
    expect(await noteOf('User name')).not.toBe('')
    expect(bodiesOf(sent, '/tenant/invite')).toEqual([])
    await type(await inputOf('User name'), 'zhao')
    await choose(await inputOf('Roles here'), 'Chief')
    await press(send())
    await until(() => document.querySelector('.tnt-invite') === null)
    expect(bodiesOf(sent, '/tenant/invite')[0]).toEqual({
      id: '4',
      username: 'zhao',
      roleIds: ['7'],
    })
  })

  it('shows why it cannot be', async () => {
    await open({
      '/sys/tenant/invite': refused(400, 'Please check', {
        result: { issues: [{ path: 'username', code: 'x', message: 'works here already' }] },
      }),
    })
    await press('Invite a user')
    await type(await inputOf('User name'), 'u1')
    await press([...document.querySelectorAll<HTMLElement>('.tnt-invite button')].at(-1)!)
    expect(await noteOf('User name')).toBe('works here already')
  })
})
