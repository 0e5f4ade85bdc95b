import { beforeAll, expect, test } from 'vitest'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { subAccounts } from '#contracts/platform/people/sub-accounts.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder, type MadeOrder } from '#test/orders.ts'

const world = useWorld()
const { list, exportXls } = shipmentList.endpoints
type Row = { id: string; measuredWeight: string | null; customerCode: string | null }

let manager: Client
let plain: MadeOrder
let labelled: MadeOrder
let received: MadeOrder
let fba: MadeOrder
const TODAY = new Date().toISOString().slice(0, 10)
const ofToday = (name: string) => ({ [`${name}_begin`]: TODAY, [`${name}_end`]: TODAY })

beforeAll(async () => {
  manager = await world().as('manager')
  plain = await makeOrder(world(), manager)
  labelled = await makeOrder(world(), manager, { confirm: true })
  expect((await manager.post('/erp/label/print', { ids: [labelled.id] })).status).toBe(200)
  received = await makeOrder(world(), manager, { confirm: true })
  const scanned = await manager.post('/erp/intoParcel/scan', {
    no: received.parcels[0]!.trackNo,
    depotId: await world().depotId('FRA1'),
    weightKg: '1.2',
  })
  expect(scanned, scanned.message).toMatchObject({ success: true })
  fba = await makeOrder(world(), manager, {
    change: {
      shipmentResource: 'FBA',
      fbaCode: 'FBA15DJ9SVVD',
      fba: { warehouseCode: 'DTM2' },
    },
  })
})
const mine = () => [plain, labelled, received, fba].map(({ id }) => id)
const found = async (query: object, who: Client = manager): Promise<string[]> => {
  const answer = await who.get(list.path, {
    ...query,
    selections: mine().join(','),
    pageSize: 100,
  })
  expect(answer, answer.message).toMatchObject({ success: true })
  return (answer.result as { records: Row[] }).records.map(({ id }) => id).toSorted()
}
const ids = (...orders: MadeOrder[]) => orders.map(({ id }) => id).toSorted()

test('one range for several moments: made, confirmed, labelled, received, shipped out', async () => {
  expect(await found(ofToday('createTime'))).toEqual(ids(plain, labelled, received, fba))
  expect(await found(ofToday('confirmTime'))).toEqual(ids(labelled, received))
  expect(await found(ofToday('labelTime'))).toEqual(ids(labelled))
  expect(await found(ofToday('receivedTime'))).toEqual(ids(received))
  for (const name of ['outboundTime', 'deliveredTime', 'cancelTime'])
    expect(await found(ofToday(name)), name).toEqual([])
  expect(await found({ receivedTime_end: '2020-01-01' })).toEqual([])
  for (const begin of ['2020-01-01', `${TODAY}T00:00:00Z`])
    expect(await found({ receivedTime_begin: begin, receivedTime_end: TODAY })).toEqual(
      ids(received),
    )
  await manager.put('/erp/shipment/cancel', { ids: [plain.id] })
  expect(await found(ofToday('cancelTime'))).toEqual(ids(plain))
})

test('by account or name of who wrote it', async () => {
  const { create_by: account } = (
    await world().db.pool.query('select create_by from shipment where id = $1', [plain.id])
  ).rows[0]
  const { realname } = (
    await world().db.pool.query('select realname from sys_user where username = $1', [account])
  ).rows[0]
  expect(await found({ createBy: `*${account}*` })).toHaveLength(4)
  expect(await found({ createBy: `*${realname}*` })).toHaveLength(4)
  expect(await found({ createBy: '*nobody of that name*' })).toEqual([])
  expect(await found({ createBy: account.toUpperCase() })).toHaveLength(4)
  expect(await found({ createBy: '!nobody' })).toHaveLength(4)
  await world().db.pool.query(`update shipment set create_by = 'left.long.ago' where id = $1`, [
    plain.id,
  ])
  expect(await found({ createBy: 'long.ago' })).toEqual(ids(plain))
  expect(await found({ createBy: account })).toEqual(ids(labelled, received, fba))
  await world().db.pool.query('update shipment set create_by = $2 where id = $1', [
    plain.id,
    account,
  ])
})

