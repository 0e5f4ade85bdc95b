import { beforeAll, describe, expect, test } from 'vitest'
import { fuelPaste } from '#contracts/commercial/prices/fuel-rates.ts'
import { remoteSheets } from '#contracts/commercial/prices/remote-lists.ts'
import { simulator } from '#contracts/commercial/simulate.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { makeOrder } from '#test/orders.ts'
import { useOwnWorld, type Answer, type Client } from '#test/harness.ts'

const world = useOwnWorld()
let staff: Client
let feeId: string
let indexId: string
let listId: string

const idOf = ({ success, result, message }: Answer): string => {
  expect(success, message).toBe(true)
  return (result as { id: string }).id
}
const issuesOf = ({ result }: Answer) =>
  ((result as { issues?: { path: string; code: string }[] } | null)?.issues ?? []).map(
    ({ path, code }) => `${path}:${code}`,
  )
const month = (offset: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 15))
    .toISOString()
    .slice(0, 7)
}
const rule = (more: object) =>
  staff.post('/erp/surcharge/add', {
    feeId,
    name: 'x',
    tradeItem: '9',
    kind: 'SHIPMENT',
    amount: '1.00',
    applies: 'ALWAYS',
    ...more,
  })
const price = (more: object = {}) =>
  staff.call(simulator.simulate, {
    serviceCode: 'ECO-PARCEL',
    country: 'DE',
    postalCode: '10115',
    parcels: [{ weightKg: '2' }],
    ...more,
  })
const paste = (text: string, dryRun = false) =>
  staff.call(fuelPaste.paste, { indexId, text, dryRun })
const upload = (csv: string, more: Record<string, string> = {}) =>
  staff.upload('/erp/remoteList/importPostcodes', 'list.csv', csv, { id: listId, ...more })
const importList = async (csv: string, more: Record<string, string> = {}) => {
  const answer = await upload(csv, more)
  expect(answer.success, answer.message).toBe(true)
  return answer.result as Out<typeof remoteSheets.importPostcodes>
}

