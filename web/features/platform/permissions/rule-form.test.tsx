import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PermissionRule } from '#contracts/platform/access/permissions.nodes.ts'
import {
  answersAt,
  bodiesOf,
  choose,
  inputOf,
  noteOf,
  press,
  seen,
  type,
  type Answer,
} from '#web/test/acts.ts'
import { good, leave, refused, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import type { MenuLine } from './menu-rows.ts'
import RuleForm from './rule-form.tsx'

const column = (value: string, more: object = {}) => ({
  value,
  text: `Column ${value}`,
  entity: 'Orders',
  type: 'text',
  dict: null,
  ref: null,
  operators: ['=', '!=', 'IN'],
  variables: [],
  ...more,
})
const COLUMNS = [
  column('createBy', { variables: ['sys_user_code'] }),
  column('weight', { type: 'decimal', operators: ['>', '<'] }),
]
const RULE = {
  id: '11',
  version: 3,
  permissionId: '2',
  ruleName: 'Own only',
  ruleColumn: 'createBy',
  ruleConditions: '=',
  ruleValue: '#{sys_user_code}',
  status: '0',
} as PermissionRule
const onClose = vi.fn()

async function open(
  rule: PermissionRule | null,
  routes: Record<string, Answer | Answer[]> = {},
): Promise<Sent[]> {
  onClose.mockReset()
  const sent = answersAt({
    '/sys/permission/getRuleColumns': good(COLUMNS),
    '/sys/permission/addPermissionRule': good(RULE),
    '/sys/permission/editPermissionRule': good(RULE),
    ...routes,
  })
  await showScreen(<RuleForm menu={{ id: '2' } as MenuLine} rule={rule} onClose={onClose} />, {
    texts: ['permissions', 'data-rules'],
  })
  await inputOf('Name')
  return sent
}

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('a data rule', () => {
  it('is a field, a condition and a value', async () => {
    const sent = await open(null)
    await type(await inputOf('Name'), 'Heavy')
    await choose(await inputOf('Field'), 'Column weightOrders')
    await type(await inputOf('Value'), '30')
    await press('Save')
    await until(() => onClose.mock.calls.length === 1)
    // Its first condition: equal is none of a weight's.
    expect(bodiesOf(sent, '/addPermissionRule')[0]).toEqual({
      permissionId: '2',
      ruleName: 'Heavy',
      ruleColumn: 'weight',
      ruleConditions: '>',
      ruleValue: '30',
      status: '1',
    })
  })

  it('is not sent without them', async () => {
    const sent = await open(null)
    await press('Save')
    await until(() => document.querySelectorAll('.ant-form-item-explain-error').length === 3)
    expect(bodiesOf(sent, '/addPermissionRule')).toEqual([])
  })

  it('of the user’s own takes a variable, and another field empties the value', async () => {
    const sent = await open(RULE)
    await until(() => document.querySelectorAll('input[type="radio"]').length === 2)
    const kinds = () => [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')]
    expect(kinds().map((one) => one.checked)).toEqual([false, true])
    await choose(await inputOf('Field'), 'Column weightOrders')
    await until(() => kinds().length === 0)
    expect((await inputOf('Value')).value).toBe('')
    await type(await inputOf('Value'), '5')
    await press('Save')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/editPermissionRule')[0]).toMatchObject({
      id: '11',
      version: 3,
      ruleColumn: 'weight',
      ruleValue: '5',
      status: '0',
    })
  })

  it('changes from the user’s own to a fixed value', async () => {
    const sent = await open(RULE)
    await until(() => document.querySelectorAll('input[type="radio"]').length === 2)
    await act(async () => document.querySelectorAll<HTMLElement>('input[type="radio"]')[0]?.click())
    await type(await inputOf('Value'), 'lin')
    await press('Save')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/editPermissionRule')[0]).toMatchObject({ ruleValue: 'lin' })
  })

  it('shows what the server refuses at its field', async () => {
    await open(RULE, {
      '/sys/permission/editPermissionRule': refused(400, 'Please check', {
        result: { issues: [{ path: 'ruleName', code: 'x', message: 'is used already' }] },
      }),
    })
    await press('Save')
    await until(() => seen().includes('is used already'))
    expect(await noteOf('Name')).toContain('is used already')
    expect(onClose).not.toHaveBeenCalled()
  })
})
