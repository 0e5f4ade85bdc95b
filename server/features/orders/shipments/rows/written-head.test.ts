import { expect, test } from 'vitest'
import { KINDS } from '#contracts/orders/kinds/kinds.ts'
import { useWorld } from '#test/harness.ts'
import { kindDraft, parcel, type MadeOrder } from '#test/orders.ts'

const world = useWorld()
const LANGS = ['zh_CN', 'en_US'] as const
const sender = {
  name: 'Shop',
  company: 'Shop GmbH',
  country: 'CN',
  city: 'Shenzhen',
  postalCode: '518000',
  street: 'Futian Road',
  house: '1',
}
/** Blocks that not all kinds use. */
const blocks = {
  delivery: {
    windowFrom: '2026-12-01T08:00:00+01:00',
    windowTo: '2026-12-01T10:00:00+01:00',
    dockContact: 'Gate 4',
  },
  pallets: [{ palletNo: '1', weightKg: '20', stackable: true }],
  fba: { warehouseCode: 'HAJ1', referenceId: 'R1' },
}

test.each(KINDS)(
  'the answer to a new order of the kind $code is the order as it is read',
  async ({ code, unused }) => {
    const full = {
      sender,
      poCode: 'PO-7',
      remark: 'as sent',
      attributes: { codAmount: '12.50', codCurrency: 'EUR', services: ['SIGNATURE'] },
      customs: { incoterm: 'DAP', invoiceNo: 'I-1', exportType: 'COMMERCIAL_GOODS' },
      ...Object.fromEntries(
        Object.entries(blocks).filter(([block]) => !(unused as readonly string[]).includes(block)),
      ),
    }
    for (const change of [{}, full])
      for (const who of ['tenantAdmin', 'customer'] as const)
        for (const lang of LANGS) {
          const client = await world().as(who)
          client.lang = lang
          const draft = await kindDraft(world(), code, change)
          const boxes = draft.parcels as Record<string, unknown>[]
          const parcels = [
            ...boxes,
            { ...parcel({ lengthCm: null, widthCm: null, heightCm: null }), ...boxes[0] },
          ]
          const added = await client.post('/erp/shipment/add', { ...draft, parcels })
          expect(added, JSON.stringify(added.result)).toMatchObject({ success: true })
          const { id } = added.result as MadeOrder
          const read = await client.get('/erp/shipment/queryById', { id })
          expect(added.result).toEqual(read.result)
        }
  },
)

test('a code at a depot and a shipper are answered as they are read', async () => {
  const client = await world().as('tenantAdmin')
  const { rows } = await world().db.pool.query<{ id: string }>(
    `insert into user_depot (tenant_id, customer_id, depot_id, depot_code)
      values ($1, $2, $3, 'OWN-7') returning id`,
    [world().tenantId, world().customerId, await world().depotId('FRA1')],
  )
  const draft = await kindDraft(world(), 'B2C', { userDepotId: rows[0]!.id })
  const added = await client.post('/erp/shipment/add', draft)
  expect(added.result).toMatchObject({ userDepotId_dictText: 'OWN-7' })
  const { id } = added.result as MadeOrder
  expect((await client.get('/erp/shipment/queryById', { id })).result).toEqual(added.result)
})

test('a new order has one line in the data log, with what is read of it', async () => {
  const client = await world().as('tenantAdmin')
  const added = await client.post('/erp/shipment/add', await kindDraft(world(), 'B2C'))
  const { id, serialNumber, parcels } = added.result as MadeOrder
  const { rows } = await world().db.pool.query<{ action: string; diff: Record<string, unknown> }>(
    `select action, diff from data_log
      where tenant_id = $1 and table_name = 'shipment' and row_id = $2`,
    [world().tenantId, id],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.action).toBe('add')
  expect(rows[0]!.diff).toMatchObject({
    serialNumber: [null, serialNumber],
    createTime: [null, (added.result as { createTime: string }).createTime],
    parcels: [null, [{ id: parcels[0]!.id, serialNumber: `${serialNumber}-1` }]],
  })
  expect(rows[0]!.diff).not.toHaveProperty('quote')
})

test('of one reference sent many times at once one order is made, and nothing of the others', async () => {
  const client = await world().as('tenantAdmin')
  const draft = await kindDraft(world(), 'B2C')
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => client.post('/erp/shipment/add', draft)),
  )
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  for (const refused of answers.filter(({ success }) => !success))
    expect(JSON.stringify(refused.result)).toContain('reference')
  const { rows } = await world().db.pool.query<{ n: number }>(
    `select (select count(*) from parcel p where p.tenant_id = s.tenant_id
        and p.shipment_id = s.id)::int as n
      from shipment s where s.tenant_id = $1 and s.reference = $2`,
    [world().tenantId, draft.reference],
  )
  expect(rows).toEqual([{ n: 1 }])
})
