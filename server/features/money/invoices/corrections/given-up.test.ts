import { beforeAll, expect, test } from 'vitest'
import { settlements } from '#contracts/money/corrections/settlements.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { enterCompany, issued, key } from '../invoices.fixture.ts'
import { creditGivenBack } from './credit-given-back.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'

const world = useWorld()
let finance: Client
beforeAll(async () => {
  finance = await world().as('finance')
  await enterCompany(world())
})
const version = async (id: string) => (await finance.call(invoices.queryById, { id })).version
const credit = async (id: string, more: object) =>
  finance.post(
    invoices.credit.path,
    { id, version: await version(id), frees: false, reason: 'agreed', ...more },
    key(),
  )
const settle = async (id: string, as: 'writeOff' | 'discount', amount?: string) =>
  finance.put(
    settlements.settle.path,
    { id, version: await version(id), reason: 'agreed', as, amount },
    key(),
  )
const money = async (customerId: string) =>
  (
    await world().db.pool.query<{ balance: string }>(
      `select balance from ledger_account where tenant_id = $1 and party_id = $2
        and kind = 'customer' and balance <> 0`,
      [world().tenantId, customerId],
    )
  ).rows

test.each([
  ['writeOff', undefined],
  ['discount', '19.00'],
] as const)('what was given up as a %s is not paid out by a credit note', async (as, amount) => {
  const { id, customerId } = await issued(world(), finance, { net: [10_000n] })
  expect((await settle(id, as, amount)).success).toBe(true)
  for (const more of [{}, { frees: true }, { amount: '1.00' }])
    expect((await credit(id, more)).error).toBe('invoice.givenUp')
  await creditGivenBack(jobCtx(world().deps, world().tenantId))
  expect(await money(customerId)).toEqual([])
})

test('positions of notes are what each gave back', async () => {
  const { id } = await issued(world(), finance, { net: [10_000n] })
  const gross = async (wish: object) => {
    const made = await credit(id, wish)
    const note = made.result as { id: string }
    const { records } = await finance.call(invoices.positions, { id: note.id })
    return records.map((one) => one.gross)
  }
  expect(await gross({ amount: '11.90' })).toEqual(['11.90'])
  expect(await gross({})).toEqual(['107.10'])
})

test('of what was credited in part nothing is freed or written off', async () => {
  const { id } = await issued(world(), finance, { net: [10_000n] })
  expect((await credit(id, { amount: '11.90' })).success).toBe(true)
  expect((await credit(id, { frees: true })).error).toBe('invoice.partCredited')
  expect((await settle(id, 'writeOff')).error).toBe('invoice.partCredited')
  expect((await credit(id, {})).success).toBe(true)
  expect(await finance.call(invoices.queryById, { id })).toMatchObject({ credited: '119.00' })
})
