import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { isValidNumber } from '#contracts/commercial/numbers/number-schemes.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder, orderDraft, parcel } from '#test/orders.ts'

const world = useWorld()

describe('an order', () => {
  test('is taken, priced line by line, and read back as written', async () => {
    const staff = await world().as('manager')
    const made = await staff.call(
      shipments.add,
      await orderDraft(world(), {
        parcels: [parcel({ weightKg: '10', lengthCm: '62', widthCm: '49', heightCm: '39' })],
      }),
    )
    expect(made.shipmentStatus).toBe(PARCEL.DRAFT)
    expect(made.chargeableWeightKg).toBe('24')
    expect(made.quote?.lines.length).toBeGreaterThan(1)
    expect(
      made.quote?.lines.reduce((sum, line) => sum + Math.round(Number(line.amount) * 100), 0),
    ).toBe(Math.round(Number(made.amount) * 100))
    expect(made.parcels[0]?.products[0]).toMatchObject({
      nameCn: '棉质T恤',
      quanlity: 2,
      unitWeightKg: '0.18',
      unitPrice: '8.90',
    })
    expect(made.actions).toMatchObject({
      edit: null,
      confirm: null,
      withdraw: 'shipment.not.withdraw',
    })
  })

  test("names every refused field, in the caller's language, and stores nothing", async () => {
    const staff = await world().as('manager')
    const draft = await orderDraft(world(), {
      parcels: [parcel({ weightKg: '31.501' }), parcel({ lengthCm: '301' })],
    })
    ;(draft.consignee as Record<string, unknown>).phone = '12'
    const answer = await staff.post('/erp/shipment/add', draft)
    expect(answer).toMatchObject({ status: 200, success: false, code: 400 })
    const issues = (answer.result as { issues: { path: string; code: string; message: string }[] })
      .issues
    expect(issues.map(({ path, code }) => [path, code])).toEqual([
      ['consignee.phone', 'phone.invalid'],
      ['parcels.0.weightKg', 'weightKg.overLimit'],
      ['parcels.1.lengthCm', 'lengthCm.overLimit'],
    ])
    expect(
      (await staff.get('/erp/shipment/list', { reference: String(draft.reference) })).result,
    ).toMatchObject({ total: 0 })
  })

  test('with a reference used before is refused, also for two senders at once', async () => {
    const customer = await world().as('customer')
    const draft = await orderDraft(world())
    const answers = await Promise.all([
      customer.post('/erp/shipment/add', draft),
      customer.post('/erp/shipment/add', draft),
    ])
    expect(answers.filter((one) => one.success)).toHaveLength(1)
    expect(answers.find((one) => !one.success)?.result).toMatchObject({
      issues: [{ path: 'reference', code: 'reference.duplicate' }],
    })
  })

  test('refused uses up no order number', async () => {
    const customer = await world().as('customer')
    const number = async (draft: Record<string, unknown>) => {
      const added = await customer.post('/erp/shipment/add', draft)
      expect(added.success).toBe(true)
      return BigInt((added.result as { serialNumber: string }).serialNumber.replace(/\D/g, ''))
    }
    const draft = await orderDraft(world())
    const first = await number(draft)
    for (const refused of [draft, { ...(await orderDraft(world())), consignee: {} }, draft])
      expect((await customer.post('/erp/shipment/add', refused)).success).toBe(false)
    expect(await number(await orderDraft(world()))).toBe(first + 1n)
  })

  test('sent twice under one Idempotency-Key is one order', async () => {
    const customer = await world().as('customer')
    const draft = await orderDraft(world())
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        customer.post('/erp/shipment/add', draft, {
          'Idempotency-Key': `once-${String(draft.reference)}`,
        }),
      ),
    )
    expect(new Set(answers.map((one) => (one.result as { id: string }).id)).size).toBe(1)
    expect(answers.filter((one) => one.headers.get('idempotent-replayed') === 'true')).toHaveLength(
      7,
    )
  })

  test("is the customer's own whatever the body contains, and no other's", async () => {
    const customer = await world().as('customer')
    const made = await customer.call(
      shipments.add,
      await orderDraft(world(), { customerId: world().otherCustomerId }),
    )
    expect(made.customerId).toBe(world().customerId)
    for (const other of [
      await world().as('otherCustomer'),
      await world().otherTenantUser(),
      await world().as('sub'),
    ]) {
      expect((await other.get('/erp/shipment/queryById', { id: made.id })).status).toBe(404)
      expect((await other.put('/erp/shipment/cancel', { ids: [made.id] })).result).toMatchObject({
        failed: 1,
        rows: [{ code: 'row.missing' }],
      })
    }
  })

  test('stale edits get the current order, fresh ones replace it', async () => {
    const staff = await world().as('manager')
    const made = await makeOrder(world(), staff)
    const draft = await orderDraft(world(), {
      reference: made.reference,
      parcels: [parcel({ weightKg: '2' }), parcel({ weightKg: '3' })],
    })
    const edited = await staff.put('/erp/shipment/edit', {
      ...draft,
      id: made.id,
      version: made.version,
    })
    expect(edited.result).toMatchObject({
      shipmentPieces: 2,
      shipmentWeightKg: '5',
      version: made.version + 1,
    })
    const stale = await staff.put('/erp/shipment/edit', {
      ...draft,
      id: made.id,
      version: made.version,
    })
    expect(stale).toMatchObject({
      success: false,
      code: 409,
      error: 'row.stale',
      result: { version: made.version + 1 },
    })
  })
})