beforeAll(async () => {
  staff = await world().as('manager')
  const found = await world().db.pool.query<{ fee_id: string }>(
    `select fee_id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  feeId = found.rows[0]!.fee_id
  indexId = idOf(
    await staff.post('/erp/fuelIndex/add', { code: 'F1', name: '公路燃油', nameEn: 'Road fuel' }),
  )
  listId = idOf(
    await staff.post('/erp/remoteList/add', { code: 'R1', name: '海岛', nameEn: 'Islands' }),
  )
})

describe('fuel rates', () => {
  test('months are pasted as they come, and again without effect', async () => {
    const lines = `${month(-2)} 20\n${month(-1).replace('-', '/')};21,5 %\n\n${month(0)}\t19.25%`
    expect(await paste(lines, true)).toMatchObject({ dryRun: true, added: 3, errors: [] })
    expect(await paste(lines)).toMatchObject({ added: 3, changed: 0 })
    expect(await paste(lines)).toMatchObject({ added: 0, changed: 0, same: 3 })
  })

  test('a wrong line is named and nothing is taken', async () => {
    const found = await paste(`${month(1)} 18\n2026-13 4\n${month(2)} 1e9\n${month(-2)} 30`)
    expect(found.errors.map(({ row, code }) => `${row}:${code}`)).toEqual([
      '2:fuelRate.line',
      '3:fuelRate.rate',
      '4:fuelRate.over',
    ])
    expect(await paste(`${month(1)} 18`, true)).toMatchObject({ added: 1 })
  })

  test('a month that is over is neither edited nor deleted', async () => {
    const list = await staff.get(`/erp/fuelRate/list?indexId=${indexId}&month=${month(-2)}`)
    const row = (list.result as { records: { id: string; version: number }[] }).records[0]!
    const edited = await staff.put('/erp/fuelRate/edit', {
      id: row.id,
      version: row.version,
      indexId,
      month: month(-2),
      rateBp: 1,
    })
    expect(issuesOf(edited)).toEqual(['month:fuelRate.over'])
    expect((await staff.delete(`/erp/fuelRate/delete?id=${row.id}`)).success).toBe(false)
  })

  test('a price has the rate of its month, and explains it', async () => {
    const before = await price()
    idOf(
      await rule({
        name: '旺季燃油',
        nameEn: 'Fuel by index',
        tradeItem: '2',
        kind: 'PERCENT',
        amount: null,
        fuelIndexId: indexId,
      }),
    )
    const after = await price()
    const line = after.lines.find(({ text }) => text.includes(month(0)))
    expect(line?.text).toContain('19.25%')
    expect(Number(after.total)).toBeGreaterThan(Number(before.total))
  })
})

describe('remote postcodes', () => {
  test('a file is tried, taken, and taken again without effect', async () => {
    const csv = '国家,起,止\nDE,25980,25999\nDE,27498,\nGB,KW,\n'
    expect(await importList(csv, { dryRun: 'true' })).toMatchObject({ added: 3, errors: [] })
    expect(await importList(csv)).toMatchObject({ added: 3 })
    expect(await importList(csv)).toMatchObject({ added: 0, ended: 0, same: 3 })
    const { found } = await staff.call(remoteSheets.find, {
      id: listId,
      country: 'DE',
      postalCode: '25990',
    })
    expect(found).toMatchObject({ from: '25980', to: '25999' })
  })

  test('errors name their line and column; nothing is taken', async () => {
    const found = await importList('DE,99999,11111\nXX,1,\nDE,,5\nFR,20000,\nFR,20000,\n')
    expect(found.errors.map(({ row, column, code }) => [row, column, code].join(' '))).toEqual([
      '1 valueTo remoteList.backwards',
      '2 country country.unknown',
      '3 valueFrom remoteList.noStart',
      '5 valueFrom remoteList.twice',
    ])
  })

  test('the surcharge is due for what is on the list, on its days', async () => {
    idOf(
      await rule({
        name: '偏远附加费',
        nameEn: 'Remote area',
        tradeItem: '3',
        amount: '7.77',
        applies: 'POSTCODE',
        remoteListId: listId,
      }),
    )
    const remote = (answer: Awaited<ReturnType<typeof price>>) =>
      answer.lines.find(({ tradeItem }) => tradeItem === '3')
    expect(remote(await price({ postalCode: '25990' }))).toMatchObject({ amount: '7.77' })
    expect(remote(await price())).toBeUndefined()
    // From tomorrow on another edition holds.
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    expect(await importList('DE,10115,\n', { validFrom: tomorrow })).toMatchObject({ ended: 3 })
    expect(remote(await price({ postalCode: '25990' }))).toBeDefined()
    expect(remote(await price({ postalCode: '25990', date: tomorrow }))).toBeUndefined()
    expect(remote(await price({ date: tomorrow }))).toBeDefined()
    expect(issuesOf(await upload('DE,10117,\n'))).toEqual(['validFrom:remoteList.later'])
  })

  test('another tenant has no such list', async () => {
    const other = await world().otherTenantUser()
    const answer = await other.get(`/erp/remoteList/find?id=${listId}&country=DE`)
    expect(answer.success).toBe(false)
  })
})

describe('attributes of the order', () => {
  test('are charged and explained', async () => {
    idOf(
      await rule({
        name: '带电',
        nameEn: 'Battery',
        tradeItem: '7',
        amount: '2.00',
        applies: 'ATTRIBUTE',
        attribute: 'LITHIUM',
      }),
    )
    const battery = (answer: Awaited<ReturnType<typeof price>>) =>
      answer.lines.find(({ tradeItem }) => tradeItem === '7')
    expect(battery(await price({ attributes: ['LITHIUM'] }))?.text).toContain('lithium battery')
    expect(battery(await price())).toBeUndefined()
  })

  test('an order carries them, in the form and stored', async () => {
    const attributes = { dangerousGoods: 'LI_ION_IN', services: [] }
    const { id } = await makeOrder(world(), staff, { change: { attributes } })
    const items = async () => {
      const { quote } = await staff.call(shipments.queryById, { id })
      return (quote?.lines ?? []).filter(({ tradeItem }) => tradeItem === '7').length
    }
    expect(await items()).toBe(1)
    const { rows } = await staff.call(shipments.confirm, { ids: [id] })
    expect(rows[0]).toMatchObject({ ok: true })
    expect(rows[0]?.warnings?.filter(({ path }) => path === 'amount') ?? []).toEqual([])
    expect(await items()).toBe(1)
  })
})

describe('refused when saved', () => {
  test.each([
    [
      'ends before it begins',
      { validFrom: '2026-05-01', validTo: '2026-04-01' },
      'validTo:surcharge.neverDates',
    ],
    ['ends before the table begins', { validTo: '2020-01-01' }, 'validTo:surcharge.neverTable'],
    [
      'a bound no parcel reaches',
      { applies: 'WEIGHT', threshold: 31_500 },
      'threshold:surcharge.neverLimit',
    ],
    [
      'a side no parcel reaches',
      { applies: 'LONGEST', threshold: 3000 },
      'threshold:surcharge.neverLimit',
    ],
    ['no list', { applies: 'POSTCODE' }, 'remoteListId:field.required'],
    ['no attribute', { applies: 'ATTRIBUTE' }, 'attribute:field.required'],
    ['an amount that overflows', { amount: '900000000.00' }, 'amount:rate.cell.overflow'],
    ['a base of a fixed amount', { base: 'ALL' }, 'base:surcharge.percentOnly'],
    ['no rate', { kind: 'PERCENT', amount: null }, 'rateBp:field.required'],
  ])('%s', async (_, more, issue) => {
    expect(issuesOf(await rule(more))).toEqual([issue])
  })

  test('an index without rates, a list without postcodes', async () => {
    const index = idOf(await staff.post('/erp/fuelIndex/add', { code: 'F0', name: 'x' }))
    const list = idOf(await staff.post('/erp/remoteList/add', { code: 'R0', name: 'x' }))
    expect(issuesOf(await rule({ kind: 'PERCENT', amount: null, fuelIndexId: index }))).toEqual([
      'fuelIndexId:surcharge.indexEmpty',
    ])
    expect(issuesOf(await rule({ applies: 'POSTCODE', remoteListId: list }))).toEqual([
      'remoteListId:surcharge.listEmpty',
    ])
  })
})

test('rates are percent in sheets: exported, imported again, and refused beyond two decimals', async () => {
  const made = idOf(await rule({ name: 'OnePercent', kind: 'PERCENT', amount: null, rateBp: 1825 }))
  const bytes = await staff.get('/erp/surcharge/exportXls', { exportFormat: 'csv', feeId })
  const line = bytes.bytes
    .toString()
    .split('\n')
    .find((text) => text.includes('OnePercent'))
  expect(line).toContain('18.25 %')
  await staff.delete('/erp/surcharge/delete', { id: made })
  const index = (await staff.get('/erp/fuelIndex/queryById', { id: indexId })).result as {
    name: string
  }
  const send = (rate: string) =>
    staff.upload(
      '/erp/fuelRate/importExcel',
      'rates.csv',
      `Fuel index,Month,Rate\n${index.name},${month(7)},${rate}\n`,
    )
  expect(await send('18.255')).toMatchObject({
    result: { errors: [{ code: 'field.percent' }] },
  })
  const good = await send('21.5 %')
  expect(good.success, JSON.stringify(good.result)).toBe(true)
  const stored = await world().db.pool.query<{ rate_bp: number }>(
    'select rate_bp from fuel_rate where index_id = $1 and month = $2',
    [indexId, month(7)],
  )
  expect(stored.rows).toEqual([{ rate_bp: 2150 }])
})
