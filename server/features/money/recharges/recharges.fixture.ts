import { randomUUID } from 'node:crypto'
import { twoUsers, type TwoUserKind } from '#contracts/money/two-users.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { prove, standingsOf } from '#server/features/money/ledger/index.ts'
import { PASSWORD, type Answer, type Client, type World } from '#test/harness.ts'

export interface Row extends Record<string, unknown> {
  id: string
  version: number
  reference: string
  status: string
}

export const keyed = () => ({ 'Idempotency-Key': randomUUID() })

/** A second user for what takes two, and what one confirms alone: 1,000 EUR, 100,000 JPY, 500 KWD. */
export async function setUp(world: World) {
  const [finance, second, customer] = await Promise.all([
    world.as('finance'),
    world.as('tenantAdmin'),
    world.as('customer'),
  ])
  await Promise.all([finance, second].map((one) => one.post('/sys/stepUp', { password: PASSWORD })))
  const limits = [
    { currency: 'EUR', amount: '1000' },
    { currency: 'JPY', amount: '100000' },
    { currency: 'KWD', amount: '500' },
  ]
  const saved = await second.put('/erp/recharge/limits', { limits })
  if (!saved.success) throw new Error(saved.message)
  await approveChanges(finance, 'limits')
  const accounts: Record<string, string> = {}
  for (const currency of ['EUR', 'JPY', 'KWD'])
    accounts[currency] = await newAccount(finance, { currency })
  return { finance, second, customer, accounts }
}

/** A second user agrees to what waits. */
export async function approveChanges(by: Client, kind: TwoUserKind): Promise<void> {
  await by.post('/sys/stepUp', { password: PASSWORD })
  for (const { id, version } of await by.call(twoUsers.waiting, { kind }))
    await by.call(twoUsers.decide, { id, version, approve: true })
}

export async function newAccount(finance: Client, more: object): Promise<string> {
  await finance.post('/sys/stepUp', { password: PASSWORD })
  const answer = await finance.post('/erp/receivingAccount/add', {
    code: randomUUID().slice(0, 12),
    name: '测试账户',
    holder: 'Parcelyard GmbH',
    accountNo: randomUUID().slice(0, 12),
    ...more,
  })
  if (!answer.success) throw new Error(`${answer.message} ${JSON.stringify(answer.result)}`)
  return (answer.result as Row).id
}

export const ask = (user: Client, receivingAccountId: string, amount: string, more: object = {}) =>
  user.post('/erp/recharge/add', { receivingAccountId, amount, ...more }, keyed())

export const row = (answer: Answer): Row => {
  if (!answer.success) throw new Error(`${answer.error} ${answer.message}`)
  return answer.result as Row
}

/** Minor units on the customer's account. */
export async function balanceOf(
  world: World,
  currency: string,
  customerId = world.customerId,
): Promise<bigint> {
  return await inTx(jobCtx(world.deps, world.tenantId), async (tx) => {
    const all = await standingsOf(tx, customerId)
    return all.find((one) => one.kind === 'customer' && one.currency === currency)?.balance ?? 0n
  })
}

/** The accounts that differ from their entries. */
export const driftOf = (world: World) =>
  prove(jobCtx(world.deps, world.tenantId)).then(({ drift }) => drift)
