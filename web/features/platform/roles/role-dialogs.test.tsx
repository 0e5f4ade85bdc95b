import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RowOf } from '#contracts/kit/entity.ts'
import type { roleList } from '#contracts/platform/access/roles.ts'
import { answersAt, bodiesOf, buttonOf, press, seen, type, type Answer } from '#web/test/acts.ts'
import { good, leave, refused, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import AddDialog from './add-dialog.tsx'
import CopyDialog from './copy-dialog.tsx'

const onClose = vi.fn()
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  onClose.mockReset()
})

describe('copying a role', () => {
  const of = { id: '7', roleName: '文员', roleNameEn: 'Clerk', roleCode: 'clerk' } as RowOf<
    typeof roleList
  >
  async function open(answer: Answer): Promise<Sent[]> {
    const sent = answersAt({ '/sys/role/copy': answer })
    await showScreen(<CopyDialog of={of} onClose={onClose} />, { texts: ['roles', 'role-users'] })
    await until(() => document.querySelector('#roleName') !== null)
    return sent
  }
  const field = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)!

  it('makes a new one by its own name and code', async () => {
    const sent = await open(good(null))
    await press('Copy')
    await until(() => document.querySelectorAll('.ant-form-item-explain-error').length === 2)
    expect(bodiesOf(sent, '/role/copy')).toEqual([])
    await type(field('roleName'), 'Night clerk')
    await type(field('roleCode'), 'night_clerk')
    await press('Copy')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/role/copy')[0]).toEqual({
      id: '7',
      roleName: 'Night clerk',
      roleCode: 'night_clerk',
    })
  })

  it('shows at its field that the code is taken', async () => {
    await open(
      refused(400, 'Please check', {
        result: { issues: [{ path: 'roleCode', code: 'x', message: 'is taken' }] },
      }),
    )
    await type(field('roleName'), 'Night clerk')
    await type(field('roleCode'), 'clerk')
    await press('Copy')
    await until(() => seen().includes('is taken'))
    expect(field('roleCode').closest('.ant-form-item')?.textContent).toContain('is taken')
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('giving a role to users', () => {
  const row = (id: string, ok: boolean) => ({
    id,
    ok,
    label: `User ${id}`,
    code: ok ? null : 'x',
    message: ok ? null : 'is above you',
  })
  async function open(routes: Record<string, Answer> = {}): Promise<Sent[]> {
    const sent = answersAt({
      '/sys/user/addSysUserRole': good({
        done: 2,
        failed: 0,
        rows: [row('1', true), row('2', true)],
      }),
      ...routes,
    })
    await showScreen(<AddDialog role={{ id: '7', name: 'Clerk' } as never} onClose={onClose} />, {
      texts: ['role-users'],
    })
    await until(() => sent.length > 0)
    return sent
  }
  const candidates = (sent: readonly Sent[]) => sent[0]?.url.pathname.replace('/boot', '') ?? ''
  const pick = (name: string) =>
    act(async () =>
      [...document.querySelectorAll<HTMLElement>('.role-candidates label')]
        .find((one) => one.textContent === name)
        ?.querySelector('input')
        ?.click(),
    )

  it('keeps the chosen while others are looked for, and sends them all', async () => {
    const path = candidates(await open())
    await leave()
    const sent = await open({
      [path]: (one) =>
        good(
          one.url.searchParams.get('keyword') === 'two'
            ? [{ value: '2', text: 'User 2' }]
            : [{ value: '1', text: 'User 1' }],
        ),
    })
    await until(() => seen().includes('User 1'))
    expect((await buttonOf('Add 0')).hasAttribute('disabled')).toBe(true)
    await pick('User 1')
    await type(document.querySelector<HTMLInputElement>('input[type="search"]')!, 'two')
    await until(() => seen().includes('User 2'))
    expect(seen()).toContain('User 1')
    await pick('User 2')
    await press('Add 2')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/addSysUserRole')[0]).toEqual({ roleId: '7', userIdList: ['1', '2'] })
  })

  it('lists those who could not get it', async () => {
    const path = candidates(await open())
    await leave()
    await open({
      [path]: good([{ value: '1', text: 'User 1' }]),
      '/sys/user/addSysUserRole': good({ done: 0, failed: 1, rows: [row('1', false)] }),
    })
    await until(() => seen().includes('User 1'))
    await pick('User 1')
    await press('Add 1')
    await until(() => seen().includes('is above you'))
    expect(onClose).not.toHaveBeenCalled()
  })
})
