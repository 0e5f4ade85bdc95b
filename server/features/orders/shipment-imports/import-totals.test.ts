import { beforeAll, expect, test } from 'vitest'
import { shipmentImports, type ImportState } from '#contracts/orders/imports/shipment-imports.ts'
import { tax } from '#contracts/money/tax.ts'
import { useWorld, type Answer, type Client } from '#test/harness.ts'

/** What an import costs is added up per currency. */
const world = useWorld()
const HEAD =
  'reference,service,depot,consigneeName,country,city,postalCode,street,weightKg,nameEn,quantity,unitWeightKg,unitPrice,currency\n'
/** More orders than one batch of an import holds. */
const BATCH = 1_000
const DOLLARS = '7.25'
type Row = Record<string, unknown> & { id: string }
type State = ImportState & { errors: { code: string; message: string }[] }

const line = (reference: string, service: string) =>
  `${reference},${service},FRA1,Erika,DE,Berlin,10115,Weg,1,Shirt,1,0.1,5,EUR\n`

async function result<R>(sent: Promise<Answer>): Promise<R> {
  const answer = await sent
  expect(answer.success, `${answer.message} ${JSON.stringify(answer.result)}`).toBe(true)
  return answer.result as R
}

async function ended(client: Client, id: string): Promise<State> {
  for (;;) {
    const state = await client.call(shipmentImports.queryById, { id })
    if (['done', 'failed'].includes(state.status)) return state
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
async function send(client: Client, file: string, dryRun = 'true'): Promise<State> {
  const { id } = await result<Row>(
    client.upload('/erp/shipment/importExcel', 'orders.csv', HEAD + file, { dryRun }),
  )
  return ended(client, id)
}

/** One service is priced in dollars, the other one stays with euros. */
beforeAll(async () => {
  const staff = await world().as('manager')
  const all = (path: string) =>
    result<{ records: Row[] }>(staff.get(`${path}/list`, { pageSize: 200 }))
  const service = (await all('/erp/deliveryService')).records.find(({ code }) => code === 'EXP-AIR')
  const { records: zones } = await all('/erp/partition')
  const fee = await result<Row>(
    staff.post('/erp/fee/add', {
      code: 'USD-AIR',
      name: 'Dollars',
      currency: 'USD',
      stepMode: 'A',
      validFrom: '2020-01-01',
      status: '1',
    }),
  )
  for (const zone of zones.filter(({ serviceId }) => serviceId === service?.id))
    await result(
      staff.post('/erp/feeCell/add', { feeId: fee.id, partitionId: zone.id, price: DOLLARS }),
    )
  await result(staff.put('/erp/deliveryService/edit', { ...service, feeId: fee.id }))
})

const amounts = ({ totals }: ImportState) =>
  Object.fromEntries(totals.map(({ currency, amount }) => [currency, amount]))
const times = (amount: string | undefined, count: number) => (Number(amount) * count).toFixed(2)

test('euros in one batch and dollars in the next, and both in one', async () => {
  const customer = await world().as('customer')
  const one = await send(customer, line('ONE', 'ECO-PARCEL'))
  expect(one.errors).toEqual([])
  expect(Object.keys(amounts(one))).toEqual(['EUR'])
  const dollars = await send(customer, line('ONE', 'EXP-AIR'))
  expect(dollars.errors).toEqual([])
  expect(Object.keys(amounts(dollars))).toEqual(['USD'])
  const file = [
    ...Array.from({ length: BATCH }, (_, at) => line(`E-${at}`, 'ECO-PARCEL')),
    ...Array.from({ length: 3 }, (_, at) => line(`U-${at}`, 'EXP-AIR')),
    line('LAST', 'ECO-PARCEL'),
  ].join('')
  const both = {
    EUR: times(amounts(one).EUR, BATCH + 1),
    USD: times(amounts(dollars).USD, 3),
  }
  const tried = await send(customer, file)
  expect(tried).toMatchObject({ accepted: BATCH + 4, refused: 0 })
  expect(amounts(tried)).toEqual(both)
  expect(amounts(await send(customer, file, 'false'))).toEqual(both)
  const listed = await customer.call(shipmentImports.list, {})
  expect(listed.records.slice(0, 2).map(amounts)).toEqual([both, both])
  const nothing = await send(customer, line('NONE', 'NO-SUCH-SERVICE'))
  expect(nothing.totals).toEqual([])
})

test('an import that goes on counts what it took before against the cap in the cap’s currency', async () => {
  const { db, tenantId, username } = world()
  const sub = await world().as('sub')
  const state = await send(sub, line('SUB-1', 'EXP-AIR') + line('SUB-2', 'ECO-PARCEL'))
  expect(state.errors).toEqual([])
  const { EUR } = amounts(state)
  const cents = Math.round(Number(EUR) * 100)
  const cap = (amount: number) =>
    db.pool.query(
      `insert into sub_account (tenant_id, user_id, spend_cap, spend_currency)
      select $1, u.id, $3, 'EUR' from sys_user u where u.username = $2
      on conflict (tenant_id, user_id) do update set spend_cap = excluded.spend_cap`,
      [tenantId, username('sub'), amount],
    )
  const goesOn = async (totals: object) => {
    await db.pool.query(
      `update shipment_import
        set status = 'failed', failure = 'job.broken', done = 1, accepted = 1, refused = 0,
          totals = $2 where id = $1`,
      [state.id, JSON.stringify(totals)],
    )
    await result(sub.post('/erp/shipmentImport/retry', { id: state.id }))
    return ended(sub, state.id)
  }
  const before = [
    { currency: 'USD', minor: '99999999' },
    { currency: 'EUR', minor: String(cents) },
  ]
  await cap(2 * cents)
  const within = await goesOn(before)
  expect(within).toMatchObject({ accepted: 2, errors: [] })
  expect(amounts(within)).toEqual({ USD: '999999.99', EUR: times(EUR, 2) })
  await cap(2 * cents - 1)
  expect((await goesOn(before)).errors.map(({ code }) => code)).toEqual(['spendCap.over'])
})

test('is added up with its tax and without, whether an order was right at once or mended', async () => {
  const finance = await world().as('finance')
  const { version } = await finance.call(tax.setting, {})
  await finance.call(tax.saveSetting, {
    prices: 'net',
    country: 'DE',
    vatId: 'DE 136 695 976',
    version,
  })
  await world().db.pool.query(`update customer set country = 'DE' where id = $1`, [
    world().customerId,
  ])
  const customer = await world().as('customer')
  const one = await send(customer, line('T-1', 'ECO-PARCEL'))
  const [{ amount, ...total }] = one.totals as [ImportState['totals'][number]]
  const cents = Math.round(Number(amount) * 100)
  const gross = cents + Math.round(cents * 0.19)
  const text = (minor: number) => (minor / 100).toFixed(2)
  expect(total).toEqual({ currency: 'EUR', net: amount, gross: text(gross) })
  const both = [
    { currency: 'EUR', amount: text(2 * cents), net: text(2 * cents), gross: text(2 * gross) },
  ]
  const wrong = await send(
    customer,
    line('T-1', 'ECO-PARCEL') + line('T-2', 'ECO-PARCEL').replace('10115', 'x'),
  )
  expect(wrong).toMatchObject({ accepted: 1, refused: 1, totals: one.totals })
  const mend = async (postalCode: string) => {
    await customer.call(shipmentImports.mend, {
      id: wrong.id,
      rows: [{ row: 3, cells: { postalCode } }],
    })
    return (await ended(customer, wrong.id)).totals
  }
  expect(await mend('10117')).toEqual(both)
  // What it cost before is taken off again.
  expect(await mend('10119')).toEqual(both)
  // Without its rate an order has no tax, and the sum none; both have it once the rate is there.
  const { db, tenantId } = world()
  await db.pool.query('delete from tax_rate where tenant_id = $1', [tenantId])
  expect(await mend('10117')).toEqual([{ ...both[0], gross: null }])
  await db.pool.query('select put_tax_rates($1)', [tenantId])
  expect(await mend('10117')).toEqual(both)
  expect(await mend('x')).toEqual(one.totals)
  expect(await mend('10117')).toEqual(both)
  const { id } = await customer.call(shipmentImports.commit, { id: wrong.id })
  expect((await ended(customer, id)).totals).toEqual(both)
})
