import { Form, Input } from 'antd'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answersAt, inputAt, leaveField, seen, type, type Answer } from '#web/test/acts.ts'
import {
  good,
  leave,
  refused,
  settle,
  show,
  signInForTest,
  speak,
  until,
  type Sent,
} from '#web/test/page.tsx'
import { fitsRule, isFree, LeaveCheck } from './leave-check.tsx'

const RULE = '/sys/checkRule/checkByCode'
const FREE = '/sys/duplicate/check'
const wrong = refused(500, 'No blanks in a code', { error: 'checkRule.failed' })
const input = () => inputAt('x_code')
const asked = (sent: readonly Sent[], path: string) =>
  sent.filter(({ url }) => url.pathname.endsWith(path))

async function open(routes: Record<string, Answer | Answer[]>, stored: string | null = null) {
  const sent = answersAt(routes)
  await show(
    <Form name="x" initialValues={{ code: stored }}>
      <LeaveCheck
        name="code"
        stored={stored}
        asks={[fitsRule('customer_code'), isFree('customer', 'code', null)]}
      >
        <Form.Item name="code" label="Code" rules={[{ max: 8, message: 'too long' }]}>
          <Input />
        </Form.Item>
      </LeaveCheck>
    </Form>,
  )
  return sent
}
const leaveWith = async (value: string) => {
  await type(input(), value)
  await leaveField(input())
  await settle()
}

beforeEach(async () => {
  await speak('en_US')
  signInForTest()
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('shows the rule’s message at the field on leaving it, and asks no further', async () => {
  const sent = await open({ [RULE]: wrong })
  await leaveWith('A 1%')
  await until(() => seen().includes('No blanks in a code'))
  expect(input().getAttribute('aria-invalid')).toBe('true')
  const [first] = asked(sent, RULE)
  expect(first?.url.searchParams.get('ruleCode')).toBe('customer_code')
  // Encoded once more than the address does: a stray % reaches the rule as it was typed.
  expect(first?.url.searchParams.get('value')).toBe('A%201%25')
  expect(asked(sent, FREE)).toEqual([])
})

it('asks whether the value is free once the rule took it', async () => {
  const taken = refused(500, 'already in use', { error: 'duplicate.taken' })
  const sent = await open({ [RULE]: good(null), [FREE]: taken })
  await leaveWith('A1')
  await until(() => seen().includes('already in use'))
  expect(asked(sent, RULE)).toHaveLength(1)
})

it('refuses nothing where there is no such rule, and asks nothing it knows', async () => {
  const sent = await open(
    { [RULE]: refused(500, 'No rule has this code', { error: 'checkRule.missing' }) },
    'A1',
  )
  await leaveField(input())
  await leaveWith('much too long')
  expect(asked(sent, RULE)).toEqual([])
  await leaveWith('A2')
  await until(() => asked(sent, FREE).length === 1)
  expect(seen()).not.toContain('No rule has this code')
})
