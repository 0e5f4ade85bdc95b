import { describe, expect, test } from 'vitest'
import { boxIdOf, FBA_ID } from '#contracts/orders/fba/fba.numbers.ts'
import { FBA_ACTIONS, FBA_RULES, isOpen } from '#contracts/orders/fba/fba.states.ts'
import { orderPods } from '#contracts/billing/order-pods.ts'
import { fbaConfig, fbaOrders } from '#contracts/orders/fba/fba.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { orderDraft, parcel } from '#test/orders.ts'
import { change, makeFbaOrder } from './fba.fixture.ts'
import { labelSheets } from './box-labels/labels.fixture.ts'

const world = useWorld()
const fbaOrder = (cartons = 2, change: Record<string, unknown> = {}) =>
  makeFbaOrder(world(), cartons, change)
/** A winter and a summer not far ahead, and the days before that have been. */
const YEAR = new Date().getFullYear()
const SLOT = {
  appointmentNo: '12345678901',
  slotFrom: `${YEAR}-12-01 14:30`,
  slotTo: `${YEAR}-12-01 15:30`,
}
const BEEN = `${YEAR - 1}-12-02`
const stateOf = async (client: Client, id: string) =>
  (await client.get('/erp/fbaOrder/queryById', { id })).result as Record<string, unknown>
const PROOF = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex')

