// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RowOf } from '#contracts/kit/entity.ts'
import type { roleList } from '#contracts/platform/access/roles.ts'
import { answersAt, press, pressKey, seen, type } from '#web/test/acts.ts'
import { good, leave, setWindowWidth, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import CompareDrawer from './compare-drawer.tsx'
import { RolePane } from './role-pane.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  setWindowWidth(1440)
})

const role = (id: string, roleNameEn: string) =>
  ({ id, roleName: roleNameEn, roleNameEn, dataScope_dictText: `${roleNameEn}s’ rows` }) as Partial<
    RowOf<typeof roleList>
  > as RowOf<typeof roleList>
const right = (code: string, name: string) => ({ code, name })

describe('comparing two roles', () => {
  it('lists what only one of them may, with its code, and what both may when asked', async () => {
    const sent = answersAt({
      '/sys/role/compare': good({
        onlyA: [right('ship:b2c:cancel', 'Cancel orders'), right('ship:b2c:edit', 'Edit orders')],
        onlyB: [],
        both: [right('ship:b2c:list', 'List orders')],
      }),
    })
    const onClose = vi.fn()
    await showScreen(
      <CompareDrawer a={role('1', 'Clerk')} b={role('2', 'Driver')} onClose={onClose} />,
      { texts: ['role-users'] },
    )
    await until(() => seen().includes('Cancel orders'))
    expect(Object.fromEntries(sent[0]!.url.searchParams)).toMatchObject({ a: '1', b: '2' })
    const [ofClerk, ofDriver] = [...document.querySelectorAll('.role-compare section')].map(
      (one) => one.textContent,
    )
    expect(ofClerk).toContain('Only Clerk 2')
    expect(ofClerk).toContain('ship:b2c:edit')
    expect(ofClerk).toContain('Clerks’ rows')
    expect(ofDriver).toBe('Only Driver 0Drivers’ rowsNo differences.')
    expect(document.querySelector('details')?.textContent).toContain('Both (1)List orders')
    await pressKey(document.body, 'Escape')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('that could not be read is asked for again', async () => {
    const sent = answersAt({
      '/sys/role/compare': [
        { status: 500, body: { success: false, message: 'broken', code: 500, result: null } },
        good({ onlyA: [], onlyB: [], both: [] }),
      ],
    })
    await showScreen(
      <CompareDrawer a={role('1', 'Clerk')} b={role('2', 'Driver')} onClose={() => undefined} />,
      { texts: ['role-users'] },
    )
    await press('Try again')
    await until(() => seen().includes('Both (0)'))
    expect(sent).toHaveLength(2)
  })
})

describe('the roles next to their holders', () => {
  const brief = (id: string, name: string, users: number) => ({
    id,
    name,
    code: name.toLowerCase(),
    scope: 'all',
    scopeText: 'All rows',
    grantable: true,
    users,
  })
  const ROLES = [brief('1', 'Clerk', 4), brief('2', 'Driver', 1)]

  it('are found by name or code, and the chosen one is marked', async () => {
    const onChange = vi.fn()
    await showScreen(<RolePane roles={ROLES} value="1" onChange={onChange} />, {
      texts: ['role-users'],
    })
    const names = () =>
      [...document.querySelectorAll('nav li button')].map((one) => [
        one.textContent,
        one.getAttribute('aria-pressed'),
      ])
    expect(names()).toEqual([
      ['ClerkAll rows4', 'true'],
      ['DriverAll rows1', 'false'],
    ])
    await type(document.querySelector<HTMLInputElement>('input[type=search]')!, ' DRIV')
    expect(names()).toEqual([['DriverAll rows1', 'false']])
    await press(document.querySelector('nav li button')!)
    expect(onChange).toHaveBeenCalledWith('2')
  })

  it('are a choice above the list on a phone', async () => {
    setWindowWidth(390)
    await showScreen(<RolePane roles={ROLES} value="2" onChange={() => undefined} />, {
      texts: ['role-users'],
    })
    expect(document.querySelector('nav')).toBeNull()
    await until(() => seen().includes('Driver (1)'))
  })
})
