import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, inputAt, inputOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { CustomerList } from './customer-lists.tsx'

const page = (records: readonly object[]) =>
  good({ records, total: records.length, size: 20, current: 1, pages: 1 })
const customer = { id: '9', name: 'Acme GmbH' }
const role = (id: string, dataScope: string, grantable = true) => ({
  id,
  roleName: `Role ${id}`,
  roleNameEn: `Role ${id}`,
  roleCode: `r${id}`,
  dataScope,
  grantable,
})

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('the number of a case leads to the case', async () => {
  const row = { id: '7', version: 1, no: 'C-7', subject: 'Lost', customerId: '9' }
  answersAt({ '/rwms/case/list': page([row]) })
  await showScreen(<CustomerList part="cases" customer={customer} />, {
    texts: ['customers', 'cases'],
    rights: ['ret:case:list'],
  })
  const link = await untilFound(() =>
    [...document.querySelectorAll('a')].find((one) => one.textContent === 'C-7'),
  )
  expect(link.getAttribute('href')).toBe('/returns/cases?_row=7')
})

it('a new user of a customer has its customer and role filled in', async () => {
  const sent = answersAt({
    '/sys/user/list': page([]),
    '/sys/role/queryall': good([
      role('3', 'all'),
      role('5', 'sub'),
      role('6', 'customer', false),
      role('8', 'customer'),
    ]),
    '/sys/user/add': good({ id: '12', username: 'lin', password: 'made-by-the-server' }),
  })
  await showScreen(<CustomerList part="people" customer={customer} />, {
    texts: ['customers', 'users'],
    rights: ['sys:user:list', 'sys:user:add'],
  })
  await press('New')
  expect((await inputOf('Customer')).disabled).toBe(true)
  expect(seen()).toContain('Acme GmbH')
  await until(() => seen().includes('Role 8'))
  await type(inputAt('user_username'), 'lin')
  await type(await inputOf('Name'), 'Lin')
  await press('Save')
  await until(() => bodiesOf(sent, '/user/add').length === 1)
  expect(bodiesOf(sent, '/user/add')[0]).toMatchObject({ customerId: '9', selectedroles: ['8'] })
  await until(() => seen().includes('made-by-the-server'))
})
