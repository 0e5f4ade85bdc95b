import { beforeAll, expect, test } from 'vitest'
import { twoUsers } from '#contracts/money/two-users.ts'
import type { Client } from '#test/harness.ts'
import { useWorld } from '#test/harness.ts'

const world = useWorld()
let finance: Client
beforeAll(async () => {
  finance = await world().as('finance')
})

interface Row extends Record<string, unknown> {
  id: string
  version: number
}
let count = 0
const draft = (more: object = {}) => ({
  code: `PA${++count}`,
  name: `账户 ${count}`,
  holder: 'Parcelyard GmbH',
  accountNo: `10${count}`,
  ...more,
})
const add = (more: object = {}) => finance.post('/erp/receivingAccount/add', draft(more))
const issues = (answer: { result: unknown }) =>
  (answer.result as { issues?: { path: string; code: string }[] }).issues?.map(
    ({ path, code }) => `${path}:${code}`,
  )
const stored = async (id: string) =>
  (await finance.get('/erp/receivingAccount/queryById', { id })).result as Row

test('IBAN and BIC are checked and stored plain; what an account cannot be paid without is asked for', async () => {
  const good = await add({ iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeffxxx', feeRate: 145 })
  expect(good.result).toMatchObject({
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    feeRate: 145,
    kind: 'BANK',
  })
  expect(issues(await add({ iban: 'DE88370400440532013000' }))).toEqual([
    'iban:payAccount.ibanCheck',
  ])
  expect(issues(await add({ iban: 'DE8937040044053201300' }))).toEqual([
    'iban:payAccount.ibanLength',
  ])
  expect(issues(await add({ bic: 'COBA' }))).toEqual(['bic:payAccount.bic'])
  expect(issues(await add({ holder: null, accountNo: null }))).toEqual([
    'holder:field.required',
    'iban:payAccount.number',
  ])
  expect(issues(await add({ kind: 'PSP' }))).toEqual(['bankName:payAccount.provider'])
  expect((await add({ kind: 'CASH', holder: null, accountNo: null })).success).toBe(true)
  expect(issues(await add({ iban: 'DE89370400440532013000' }))).toEqual(['iban:field.duplicate'])
  const row = good.result as Row
  expect(issues(await add({ code: row.code }))).toEqual(['code:field.duplicate'])
  const other = (await add({ iban: 'NL91ABNA0417164300' })).result as Row
  const edited = await finance.put('/erp/receivingAccount/edit', { ...other, iban: row.iban })
  expect(issues(edited)).toEqual(['iban:field.duplicate'])
})

test('one default per currency: of several a second user approves the new one, at once or not', async () => {
  const first = (await add({ currency: 'JPY', isDefault: true })).result as Row
  const other = (await add({ currency: 'KWD', isDefault: true })).result as Row
  expect(issues(await add({ currency: 'JPY', isDefault: true }))).toEqual([
    'isDefault:payAccount.defaultLater',
  ])
  const later: Row[] = []
  for (let at = 0; at < 2; at++) later.push((await add({ currency: 'JPY' })).result as Row)
  for (const row of later) {
    const asked = await finance.put('/erp/receivingAccount/edit', { ...row, isDefault: true })
    expect(asked.result).toMatchObject({ isDefault: false })
  }
  const waiting = await finance.call(twoUsers.waiting, { kind: 'paymentAccount' })
  const own = await finance.put(twoUsers.decide.path, { ...waiting[0], approve: true })
  expect(own.success).toBe(false)
  expect((await stored(first.id)).isDefault).toBe(true)
  const admin = await world().as('tenantAdmin')
  await Promise.all(
    waiting.map(({ id, version }) =>
      admin.put(twoUsers.decide.path, { id, version, approve: true }),
    ),
  )
  const { rows } = await world().db.pool.query(
    'select id from receiving_account where tenant_id = $1 and currency = $2 and is_default',
    [world().tenantId, 'JPY'],
  )
  expect(rows).toHaveLength(1)
  expect((await stored(first.id)).isDefault).toBe(false)
  expect((await stored(other.id)).isDefault).toBe(true)
  const row = await stored(other.id)
  const off = await finance.put('/erp/receivingAccount/edit', { ...row, enabled: false })
  expect(issues(off)).toEqual(['isDefault:payAccount.defaultDisabled'])
})

test('customers, sub-accounts, other staff and other tenants reach no payment account', async () => {
  const { id } = (await add()).result as Row
  for (const role of ['customer', 'sub', 'warehouse', 'service', 'sales'] as const) {
    const user = await world().as(role)
    expect((await user.get('/erp/receivingAccount/list')).status).toBe(403)
    expect((await user.post('/erp/receivingAccount/add', draft())).status).toBe(403)
  }
  const foreign = await world().otherTenantUser()
  expect((await foreign.get('/erp/receivingAccount/queryById', { id })).code).toBe(404)
  expect((await foreign.delete('/erp/receivingAccount/delete', { id })).code).toBe(404)
  expect((await stored(id)).id).toBe(id)
})
