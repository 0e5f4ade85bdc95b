import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { feePrices, type PriceSheet } from '#contracts/commercial/fee-versions.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { useOwnWorld, type Answer, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'

const world = useOwnWorld()
let staff: Client
let publicFee: string
let serviceId: string
let customer: string

const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world().db.pool.query<T>(text, values)).rows
const issuesOf = ({ result }: Answer) =>
  ((result as { issues?: { path: string; code: string }[] } | null)?.issues ?? []).map(
    ({ path, code }) => `${path}:${code}`,
  )
const sheetOf = (feeId: string, versionId?: string): Promise<PriceSheet> =>
  staff.call(feePrices.sheet, { feeId, versionId })
const raised = (rows: PriceSheet['rows'], factor: number) =>
  rows.map((row) => ({
    ...row,
    prices: row.prices.map((price) =>
      price === null ? null : (Number(price) * factor).toFixed(2),
    ),
  }))
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** A draft of the table with every price times `factor`. */
async function draftOf(feeId: string, factor: number): Promise<{ id: string; version: number }> {
  const { id } = await staff.call(feePrices.clone, { feeId })
  const { current, zones, rows } = await sheetOf(feeId, id)
  const { version } = await staff.call(feePrices.save, {
    id,
    version: current!.version,
    zones: zones.map((zone) => zone.id),
    rows: raised(rows, factor),
  })
  return { id, version }
}
const activate = async (feeId: string, factor: number, validFrom?: string) =>
  staff.call(feePrices.activate, { ...(await draftOf(feeId, factor)), validFrom })

interface Priced {
  amount: string
  quote: { fee: { versionNo: number }; lines: { amount: string }[]; total: string }
}
const priceOf = async (id: string): Promise<Priced> =>
  (await staff.call(shipments.queryById, { id })) as unknown as Priced
/** A table for the service of `orderDraft`, with the prices of the public one. */
async function ownTable(code: string, more: object = {}): Promise<string> {
  const made = await staff.post('/erp/fee/add', {
    code,
    name: code,
    currency: 'EUR',
    stepMode: 'A',
    kind: '1',
    serviceId,
    validFrom: '2024-01-01',
    ...more,
  })
  expect(made.success, JSON.stringify(made)).toBe(true)
  return (made.result as { id: string }).id
}
async function fill(feeId: string, rows: PriceSheet['rows'], zones: string[]) {
  const { id } = await staff.call(feePrices.clone, { feeId })
  const { current } = await sheetOf(feeId, id)
  return staff.put('/erp/feeVersion/saveSheet', { id, version: current!.version, zones, rows })
}

