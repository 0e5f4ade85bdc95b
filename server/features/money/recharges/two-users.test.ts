import { beforeAll, expect, test } from 'vitest'
import { recharges } from '#contracts/money/recharges.ts'
import { twoUsers } from '#contracts/money/two-users.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { approveChanges, newAccount, setUp } from './recharges.fixture.ts'

const world = useWorld()
let finance: Client
let second: Client
beforeAll(async () => {
  ;({ finance, second } = await setUp(world()))
})

const limitOf = async (currency: string) =>
  (await second.call(recharges.limits, {})).find((one) => one.currency === currency)?.amount

test('a limit is lowered at once and raised when a second user agrees', async () => {
  const rest = (await second.call(recharges.limits, {})).filter(
    ({ currency }) => currency !== 'EUR',
  )
  const save = (amount: string) =>
    second.put('/erp/recharge/limits', { limits: [...rest, { currency: 'EUR', amount }] })
  await save('777777')
  expect(await limitOf('EUR')).toBe('1000.00')
  const [asked] = await second.call(twoUsers.waiting, { kind: 'limits' })
  expect(asked).toMatchObject({
    changes: [{ field: 'EUR', before: '1000.00', after: '777777.00' }],
  })
  const { id, version } = asked!
  const decide = { id, version, approve: true }
  expect(await second.put('/erp/twoUsers/decide', decide)).toMatchObject({
    error: 'ledger.secondUser',
  })
  expect(await limitOf('EUR')).toBe('1000.00')
  await save('500')
  expect(await limitOf('EUR')).toBe('500.00')
  expect(
    await finance.put('/erp/twoUsers/decide', { ...decide, version: version + 9 }),
  ).toMatchObject({
    success: false,
  })
  await approveChanges(finance, 'limits')
  expect(await limitOf('EUR')).toBe('777777.00')
  expect(await finance.put('/erp/twoUsers/decide', decide)).toMatchObject({ success: false })
  await save('1000')
  expect(await limitOf('EUR')).toBe('1000.00')
})

test('of ten who raise the same limit at once one request waits, and none fails', async () => {
  const limits = await second.call(recharges.limits, {})
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      second.put('/erp/recharge/limits', {
        limits: [...limits, { currency: 'CHF', amount: `${900_000 + at}` }],
      }),
    ),
  )
  // On a slow machine who waits longer than a lock may take is asked to try again.
  const failed = answers.filter(({ success, error }) => !success && error !== 'server.busy')
  expect(failed.map(({ error, message }) => [error, message])).toEqual([])
  expect(await second.call(twoUsers.waiting, { kind: 'limits' })).toHaveLength(1)
})

test('the number and holder of an account change when a second user agrees', async () => {
  const id = await newAccount(finance, { currency: 'EUR', holder: 'Parcelyard GmbH' })
  const read = async () =>
    (await finance.get('/erp/receivingAccount/queryById', { id })).result as Record<string, unknown>
  const before = await read()
  const edited = await finance.put('/erp/receivingAccount/edit', {
    ...before,
    holder: 'Somebody else',
    iban: 'NL91ABNA0417164300',
    remark: 'new',
  })
  expect(edited).toMatchObject({ success: true })
  expect(await read()).toMatchObject({ holder: 'Parcelyard GmbH', iban: null, remark: 'new' })
  const [asked] = await finance.call(twoUsers.waiting, { kind: 'paymentAccount' })
  expect(asked!.changes.map(({ field }) => field)).toEqual(['holder', 'iban'])
  const decide = { id: asked!.id, version: asked!.version, approve: true }
  expect(await finance.put('/erp/twoUsers/decide', decide)).toMatchObject({
    error: 'ledger.secondUser',
  })
  await approveChanges(second, 'paymentAccount')
  expect(await read()).toMatchObject({ holder: 'Somebody else', iban: 'NL91ABNA0417164300' })
})

test('a file changes no account that is there, and adds one only with a password shown again', async () => {
  const id = await newAccount(finance, { currency: 'EUR', holder: 'Parcelyard GmbH' })
  const read = async () =>
    (await finance.get('/erp/receivingAccount/queryById', { id })).result as Record<string, string>
  const { code } = await read()
  const file = async (more: Record<string, string>) => {
    const row = { code, name: 'A bank', kind: 'BANK', iban: 'NL91ABNA0417164300', ...more }
    const lines = [Object.keys(row), Object.values(row)].map((cells) => cells.join(','))
    return finance.upload('/erp/receivingAccount/importExcel', 'a.csv', lines.join('\n'))
  }
  expect(await file({ holder: 'Somebody else' })).toMatchObject({
    result: { successCount: 0, errors: [{ code: 'field.duplicate' }] },
  })
  expect(await read()).toMatchObject({ holder: 'Parcelyard GmbH', iban: null })
  const fresh = { code: 'FILE-1', holder: 'Somebody else', iban: 'GB33BUKB20201555555555' }
  await world().db.pool.query(`update sys_session set proved_at = now() - interval '1 hour'`)
  const unproved = await file(fresh)
  expect(JSON.stringify([unproved.error, unproved.result])).toContain('session.stepUp')
  const found = await finance.get('/erp/receivingAccount/list', { code: 'FILE-1' })
  expect((found.result as { total: number }).total).toBe(0)
  await world().db.pool.query('update sys_session set proved_at = now()')
  expect(await file(fresh)).toMatchObject({ result: { successCount: 1, errors: [] } })
})

test('where money is paid to changes only with a password shown again', async () => {
  const id = await newAccount(finance, { currency: 'EUR' })
  const row = (await finance.get('/erp/receivingAccount/queryById', { id })).result as object
  await world().db.pool.query(`update sys_session set proved_at = now() - interval '1 hour'`)
  const edit = (more: object) => finance.put('/erp/receivingAccount/edit', { ...row, ...more })
  expect(await edit({ holder: 'Other' })).toMatchObject({ error: 'session.stepUp' })
  expect(await edit({ remark: 'x' })).toMatchObject({ success: true })
})
