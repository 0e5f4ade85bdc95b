// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, press, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import MyRecharges from './MyRecharges.screen.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

async function open(...more: string[]): Promise<void> {
  answersAt({
    '/erp/recharge/list': good({ records: [], total: 0 }),
    '/erp/recharge/payTo': good([]),
    '/erp/account/list': good({ records: [], total: 0 }),
  })
  await showScreen(<MyRecharges />, {
    texts: ['recharges'],
    rights: ['pay:recharge:list', ...more],
    at: '/?_new=1',
  })
}

it('a link to a new recharge opens its form, and the form goes when it is closed', async () => {
  await open('pay:recharge:add')
  await until(() => document.querySelector('.ant-modal') !== null)
  expect(seen()).toContain('Where to pay')
  await press(document.querySelector('.ant-modal-footer .ant-btn:not(.ant-btn-primary)')!)
  await until(() => document.querySelector('.ant-modal') === null)
})

it('opens none for those who may not add one', async () => {
  await open()
  await until(() => seen().includes('My recharges'))
  expect(document.querySelector('.ant-modal')).toBeNull()
})
