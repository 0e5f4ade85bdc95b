// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { cruds } from '#contracts/catalogue.ts'
import { rechargeList } from '#contracts/money/recharges.ts'
import { shipperList } from '#contracts/parties/shippers.ts'
import { customers } from '#contracts/parties/customers.ts'
import type { MenuNode } from '#contracts/platform/session/session.ts'
import { permissionCodes } from '#seeds/reference/menu/menu-buttons.ts'
import { entries } from '#seeds/reference/menu/menu.ts'
import { grantsOf as roleGrants } from '#seeds/reference/role-grants.ts'
import { roles } from '#seeds/reference/roles.ts'
import { answersAt } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { FirstSteps } from './first-steps.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

/** The pages of the menu a new installation starts with that these rights open. */
const menuOf = (rights: readonly string[], staff: boolean): MenuNode[] =>
  entries()
    .filter(({ perms, children }) => !children && perms?.some((code) => rights.includes(code)))
    .filter(({ forCustomers }) => !(staff && forCustomers))
    .map(({ key, name, path, component }) => ({
      id: key,
      path,
      name,
      component,
      route: '1',
      meta: { title: name, keepAlive: true, internalOrExternal: false },
    }))
const grantsOf = (code: string) =>
  roleGrants(
    roles.find((one) => one.code === code)!,
    KNOWN,
  )
const KNOWN = permissionCodes(cruds)
const nothing = good({ records: [], total: 0 })
const { path: customerPath } = customers.endpoints.list
const answers = () =>
  answersAt({
    [rechargeList.endpoints.list.path]: good({ records: [{}], total: 1 }),
    [shipperList.endpoints.list.path]: nothing,
    [customerPath]: nothing,
  })
const steps = () => [...document.querySelectorAll('.dash-steps li')].map((one) => one.textContent)
const paths = () =>
  [...document.querySelectorAll('.dash-steps li a')].map((one) => one.getAttribute('href'))

it('a step is done once there is what it asks for: a recharge once it is credited', async () => {
  const sent = answers()
  const rights = ['pay:recharge:add', 'pay:recharge:list', 'base:shipper:add', 'base:shipper:list']
  await showScreen(<FirstSteps />, { texts: ['dashboards'], rights, menu: menuOf(rights, false) })
  await until(() => steps().some((text) => text?.includes('Done')))
  expect(steps().map((text) => text?.includes('Done'))).toEqual([false, true])
  expect(
    sent.find(({ url }) => url.pathname.endsWith(rechargeList.endpoints.list.path))?.url.search,
  ).toContain('status=confirmed')
})

it('the company’s own account is no customer that was added', async () => {
  const sent = answers()
  const rights = ['base:customer:add', 'base:customer:list']
  await showScreen(<FirstSteps />, { texts: ['dashboards'], rights, menu: menuOf(rights, true) })
  const asked = () => sent.find(({ url }) => url.pathname.endsWith(customerPath))?.url
  await until(() => asked() !== undefined)
  expect(JSON.parse(asked()?.searchParams.get('superQueryParams') ?? '')).toEqual([
    { field: 'code', rule: 'ne', val: 'HOUSE' },
  ])
})

it.each(
  roles.map(({ code, dataScope }) => [code, !['customer', 'sub'].includes(dataScope)] as const),
)('every step of %s leads to a page of its menu', async (code, staff) => {
  answers()
  const rights = grantsOf(code)
  const menu = menuOf(rights, staff)
  await showScreen(<FirstSteps />, { texts: ['dashboards'], rights, menu })
  const pages = menu.map(({ path }) => path)
  expect(
    paths()
      .map((path) => path?.replace(/\?.*/, ''))
      .filter((path) => !pages.includes(path!)),
  ).toEqual([])
  if (code === 'admin')
    expect(paths()).toEqual([
      '/accounting/invoice-settings',
      '/delivery/depots',
      '/delivery/services',
      '/delivery/fees',
      '/delivery/number-segments',
      '/delivery/customers',
      '/isystem/user',
      '/shipment/shippers?_new=1',
      '/accounting/recharges',
      '/shipment/all?new=1',
      '/shipment/import',
      '/warehouse/into',
    ])
  if (code === 'customer')
    expect(paths()).toEqual([
      '/shipment/shippers?_new=1',
      '/shipment/recharges?_new=1',
      '/shipment/all?new=1',
      '/shipment/import',
    ])
})
