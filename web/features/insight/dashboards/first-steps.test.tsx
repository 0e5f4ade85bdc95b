// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { rechargeList } from '#contracts/money/recharges.ts'
import { shipperList } from '#contracts/parties/shippers.ts'
import { answersAt } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { FirstSteps } from './first-steps.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('a step is done once there is what it asks for: a recharge once it is credited', async () => {
  const sent = answersAt({
    [rechargeList.endpoints.list.path]: good({ records: [{}], total: 1 }),
    [shipperList.endpoints.list.path]: good({ records: [], total: 0 }),
  })
  const rights = ['pay:recharge:add', 'pay:recharge:list', 'base:shipper:add', 'base:shipper:list']
  await showScreen(<FirstSteps />, { texts: ['dashboards'], rights })
  const steps = () => [...document.querySelectorAll('.dash-steps li')].map((one) => one.textContent)
  await until(() => steps().some((text) => text?.includes('Done')))
  expect(steps().map((text) => text?.includes('Done'))).toEqual([false, true])
  expect(
    sent.find(({ url }) => url.pathname.endsWith(rechargeList.endpoints.list.path))?.url.search,
  ).toContain('status=confirmed')
})