describe('confirming', () => {
  test('gives every parcel a valid number, withdraws void it, cancelling ends it', async () => {
    const staff = await world().as('manager')
    const made = await makeOrder(world(), staff, {
      confirm: true,
      change: { parcels: [parcel(), parcel()] },
    })
    expect(made.shipmentStatus).toBe(PARCEL.CONFIRMED)
    const numbers = made.parcels.map((one) => one.trackNo!)
    expect(new Set(numbers).size).toBe(2)
    for (const number of numbers) expect(isValidNumber('SSCC20', number)).toBe(true)
    const withdrawn = await staff.put('/erp/shipment/withdraw', { ids: [made.id] })
    expect(withdrawn.result).toMatchObject({ done: 1, failed: 0 })
    const states = await world().db.pool.query(
      'select state from tracking_number where number = any($1)',
      [numbers],
    )
    expect(states.rows).toEqual([{ state: 2 }, { state: 2 }])
    await staff.put('/erp/shipment/confirm', { ids: [made.id] })
    const again = (await staff.get('/erp/shipment/queryById', { id: made.id }))
      .result as typeof made
    expect(numbers).not.toContain(again.parcels[0]!.trackNo)
    expect(
      (await staff.put('/erp/shipment/cancel', { ids: [made.id], reason: '客户取消' })).result,
    ).toMatchObject({ done: 1 })
    expect((await staff.put('/erp/shipment/confirm', { ids: [made.id] })).result).toMatchObject({
      failed: 1,
      rows: [{ code: 'shipment.not.confirm', label: made.serialNumber }],
    })
  })

  test('of many at once never gives a number twice, and reports it when a segment is empty', async () => {
    const staff = await world().as('manager')
    const service = await world().db.pool.query<{ id: string }>(
      `select id from delivery_service where tenant_id = $1 and code = 'EXP-AIR'`,
      [world().tenantId],
    )
    const serviceId = service.rows[0]!.id
    await world().db.pool.query(
      `update number_segment set end_no = next_no + 23, prefix = $2
        where tenant_id = $1 and service_id = $3`,
      [world().tenantId, `PY${world().tenantId}T`, serviceId],
    )
    const orders = await Promise.all(
      Array.from({ length: 14 }, () =>
        makeOrder(world(), staff, { change: { serviceId, parcels: [parcel(), parcel()] } }),
      ),
    )
    const answers = await Promise.all(
      orders.map((order) => staff.put('/erp/shipment/confirm', { ids: [order.id] })),
    )
    const rows = answers.flatMap(
      (one) => (one.result as { rows: { ok: boolean; code: string | null }[] }).rows,
    )
    expect(rows.filter((row) => row.ok)).toHaveLength(12)
    expect(rows.filter((row) => !row.ok).map((row) => row.code)).toEqual([
      'number.exhausted',
      'number.exhausted',
    ])
    const given = await world().db.pool.query<{ n: string }>(
      `select count(distinct number) as n from tracking_number
        where tenant_id = $1 and number like $2`,
      [world().tenantId, `PY${world().tenantId}T%`],
    )
    expect(given.rows[0]!.n).toBe('24')
  })
})

describe('a price question', () => {
  // Jobs ask the database as well, now and then: the fewest of three times are the question's own.
  /** The fewest of ten: jobs and logs of the same process send theirs in between. */
  const count = async (work: () => Promise<unknown>) => {
    const counts: number[] = []
    for (let at = 0; at < 10; at++) counts.push(await countOnce(work))
    return Math.min(...counts)
  }
  const countOnce = async (work: () => Promise<unknown>) => {
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    try {
      await work()
      return sent.mock.calls.filter((call) => !JSON.stringify(call).includes('graphile')).length
    } finally {
      sent.mockRestore()
    }
  }

  test('takes two statements, also where others come at the same time, and is answered alike', async () => {
    const draft = await orderDraft(world())
    const customer = await world().as('customer')
    const ask = () => customer.post('/erp/shipment/quote', draft)
    const first = (await ask()).result
    await ask()
    expect(await count(ask)).toBeLessThanOrEqual(2)
    const many = async () => {
      const answers = await Promise.all(Array.from({ length: 32 }, ask))
      expect(answers.map(({ result }) => result)).toEqual(answers.map(() => first))
    }
    expect(await count(many)).toBeLessThanOrEqual(2 * 32)
  })

  test('counts the numbers left for each of those that share a statement', async () => {
    const customer = await world().as('customer')
    const ask = async (serviceId: string, pieces: number) => {
      const parcels = Array.from({ length: pieces }, () => parcel())
      const { issues } = await customer.call(
        shipments.quote,
        await orderDraft(world(), { serviceId, parcels }),
      )
      return issues.map(({ code }) => code)
    }
    const { serviceId } = (await orderDraft(world())) as { serviceId: string }
    const other = await world().db.pool.query<{ id: string }>(
      `update number_segment set next_no = end_no - 1
        where tenant_id = $1 and service_id = $2 returning id`,
      [world().tenantId, serviceId],
    )
    expect(other.rows.length).toBeGreaterThan(0)
    const left = other.rows.length * 2
    const asked = await Promise.all(
      [left, left + 1, 1, left + 2, left].map((n) => ask(serviceId, n)),
    )
    expect(asked).toEqual([[], ['number.short'], [], ['number.short'], []])
    expect(
      (
        await customer.post('/erp/shipment/quote', {
          ...(await orderDraft(world())),
          serviceId: 'x',
        })
      ).result,
    ).toMatchObject({ quote: null })
  })
})
