import { beforeAll, describe, expect, test } from 'vitest'
import { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { simulator } from '#contracts/commercial/simulate.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { orderDraft, parcel } from '#test/orders.ts'

const world = useWorld()
let staff: Client
let id: string
const query = async (text: string, more: unknown[] = []) =>
  (await world().db.pool.query(text, [world().tenantId, id, ...more])).rows as Record<
    string,
    string
  >[]

beforeAll(async () => {
  staff = await world().as('manager')
  const found = await world().db.pool.query<{ id: string }>(
    `select id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  id = found.rows[0]!.id
})

/** Writes and confirms an order of the heaviest parcel the service takes. */
async function confirms(): Promise<boolean> {
  const draft = await orderDraft(world(), { parcels: [parcel({ weightKg: '31.5' })] })
  const made = await staff.post('/erp/shipment/add', draft)
  if (!made.success) return false
  const { id: orderId } = made.result as { id: string }
  const done = await staff.put('/erp/shipment/confirm', { ids: [orderId] })
  return (done.result as { done: number }).done === 1
}

type Break = [key: string, part: string | null, broken: string, mended: string]
const BREAKS: Break[] = [
  [
    'disabled',
    'basics',
    'update delivery_service set iz_enable = false where tenant_id = $1 and id = $2',
    'update delivery_service set iz_enable = true where tenant_id = $1 and id = $2',
  ],
  [
    'channel',
    null,
    `update channel set enabled = false where tenant_id = $1
      and id = (select channel_id from delivery_service where tenant_id = $1 and id = $2)`,
    'update channel set enabled = true where tenant_id = $1 and $2::bigint > 0',
  ],
  [
    'customers',
    'customers',
    'update delivery_service set restricted = true where tenant_id = $1 and id = $2',
    'update delivery_service set restricted = false where tenant_id = $1 and id = $2',
  ],
  [
    'zones',
    'zones',
    `update partition_config set valid_to = '2020-01-01' where tenant_id = $1 and partition_id in
      (select id from delivery_partition where tenant_id = $1 and service_id = $2)`,
    `update partition_config set valid_to = null where tenant_id = $1 and partition_id in
      (select id from delivery_partition where tenant_id = $1 and service_id = $2)`,
  ],
  [
    'prices',
    'prices',
    `update fee set status = '0' where tenant_id = $1 and id =
      (select fee_id from delivery_service where tenant_id = $1 and id = $2)`,
    `update fee set status = '1' where tenant_id = $1 and id =
      (select fee_id from delivery_service where tenant_id = $1 and id = $2)`,
  ],
  [
    'numbers',
    'numbers',
    `update number_segment set status = '3' where tenant_id = $1 and service_id = $2`,
    `update number_segment set status = '1' where tenant_id = $1 and service_id = $2`,
  ],
  [
    'limits',
    'limits',
    `insert into service_rule (tenant_id, service_id, valid_type, min_value, remark)
      values ($1, $2, '1', 40, 'never')`,
    `delete from service_rule where tenant_id = $1 and service_id = $2 and remark = 'never'`,
  ],
  [
    'pieces',
    'basics',
    `update delivery_service set iz_single = false, iz_mult = false
      where tenant_id = $1 and id = $2`,
    'update delivery_service set iz_single = true, iz_mult = true where tenant_id = $1 and id = $2',
  ],
]

describe('what is missing', () => {
  test('nothing: an order of the heaviest parcel is confirmed', async () => {
    const found = await staff.call(serviceDesk.readiness, { id })
    expect(found.items.filter(({ level }) => level === 'missing')).toEqual([])
    expect(found.ready).toBe(true)
    expect(await confirms()).toBe(true)
  })

  test.each(BREAKS)(
    '%s is named with its place, and no order is confirmed',
    async (key, part, broken, mended) => {
      await query(broken)
      try {
        const { ready, items } = await staff.call(serviceDesk.readiness, { id })
        expect(ready).toBe(false)
        expect(items.find((one) => one.key === key)).toMatchObject({ level: 'missing', part })
        expect(await confirms()).toBe(false)
      } finally {
        await query(mended)
      }
      expect((await staff.call(serviceDesk.readiness, { id })).ready).toBe(true)
    },
  )

  test('prices that end below the weight limit are named by zone', async () => {
    const rows = await query(
      `delete from fee_cell where tenant_id = $1 and (up_to is null or up_to > 20000)
        and partition_id in
          (select id from delivery_partition where tenant_id = $1 and service_id = $2
            and code = 'DE') returning *`,
    )
    await query(
      `update fee_version set version = version + 1 where tenant_id = $1 and id in
        (select version_id from fee_cell where tenant_id = $1 and $2::bigint > 0)`,
    )
    expect(rows.length).toBeGreaterThan(0)
    const { ready, items } = await staff.call(serviceDesk.readiness, { id })
    expect(ready).toBe(false)
    expect(items.filter(({ key }) => key === 'zonePrice').map(({ text }) => text)).toEqual([
      expect.stringMatching(/zone DE: /),
    ])
    expect(await confirms()).toBe(false)
    for (const row of rows) {
      const names = Object.keys(row)
      await world().db.pool.query(
        `insert into fee_cell (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
        names.map((name) => row[name]),
      )
    }
    await query(
      `update fee_version set version = version + 1 where tenant_id = $1 and id in
        (select version_id from fee_cell where tenant_id = $1 and $2::bigint > 0)`,
    )
    expect((await staff.call(serviceDesk.readiness, { id })).ready).toBe(true)
  })
})

