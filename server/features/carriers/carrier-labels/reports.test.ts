import { readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import { beforeAll, expect, test } from 'vitest'
import { gls } from '#server/features/carriers/carrier-labels/carriers/gls/index.ts'
import { useOwnWorld, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { labelCarriers } from './carriers/label-carriers.ts'
import { editAccountOf, openAccountFor } from './carrier-world.fixture.ts'

const world = useOwnWorld()
let staff: Client
let first: { id: string }
beforeAll(async () => {
  staff = await world().as('tenantAdmin')
  first = await openAccountFor(world(), staff, 'gls')
})
const ROOT = `${import.meta.dirname}/../../../..`
test('each report of others about labels or accounts names the test that shows it here, or why there is none', () => {
  const [, ...rows] = readFileSync(`${ROOT}/test/fixtures/carriers/reports.tsv`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  expect(rows).toHaveLength(27)
  for (const [row, , , file, title, why] of rows)
    if (!file) expect(why, `row ${row}`).toBeTruthy()
    else expect(readFileSync(`${ROOT}/${file}`, 'utf8'), `row ${row}`).toContain(`'${title}'`)
})

const labelOf = async (shipmentId: string) =>
  (
    await world().db.pool.query<{
      id: string
      state: string
      voidState: string | null
      accountId: string
    }>(
      `select id, state, void_state as "voidState", account_id as "accountId" from carrier_shipment
        where shipment_id = $1`,
      [shipmentId],
    )
  ).rows[0]!
const stopped = async (id: string) =>
  (
    await world().db.pool.query<{ stopped: boolean }>(
      'select stopped_at is not null as stopped from carrier_account where id = $1',
      [id],
    )
  ).rows[0]!.stopped

test('what an account is not entitled to is no wrong password: the label is refused, the account goes on', async () => {
  const { all } = labelCarriers.of(world().deps)
  labelCarriers.set(world().deps, {
    all: all.map((one) =>
      one.code === 'gls'
        ? {
            ...gls,
            simulator: (labels) => {
              const usual = gls.simulator(labels)
              return (input, init) =>
                new Request(input, init).url.includes('/rs/shipments')
                  ? Promise.resolve(new Response('', { status: 403 }))
                  : usual(input, init)
            },
          }
        : one,
    ),
  })
  const order = await makeOrder(world(), staff, { confirm: true })
  const printed = await staff.post('/erp/label/print', { ids: [order.id] })
  expect(printed.success).toBe(false)
  expect(printed.message).toContain('The account is not entitled to this.')
  const label = await labelOf(order.id)
  expect(label.state).toBe('refused')
  expect(await stopped(label.accountId)).toBe(false)
  labelCarriers.set(world().deps, { all })
})

test('of two accounts of a carrier the one that bought a label takes it back', async () => {
  const order = await makeOrder(world(), staff, { confirm: true })
  expect((await staff.post('/erp/label/print', { ids: [order.id] })).status).toBe(200)
  const second = await openAccountFor(world(), staff, 'gls', { services: [] })
  await world().db.pool.query(
    'update carrier_account_service set account_id = $1 where account_id = $2',
    [second.id, first.id],
  )
  const { id, accountId } = await labelOf(order.id)
  expect(accountId).toBe(first.id)
  // Its login shows which of them is asked.
  await editAccountOf(staff, first.id, { simulatorScript: 'denied', services: [] })
  await staff.put('/erp/carrierShipment/cancel', { ids: [id] })
  expect((await labelOf(order.id)).voidState).not.toBe('void')
  expect([await stopped(first.id), await stopped(second.id)]).toEqual([true, false])
})

test('labels of a print are one PDF, and a refused one is bought again with the others as they are', async () => {
  await editAccountOf(staff, first.id, { simulatorScript: 'usual' })
  await world().db.pool.query('update carrier_account set stopped_at = null where id = $1', [
    first.id,
  ])
  await world().db.pool.query(
    'update carrier_account_service set account_id = $1 where tenant_id = $2',
    [first.id, world().tenantId],
  )
  const [good, bad] = [
    await makeOrder(world(), staff, { confirm: true }),
    await makeOrder(world(), staff, { confirm: true }),
  ]
  const postcode = (code: string) =>
    world().db.pool.query('update shipment set postal_code = $2 where id = $1', [bad.id, code])
  await postcode('99999')
  const ids = [good.id, bad.id]
  const refused = await staff.post('/erp/label/print', { ids })
  expect(refused.message).toContain(bad.serialNumber)
  expect(refused.message).not.toContain(good.serialNumber)
  expect([(await labelOf(good.id)).state, (await labelOf(bad.id)).state]).toEqual([
    'bought',
    'refused',
  ])
  await postcode('94579')
  const printed = await staff.post('/erp/label/print', { ids })
  expect(printed.status).toBe(200)
  expect((await PDFDocument.load(printed.bytes)).getPageCount()).toBe(2)
  const sold = await world().db.pool.query(
    `select 1 from carrier_shipment where shipment_id = $1 and state = 'bought'`,
    [good.id],
  )
  expect(sold.rowCount).toBe(1)
})

test('an account that bought labels keeps its mode: sandbox and live are accounts of their own', async () => {
  const { result } = await staff.get('/erp/carrierAccount/read', { id: first.id })
  const edit = (mode: string) =>
    staff.put('/erp/carrierAccount/edit', {
      ...(result as object),
      mode,
      settings: { clientId: 'c', contactId: 'k', zip: '20095' },
    })
  expect(JSON.stringify(await edit('live'))).toContain('carrierAccount.modeUsed')
  expect(JSON.stringify(await edit('sandbox'))).toContain('carrierAccount.modeUsed')
  expect((await edit('simulator')).success).toBe(true)
})