describe('the way of an order into a warehouse', () => {
  test('its row comes with the order and follows it', async () => {
    const staff = await world().as('manager')
    const order = await fbaOrder()
    expect(await stateOf(staff, order.id)).toMatchObject({
      serialNumber: order.serialNumber,
      fbaCode: order.fbaCode,
      warehouseCode: 'HAJ1',
      referenceId: 'REF77',
      appointmentState: 'NONE',
      deliveryState: 'PENDING',
      podState: 'EXPECTED',
    })
    expect(order.fbaCode).toMatch(FBA_ID)
  })

  test('slots are entered by the warehouse’s clock, in winter and in summer', async () => {
    const staff = await world().as('manager')
    const order = await fbaOrder()
    await change(staff, fbaOrders.requestAppointment, {
      ids: [order.id],
      requestedTime: `${YEAR}-12-01 14:00`,
    })
    expect(
      await change(staff, fbaOrders.enterAppointment, { ids: [order.id], ...SLOT }),
    ).toMatchObject({ done: 1, failed: 0 })
    expect(await stateOf(staff, order.id)).toMatchObject({
      appointmentState: 'CONFIRMED',
      requestedTime: `${YEAR}-12-01T13:00:00.000Z`,
      slotFrom: `${YEAR}-12-01T13:30:00.000Z`,
      slotTo: `${YEAR}-12-01T14:30:00.000Z`,
    })
    await change(staff, fbaOrders.enterAppointment, {
      ids: [order.id],
      ...SLOT,
      slotFrom: `${YEAR + 1}-07-01 14:30`,
      slotTo: `${YEAR + 1}-07-01 15:30`,
    })
    expect(await stateOf(staff, order.id)).toMatchObject({
      slotFrom: `${YEAR + 1}-07-01T12:30:00.000Z`,
    })
  })

  test('many at once: each answers for itself, an order without a known warehouse is refused', async () => {
    const staff = await world().as('manager')
    const [one, two] = [await fbaOrder(), await fbaOrder(1, { fba: { warehouseCode: 'XXX9' } })]
    const result = await change(staff, fbaOrders.enterAppointment, {
      ids: [one.id, two.id, '999999999'],
      ...SLOT,
      appointmentNo: 'ISA-MANY',
    })
    expect(result.rows.map(({ ok, code }) => [ok, code])).toEqual([
      [true, null],
      [false, 'fba.noWarehouse'],
      [false, 'row.missing'],
    ])
    expect(await stateOf(staff, two.id)).toMatchObject({ appointmentState: 'NONE' })
  })

  test.each([
    ['proNos', { proNos: 'with blank 1' }],
    ['proNos', { proNos: 'x'.repeat(31) }],
    ['slotFrom', { slotFrom: `${YEAR}-12-01 2:30 PM` }],
    ['slotFrom', { slotFrom: `${YEAR}-12-01 24:30` }],
    ['appointmentNo', { appointmentNo: 'no blanks' }],
  ])('refuses %s as %o', async (path, wrong) => {
    const staff = await world().as('manager')
    const answer = await staff.put(fbaOrders.enterAppointment.path, {
      ids: ['1'],
      ...SLOT,
      ...wrong,
    })
    expect(answer).toMatchObject({ success: false, code: 400 })
    expect(JSON.stringify(answer.result)).toContain(`"path":"${path}`)
  })

  test('a slot ends after it begins, within a day', async () => {
    const staff = await world().as('manager')
    const order = await fbaOrder(1)
    for (const slotTo of [`${YEAR}-12-01 14:30`, `${YEAR}-12-03 10:00`])
      expect(
        (await change(staff, fbaOrders.enterAppointment, { ids: [order.id], ...SLOT, slotTo }))
          .rows[0],
      ).toMatchObject({ ok: false, code: 'fba.slot' })
  })

  test('refused, booked again, delivered, proved: every step is in its history', async () => {
    const staff = await world().as('manager')
    const { id } = await fbaOrder(1)
    const steps: [Endpoint, Record<string, unknown>][] = [
      [
        fbaOrders.enterAppointment,
        { ...SLOT, appointmentNo: 'ISA-WAY', proNos: 'PRO1, PRO2', bolNo: 'BOL9' },
      ],
      [fbaOrders.refuse, { reason: 'Gate closed' }],
      [
        fbaOrders.enterAppointment,
        {
          ...SLOT,
          appointmentNo: 'ISA-WAY',
          slotFrom: `${YEAR}-12-02 08:00`,
          slotTo: `${YEAR}-12-02 09:00`,
        },
      ],
      [fbaOrders.editTransport, { batchNo: 'LKW-7', expectedTime: `${YEAR}-12-02 08:30` }],
      [
        fbaOrders.deliver,
        { realTime: `${BEEN} 08:45`, receivedBy: 'Gate 4', detentionMinutes: 35 },
      ],
      [orderPods.request, {}],
    ]
    for (const [call, body] of steps)
      expect((await change(staff, call, { ids: [id], ...body })).rows).toMatchObject([{ ok: true }])
    expect(await stateOf(staff, id)).toMatchObject({
      proNos: 'PRO1,PRO2',
      bolNo: 'BOL9',
      batchNo: 'LKW-7',
      expectedTime: `${YEAR}-12-02T07:30:00.000Z`,
      realTime: `${BEEN}T07:45:00.000Z`,
      receivedBy: 'Gate 4',
      detentionMinutes: 35,
      deliveryState: 'DELIVERED',
      podState: 'REQUESTED',
    })
    const history = await staff.call(fbaOrders.history, { id })
    expect(history).toHaveLength(steps.length)
    expect(history[0]?.changes.podState).toEqual(['EXPECTED', 'REQUESTED'])
    expect(history[4]?.changes.refusedReason).toEqual([null, 'Gate closed'])
  })

  test('what is not open in a state is refused, and the table leads everywhere', async () => {
    const staff = await world().as('manager')
    const { id } = await fbaOrder(1)
    for (const action of ['request', 'verify', 'reject', 'miss'] as const) {
      const body = action === 'reject' ? { reason: 'blurred' } : {}
      expect(
        (await change(staff, orderPods[action], { ids: [id], ...body })).rows[0],
      ).toMatchObject({ ok: false, code: 'pod.notDelivered' })
    }
    for (const action of FBA_ACTIONS)
      for (const [kind, state] of Object.entries(FBA_RULES[action].to))
        expect(typeof kind).toBe(typeof state)
    const start = {
      appointmentState: 'NONE',
      deliveryState: 'PENDING',
    } as const
    expect(FBA_ACTIONS.filter((action) => isOpen(action, start))).toEqual([
      'requestAppointment',
      'enterAppointment',
      'refuse',
      'deliver',
    ])
  })
})

describe('the proof of a delivery', () => {
  test('one file for the orders of a delivery, seen by the customer, verified by staff', async () => {
    const staff = await world().as('manager')
    const [one, two] = [await fbaOrder(1), await fbaOrder(1)]
    const ids = [one.id, two.id]
    await change(staff, fbaOrders.deliver, { ids, realTime: `${BEEN} 08:45` })
    const pdf = await labelSheets(['POD'])
    const sent = await staff.upload(orderPods.upload.path, 'pod.pdf', pdf, {
      ids: ids.join(','),
    })
    expect(sent.result).toMatchObject({ done: 2, failed: 0 })
    const own = await world().as('customer')
    const seen = await own.get(orderPods.file.path, { id: one.id })
    expect(seen.bytes.equals(pdf)).toBe(true)
    expect((await own.put(orderPods.verify.path, { ids })).status).toBe(403)
    await change(staff, orderPods.reject, { ids: [two.id], reason: 'blurred' })
    await change(staff, orderPods.verify, { ids: [one.id] })
    expect(await stateOf(own, one.id)).toMatchObject({ podState: 'VERIFIED' })
    expect(await stateOf(own, two.id)).toMatchObject({ podState: 'REJECTED', podReason: 'blurred' })
    const late = await staff.upload(orderPods.upload.path, 'pod.pdf', pdf, { ids: one.id })
    expect((late.result as BulkResult).rows[0]).toMatchObject({ code: 'pod.not.receive' })
    const odd = await staff.upload(orderPods.upload.path, 'pod.png', PROOF, { ids: two.id })
    expect((odd.result as BulkResult).failed).toBe(1)
  })
})

