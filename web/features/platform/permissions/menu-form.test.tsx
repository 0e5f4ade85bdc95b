import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PermissionNode } from '#contracts/platform/access/permissions.nodes.ts'
import {
  answersAt,
  bodiesOf,
  inputOf,
  noteOf,
  press,
  seen,
  type,
  type Answer,
} from '#web/test/acts.ts'
import { good, leave, refused, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { hasUnsaved } from '../../../kit/platform/unsaved.ts'
import { linesOf } from './menu-rows.ts'
import MenuForm from './menu-form.tsx'

const entry = (id: string, more: Partial<PermissionNode> = {}): PermissionNode => ({
  id,
  key: id,
  title: `Entry ${id}`,
  parentId: null,
  name: `Entry ${id}`,
  nameEn: null,
  perms: null,
  permsType: '1',
  icon: null,
  component: null,
  componentName: null,
  url: `/entry/${id}`,
  redirect: null,
  sortNo: 1,
  menuType: 1,
  leaf: true,
  isLeaf: true,
  route: true,
  keepAlive: false,
  description: null,
  delFlag: 0,
  createBy: null,
  createTime: '2026-03-01T00:00:00Z',
  updateBy: null,
  updateTime: null,
  alwaysShow: false,
  hidden: false,
  status: '1',
  internalOrExternal: false,
  ruleFlag: 0,
  version: 2,
  builtIn: false,
  ruleable: false,
  children: null,
  ...more,
})
const LINES = linesOf([
  entry('1', {
    menuType: 0,
    component: 'layouts/RouteView',
    children: [entry('2', { parentId: '1' })],
  }),
])
const [TOP, SCREEN] = LINES
const onClose = vi.fn()

async function open(
  {
    row = null,
    parent = null,
  }: { row?: (typeof LINES)[number] | null; parent?: (typeof LINES)[number] | null },
  routes: Record<string, Answer | Answer[]> = {},
): Promise<Sent[]> {
  onClose.mockReset()
  const sent = answersAt({
    '/sys/permission/checkPerms': good(true),
    '/sys/permission/add': good(entry('9')),
    '/sys/permission/edit': good(entry('2')),
    ...routes,
  })
  await showScreen(<MenuForm lines={LINES} row={row} parent={parent} onClose={onClose} />, {
    texts: ['permissions'],
  })
  await inputOf('Name')
  return sent
}
const labels = () =>
  [...document.querySelectorAll('.ant-form-item-label')].map((one) => one.textContent)
const write = async (label: string, value: string) => type(await inputOf(label), value)
const pick = async (at: number) => {
  await act(async () => document.querySelectorAll<HTMLElement>('input[type="radio"]')[at]?.click())
}

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('a new entry', () => {
  it('asks by its kind: a top menu leads somewhere, a button has a code and nothing to show', async () => {
    await open({})
    expect(labels()).toEqual(
      expect.arrayContaining(['Path', 'Component', 'Redirects to', 'Options']),
    )
    expect(labels()).not.toContain('Parent')
    await pick(1)
    expect(labels()).toContain('Parent')
    expect(labels()).not.toContain('Redirects to')
    await pick(2)
    for (const gone of ['Path', 'Component', 'Icon', 'Options', 'Route name'])
      expect(labels()).not.toContain(gone)
    expect(labels()).toContain('Without the grant')
  })

  it('below a folder begins as a screen, below a screen as a button', async () => {
    await open({ parent: TOP! })
    expect(labels()).toContain('Path')
    expect(labels()).toContain('Parent')
    await leave()
    await open({ parent: SCREEN! })
    expect(labels()).not.toContain('Path')
  })

  it('is sent with its options as flags', async () => {
    const sent = await open({})
    await write('Name', '订单')
    await write('Path', '/orders')
    await act(async () =>
      document.querySelector<HTMLElement>('.ant-checkbox-group input[value="keepAlive"]')?.click(),
    )
    await press('Save')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/permission/add')[0]).toMatchObject({
      menuType: 0,
      name: '订单',
      url: '/orders',
      route: true,
      keepAlive: true,
      hidden: false,
      status: '1',
      sortNo: 1,
    })
    expect(bodiesOf(sent, '/permission/add')[0]).not.toHaveProperty('flags')
  })

  it('is not sent without what its kind needs', async () => {
    const sent = await open({ parent: SCREEN! })
    await press('Save')
    await until(() => document.querySelectorAll('.ant-form-item-explain-error').length === 2)
    expect(await noteOf('Permission code')).not.toBe('')
    expect(bodiesOf(sent, '/permission/add')).toEqual([])
  })

  it('shows at once that its code is taken', async () => {
    await open({ parent: SCREEN! }, { '/sys/permission/checkPerms': good(false) })
    await write('Permission code', 'ship:b2c:add')
    await until(() => document.querySelector('.ant-form-item-has-error') !== null)
  })
})

describe('an entry that is changed', () => {
  it('goes with its version, and what the server refuses stands at its field', async () => {
    const sent = await open(
      { row: SCREEN! },
      {
        '/sys/permission/edit': [
          refused(400, 'Please check', {
            result: { issues: [{ path: 'component', code: 'x', message: 'no such screen' }] },
          }),
          good(entry('2')),
        ],
      },
    )
    await write('Component', 'no/Such')
    expect(hasUnsaved()).toBe(true)
    await press('Save')
    await until(() => seen().includes('no such screen'))
    expect(await noteOf('Component')).toBe('no such screen')
    expect(document.querySelector('.py-summary')?.textContent).toContain('Component')
    expect(onClose).not.toHaveBeenCalled()
    await write('Component', 'orders/Orders')
    await press('Save')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/permission/edit')[1]).toMatchObject({
      id: '2',
      version: 2,
      component: 'orders/Orders',
    })
    expect(hasUnsaved()).toBe(false)
  })

  it('a refusal of the whole stands on top', async () => {
    await open(
      { row: SCREEN! },
      { '/sys/permission/edit': refused(409, 'It would be its own parent') },
    )
    await write('Name', 'Other')
    await press('Save')
    await until(
      () => document.querySelector('.py-summary')?.textContent?.includes('its own parent') ?? false,
    )
  })

  it('changed by another user meanwhile: what was touched here is kept, the rest is theirs', async () => {
    const newer = {
      ...entry('2'),
      parentId: '1',
      version: 5,
      name: 'Theirs',
      url: '/moved',
      updateBy: 'lin',
      updateTime: '2026-03-01T10:00:00Z',
    }
    const sent = await open(
      { row: SCREEN! },
      {
        '/sys/permission/edit': [
          refused(409, 'stale', { error: 'row.stale', result: newer }),
          good(entry('2')),
        ],
      },
    )
    await write('Name', 'Other')
    await press('Save')
    await until(() => seen().includes('lin changed this record'))
    expect(document.querySelector('.py-compare')?.textContent).toContain('/moved')
    await press('Keep my changes')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/permission/edit')[1]).toMatchObject({
      version: 5,
      name: 'Other',
      url: '/moved',
      route: true,
    })
  })

  it('that came with the product keeps its kind and its code', async () => {
    await open({ row: { ...SCREEN!, builtIn: true, perms: 'ship:b2c:list' } })
    expect(
      [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')].every(
        (one) => one.disabled,
      ),
    ).toBe(true)
    expect((await inputOf('Permission code')).disabled).toBe(true)
  })
})
