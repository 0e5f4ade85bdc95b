import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ImportState } from '#contracts/orders/imports/shipment-imports.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { readSheet } from '#server/kit/sheets/sheets.ts'

const world = useWorld()
const fixture = (name: string) =>
  readFileSync(new URL(`../../../../test/fixtures/${name}`, import.meta.url))
type Result = ImportState & {
  errors: {
    row: number
    reference: string
    column: string
    value: string | null
    code: string
    message: string
  }[]
}

async function send(
  client: Client,
  name: string,
  bytes: Uint8Array | string,
  fields: Record<string, string> = {},
): Promise<Result> {
  const started = await client.upload('/erp/shipment/importExcel', name, bytes, {
    dryRun: 'false',
    ...fields,
  })
  if (!started.success) throw new Error(started.message)
  return finished(client, (started.result as { id: string }).id)
}
async function finished(client: Client, id: string): Promise<Result> {
  for (;;) {
    const state = (await client.get('/erp/shipmentImport/queryById', { id })).result as Result
    if (['done', 'failed'].includes(state.status)) return state
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const expected = (
  JSON.parse(fixture('orders-1000.errors.json').toString()) as {
    errors: { row: number; reference: string; error: string }[]
  }
).errors
const plain = (errors: Result['errors']) =>
  errors.map(({ row, reference, code }) => ({ row, reference, error: code }))
const head =
  'reference,service,depot,consigneeName,country,city,postalCode,street,weightKg,nameEn,quantity,unitWeightKg,unitPrice,currency,remark\n'

describe('the order file of a thousand', () => {
  test('dry run, then for real, then again: refused exactly the bad rows, nothing twice', async () => {
    const customer = await world().as('customer')
    const file = fixture('orders-1000.csv')
    const dry = await send(customer, 'orders-1000.csv', file, { dryRun: 'true' })
    expect(plain(dry.errors)).toEqual(expected)
    expect(dry.errors.find((error) => error.code === 'service.unknown')?.value).toMatch(/\S/)
    expect(dry).toMatchObject({
      status: 'done',
      total: 1001,
      done: 1001,
      accepted: 951,
      refused: 50,
      totals: [{ currency: 'EUR' }],
    })
    const count = () =>
      world()
        .db.pool.query<{ n: number }>(
          'select count(*)::int as n from shipment where tenant_id = $1',
          [world().tenantId],
        )
        .then((found) => found.rows[0]!.n)
    expect(await count()).toBe(0)
    const committed = await customer.post('/erp/shipmentImport/commit', { id: dry.id })
    const real = await finished(customer, (committed.result as { id: string }).id)
    expect(plain(real.errors)).toEqual(expected)
    expect(real).toMatchObject({ accepted: 951, refused: 50, totals: dry.totals })
    expect(await count()).toBe(951)
    const again = await send(customer, 'orders-1000.csv', file)
    expect(again).toMatchObject({ accepted: 0, refused: 1001 })
    expect(
      again.errors.filter((error) => error.code === 'reference.duplicate').length,
    ).toBeGreaterThanOrEqual(951)
    expect(await count()).toBe(951)
  })

  test('sends the refused rows back to be corrected, with the reasons', async () => {
    const customer = await world().as('otherCustomer')
    const real = await send(customer, 'orders-1000.csv', fixture('orders-1000.csv'), {
      dryRun: 'true',
    })
    const sheet = await customer.get('/erp/shipmentImport/exportErrors', {
      id: real.id,
      format: 'xlsx',
    })
    const rows: string[][] = []
    for await (const batch of readSheet(sheet.bytes, 'errors.xlsx'))
      rows.push(...batch.map((row) => row.cells))
    expect(rows[0]).toContain('weightKg')
    expect(rows.length - 1).toBeGreaterThanOrEqual(50)
    expect(rows.slice(1).filter((row) => row.length === rows[0]!.length)).toHaveLength(50) // one row, one reason
  })
})

describe('other files', () => {
  test('formula cells stay text and cannot start a formula when exported', async () => {
    const customer = await world().as('customer')
    const row = (reference: string, remark: string) =>
      `${reference},ECO-PARCEL,FRA1,A,DE,Berlin,10115,Weg,1,Shirt,1,0.1,5,EUR,${remark}\n`
    const done = await send(
      customer,
      'f.csv',
      `${head}${row('FX-1', '=1+1')}${row('FX-2', '"@SUM(A1)"')}${row('FX-3,', '').replace('FX-3,,', 'FX-3,')}`.replace(
        'FX-3,ECO-PARCEL',
        'FX-3,NOPE',
      ),
    )
    expect(done).toMatchObject({ accepted: 2, refused: 1 })
    const stored = await world().db.pool.query(
      `select remark from shipment where tenant_id = $1 and reference = 'FX-1'`,
      [world().tenantId],
    )
    expect(stored.rows[0]).toEqual({ remark: '=1+1' })
  })

  test('what is no order file is reported and adds nothing', async () => {
    const customer = await world().as('customer')
    expect((await send(customer, 'a.csv', 'just some words')).failure?.code).toMatch(
      /^(sheet|import)\./,
    )
    expect((await send(customer, 'b.csv', ' \n')).failure?.code).toBe('sheet.empty')
    expect((await send(customer, 'c.csv', head)).failure?.code).toBe('import.noOrders')
    expect(
      (await send(customer, 'd.xlsx', Buffer.from('PK\x03\x04 not really a zip'))).failure?.code,
    ).toMatch(/^sheet\./)
  })

  test("are the sender's alone", async () => {
    const customer = await world().as('customer')
    const done = await send(
      customer,
      'own.csv',
      `${head}OWN-1,ECO-PARCEL,FRA1,A,DE,Berlin,10115,Weg,1,Shirt,1,0.1,5,EUR,\n`,
      { customerId: world().otherCustomerId },
    )
    expect(done.customerId).toBe(world().customerId)
    for (const other of [await world().as('otherCustomer'), await world().otherTenantUser()]) {
      expect((await other.get('/erp/shipmentImport/queryById', { id: done.id })).status).toBe(404)
      expect((await other.post('/erp/shipmentImport/commit', { id: done.id })).status).toBe(404)
    }
  })
})

describe('a file of a sub-account', () => {
  test('is held to its services, depots and cap, each row with its own reason; orders above count', async () => {
    const { db, tenantId, username } = world()
    const sub = await world().as('sub')
    const line = (reference: string, change: { service?: string; depot?: string } = {}) =>
      `${reference},${change.service ?? 'ECO-PARCEL'},${change.depot ?? 'FRA1'},Erika,DE,Berlin,10115,Weg,1,Shirt,1,0.1,5,EUR,\n`
    const [price] = (await send(sub, 'one.csv', head + line('SUB-0'), { dryRun: 'true' })).totals
    const cents = Math.round(Number(price?.amount) * 100)
    await db.pool.query(
      `insert into sub_account (tenant_id, user_id, allowed_services, allowed_depots, spend_cap,
          spend_currency)
      select $1, u.id,
        array(select id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'),
        array(select id from depot where tenant_id = $1 and code = 'FRA1'), $3, 'EUR'
        from sys_user u where u.username = $2`,
      [tenantId, username('sub'), cents * 2],
    )
    const depot = (
      await db.pool.query<{ code: string }>(
        `select code from depot where tenant_id = $1 and code <> 'FRA1' and enabled limit 1`,
        [tenantId],
      )
    ).rows[0]!.code
    const file =
      head +
      line('SUB-1') +
      line('SUB-2', { service: 'EXP-AIR' }) +
      line('SUB-3', { depot }) +
      line('SUB-4') +
      line('SUB-5')
    const refusals = [
      { row: 3, reference: 'SUB-2', column: 'service', code: 'service.notAllowed' },
      { row: 4, reference: 'SUB-3', column: 'depot', code: 'depot.notAllowed' },
      { row: 6, reference: 'SUB-5', column: 'service', code: 'spendCap.over' },
    ]
    for (const dryRun of ['true', 'false']) {
      const state = await send(sub, 'sub.csv', file, { dryRun })
      expect(state).toMatchObject({ accepted: 2, refused: 3, errors: refusals })
      expect(state.errors[2]!.message).toContain(
        `0.00 of ${((cents * 2) / 100).toFixed(2)} EUR left`,
      )
    }
  })
})
