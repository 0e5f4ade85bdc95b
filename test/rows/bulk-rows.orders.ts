import type { BulkResult } from '#contracts/kit/envelope.ts'
import { orderChanges } from '#contracts/orders/order-changes.ts'
import { orderPods } from '#contracts/billing/order-pods.ts'
import { fbaOrders } from '#contracts/orders/fba/fba.ts'
import { labelSheets } from '#server/features/orders/fba/box-labels/labels.fixture.ts'
import { makeSku, putStock } from '#server/features/orders/stock/stock.fixture.ts'
import { closeOut } from '#server/features/orders/waves/out.fixture.ts'
import { stockOrder } from '#server/features/orders/waves/waves.fixture.ts'
import { MISSING, twice, type RowsByHand } from './bulk-rows.shape.ts'
import type { Client, World } from '../harness.ts'
import { makeOrder, type MadeOrder } from '../orders.ts'

/** Rows for the bulk calls on orders, their deliveries, their pieces of stock and their addresses. */
export async function orderRows(world: World, admin: Client): Promise<RowsByHand> {
  const [main, sub] = [await world.as('customer'), await world.as('sub')]
  const proof = { name: 'pod.pdf', bytes: await labelSheets(['POD']) }
  let count = 0

  const change = async (path: string, body: object): Promise<void> => {
    const answer = await admin.put(path, body)
    if (!answer.success || (answer.result as BulkResult).failed > 0)
      throw new Error(`${path}: ${answer.message} ${JSON.stringify(answer.result)}`)
  }
  const upload = async (path: string, fields?: Record<string, string>): Promise<unknown> => {
    const answer = await admin.upload(path, proof.name, proof.bytes, fields)
    if (!answer.success || (answer.result as Partial<BulkResult>).failed)
      throw new Error(`${path}: ${answer.message} ${JSON.stringify(answer.result)}`)
    return answer.result
  }
  const address = async (client: Client, path: string, more: object = {}): Promise<string> => {
    const answer = await client.post(path, {
      customerId: world.customerId,
      name: `Bulk ${++count}`,
      country: 'DE',
      city: 'Zenting',
      street: 'Weg 1',
      postalCode: '94579',
      ...more,
    })
    if (!answer.success)
      throw new Error(`${path}: ${answer.message} ${JSON.stringify(answer.result)}`)
    return (answer.result as { id: string }).id
  }
  /** As one that was stored before its country had a rule. */
  const withWrongCode = async (table: string, id: string): Promise<string> => {
    await world.db.pool.query(`update ${table} set postal_code = '9457' where id = $1`, [id])
    return id
  }
  const validated = (path: string) => async () => ({
    ...(await twice(() => address(admin, path))),
    bad: await withWrongCode(path.split('/')[2]!, await address(admin, path)),
    code: 'postalCode.invalid',
  })

  const confirmed = () => makeOrder(world, admin, { confirm: true })
  const inDepot = async (): Promise<string> => {
    const { id, parcels } = await confirmed()
    const answer = await admin.post('/erp/intoParcel/scan', {
      no: parcels[0]!.trackNo,
      depotId: await world.depotId('FRA1'),
      weightKg: '1.2',
    })
    if (!answer.success) throw new Error(answer.message)
    return id
  }
  const held = async (): Promise<string> => {
    const id = await inDepot()
    await change('/erp/shipment/hold', { ids: [id], reason: 'bulk' })
    return id
  }
  const sentOut = async (): Promise<string> => {
    const order: MadeOrder = await confirmed()
    await closeOut(world, order)
    return order.id
  }
  const onItsWayBack = async (): Promise<string> => {
    const id = await sentOut()
    await world.db.pool.query('update parcel set parcel_status = 85 where shipment_id = $1', [id])
    return id
  }
  const taskOf = async (status: string): Promise<string> => {
    const { id } = await confirmed()
    // One after the other: a statement of both would lock the parcel before its order.
    const made = await world.db.pool.query<{ id: string }>(
      `insert into revoke_task (tenant_id, shipment_id, serial_number, customer_id, depot_id,
         parcel_ids, parcels, source, status)
       select tenant_id, id, serial_number, customer_id, depot_id,
         array(select p.id from parcel p where p.shipment_id = $1), 1, 'bulk', $2
       from shipment where id = $1 returning id`,
      [id, status],
    )
    await world.db.pool.query(
      `insert into parcel_label (tenant_id, parcel_id, shipment_id, serial_number, customer_id,
         depot_id, source, state, void_state)
       select p.tenant_id, p.id, p.shipment_id, p.serial_number, p.customer_id, p.depot_id,
         'bulk', 'made', 'refused' from parcel p where p.shipment_id = $1`,
      [id],
    )
    return made.rows[0]!.id
  }
  const requestOf = async (state: string): Promise<string> => {
    const { id } = await confirmed()
    const asked = await world.db.pool.query<{ id: string }>(
      `insert into parcel_label (tenant_id, parcel_id, shipment_id, serial_number, customer_id,
         depot_id, source, state)
       select p.tenant_id, p.id, p.shipment_id, p.serial_number, p.customer_id, p.depot_id,
         'bulk', $2 from parcel p where p.shipment_id = $1 returning id`,
      [id, state],
    )
    return asked.rows[0]!.id
  }
  /** Labels a source refused, and one that is there. */
  const labelRequest = () => async () => ({
    ...(await twice(() => requestOf('refused'))),
    bad: await requestOf('made'),
    code: 'labelRequest.closed',
  })
  /** Tasks a source refused, and one that has ended. */
  const revokeTask =
    (action: string, more: Record<string, unknown> = {}) =>
    async () => ({
      ...(await twice(() => taskOf('2'))),
      bad: await taskOf('3'),
      code: `revoke.not.${action}`,
      more,
    })
  const locked = async (): Promise<string> => {
    const { id } = await confirmed()
    await change('/erp/customs/lock', { ids: [id], locked: true })
    return id
  }

  const dayFromNow = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const SLOT = {
    appointmentNo: '12345678901',
    slotFrom: `${dayFromNow(3)} 14:30`,
    slotTo: `${dayFromNow(3)} 15:30`,
  }
  const realTime = `${dayFromNow(-2)} 08:45`
  const fba = async (warehouseCode = 'HAJ1'): Promise<string> =>
    (
      await makeOrder(world, admin, {
        change: {
          shipmentResource: 'FBA',
          fbaCode: `FBA15BK${String(++count).padStart(5, '0')}`,
          fba: { warehouseCode },
        },
      })
    ).id
  const delivered = async (): Promise<string> => {
    const id = await fba()
    await change(fbaOrders.deliver.path, { ids: [id], realTime })
    return id
  }
  const proved = async (): Promise<string> => {
    const id = await delivered()
    await upload(orderPods.upload.path, { ids: id })
    return id
  }
  const label = async (): Promise<string> => {
    const id = await fba()
    await upload(fbaOrders.uploadLabels.path, { id })
    return (await admin.call(fbaOrders.cartons, { id })).labels[0]!.id
  }
  /** What is open for the good ones and closed for the bad one. */
  const ofProof =
    (good: () => Promise<string>, bad: () => Promise<string>, code: string) => async () => ({
      ...(await twice(good)),
      bad: await bad(),
      code,
    })
  const step =
    (
      action: string,
      good: () => Promise<string>,
      bad: () => Promise<string>,
      more: Record<string, unknown> = {},
    ) =>
    async () => ({
      ...(await twice(good)),
      bad: await bad(),
      code: `fba.not.${action}`,
      more,
    })

  const reserved = async (): Promise<string> => {
    const { id: skuId, sku } = await makeSku(world)
    await putStock(world, skuId, 2)
    const { id } = await stockOrder(world, admin, [{ sku, quantity: 2 }])
    await change('/erp/shipment/confirm', { ids: [id] })
    return id
  }
  const unreserved = async (): Promise<string> => {
    const id = await reserved()
    await change('/erp/stockWave/release', { ids: [id] })
    return id
  }
  const givenBack = async () => ({
    ...(await twice(reserved)),
    bad: (await makeOrder(world, admin)).id,
    code: 'stock.noLines',
  })

  return {
    '/oss/file/deleteBatch': async () => ({
      ...(await twice(async () => ((await upload('/oss/file/upload')) as { id: string }).id)),
      ...MISSING,
    }),
    '/erp/consignee/validate': validated('/erp/consignee/add'),
    '/erp/shipper/validate': validated('/erp/shipper/add'),
    '/erp/consignee/blacklist': async () => ({
      ...(await twice(() => address(admin, '/erp/consignee/add'))),
      ...MISSING,
      more: { blacklisted: true, reason: 'bulk' },
    }),
    '/erp/shipper/share': async () => ({
      client: sub,
      ...(await twice(() => address(sub, '/erp/shipper/add'))),
      bad: await address(main, '/erp/shipper/add'),
      code: 'shipper.notOwn',
      more: { shared: true },
    }),
    '/erp/shipment/hold': async () => ({
      ...(await twice(inDepot)),
      bad: (await confirmed()).id,
      code: 'shipment.not.hold',
    }),
    '/erp/shipment/release': async () => ({
      ...(await twice(held)),
      bad: await inDepot(),
      code: 'shipment.not.release',
    }),
    '/erp/shipment/lost': async () => ({
      ...(await twice(sentOut)),
      bad: await inDepot(),
      code: 'shipment.not.lost',
    }),
    '/erp/shipment/revoke': async () => ({
      ...(await twice(inDepot)),
      bad: (await confirmed()).id,
      code: 'shipment.not.revoke',
    }),
    '/erp/shipment/destroy': async () => ({
      ...(await twice(held)),
      bad: await inDepot(),
      code: 'shipment.not.destroy',
    }),
    '/erp/shipment/returned': async () => ({
      ...(await twice(onItsWayBack)),
      bad: await inDepot(),
      code: 'shipment.not.returned',
    }),
    '/erp/labelRequest/retry': labelRequest(),
    '/erp/labelRequest/giveUp': labelRequest(),
    '/erp/revokeTask/retry': revokeTask('retry'),
    '/erp/revokeTask/close': revokeTask('close'),
    '/erp/revokeTask/force': revokeTask('force', { reason: 'bulk' }),
    '/erp/revokeTask/snooze': revokeTask('snooze', { until: '2099-01-01' }),
    '/erp/shipment/changeService': async () => {
      const found = await world.db.pool.query<{ id: string }>(
        `select id from delivery_service where tenant_id = $1 and code = 'EU-STD'`,
        [world.tenantId],
      )
      const serviceId = found.rows[0]!.id
      const { good, second } = await twice(async () => (await makeOrder(world, admin)).id)
      const { rows } = await admin.call(orderChanges.previewService, {
        ids: [good, second],
        serviceId,
      })
      const keys = Object.fromEntries(rows.map(({ id, key }) => [id, key]))
      const bad = (await makeOrder(world, admin)).id
      return { good, second, bad, code: 'service.priceChanged', more: { serviceId, keys } }
    },
    '/erp/shipment/remark': async () => ({
      ...(await twice(async () => (await makeOrder(world, admin)).id)),
      bad: (await makeOrder(world, admin, { change: { remark: 'x'.repeat(500) } })).id,
      code: 'shipment.remarkTooLong',
      more: { remark: 'bulk' },
    }),
    '/erp/shipment/requote': async () => ({
      ...(await twice(async () => (await makeOrder(world, admin)).id)),
      bad: await inDepot(),
      code: 'shipment.not.requote',
    }),
    '/erp/customs/lock': async () => {
      const bad = await locked()
      await world.db.pool.query('update parcel set label_copies = 1 where shipment_id = $1', [bad])
      return { ...(await twice(locked)), bad, code: 'customs.printed', more: { locked: false } }
    },
    '/erp/stockWave/allocate': async () => ({
      ...(await twice(unreserved)),
      bad: await reserved(),
      code: 'stock.hasAll',
    }),
    '/erp/stockWave/release': givenBack,
    '/erp/stockWave/backOrder': givenBack,
    [fbaOrders.requestAppointment.path]: step('requestAppointment', fba, delivered),
    [fbaOrders.enterAppointment.path]: step('enterAppointment', fba, delivered, SLOT),
    [fbaOrders.editTransport.path]: async () => ({
      ...(await twice(fba)),
      bad: await fba('XXX9'),
      code: 'fba.noWarehouse',
      more: { batchNo: 'LKW-7', expectedTime: `${dayFromNow(2)} 08:45` },
    }),
    [fbaOrders.refuse.path]: step('refuse', fba, delivered),
    [fbaOrders.deliver.path]: step('deliver', fba, delivered, { realTime }),
    [orderPods.request.path]: ofProof(delivered, fba, 'pod.notDelivered'),
    [orderPods.upload.path]: async () => ({
      ...(await ofProof(delivered, fba, 'pod.notDelivered')()),
      file: proof,
    }),
    [orderPods.verify.path]: ofProof(proved, delivered, 'pod.not.verify'),
    [orderPods.reject.path]: ofProof(proved, delivered, 'pod.not.reject'),
    [orderPods.miss.path]: ofProof(delivered, fba, 'pod.notDelivered'),
    [fbaOrders.removeLabels.path]: async () => ({ ...(await twice(label)), ...MISSING }),
  }
}