beforeAll(async () => {
  staff = await world().as('manager')
  customer = world().customerId
  const [service] = await query<{ id: string; fee: string }>(
    `select id, fee_id as fee from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  publicFee = service!.fee
  serviceId = service!.id
})

describe('versions of a price table', () => {
  test('an order is priced by the version valid when it is confirmed, and keeps it', async () => {
    const draft = await makeOrder(world(), staff)
    const before = await priceOf(draft.id)
    const confirmed = await makeOrder(world(), staff, { confirm: true })
    await activate(publicFee, 2)
    const fresh = await makeOrder(world(), staff)
    const after = await priceOf(fresh.id)
    expect(Number(after.amount)).toBeGreaterThan(Number(before.amount) * 1.5)
    // Entered before, confirmed after: the price of the confirmation.
    await staff.put('/erp/shipment/confirm', { ids: [draft.id] })
    expect((await priceOf(draft.id)).amount).toBe(after.amount)
    expect((await priceOf(draft.id)).quote.fee.versionNo).toBe(after.quote.fee.versionNo)
    expect((await priceOf(confirmed.id)).amount).toBe(before.amount)
    // Weighed again, it is priced by the version it keeps.
    const [parcel] = await query<{ no: string }>(
      'select track_no as no from parcel where shipment_id = $1 and tenant_id = $2',
      [confirmed.id, world().tenantId],
    )
    const warehouse = await world().as('warehouse')
    const scanned = await warehouse.post('/erp/intoParcel/scan', {
      no: parcel!.no,
      weightKg: '1.3',
      depotId: await world().depotId('FRA1'),
    })
    expect(scanned.success, JSON.stringify(scanned)).toBe(true)
    expect((await priceOf(confirmed.id)).quote.fee.versionNo).toBe(before.quote.fee.versionNo)
  })

  test('an active version is not changed; a stale draft is refused; one draft at a time', async () => {
    const { versions } = await sheetOf(publicFee)
    const active = versions.find(({ state }) => state === 'active')!
    const { zones, rows } = await sheetOf(publicFee, active.id)
    const body = { zones: zones.map(({ id }) => id), rows }
    const save = (id: string, version: number) =>
      staff.put('/erp/feeVersion/saveSheet', { ...body, id, version })
    expect((await save(active.id, active.version)).error).toBe('feeVersion.published')
    const draft = await draftOf(publicFee, 1)
    expect((await save(draft.id, draft.version - 1)).error).toBe('row.stale')
    expect((await staff.post('/erp/feeVersion/clone', { feeId: publicFee })).error).toBe(
      'feeVersion.draftOpen',
    )
    await staff.call(feePrices.drop, { id: draft.id })
    expect(await staff.delete('/erp/feeVersion/delete', { id: active.id })).toMatchObject({
      error: 'feeVersion.published',
    })
  })

  test('a change of one price is a version of its own, and what was stays', async () => {
    const before = await sheetOf(publicFee)
    const [cell] = await query<{ id: string; version: number; partition: string; up: string }>(
      `select c.id, c.version, c.partition_id as partition, (c.up_to / 1000.0)::text as up
        from fee_cell c where c.version_id = $1 order by c.id limit 1`,
      [before.current!.id],
    )
    const done = await staff.put('/erp/feeCell/edit', {
      id: cell!.id,
      version: cell!.version,
      feeId: publicFee,
      partitionId: cell!.partition,
      upTo: '0.5',
      price: '1.11',
    })
    expect(done.success, JSON.stringify(done)).toBe(true)
    const after = await sheetOf(publicFee)
    expect(after.current!.versionNo).toBe(before.current!.versionNo + 1)
    expect(after.rows[0]!.prices[0]).toBe('1.11')
    expect((await sheetOf(publicFee, before.current!.id)).rows).toEqual(before.rows)
  })

  test('scheduled, withdrawn, scheduled again; the one before goes on where it ended', async () => {
    const moment = inMinutes(60)
    const head = await activate(publicFee, 1.1, moment)
    expect(head).toMatchObject({ state: 'scheduled' })
    const before = (await sheetOf(publicFee)).versions.find(({ state }) => state === 'active')!
    expect(before.validTo).toBe(head.validFrom)
    const back = await staff.call(feePrices.withdraw, { id: head.id, version: head.version })
    expect(back.state).toBe('draft')
    expect((await sheetOf(publicFee)).versions.find(({ id }) => id === before.id)!.validTo).toBe(
      null,
    )
    const past = await staff.put('/erp/feeVersion/activate', {
      id: back.id,
      version: back.version,
      validFrom: inMinutes(-60),
    })
    expect(issuesOf(past)).toEqual(['validFrom:feeVersion.past'])
    await staff.call(feePrices.drop, { id: back.id })
  })

  test('however versions are activated, every moment has one: no gap, no overlap', async () => {
    const feeId = await ownTable('GAPS')
    const { zones, rows } = await sheetOf(publicFee)
    const first = await fill(
      feeId,
      rows.slice(0, 2),
      zones.map(({ id }) => id),
    )
    expect(first.success, JSON.stringify(first)).toBe(true)
    const { current } = await sheetOf(feeId)
    await staff.call(feePrices.activate, { id: current!.id, version: current!.version })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 5000 }), fc.boolean(), async (minutes, drop) => {
        const { id } = await staff.call(feePrices.clone, { feeId })
        const draft = (await sheetOf(feeId, id)).current!
        const done = await staff.put('/erp/feeVersion/activate', {
          id,
          version: draft.version,
          validFrom: minutes === 0 ? undefined : inMinutes(minutes + 1),
        })
        const now = (await sheetOf(feeId, id)).current!
        if (!done.success) await staff.call(feePrices.drop, { id })
        else if (drop && now.state === 'scheduled') {
          await staff.call(feePrices.withdraw, { id, version: now.version })
          await staff.call(feePrices.drop, { id })
        }
        const { versions } = await sheetOf(feeId)
        const periods = versions.toSorted((a, b) => (a.validFrom! < b.validFrom! ? -1 : 1))
        for (const [at, { validTo }] of periods.entries())
          expect(validTo).toBe(periods[at + 1]?.validFrom ?? null)
      }),
      { numRuns: 15 },
    )
  })

  test('ten at once: one activation counts, and orders meanwhile are priced once', async () => {
    const draft = await draftOf(publicFee, 1.05)
    const orders = await Promise.all(Array.from({ length: 4 }, () => makeOrder(world(), staff)))
    const [answers] = await Promise.all([
      Promise.all(
        Array.from({ length: 10 }, () => staff.put('/erp/feeVersion/activate', { ...draft })),
      ),
      staff.put('/erp/shipment/confirm', { ids: orders.map(({ id }) => id) }),
    ])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    for (const { id } of orders) {
      const { amount, quote } = await priceOf(id)
      expect(amount).toBe(quote.total)
      const [row] = await query<{ no: number }>(
        `select v.version_no as no from shipment s join fee_version v
          on v.tenant_id = s.tenant_id and v.id = s.fee_version_id where s.id = $1`,
        [id],
      )
      expect(row!.no).toBe(quote.fee.versionNo)
      const sum = quote.lines.reduce((total, { amount: one }) => total + Number(one), 0)
      expect(sum.toFixed(2)).toBe(Number(quote.total).toFixed(2))
    }
  })
})

describe('a sheet of prices', () => {
  test('a broken cell is refused at its place, a price that falls comes back, a hole stops activation', async () => {
    const feeId = await ownTable('CHECKS')
    const { zones } = await sheetOf(publicFee)
    const ids = zones.slice(0, 2).map(({ id }) => id)
    const rows = (...prices: [string, string | null, string | null][]) =>
      prices.map(([upTo, ...of]) => ({ upTo, step: null, prices: of, seconds: [] }))
    expect(issuesOf(await fill(feeId, rows(['1', 'x', '2.345'], ['0', '1', '1']), ids))).toEqual([
      'rows.0.prices.0:field.money',
      'rows.0.prices.1:field.moneyDecimals',
      'rows.1.upTo:rate.cell.bracket',
    ])
    const { current } = await sheetOf(feeId)
    const save = (body: object) =>
      staff.put('/erp/feeVersion/saveSheet', {
        id: current!.id,
        version: current!.version,
        zones: ids,
        ...body,
      })
    expect(issuesOf(await save({ rows: rows(['1', '999999999', '1']) }))).toEqual([
      'rows.0.prices.0:rate.cell.overflow',
    ])
    expect(issuesOf(await save({ rows: rows(['1', '2', '1'], ['1', '2', '1']) }))).toEqual([
      'rows.1.upTo:rate.cell.twice',
    ])
    const saved = await save({ rows: rows(['1', '5', '5'], ['2', '4.00', '6']) })
    const { issues, version } = saved.result as { issues: object[]; version: number }
    expect(issues).toContainEqual(
      expect.objectContaining({ level: 'warning', row: 1, zone: 0, code: 'rate.cell.falls' }),
    )
    const stopped = await staff.put('/erp/feeVersion/activate', { id: current!.id, version })
    expect(issuesOf(stopped).length).toBe(zones.length - 2)
    expect(issuesOf(stopped)[0]).toMatch(/^zones\.\d+:feeVersion\.zoneMissing$/)
  })

  test('a step of nothing is refused where first and continued weights are priced', async () => {
    const feeId = await ownTable('STEPS', { stepMode: 'B' })
    const { zones } = await sheetOf(publicFee)
    const row = (step: string | null) => [{ upTo: '1', step, prices: ['3'], seconds: ['1'] }]
    expect(issuesOf(await fill(feeId, row('0'), [zones[0]!.id]))).toEqual([
      'rows.0.step:rate.cell.bracket',
    ])
    const { current } = await sheetOf(feeId)
    const none = await staff.put('/erp/feeVersion/saveSheet', {
      id: current!.id,
      version: current!.version,
      zones: [zones[0]!.id],
      rows: row(null),
    })
    expect(issuesOf(none)).toEqual(['rows.0.seconds.0:rate.cell.step'])
  })

  test('leaves as a file and comes back as it was; a dry run changes nothing', async () => {
    const feeId = await ownTable('FILES')
    const { zones, rows } = await sheetOf(publicFee)
    await fill(
      feeId,
      rows,
      zones.map(({ id }) => id),
    )
    const { current } = await sheetOf(feeId)
    const file = await staff.get('/erp/feeVersion/exportXls', { id: current!.id })
    const upload = (bytes: Buffer | string, name: string, dryRun: string) =>
      staff.upload('/erp/feeVersion/importExcel', name, bytes, { id: current!.id, dryRun })
    const same = await upload(file.bytes, 'prices.xlsx', 'false')
    expect(same.success, JSON.stringify(same)).toBe(true)
    expect(same.result).toMatchObject({ rows: rows.length, zones: zones.length, changed: 0 })
    expect((await sheetOf(feeId)).rows).toEqual(rows)
    const csv = `kg,${zones[0]!.code},XX\n1,7.00,1\n2,oops,1\n`
    const tried = await upload(csv, 'prices.csv', 'true')
    expect(tried.result).toMatchObject({ dryRun: true })
    const { errors } = tried.result as { errors: { row: number; column: string; code: string }[] }
    expect(errors.map(({ row, column, code }) => `${row} ${column} ${code}`)).toEqual([
      '1 XX prices.unknownZone',
      `3 ${zones[0]!.code} field.money`,
    ])
    const fine = await upload(`kg,${zones[0]!.code}\n1,7.00\n2,8\n`, 'prices.csv', 'true')
    expect(fine.result).toMatchObject({ rows: 2, zones: 1, changed: 2, errors: [] })
    expect((await sheetOf(feeId)).rows).toEqual(rows)
  })

  test('two versions are compared cell by cell', async () => {
    const { versions } = await sheetOf(publicFee)
    const active = versions.find(({ state }) => state === 'active')!
    const draft = await draftOf(publicFee, 1.1)
    const found = await staff.call(feePrices.compare, { id: active.id, withId: draft.id })
    const { rows, zones } = await sheetOf(publicFee, active.id)
    expect(found.same + found.cells.length).toBe(rows.length * zones.length)
    expect(found.cells[0]).toMatchObject({ zone: zones[0]!.code })
    expect(found.cells[0]!.changeBp).toBeGreaterThan(900)
    await staff.call(feePrices.drop, { id: draft.id })
  })
})

describe('a customer’s own table', () => {
  test('goes before the public one, follows it by a percentage, and its orders keep both versions', async () => {
    const feeId = await ownTable('OWN', { baseFeeId: publicFee })
    const { id } = await staff.call(feePrices.clone, { feeId })
    const { current } = await sheetOf(feeId, id)
    const { version } = await staff.call(feePrices.save, {
      id,
      version: current!.version,
      zones: [],
      rows: [],
      percentBp: -1000,
    })
    await staff.call(feePrices.activate, { id, version })
    const listed = await priceOf((await makeOrder(world(), staff)).id)
    await staff.call(feePrices.assign, { id: feeId, customerIds: [customer] })
    const order = await makeOrder(world(), staff, { confirm: true })
    const own = await priceOf(order.id)
    expect(Number(own.quote.lines[0]!.amount)).toBeCloseTo(
      Number(listed.quote.lines[0]!.amount) * 0.9,
      1,
    )
    await activate(publicFee, 1.5)
    const [row] = await query<{ base: string | null }>(
      'select base_version_id as base from shipment where id = $1',
      [order.id],
    )
    expect(row!.base).not.toBeNull()
    const other = await ownTable('OWN-2')
    const taken = await staff.put('/erp/fee/assign', { id: other, customerIds: [customer] })
    expect(issuesOf(taken)).toEqual(['customerIds.0:fee.customerTaken'])
    await staff.call(feePrices.assign, { id: feeId, customerIds: [] })
    expect(
      (await priceOf((await makeOrder(world(), staff)).id)).quote.fee.versionNo,
    ).toBeGreaterThan(listed.quote.fee.versionNo)
  })

  test('stays that of customers the caller does not see', async () => {
    const feeId = await ownTable('OWN-3')
    const other = world().otherCustomerId
    const assigned = async () =>
      (
        await query<{ id: string }>(
          'select customer_id as id from fee_customer where fee_id = $1 order by 1',
          [feeId],
        )
      ).map(({ id }) => id)
    await staff.call(feePrices.assign, { id: feeId, customerIds: [customer, other] })
    await query(
      `update sys_role set data_scope = 'sales' where tenant_id = $1 and role_code = 'finance'`,
      [world().tenantId],
    )
    await query(
      `update customer set sales_user_id = (select id from sys_user where username = $2) where id = $1`,
      [customer, world().username('finance')],
    )
    const narrow = await world().as('finance')
    await narrow.call(feePrices.assign, { id: feeId, customerIds: [customer] })
    expect(await assigned()).toEqual([customer, other].toSorted((a, b) => Number(a) - Number(b)))
    await narrow.call(feePrices.assign, { id: feeId, customerIds: [] })
    expect(await assigned()).toEqual([other])
    const unseen = await narrow.put('/erp/fee/assign', { id: feeId, customerIds: [other] })
    expect(issuesOf(unseen)).toEqual(['customerIds.0:field.ref'])
  })
})