describe('who may', () => {
  test('customers see theirs, and change no appointment', async () => {
    const { id } = await fbaOrder(1)
    const own = await world().as('customer')
    expect(await stateOf(own, id)).toMatchObject({ id })
    for (const call of [fbaOrders.enterAppointment, fbaOrders.deliver, fbaOrders.refuse])
      expect((await own.put(call.path, { ids: [id] })).status).toBe(403)
  })

  test('another customer and a sub-account that did not make it see nothing of it', async () => {
    const { id } = await fbaOrder(1)
    const pdf = await labelSheets([boxIdOf('FBA15DJ9SVVD', 1)])
    for (const role of ['otherCustomer', 'sub'] as const) {
      const other = await world().as(role)
      for (const call of [fbaOrders.cartons, fbaOrders.history, orderPods.file]) {
        const answer = await other.get(call.path, { id })
        if (call === fbaOrders.history && answer.success) expect(answer.result).toEqual([])
        else expect(answer.success).toBe(false)
      }
      expect((await other.get(fbaOrders.readiness.path, { ids: id })).result).toEqual([])
      const sent = await other.upload(fbaOrders.uploadLabels.path, 'labels.pdf', pdf, { id })
      expect(sent.success).toBe(false)
      expect((await other.post(fbaOrders.printLabels.path, { ids: [id] })).success).toBe(false)
    }
  })
})

