import { Button } from 'antd'
import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { users, type UserRow } from '#contracts/platform/people/users.calls.ts'
import {
  answersAt,
  bodiesOf,
  buttonOf,
  choose,
  confirmBy,
  inputOf,
  noteOf,
  press,
  seen,
  type Answer,
} from '#web/test/acts.ts'
import { good, leave, refused, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import AgentDialog from './agent-dialog.tsx'
import RecycleBin from './recycle-bin.tsx'
import { useFreeze, type Freezable } from './use-freeze.tsx'

const user = (id: string, status = '1'): Freezable => ({
  id,
  username: `u${id}`,
  realname: `User ${id}`,
  status,
})
const row = (id: string, ok: boolean, message: string | null = null) => ({
  id,
  ok,
  label: `u${id}`,
  code: ok ? null : 'user.above',
  message,
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('freezing accounts', () => {
  const failed: string[][] = []
  function Page({ rows }: { rows: readonly Freezable[] }) {
    const freeze = useFreeze(users.frozenBatch as never, (ids) => failed.push([...ids]))
    return (
      <>
        <Button onClick={() => void freeze.ask(rows, '2')}>freeze them</Button>
        <Button onClick={() => void freeze.ask(rows, '1')}>free them</Button>
        {freeze.sheet}
      </>
    )
  }
  async function open(rows: readonly Freezable[], answer: Answer): Promise<Sent[]> {
    failed.length = 0
    const sent = answersAt({ '/sys/user/frozenBatch': answer })
    await showScreen(<Page rows={rows} />, { texts: ['users'] })
    return sent
  }

  it('names and counts those it changes, and leaves out those that are frozen already', async () => {
    const sent = await open(
      [user('1'), user('2', '2'), user('3')],
      good({ done: 2, failed: 0, rows: [row('1', true), row('3', true)] }),
    )
    await press('freeze them')
    await until(() => seen().includes('Freeze 2 users?'))
    expect([...document.querySelectorAll('.py-names li')].map((one) => one.textContent)).toEqual([
      'User 1 (u1)',
      'User 3 (u3)',
    ])
    await confirmBy('Freeze 2')
    await until(() => bodiesOf(sent, '/frozenBatch').length === 1)
    expect(bodiesOf(sent, '/frozenBatch')[0]).toEqual({ ids: ['1', '3'], status: '2' })
    await until(() => seen().includes('2 users frozen'))
    expect(failed).toEqual([[]])
  })

  it('shows a note where there is no user to change, and asks nothing', async () => {
    const sent = await open([user('1', '2')], good(null))
    await press('freeze them')
    await until(() => seen().includes('All are already frozen.'))
    expect(sent).toEqual([])
    expect(document.querySelector('.ant-modal-confirm')).toBeNull()
  })

  it('lists who was refused with the reason; those stay chosen', async () => {
    await open(
      [user('1'), user('3')],
      good({ done: 1, failed: 1, rows: [row('1', true), row('3', false, 'is above you')] }),
    )
    await press('freeze them')
    await confirmBy('Freeze 2')
    await until(() => seen().includes('is above you'))
    expect(failed).toEqual([['3']])
  })

  it('does nothing where the question is answered with no', async () => {
    const sent = await open([user('1', '2')], good(null))
    await press('free them')
    await until(() => seen().includes('Unfreeze this user?'))
    await confirmBy('Back')
    expect(sent).toEqual([])
  })
})

describe('the recycle bin', () => {
  const gone = (id: string) => ({
    id,
    username: `u${id}`,
    realname: `User ${id}`,
    avatar: null,
    orgCodeTxt: 'Depot Köln',
    customerId_dictText: '',
    updateBy: 'lin',
    updateTime: '2026-03-01T00:00:00Z',
  })
  async function open(routes: Record<string, Answer> = {}): Promise<Sent[]> {
    const sent = answersAt({
      '/sys/user/recycleBin': good([gone('1'), gone('2'), gone('3')]),
      ...routes,
    })
    await showScreen(<RecycleBin onClose={() => undefined} />, { texts: ['users'] })
    await until(() => seen().includes('User 3'))
    return sent
  }
  const pick = (at: number) =>
    act(async () => document.querySelectorAll<HTMLElement>('input[type="checkbox"]')[at]?.click())
  const chosen = () => document.querySelectorAll('input[type="checkbox"]:checked').length

  it('gives back the chosen ones, and keeps those chosen that could not be', async () => {
    const sent = await open({
      '/sys/user/putRecycleBin': good({
        done: 1,
        failed: 1,
        rows: [row('1', true), row('2', false, 'name is taken')],
      }),
    })
    expect((await buttonOf('Restore 0')).hasAttribute('disabled')).toBe(true)
    await pick(0)
    await pick(1)
    expect(seen()).toContain('2 chosen')
    await press('Restore 2')
    await until(() => seen().includes('name is taken'))
    expect(bodiesOf(sent, '/putRecycleBin')[0]).toEqual({ userIds: ['1', '2'] })
    expect(chosen()).toBe(1)
  })

  it('deletes for good only after naming whom', async () => {
    const sent = await open({
      '/sys/user/deleteRecycleBin': good({ done: 1, failed: 0, rows: [row('3', true)] }),
    })
    await pick(2)
    await press('Delete permanently')
    await until(() => seen().includes('Delete 1 user permanently?'))
    expect(document.querySelector('.py-names')?.textContent).toBe('User 3 (u3)')
    await confirmBy('Back')
    expect(sent.filter((one) => one.url.pathname.endsWith('deleteRecycleBin'))).toEqual([])
    await press('Delete permanently')
    await confirmBy('Delete 1 user permanently?')
    await until(() => sent.some((one) => one.url.pathname.endsWith('deleteRecycleBin')))
    await until(() => chosen() === 0)
  })

  it('shows a note when it is empty', async () => {
    answersAt({ '/sys/user/recycleBin': good([]) })
    await showScreen(<RecycleBin onClose={() => undefined} />, { texts: ['users'] })
    await until(() => seen().includes('Nothing here yet'))
  })
})

describe('a delegate', () => {
  const of = { username: 'zhao', realname: 'Zhao' } as UserRow
  const stored = {
    id: '4',
    userName: 'zhao',
    agentUserName: 'wang',
    agentRealname: 'Wang',
    startTime: '2026-03-01T00:00:00Z',
    endTime: null,
    status: '1',
    version: 2,
  }
  const onClose = vi.fn()
  async function open(routes: Record<string, Answer | Answer[]>): Promise<Sent[]> {
    onClose.mockReset()
    const sent = answersAt({
      '/sys/user/list': good({
        records: [
          { username: 'zhao', realname: 'Zhao' },
          { username: 'wang', realname: 'Wang' },
          { username: 'li', realname: 'Li' },
        ],
        total: 3,
      }),
      '/sys/sysUserAgent/queryByUserName': refused(422, 'Nobody is set', { error: 'user.noAgent' }),
      ...routes,
    })
    await showScreen(<AgentDialog of={of} onClose={onClose} />, { texts: ['users'] })
    await inputOf('Delegate')
    return sent
  }

  it('must be a user, and another one', async () => {
    const sent = await open({ '/sys/sysUserAgent/add': good(stored) })
    await press('Save')
    await until(() => document.querySelector('.ant-form-item-explain-error') !== null)
    expect(bodiesOf(sent, '/sysUserAgent/add')).toEqual([])
    await choose(await inputOf('Delegate'), 'Li (li)')
    const offered = [...document.querySelectorAll('.ant-select-item-option')].map(
      (one) => one.textContent,
    )
    expect(offered).not.toContain('Zhao (zhao)')
    await press('Save')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/sysUserAgent/add')[0]).toEqual({
      userName: 'zhao',
      agentUserName: 'li',
      startTime: null,
      endTime: null,
      status: '1',
    })
  })

  it('that is there already is changed with its version', async () => {
    const sent = await open({
      '/sys/sysUserAgent/queryByUserName': good(stored),
      '/sys/sysUserAgent/edit': good(stored),
    })
    await act(async () => document.querySelector<HTMLElement>('[role="switch"]')?.click())
    await press('Save')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/sysUserAgent/edit')[0]).toMatchObject({
      id: '4',
      version: 2,
      agentUserName: 'wang',
      status: '0',
    })
  })

  it('shows what the server refuses at its field', async () => {
    await open({
      '/sys/sysUserAgent/queryByUserName': good(stored),
      '/sys/sysUserAgent/edit': refused(400, 'Please check', {
        result: {
          issues: [
            { path: 'endTime', code: 'field.endBeforeStart', message: 'must be after the start' },
          ],
        },
      }),
    })
    await press('Save')
    await until(() => seen().includes('must be after the start'))
    expect(await noteOf('Until')).toContain('must be after the start')
    expect(onClose).not.toHaveBeenCalled()
  })
})
