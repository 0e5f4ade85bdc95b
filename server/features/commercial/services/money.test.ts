import { describe, expect, test } from 'vitest'
import type { QuoteOut } from '#contracts/commercial/rating.ts'
import type { Answer, Client } from '#test/harness.ts'
import { useWorld } from '#test/harness.ts'
import { orderDraft } from '#test/orders.ts'

const world = useWorld()
type Row = Record<string, unknown> & { id: string; version: number }

const rowOf = (answer: Answer): Row => {
  expect(answer.message).not.toBe('')
  expect(answer.success, `${answer.message} ${JSON.stringify(answer.result)}`).toBe(true)
  return answer.result as Row
}
const issuesOf = ({ result }: Answer) =>
  (result as { issues?: { path: string; code: string }[] }).issues?.map(
    ({ path, code }) => `${path}:${code}`,
  )
const messagesOf = ({ result }: Answer) =>
  (result as { issues: { message: string }[] }).issues.map(({ message }) => message)
const recordsOf = (answer: Answer) => (rowOf(answer) as unknown as { records: Row[] }).records

let count = 0
/** A price list in this currency, active from long ago. */
async function addFee(staff: Client, currency: string, stepMode = 'A'): Promise<Row> {
  count += 1
  return rowOf(
    await staff.post('/erp/fee/add', {
      code: `${currency}${count}`,
      name: `${currency} ${count}`,
      currency,
      stepMode,
      validFrom: '2020-01-01',
      status: '1',
    }),
  )
}

/** The service of `orderDraft` and the zones it delivers to. */
async function serviceOf(staff: Client) {
  const { serviceId } = await orderDraft(world())
  const zones = recordsOf(await staff.get('/erp/partition/list', { pageSize: 200 })).filter(
    (zone) => zone.serviceId === serviceId,
  )
  expect(zones.length).toBeGreaterThan(0)
  return { serviceId, zones }
}

async function priceFrom(staff: Client, feeId: string): Promise<void> {
  const { serviceId } = await serviceOf(staff)
  const service = rowOf(await staff.get('/erp/deliveryService/queryById', { id: serviceId }))
  rowOf(await staff.put('/erp/deliveryService/edit', { ...service, feeId }))
}

async function quoted(staff: Client): Promise<QuoteOut> {
  const answer = rowOf(await staff.post('/erp/shipment/quote', await orderDraft(world())))
  expect(answer.issues).toEqual([])
  return answer.quote as QuoteOut
}