describe('cartons and their labels', () => {
  test('each carton gets the label that names it, the rest is shown and can be given', async () => {
    const own = await world().as('customer')
    const { id, fbaCode } = await fbaOrder(3)
    const strange = boxIdOf('FBA99OTHER99', 1)
    const pdf = await labelSheets([boxIdOf(fbaCode, 2), strange, boxIdOf(fbaCode, 1)], 2, 2)
    const sent = await own.upload(fbaOrders.uploadLabels.path, 'labels.pdf', pdf, { id })
    expect(sent.result).toEqual({ labels: 3, matched: 2, open: 1 })
    const before = await own.call(fbaOrders.cartons, { id })
    expect(before.warehouse).toMatchObject({ code: 'HAJ1', timeZone: 'Europe/Berlin' })
    const open = before.labels.find(({ parcelId }) => parcelId === null)!
    expect(open).toMatchObject({ boxCode: strange, page: 1, place: 2, fileName: 'labels' })
    expect((await own.call(fbaOrders.readiness, { ids: [id] }))[0]).toEqual({
      id,
      stage: 'waybill',
      ready: false,
      missing: [
        { what: 'order', cartons: 0 },
        { what: 'labels', cartons: 1 },
        { what: 'appointment', cartons: 0 },
      ],
    })
    const last = before.cartons.find(({ labelId }) => labelId === null)!
    await own.call(fbaOrders.assignLabel, { id: open.id, parcelId: last.id })
    await change(await world().as('manager'), fbaOrders.enterAppointment, {
      ids: [id],
      ...SLOT,
      appointmentNo: 'ISA-READY',
    })
    await change(own, shipments.confirm, { ids: [id] })
    expect(await own.call(fbaOrders.readiness, { ids: [id] })).toEqual([
      { id, stage: 'waybill', ready: true, missing: [] },
    ])
    const printed = await own.post(fbaOrders.printLabels.path, { ids: [id] })
    expect(printed.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('are printed all or not at all', async () => {
    const [own, staff] = [await world().as('customer'), await world().as('manager')]
    const [order, foreign] = [
      await fbaOrder(1),
      await fbaOrder(1, { customerId: world().otherCustomerId }),
    ]
    for (const { id, fbaCode } of [order, foreign])
      await staff.upload(
        fbaOrders.uploadLabels.path,
        'labels.pdf',
        await labelSheets([boxIdOf(fbaCode, 1)]),
        { id },
      )
    const print = (client: Client, body: object) => client.post(fbaOrders.printLabels.path, body)
    const ids = [order.id, foreign.id]
    const labelIds = await Promise.all(
      ids.map(async (id) => (await staff.call(fbaOrders.cartons, { id })).labels[0]!.id),
    )
    expect((await print(staff, { ids })).status).toBe(200)
    expect((await print(own, { ids: [order.id] })).status).toBe(200)
    for (const body of [{ ids }, { labelIds }]) expect((await print(own, body)).status).toBe(404)
  })

  test('sent again, the newer labels take the place of the older; a label of another order is refused', async () => {
    const staff = await world().as('manager')
    const [order, other] = [await fbaOrder(1), await fbaOrder(1)]
    const pdf = await labelSheets([boxIdOf(order.fbaCode, 1)])
    for (let time = 0; time < 2; time++)
      await staff.upload(fbaOrders.uploadLabels.path, 'labels.pdf', pdf, { id: order.id })
    const { labels, cartons } = await staff.call(fbaOrders.cartons, { id: order.id })
    expect(labels.map(({ parcelId }) => parcelId)).toEqual([null, cartons[0]!.id])
    const answer = await staff.put(fbaOrders.assignLabel.path, {
      id: labels[0]!.id,
      parcelId: other.parcels[0]!.id,
    })
    expect(answer).toMatchObject({ success: false, error: 'fba.otherOrder' })
    const gone = await change(staff, fbaOrders.removeLabels, { ids: labels.map((one) => one.id) })
    expect(gone).toMatchObject({ done: 2, failed: 0 })
    expect((await staff.call(fbaOrders.cartons, { id: order.id })).labels).toEqual([])
  })

  test('what is no PDF is refused', async () => {
    const staff = await world().as('manager')
    const { id } = await fbaOrder(1)
    const sent = await staff.upload(fbaOrders.uploadLabels.path, 'labels.pdf', 'hello', { id })
    expect(sent).toMatchObject({ success: false, error: 'fba.pdf.broken' })
  })

  test('a hundred requests at once: one appointment, no label twice with a carton', async () => {
    const staff = await world().as('manager')
    const { id } = await fbaOrder(1)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        change(staff, fbaOrders.deliver, {
          ids: [id],
          realTime: `${BEEN} 08:${10 + (at % 50)}`,
        }),
      ),
    )
    expect(answers.reduce((sum, { done }) => sum + done, 0)).toBe(1)
    expect(await staff.call(fbaOrders.history, { id })).toHaveLength(1)
  })
})

test('FBA config: pieces by order and pallet', async () => {
  const staff = await world().as('manager')
  const order = await fbaOrder(3)
  const { records } = await staff.call(fbaConfig.list, { shipmentOrderNo: order.fbaCode })
  expect(records).toEqual([
    {
      id: `${order.id}-0`,
      shipmentOrderNo: order.fbaCode,
      serialNumber: order.serialNumber,
      pieces: 3,
      pallet: null,
    },
  ])
})

describe('an order with cartons', () => {
  test('takes the address of its warehouse where it names none, and numbers its cartons', async () => {
    const fbaCode = 'FBA15FILLED1'
    const order = (await fbaOrder(3, {
      fbaCode,
      consignee: {},
      fba: { warehouseCode: 'dtm2' },
      parcels: [parcel(), parcel({ fbaCode: boxIdOf(fbaCode, 1) }), parcel()],
    })) as unknown as { consignee: unknown; parcels: { fbaCode: string }[] }
    expect(order.consignee).toMatchObject({
      name: 'Amazon DTM2 Dortmund',
      country: 'DE',
      city: 'Dortmund',
      postalCode: '44145',
    })
    expect(order.parcels.map((one) => one.fbaCode)).toEqual(
      [2, 1, 3].map((n) => boxIdOf(fbaCode, n)),
    )
  })

  test.each([
    ['fbaCode', { fbaCode: 'FBA1' }, 'fba.id'],
    ['parcels.0.fbaCode', { parcels: [parcel({ fbaCode: 'FBA99OTHER99U000001' })] }, 'fba.box'],
  ])('refuses a wrong %s', async (path, wrong, code) => {
    const staff = await world().as('manager')
    const sent = await orderDraft(world(), {
      shipmentResource: 'FBA',
      fbaCode: 'FBA15WRONG11',
      ...wrong,
    })
    const answer = await staff.post('/erp/shipment/add', sent)
    expect(answer).toMatchObject({ success: false, result: { issues: [{ path, code }] } })
  })
})
