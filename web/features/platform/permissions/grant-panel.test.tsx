import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { GrantNode } from '#contracts/platform/access/permissions.nodes.ts'
import {
  answersAt,
  bodiesOf,
  buttonOf,
  confirmBy,
  press,
  seen,
  type,
  type Answer,
} from '#web/test/acts.ts'
import { good, leave, refused, settle, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { hasUnsaved } from '../../../kit/platform/unsaved.ts'
import { GrantPanel } from './grant-panel.tsx'

const node = (key: string, label: string, more: Partial<GrantNode> = {}): GrantNode => ({
  key,
  value: key,
  title: label,
  label,
  slotTitle: label,
  parentId: null,
  icon: null,
  scopedSlots: null,
  ruleFlag: 0,
  menuType: 1,
  perms: null,
  isLeaf: true,
  children: null,
  ...more,
})
const TREE = [
  node('1', 'Orders', {
    menuType: 0,
    isLeaf: false,
    children: [
      node('2', 'Order list', {
        ruleFlag: 1,
        isLeaf: false,
        children: [
          node('3', 'Add order', { menuType: 2, perms: 'ship:b2c:add' }),
          node('4', 'Delete order', { menuType: 2, perms: 'ship:b2c:delete' }),
        ],
      }),
    ],
  }),
  node('5', 'Depot', { menuType: 0 }),
]
const SAVE = 'POST /sys/permission/saveRolePermission'

async function open(
  routes: Record<string, Answer | Answer[]> = {},
  props: { readOnly?: boolean } = {},
): Promise<Sent[]> {
  const sent = answersAt({
    '/sys/role/queryTreeList': good({ treeList: TREE, ids: ['1', '2', '3', '4', '5'] }),
    '/sys/permission/queryRolePermission': good(['1', '2']),
    ...routes,
  })
  await showScreen(<GrantPanel target={{ kind: 'role', id: '7' }} {...props} />, {
    texts: ['permissions', 'data-rules'],
  })
  await until(() => seen().includes('granted') || seen().includes('no permissions'))
  return sent
}
const box = (label: string) =>
  [...document.querySelectorAll<HTMLLabelElement>('.perm-tick')]
    .find((one) => one.textContent === label)
    ?.querySelector('input') ?? expect.fail(`no box ${label}`)
const tick = async (label: string) => {
  await act(async () => box(label).click())
}
const ticks = () =>
  [...document.querySelectorAll<HTMLLabelElement>('.perm-tick')]
    .filter((one) => one.querySelector('input')?.checked)
    .map((one) => one.textContent)
const isOff = async (name: string) => (await buttonOf(name)).hasAttribute('disabled')

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('the rights of a role', () => {
  it('are shown as they are, with how many of how many, and nothing to save', async () => {
    await open()
    expect(ticks()).toEqual(['Orders', 'Order list'])
    expect(seen()).toContain('2 of 5 granted')
    expect(await isOff('Save')).toBe(true)
    expect(hasUnsaved()).toBe(false)
  })

  it('take along what leads to an entry and what is below it, until that is switched off', async () => {
    await open({ '/sys/permission/queryRolePermission': good([]) })
    await tick('Add order')
    expect(ticks()).toEqual(['Orders', 'Order list', 'Add order'])
    await tick('Order list')
    expect(ticks()).toEqual(['Orders'])
    await act(async () => document.querySelector<HTMLElement>('[role="switch"]')?.click())
    await tick('Delete order')
    expect(ticks()).toEqual(['Orders', 'Delete order'])
  })

  it('half a box where only something below is granted', async () => {
    await open({ '/sys/permission/queryRolePermission': good(['3']) })
    expect([box('Orders').indeterminate, box('Orders').checked]).toEqual([true, false])
    expect(box('Depot').indeterminate).toBe(false)
  })

  it('are saved after naming what is granted and what is revoked', async () => {
    const sent = await open({ [SAVE]: good(null) })
    await tick('Depot')
    await tick('Order list')
    expect(seen()).toContain('1 added, 1 removed')
    expect(hasUnsaved()).toBe(true)
    await press('Save')
    await until(() => seen().includes('Save 2 changes?'))
    const lists = [...document.querySelectorAll('.perm-diff')].map((one) => one.textContent)
    expect(lists).toEqual(['Added: 1Depot', 'Removed: 1Order list'])
    await confirmBy('Save')
    await until(() => bodiesOf(sent, '/saveRolePermission').length === 1)
    expect(bodiesOf(sent, '/saveRolePermission')[0]).toEqual({
      roleId: '7',
      permissionIds: ['1', '5'],
      lastpermissionIds: ['1', '2'],
    })
    await until(() => !hasUnsaved())
  })

  it('are not sent where the question is answered with no', async () => {
    const sent = await open({ [SAVE]: good(null) })
    await tick('Depot')
    await press('Save')
    await confirmBy('Back')
    expect(bodiesOf(sent, '/saveRolePermission')).toEqual([])
    expect(ticks()).toContain('Depot')
  })

  it('keep the ticks when the server refuses', async () => {
    const sent = await open({ [SAVE]: refused(403, 'Beyond your own rights') })
    await tick('Depot')
    await press('Save')
    await confirmBy('Save')
    await until(() => seen().includes('Beyond your own rights'))
    expect(bodiesOf(sent, '/saveRolePermission')).toHaveLength(1)
    expect(ticks()).toContain('Depot')
    expect(hasUnsaved()).toBe(true)
  })

  it('come back as they were by one button', async () => {
    await open()
    await tick('Orders')
    expect(ticks()).toEqual([])
    await press('Undo changes')
    expect(ticks()).toEqual(['Orders', 'Order list'])
    expect(hasUnsaved()).toBe(false)
  })

  it('are ticked and cleared with all below by one button', async () => {
    await open()
    await press('All')
    expect(ticks()).toEqual(['Orders', 'Order list', 'Add order', 'Delete order'])
    await press('None')
    expect(ticks()).toEqual([])
  })
})

describe('finding an entry', () => {
  it('by its name or its code leaves what leads to it', async () => {
    await open()
    const search = document.querySelector<HTMLInputElement>('input[type="search"]')!
    await type(search, 'b2c:delete')
    const left = () => [...document.querySelectorAll('.perm-tick')].map((one) => one.textContent)
    expect(left()).toEqual(['Orders', 'Order list', 'Delete order'])
    await type(search, 'DEPOT')
    expect(left()).toEqual(['Depot'])
    await type(search, 'nothing of this name')
    expect(left()).toEqual([])
    expect(seen()).toContain('No results')
  })

  it('ticks and clears no more than it shows', async () => {
    await open({ '/sys/permission/queryRolePermission': good([]) })
    const search = document.querySelector<HTMLInputElement>('input[type="search"]')!
    await type(search, 'b2c:delete')
    await press('All')
    await type(search, '')
    expect(ticks()).toEqual(['Orders', 'Order list', 'Delete order'])
    await type(search, 'b2c:add')
    await tick('Add order')
    await tick('Order list')
    await type(search, '')
    expect(ticks()).toEqual(['Orders', 'Order list', 'Delete order'])
  })

  it('folds and unfolds one or all', async () => {
    await open()
    await press('Collapse Orders')
    expect(seen()).not.toContain('Order list')
    await press('Expand Orders')
    expect(seen()).toContain('Order list')
    await press('Collapse all')
    expect(seen()).not.toContain('Order list')
    await press('Expand all')
    expect(seen()).toContain('Order list')
  })
})

describe('what may not be granted', () => {
  it('is shown and cannot be ticked, nor does it count', async () => {
    await open({
      '/sys/role/queryTreeList': good({ treeList: TREE, ids: ['1', '2', '3'] }),
    })
    expect(box('Delete order').disabled).toBe(true)
    expect(seen()).toContain('2 of 3 granted')
    await tick('Orders')
    await tick('Orders')
    expect(ticks()).toEqual(['Orders', 'Order list', 'Add order'])
  })

  it('is everything where only looking is allowed', async () => {
    await open({}, { readOnly: true })
    expect(
      [...document.querySelectorAll<HTMLInputElement>('.perm-tick input')].every(
        (one) => one.disabled,
      ),
    ).toBe(true)
    expect(document.querySelector('.perm-foot')).toBeNull()
  })

  it('shows a note where there is nothing to grant at all', async () => {
    await open({ '/sys/role/queryTreeList': good({ treeList: [], ids: [] }) })
    expect(seen()).toContain('You have no permissions to grant')
  })
})

describe('data rules of a grant', () => {
  const rule = (id: string, more: object = {}) => ({
    id,
    version: 1,
    permissionId: '2',
    ruleName: `Rule ${id}`,
    ruleColumn: 'customerId',
    ruleConditions: '=',
    ruleValue: '1',
    status: '1',
    createBy: null,
    createTime: '2026-03-01T00:00:00Z',
    updateBy: null,
    updateTime: null,
    ...more,
  })
  it('wait until the grant is saved', async () => {
    await open({ '/sys/permission/queryRolePermission': good(['1']) })
    await tick('Order list')
    expect((await buttonOf('Data rules')).getAttribute('title')).toContain('Save the grant first')
    expect(await isOff('Data rules')).toBe(true)
  })

  it('are chosen out of those of the screen', async () => {
    const sent = await open({
      '/sys/role/datarule/2/7': good({
        datarule: [rule('11'), rule('12', { status: '0' })],
        drChecked: '11',
      }),
      'POST /sys/role/datarule': good(null),
    })
    await press('Data rules')
    await until(() => seen().includes('Rule 12'))
    expect(seen()).toContain('(disabled)')
    const boxes = () =>
      [...document.querySelectorAll<HTMLInputElement>('.perm-rules input')].map(
        (one) => one.checked,
      )
    expect(boxes()).toEqual([true, false])
    await act(async () => document.querySelectorAll<HTMLElement>('.perm-rules input')[1]?.click())
    expect(boxes()).toEqual([true, true])
    const save = [...document.querySelectorAll<HTMLElement>('.ant-modal-footer button')].at(-1)!
    await press(save)
    await until(() => bodiesOf(sent, '/role/datarule').length === 1)
    expect(bodiesOf(sent, '/role/datarule')[0]).toEqual({
      roleId: '7',
      permissionId: '2',
      dataRuleIds: ['11', '12'],
    })
    await settle()
  })
})