test('a main account narrows its orders by its own people, by name; no other account is found by it', async () => {
  const [main, sub, other] = [
    await world().as('customer'),
    await world().as('sub'),
    await world().as('otherCustomer'),
  ]
  const [bySub, byMain] = [await makeOrder(world(), sub), await makeOrder(world(), main)]
  const idOf = async (role: 'customer' | 'sub' | 'otherCustomer' | 'manager') =>
    (
      await world().db.pool.query<{ id: string }>('select id from sys_user where username = $1', [
        world().username(role),
      ])
    ).rows[0]!.id
  const of = async (who: Client, authorId: string) =>
    (
      (await who.get(list.path, { authorId_MultiString: authorId, pageSize: 100 })).result as {
        records: Row[]
      }
    ).records.map(({ id }) => id)
  expect(await of(main, await idOf('sub'))).toEqual([bySub.id])
  expect(await of(main, await idOf('customer'))).toContain(byMain.id)
  expect(await of(main, await idOf('customer'))).not.toContain(bySub.id)
  for (const role of ['manager', 'otherCustomer'] as const)
    expect(await of(main, await idOf(role)), role).toEqual([])
  expect(await of(other, await idOf('sub'))).toEqual([])
  expect(await sub.get(list.path, { authorId: await idOf('sub') })).toMatchObject({
    success: false,
    result: { issues: [{ path: 'authorId' }] },
  })
  // Their names, no accounts and no other people.
  const options = await main.call(subAccounts.options, {})
  const values = options.map(({ value }) => value)
  expect(values).toEqual(expect.arrayContaining([await idOf('customer'), await idOf('sub')]))
  for (const role of ['manager', 'otherCustomer'] as const) {
    expect(values).not.toContain(await idOf(role))
    expect(await main.call(subAccounts.options, { ids: [await idOf(role)] })).toEqual([])
  }
  expect(JSON.stringify(options)).not.toContain(world().username('sub'))
  expect((await sub.get(subAccounts.options.path)).status).toBe(403)
})

test('by the channel of its service, for those who may see channels', async () => {
  const { channel_id: channelId } = (
    await world().db.pool.query(
      `select v.channel_id from shipment s join delivery_service v
        on v.tenant_id = s.tenant_id and v.id = s.service_id where s.id = $1`,
      [plain.id],
    )
  ).rows[0]
  expect(await found({ channelId_MultiString: String(channelId) })).toHaveLength(4)
  expect(await found({ channelId_MultiString: '999999999' })).toEqual([])
  const customer = await world().as('customer')
  expect(await customer.get(list.path, { channelId: String(channelId) })).toMatchObject({
    success: false,
    error: 'request.invalid',
  })
})

test('by warehouse, slot and POD where the kind has them', async () => {
  expect(await found({ warehouseCode: '*dtm*' })).toEqual(ids(fba))
  expect(await found({ podState_MultiString: 'EXPECTED' })).toEqual(ids(fba))
  expect(await found({ podState: 'VERIFIED' })).toEqual([])
  expect(await found(ofToday('slotFrom'))).toEqual([])
  await world().db.pool.query('update fba_order set slot_from = now() where id = $1', [fba.id])
  expect(await found(ofToday('slotFrom'))).toEqual(ids(fba))
})

test('rows and files have the measured weight and the code of the customer', async () => {
  const answer = await manager.get(list.path, { selections: mine().join(','), pageSize: 100 })
  const rows = (answer.result as { records: Row[] }).records
  const of = (order: MadeOrder) => rows.find(({ id }) => id === order.id)
  expect(of(received)?.measuredWeight).toBe('1.2')
  expect(of(plain)?.measuredWeight).toBeNull()
  const { code } = (
    await world().db.pool.query(
      `select c.code from shipment s join customer c
        on c.tenant_id = s.tenant_id and c.id = s.customer_id where s.id = $1`,
      [plain.id],
    )
  ).rows[0]
  expect(of(plain)?.customerCode).toBe(code)
  expect(await found({ measuredWeight_begin: '1', measuredWeight_end: '2' })).toEqual(ids(received))
  const condition = [{ field: 'customerCode', rule: 'eq', val: code }]
  expect(await found({ superQueryParams: JSON.stringify(condition) })).toHaveLength(4)
  const file = await manager.get(exportXls.path, {
    selections: received.id,
    exportFormat: 'csv',
    exportColumns: 'serialNumber,customerCode,measuredWeight',
  })
  expect(Buffer.from(file.bytes).toString()).toContain(`${received.serialNumber},${code},1.2`)
})

test('a task over all that match takes the same filters', async () => {
  const prepared = await manager.post('/erp/orderTask/prepare', {
    action: 'remark',
    query: { ...ofToday('receivedTime'), selections: mine().join(',') },
  })
  expect(prepared.result, prepared.message).toMatchObject({ total: 1 })
})

test('the code of the customer narrows the list, by its beginning and by several', async () => {
  expect(await found({ customerCode: 'C001' })).toEqual(ids(plain, labelled, received, fba))
  expect(await found({ customerCode: 'C0' })).toHaveLength(4)
  expect(await found({ customerCode: 'C002' })).toEqual([])
  expect(await found({ customerCode_MultiString: 'C001,C002' })).toHaveLength(4)
  expect(await found({ customerCode: '!C001' })).toEqual([])
})
