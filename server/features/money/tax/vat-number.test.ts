import { beforeAll, expect, test } from 'vitest'
import { customers } from '#contracts/parties/customers.ts'
import { tax } from '#contracts/money/tax.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld } from '#test/harness.ts'
import { taxTermsOf } from './index.ts'

const world = useWorld()
beforeAll(async () => {
  const finance = await world().as('finance')
  const { version } = await finance.call(tax.setting, {})
  const setting = { prices: 'net', country: 'DE', vatId: 'DE136695976', version } as const
  await finance.call(tax.saveSetting, setting)
})

async function categoryFor(country: string, vatId: string): Promise<string | undefined> {
  const { customerId } = world()
  await world().db.pool.query('update customer set country = $2, vat_id = $3 where id = $1', [
    customerId,
    country,
    vatId,
  ])
  const wish = { id: '', customerId, destination: country }
  const terms = await taxTermsOf(jobCtx(world().deps, world().tenantId), [wish])
  return terms.get('')?.service.category
}

test.each([
  ['FR', 'FR40303265045', 'AE'],
  ['FR', 'XX123', 'S'],
  ['FR', 'FR00000000000', 'S'],
  ['FR', 'DE136695976', 'S'],
  ['AT', 'ATU12345678', 'S'],
  ['AT', 'ATU13585627', 'AE'],
  ['GR', 'EL094259216', 'AE'],
])('a customer of %s with the VAT number %s is taxed as %s', async (country, vatId, category) => {
  expect(await categoryFor(country, vatId)).toBe(category)
})

test('the proof of a check keeps its day and who asked, and goes with the number', async () => {
  const admin = await world().as('tenantAdmin')
  const read = async () =>
    (await admin.call(customers.endpoints.queryById, { id: world().customerId })) as Record<
      string,
      unknown
    >
  const save = async (change: object) =>
    (await admin.put('/erp/customer/edit', { ...(await read()), ...change })).success
  expect(await save({ country: 'FR', vatId: 'FR40303265045' })).toBe(true)
  expect(await save({ vatProof: 'WAPIAAAAZ1' })).toBe(true)
  expect(await read()).toMatchObject({
    vatProof: 'WAPIAAAAZ1',
    vatCheckedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    vatCheckedBy: expect.any(String),
  })
  expect(await save({ country: 'AT', vatId: 'ATU13585627', vatProof: null })).toBe(true)
  expect(await read()).toMatchObject({ vatProof: null, vatCheckedOn: null, vatCheckedBy: null })
})