describe('a price list in its own currency', () => {
  test.each([
    ['JPY', '500', '500'],
    ['KRW', '12000', '12000'],
    ['KWD', '1.5', '1.500'],
    ['CLF', '0.0125', '0.0125'],
    ['EUR', '4.5', '4.50'],
  ])('%s: %s is kept, shown and quoted as %s', async (currency, typed, shown) => {
    const staff = await world().as('manager')
    const fee = await addFee(staff, currency)
    const { zones } = await serviceOf(staff)
    for (const zone of zones) {
      const cell = rowOf(
        await staff.post('/erp/feeCell/add', {
          feeId: fee.id,
          partitionId: zone.id,
          price: typed,
        }),
      )
      expect(cell).toMatchObject({ price: shown, feeId_currency: currency })
    }
    const listed = recordsOf(await staff.get('/erp/feeCell/list', { feeId: fee.id, pageSize: 200 }))
    expect(listed.map(({ price }) => price)).toEqual(zones.map(() => shown))
    const extra = rowOf(
      await staff.post('/erp/surcharge/add', {
        feeId: fee.id,
        name: 'Remote area',
        tradeItem: '4',
        kind: 'SHIPMENT',
        amount: typed,
        applies: 'ALWAYS',
      }),
    )
    expect(extra).toMatchObject({ amount: shown, feeId_currency: currency })
    await priceFrom(staff, fee.id)
    const quote = await quoted(staff)
    expect(quote.currency).toBe(currency)
    expect(quote.lines.map(({ amount }) => amount)).toEqual([shown, shown])
    expect(Number(quote.total)).toBe(2 * Number(typed))
    const steps = quote.lines.map(({ params }) => params.price)
    expect(steps).toEqual([shown, shown])
  })

  test('more decimals than the currency has, the wrong sign and no number are refused by name', async () => {
    const staff = await world().as('manager')
    const { zones } = await serviceOf(staff)
    const add = async (fee: Row, price: unknown) =>
      staff.post('/erp/feeCell/add', { feeId: fee.id, partitionId: zones[0]!.id, price })
    const [yen, dinar] = [await addFee(staff, 'JPY'), await addFee(staff, 'KWD')]
    const refused = await add(yen, '1.5')
    expect(issuesOf(refused)).toEqual(['price:field.moneyDecimals'])
    expect(messagesOf(refused)[0]).toContain('JPY')
    staff.lang = 'zh_CN'
    expect(messagesOf(await add(yen, '1.5'))[0]).toMatch(/JPY.*0/)
    staff.lang = 'en_US'
    expect(issuesOf(await add(dinar, '1.2345'))).toEqual(['price:field.moneyDecimals'])
    expect(issuesOf(await add(dinar, '-1'))).toEqual(['price:field.moneyNegative'])
    expect(issuesOf(await add(dinar, 'a lot'))).toEqual(['price:field.money'])
    expect(issuesOf(await add(dinar, '12345678901234567890'))).toEqual([
      'price:field.moneyTooLarge',
    ])
    // Zeros behind the last decimal have no meaning.
    expect(rowOf(await add(yen, '7.00')).price).toBe('7')
  })

  test('what is no currency is refused where it is chosen', async () => {
    const staff = await world().as('tenantAdmin')
    const dict = recordsOf(await staff.get('/sys/dict/list', { dictCode: 'currency' })).find(
      (one) => one.dictCode === 'currency',
    )!
    rowOf(
      await staff.post('/sys/dictItem/add', {
        dictId: dict.id,
        itemText: 'Bitcoin',
        itemTextEn: 'Bitcoin',
        itemValue: 'BTC',
        sortOrder: 1,
        status: 1,
      }),
    )
    const refused = await (
      await world().as('manager')
    ).post('/erp/fee/add', {
      code: 'BTC',
      name: 'BTC',
      currency: 'BTC',
      stepMode: 'A',
      validFrom: '2020-01-01',
    })
    expect(issuesOf(refused)).toEqual(['currency:field.currency'])
  })

  test('a price list that has prices keeps its currency; a price moved to another list keeps its amount', async () => {
    const staff = await world().as('manager')
    const { zones } = await serviceOf(staff)
    const [euro, yen] = [await addFee(staff, 'EUR', 'C'), await addFee(staff, 'JPY', 'C')]
    const free = rowOf(await staff.put('/erp/fee/edit', { ...euro, currency: 'USD' }))
    const back = rowOf(await staff.put('/erp/fee/edit', { ...free, currency: 'EUR' }))
    const partitionId = zones[0]!.id
    const cell = rowOf(
      await staff.post('/erp/feeCell/add', {
        feeId: euro.id,
        partitionId,
        price: '3.00',
        minPrice: '12.00',
      }),
    )
    const refused = await staff.put('/erp/fee/edit', { ...back, currency: 'JPY' })
    expect(issuesOf(refused)).toEqual(['currency:fee.currencyUsed'])
    // Without the minimum in the body, as a client may send it.
    const move = (version: number, feeId: string, price: string, more: object = {}) =>
      staff.put('/erp/feeCell/edit', { id: cell.id, version, feeId, partitionId, price, ...more })
    const moved = rowOf(await move(cell.version, yen.id, '3'))
    expect(moved).toMatchObject({ price: '3', minPrice: '12', feeId_currency: 'JPY' })
    const again = rowOf(await move(moved.version, euro.id, '3', { minPrice: '3.21' }))
    expect(issuesOf(await move(again.version, yen.id, '3'))).toEqual([
      'minPrice:field.moneyDecimals',
    ])
  })

  test('lists are searched and sorted by amounts as they are read, whatever their decimals', async () => {
    const staff = await world().as('manager')
    const { zones } = await serviceOf(staff)
    const fees: string[] = []
    for (const [currency, price] of [
      ['JPY', '500'],
      ['KWD', '1.5'],
      ['EUR', '4.50'],
    ] as const) {
      const fee = await addFee(staff, currency)
      fees.push(fee.id)
      rowOf(
        await staff.post('/erp/feeCell/add', { feeId: fee.id, partitionId: zones[0]!.id, price }),
      )
    }
    const prices = async (query: Record<string, unknown>) =>
      recordsOf(
        await staff.get('/erp/feeCell/list', { feeId_MultiString: fees.join(','), ...query }),
      ).map(({ price }) => price)
    expect(await prices({ column: 'price', order: 'asc' })).toEqual(['1.500', '4.50', '500'])
    const where = (rule: string, val: string) =>
      prices({
        superQueryParams: encodeURIComponent(JSON.stringify([{ field: 'price', rule, val }])),
      })
    expect(await where('eq', '500')).toEqual(['500'])
    expect(await where('eq', '1.5')).toEqual(['1.500'])
    expect(await where('le', '4.5')).toHaveLength(2)
    expect(await where('in', '4.50,1.500')).toHaveLength(2)
  })

  test('sheets carry amounts of every currency in and out', async () => {
    const staff = await world().as('manager')
    const { serviceId } = await serviceOf(staff)
    const zone = rowOf(
      await staff.post('/erp/partition/add', { serviceId, code: 'SHEET', name: 'Sheet' }),
    )
    const [yen, dinar, euro] = [
      await addFee(staff, 'JPY'),
      await addFee(staff, 'KWD'),
      await addFee(staff, 'EUR'),
    ]
    const line = (fee: Row, price: string) => `${String(fee.code)},${String(zone.code)},${price}\n`
    const sheet = `feeId,partitionId,price\n${line(yen, '500')}${line(dinar, '1.525')}${line(euro, '4.5')}${line(yen, '0.5')}`
    const outcome = rowOf(await staff.upload('/erp/feeCell/importExcel', 'cells.csv', sheet))
    expect(outcome).toMatchObject({
      successCount: 3,
      errorCount: 1,
      errors: [{ row: 5, code: 'field.moneyDecimals' }],
    })
    const file = await staff.get('/erp/feeCell/exportXls', {
      feeId_MultiString: [yen.id, dinar.id, euro.id].join(','),
      exportFormat: 'csv',
      exportColumns: 'price',
    })
    expect(
      file.bytes
        .toString('utf8')
        .match(/[\d.]+/g)
        ?.sort(),
    ).toEqual(['1.525', '4.50', '500'])
    const rowsOf = async (path: string, more: object) =>
      (
        await staff.get(path, {
          feeId_MultiString: [yen.id, dinar.id, euro.id].join(','),
          exportFormat: 'csv',
          ...more,
        })
      ).bytes
        .toString('utf8')
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/)
        .map((line) => line.replaceAll('"', '').split(','))
    const [title, ...prices] = await rowsOf('/erp/feeCell/exportXls', { exportColumns: 'price' })
    expect(title).toEqual(['Price', 'Currency'])
    expect(prices.toSorted()).toEqual([
      ['1.525', 'KWD'],
      ['4.50', 'EUR'],
      ['500', 'JPY'],
    ])
    rowOf(
      await staff.post('/erp/surcharge/add', {
        feeId: yen.id,
        name: 'Remote area',
        tradeItem: '4',
        kind: 'SHIPMENT',
        amount: '300',
        applies: 'ALWAYS',
      }),
    )
    const [titles = [], ...extras] = await rowsOf('/erp/surcharge/exportXls', {})
    expect(titles.filter((one) => one === 'Currency')).toHaveLength(1)
    const at = titles.indexOf('Currency')
    expect(extras.map((line) => [line[at - 1], line[at]])).toEqual([['300', 'JPY']])
  })
})