describe('the weight rule', () => {
  const weigh = async (change: Record<string, unknown>, sides: [string, string, string]) => {
    const row = await staff.call(deliveryServices.endpoints.queryById, { id })
    const saved = await staff.put('/erp/deliveryService/edit', { ...row, ...change })
    expect(saved.success, JSON.stringify(saved)).toBe(true)
    const [lengthCm, widthCm, heightCm] = sides
    const found = await staff.call(simulator.simulate, {
      serviceCode: 'ECO-PARCEL',
      country: 'DE',
      postalCode: '94579',
      parcels: [{ weightKg: '2', lengthCm, widthCm, heightCm }],
    })
    return found.chargeableWeightKg
  }
  test('counts volume always, above a side, above a multiple, and half of it', async () => {
    const plain = { thWeightRatio: 5000, weightStep: '0.001', volumeWhen: 'ALWAYS' }
    expect(await weigh(plain, ['50', '20', '20'])).toBe('4')
    const side = { volumeWhen: 'SIDE_OVER', volumeSide: '60' }
    expect(await weigh(side, ['50', '20', '20'])).toBe('2')
    expect(await weigh(side, ['61', '20', '20'])).toBe('4.88')
    const ratio = { volumeWhen: 'RATIO_OVER', volumeRatio: '1.5' }
    expect(await weigh(ratio, ['50', '20', '15'])).toBe('2')
    expect(await weigh(ratio, ['50', '20', '20'])).toBe('4')
    expect(await weigh({ volumeWhen: 'ALWAYS', bubblePercent: 50 }, ['50', '20', '20'])).toBe('3')
  })
  test('refuses what it lacks, and limits that never hold', async () => {
    const row = await staff.call(deliveryServices.endpoints.queryById, { id })
    const issues = (answer: { result: unknown }) =>
      (answer.result as { issues: { path: string; code: string }[] }).issues.map(
        ({ path, code }) => `${path} ${code}`,
      )
    const edit = (change: object) => staff.put('/erp/deliveryService/edit', { ...row, ...change })
    expect(issues(await edit({ volumeWhen: 'SIDE_OVER', volumeSide: null }))).toEqual([
      'volumeSide field.required',
    ])
    expect(issues(await edit({ izSingle: false, izMult: false }))).toEqual([
      'izMult service.noPieces',
    ])
    expect(issues(await edit({ transitMin: 5, transitMax: 2 }))).toEqual([
      'transitMax field.tooSmall',
    ])
    const rule = (more: object) =>
      staff.post('/erp/serviceRule/add', { serviceId: id, validType: '1', ...more })
    expect(issues(await rule({ minValue: '5', maxValue: '2' }))).toEqual([
      'maxValue serviceRule.never',
    ])
    expect(issues(await rule({ minValue: '40' }))).toEqual(['minValue serviceRule.clash'])
    expect(issues(await rule({}))).toEqual(['maxValue field.required'])
  })
})

test('a zone without a price is named for the tables of customers of a service open to all, too', async () => {
  const [sold] = await query(
    `select f.id as fee, f.currency, f.step_mode as mode from delivery_service s join fee f
      on f.tenant_id = s.tenant_id and f.id = s.fee_id where s.tenant_id = $1 and s.id = $2`,
  )
  const own = await staff.post('/erp/fee/add', {
    code: 'READY-OWN',
    name: 'READY-OWN',
    kind: '1',
    currency: sold!.currency,
    stepMode: sold!.mode,
    serviceId: id,
    baseFeeId: sold!.fee,
    validFrom: '2024-01-01',
  })
  const feeId = (own.result as { id: string }).id
  const draft = await staff.call(feePrices.clone, { feeId })
  const lower = { id: draft.id, version: 1, zones: [], rows: [], percentBp: -500 }
  const { version } = await staff.call(feePrices.save, lower)
  await staff.call(feePrices.activate, { id: draft.id, version })
  await staff.call(feePrices.assign, { id: feeId, customerIds: [world().customerId] })
  const zone = await staff.post('/erp/partition/add', { code: 'GAP', name: 'GAP', serviceId: id })
  const row = await staff.post('/erp/partitionConfig/add', {
    partitionId: (zone.result as { id: string }).id,
    country: 'DE',
    matchType: 'PREFIX',
    valueFrom: '99998',
  })
  expect(row.message).toBe('Added.')
  const { items } = await staff.call(serviceDesk.readiness, { id })
  const gaps = items.filter(({ key, text }) => key === 'zonePrice' && text.includes('GAP'))
  expect(gaps).toHaveLength(2)
  expect(gaps.some(({ text }) => text.includes('READY-OWN'))).toBe(true)
})
