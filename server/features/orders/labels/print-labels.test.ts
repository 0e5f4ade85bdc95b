import { BarcodeFormat } from '@zxing/library'
import { describe, expect, test } from 'vitest'
import { printSets, printSetList } from '#contracts/platform/operations/print-sets.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'
import { open, scan, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'

const world = useWorld()
const print = (client: Client, body: object, headers?: Record<string, string>) =>
  client.post('/erp/label/print', body, headers)
const read = async (client: Client, id: string) =>
  (await client.get('/erp/shipment/queryById', { id })).result as OrderDetail
const query = async <T extends object>(text: string, values: unknown[]) =>
  (await world().db.pool.query<T>(text, values)).rows

const address = {
  name: '欧阳娜娜',
  company: '上海浦东国际进出口贸易有限公司',
  country: 'CN',
  state: '上海',
  city: '上海市',
  postalCode: '200120',
  street: '世纪大道',
  house: '100号',
  phone: '+86 21 5047 8888',
}

describe('labels', () => {
  test('come in one PDF, a page a parcel, in the order asked, and read back as their numbers', async () => {
    const staff = await world().as('manager')
    const [two, one] = [
      await makeOrder(world(), staff, { confirm: true, change: { parcels: [parcel(), parcel()] } }),
      await makeOrder(world(), staff, { confirm: true }),
    ]
    const answer = await print(staff, { ids: [one.id, two.id] })
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(/filename="labels-\d{8}-\d{4}\.pdf"/)
    const doc = await open(answer.bytes)
    const numbers = [...one.parcels, ...two.parcels].map((piece) => piece.trackNo)
    expect(doc.numPages).toBe(3)
    for (const [at, number] of numbers.entries()) {
      expect((await doc.getPage(at + 1)).view).toEqual([0, 0, 283.4646, 425.1969])
      expect(await scan(doc, at + 1, 203, BarcodeFormat.CODE_128)).toBe(number)
      expect(await scan(doc, at + 1, 300, BarcodeFormat.QR_CODE)).toBe(
        `${world().origin}/track/result?nos=${number}`,
      )
    }
    const words = await textOf(doc, 3)
    for (const message of [
      '2/2',
      two.reference,
      'Hauptstraße 57',
      '94579 Zenting',
      'GERMANY',
      'FRA1',
      '1.200 kg',
      '经济包裹 Economy parcel',
      'Tel. +49',
    ])
      expect(words).toContain(message)
    expect(words).not.toContain('REPRINT')
  })

  test('lie on the paper of a print set, across where it is set so', async () => {
    const admin = await world().as('tenantAdmin')
    const set = async (more: object) =>
      (
        await admin.call(printSetList.endpoints.add, {
          name: `set-${Math.random()}`,
          widthMm: 100,
          heightMm: 150,
          ...more,
        } as never)
      ).id as string
    const [sheet, across, small] = [
      await set({ paper: 'A4', horizontal: true }),
      await set({ paper: '100x150', horizontal: true }),
      await set({ paper: '100x70' }),
    ]
    expect(await admin.call(printSetList.endpoints.queryById, { id: sheet })).toMatchObject({
      widthMm: 210,
      heightMm: 297,
    })
    const customer = await world().as('customer')
    expect((await customer.call(printSets.offered, {})).sets.map(({ id }) => id)).toEqual(
      expect.arrayContaining([sheet, across, small]),
    )
    const made = await makeOrder(world(), customer, {
      confirm: true,
      change: { parcels: [parcel(), parcel(), parcel(), parcel(), parcel()] },
    })
    expect(await print(customer, { ids: [made.id], printSetId: small })).toMatchObject({
      success: false,
      error: 'label.paperTooSmall',
      message: expect.stringContaining('100 × 70 mm') as string,
    })
    expect((await read(customer, made.id)).parcels[0]!.labelCopies).toBe(0)
    const doc = await open((await print(customer, { ids: [made.id], printSetId: sheet })).bytes)
    expect([doc.numPages, (await doc.getPage(1)).view.slice(2)]).toEqual([2, [841.8898, 595.2756]])
    const again = { ids: [made.id], printSetId: across, reason: 'another paper' }
    const one = await open((await print(customer, again)).bytes)
    expect([one.numPages, (await one.getPage(1)).view.slice(2)]).toEqual([5, [425.1969, 283.4646]])
    expect(await scan(one, 3, 203, BarcodeFormat.CODE_128, 90)).toBe(made.parcels[2]!.trackNo)
    expect(
      (await print(await world().otherTenantUser(), { ids: [made.id], printSetId: sheet })).status,
    ).toBe(404)
  })

  test('make their parcels labelled, count, and are written down', async () => {
    const customer = await world().as('customer')
    const made = await makeOrder(world(), customer, {
      confirm: true,
      change: { parcels: [parcel(), parcel()] },
    })
    await print(customer, { ids: [made.id] })
    const now = await read(customer, made.id)
    expect(now).toMatchObject({
      shipmentStatus: PARCEL.LABELLED,
      parcels: [
        { parcelStatus: PARCEL.LABELLED, labelCopies: 1 },
        { parcelStatus: PARCEL.LABELLED, labelCopies: 1 },
      ],
    })
    const log = await query<{ diff: object; actor: string }>(
      `select diff, actor from data_log where row_id = $1 and diff ? 'labelCopies'`,
      [made.parcels[0]!.id],
    )
    expect(log).toEqual([{ diff: { labelCopies: [0, 1] }, actor: world().username('customer') }])
  })

  test("carry Chinese addresses, the sender of the order, the template's wishes", async () => {
    const staff = await world().as('manager')
    await query(
      `update label_template set footer = '内含锂电池，小心轻放', show_reference = false where tenant_id = $1`,
      [world().tenantId],
    )
    const sender = {
      name: '李明',
      company: '深圳市帕森亚德物流有限公司',
      country: 'CN',
      city: '深圳',
      postalCode: '518103',
      street: '永和路',
      house: '88号',
    }
    const made = await makeOrder(world(), staff, { confirm: true, change: { sender } })
    await query(
      `update shipment set consignee_name = $2, company = $3, country = 'CN', state = $4,
        city = $5, postal_code = $6, street = $7, house = $8 where id = $1`,
      [
        made.id,
        address.name,
        address.company,
        address.state,
        address.city,
        address.postalCode,
        address.street,
        address.house,
      ],
    )
    const answer = await print(staff, { ids: [made.id], size: 'A6' })
    const doc = await open(answer.bytes)
    const words = await textOf(doc, 1)
    for (const message of [
      '欧阳娜娜',
      '上海浦东国际进出口贸易有限公司',
      '世纪大道100号',
      '上海市',
      'CHINA',
      '李明',
      '永和路88号',
      '518103',
      '内含锂电池',
    ])
      expect(words).toContain(message)
    expect(words).not.toContain(made.reference)
    expect((await doc.getPage(1)).view).toEqual([0, 0, 297.6378, 419.5276])
    expect(await scan(doc, 1, 203, BarcodeFormat.CODE_128)).toBe(made.parcels[0]!.trackNo)
    expect(answer.headers.get('x-label-warnings')).toBeNull()
  })

  test("fall back to the customer's own sender, then to the depot", async () => {
    const customer = await world().as('otherCustomer')
    const [first, second] = [
      await makeOrder(world(), customer, { confirm: true }),
      await makeOrder(world(), customer, { confirm: true }),
    ]
    expect(
      await textOf(await open((await print(customer, { ids: [first.id] })).bytes), 1),
    ).toContain('法兰克福')
    await query(
      `insert into shipper (tenant_id, customer_id, name, country, city, postal_code, street,
        house, iz_default) values ($1, $2, 'Thé & Co', 'FR', 'Lyon', '69001', 'rue de la République', '12', true)`,
      [world().tenantId, world().otherCustomerId],
    )
    const words = await textOf(await open((await print(customer, { ids: [second.id] })).bytes), 1)
    for (const message of ['Thé & Co', '12 rue de la République', '69001 Lyon', 'FRANCE'])
      expect(words).toContain(message)
  })

  test('warn of characters no printer has', async () => {
    const staff = await world().as('manager')
    const made = await makeOrder(world(), staff, { confirm: true })
    await query(`update shipment set consignee_name = 'สมชาย ใจดี' where id = $1`, [made.id])
    expect((await print(staff, { ids: [made.id] })).headers.get('x-label-warnings')).toBe('1')
    expect(
      await query(
        `select diff -> 'unprintableCharacters' ->> 1 as odd from data_log where row_id = $1 and diff ? 'labelCopies'`,
        [made.parcels[0]!.id],
      ),
    ).toEqual([{ odd: [...new Set('สมชายใจดี')].join('') }])
  })

  test('come as ZPL for printers that speak it', async () => {
    const staff = await world().as('warehouse')
    const made = await makeOrder(world(), await world().as('manager'), {
      confirm: true,
      change: { parcels: [parcel(), parcel()] },
    })
    const answer = await print(staff, {
      parcelIds: [made.parcels[1]!.id, made.parcels[0]!.id],
      format: 'zpl',
      dpi: 300,
    })
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('.zpl')
    const zpl = answer.bytes.toString('utf8')
    expect(zpl.match(/\^XA/g)).toHaveLength(2)
    expect(zpl).toContain('^PW1181\n^LL1772')
    const at = made.parcels.map((piece) => zpl.indexOf(`^FD>;>8${piece.trackNo}^FS`))
    expect(Math.min(...at)).toBeGreaterThan(0)
    expect(at[1]).toBeLessThan(at[0]!)
  })
})

describe('a label printed before', () => {
  test('asks why, prints REPRINT, and the reason is kept', async () => {
    const staff = await world().as('manager')
    const made = await makeOrder(world(), staff, { confirm: true })
    const piece = made.parcels[0]!
    await print(staff, { ids: [made.id] })
    const refused = await print(staff, { ids: [made.id] })
    expect(refused).toMatchObject({
      status: 200,
      success: false,
      code: 422,
      error: 'label.reasonNeeded',
      result: {
        parcels: [
          { id: piece.id, trackNo: piece.trackNo, orderNo: made.serialNumber, labelCopies: 1 },
        ],
      },
    })
    const again = await print(staff, { ids: [made.id], reason: '标签破损' })
    expect(await textOf(await open(again.bytes), 1)).toContain('REPRINT 补打')
    expect((await read(staff, made.id)).parcels[0]).toMatchObject({
      labelCopies: 2,
      parcelStatus: PARCEL.LABELLED,
    })
    expect(
      await query(
        'select reason, reprint_ids, create_by from label_print where tenant_id = $1 and parcel_ids = $2 order by id',
        [world().tenantId, [piece.id]],
      ),
    ).toEqual([
      { reason: null, reprint_ids: [], create_by: world().username('manager') },
      { reason: '标签破损', reprint_ids: [piece.id], create_by: world().username('manager') },
    ])
  })

  test('counts every print; only a request sent again under its key is the same print', async () => {
    const [staff, other] = [await world().as('manager'), await world().as('service')]
    const made = await makeOrder(world(), staff, {
      confirm: true,
      change: { parcels: [parcel(), parcel()] },
    })
    const parcelIds = made.parcels.map((piece) => piece.id)
    const copies = async () =>
      (await read(staff, made.id)).parcels.map((piece) => piece.labelCopies)
    const first = { parcelIds, requestKey: 'press-000001' }
    for (const sent of await Promise.all([1, 2, 3].map(() => print(staff, first)))) {
      expect(sent.headers.get('x-label-count')).toBe('2')
      expect(await textOf(await open(sent.bytes), 1)).not.toContain('REPRINT')
    }
    expect(await copies()).toEqual([1, 1])
    for (const [client, body] of [
      [other, first],
      [staff, { ...first, parcelIds: [parcelIds[0]] }],
      [staff, { ...first, format: 'zpl' }],
      [staff, { ...first, requestKey: 'press-000002' }],
      [staff, { parcelIds }],
    ] as const)
      expect((await print(client, body)).error).toBe('label.reasonNeeded')
    const reason = { parcelIds, reason: 'jam' }
    await Promise.all([1, 2].map(() => print(staff, { ...reason, requestKey: 'press-000003' })))
    expect(await copies()).toEqual([2, 2])
    expect(await textOf(await open((await print(staff, reason)).bytes), 2)).toContain('REPRINT')
    expect(await copies()).toEqual([3, 3])
  })
})

describe('nothing is printed', () => {
  test('where one of the orders has no label, and the refusal names it', async () => {
    const staff = await world().as('manager')
    const [good, draft, gone] = [
      await makeOrder(world(), staff, { confirm: true }),
      await makeOrder(world(), staff),
      await makeOrder(world(), staff, { confirm: true }),
    ]
    await staff.put('/erp/shipment/cancel', { ids: [gone.id] })
    const answer = await print(staff, { ids: [good.id, draft.id, gone.id] })
    expect(answer).toMatchObject({
      success: false,
      code: 422,
      error: 'label.notOpen',
      message: `Nothing was printed. Labels cannot be printed in the status of: ${draft.serialNumber} (Draft), ${gone.serialNumber} (Cancelled).`,
    })
    expect(answer.result).toMatchObject({
      orders: [
        { id: draft.id, parcelStatus: PARCEL.DRAFT },
        { id: gone.id, parcelStatus: PARCEL.CANCELLED },
      ],
    })
    expect(await read(staff, good.id)).toMatchObject({
      shipmentStatus: PARCEL.CONFIRMED,
      parcels: [{ labelCopies: 0 }],
    })
  })

  test('of what has left the depot, while its fellow pieces still get theirs', async () => {
    const staff = await world().as('manager')
    const made = await makeOrder(world(), staff, {
      confirm: true,
      change: { parcels: [parcel(), parcel()] },
    })
    await query('update parcel set parcel_status = $2 where id = $1', [
      made.parcels[0]!.id,
      PARCEL.OUTBOUND,
    ])
    expect((await print(staff, { parcelIds: made.parcels.map((piece) => piece.id) })).error).toBe(
      'label.notOpen',
    )
    const doc = await open((await print(staff, { ids: [made.id] })).bytes)
    expect(doc.numPages).toBe(1)
    expect(await textOf(doc, 1)).toContain('2/2')
  })

  test('for a parcel without a number, or one its bars cannot hold', async () => {
    const staff = await world().as('manager')
    const [bare, odd] = [
      await makeOrder(world(), staff, { confirm: true }),
      await makeOrder(world(), staff, { confirm: true }),
    ]
    await query('update parcel set track_no = null, parcel_status = $2 where id = $1', [
      bare.parcels[0]!.id,
      PARCEL.RECEIVED,
    ])
    expect(await print(staff, { ids: [bare.id] })).toMatchObject({
      success: false,
      error: 'label.noNumber',
      message: expect.stringContaining(bare.serialNumber) as string,
    })
    await query(`update parcel set track_no = 'NÜ1' where id = $1`, [odd.parcels[0]!.id])
    expect((await print(staff, { ids: [odd.id] })).error).toBe('label.numberInvalid')
    expect((await read(staff, odd.id)).parcels[0]!.labelCopies).toBe(0)
  })

  test('for a user who may not see the parcel, or not print', async () => {
    const made = await makeOrder(world(), await world().as('customer'), { confirm: true })
    for (const user of [
      await world().as('otherCustomer'),
      await world().as('sub'),
      await world().otherTenantUser(),
    ]) {
      expect((await print(user, { ids: [made.id] })).status).toBe(404)
      expect((await print(user, { parcelIds: [made.parcels[0]!.id] })).status).toBe(404)
    }
    expect((await print(await world().as('finance'), { ids: [made.id] })).status).toBe(403)
    expect((await print(world().anonymous, { ids: [made.id] })).status).toBe(401)
    expect((await read(await world().as('customer'), made.id)).parcels[0]!.labelCopies).toBe(0)
  })

  test('on too many, on none, on both lists', async () => {
    const staff = await world().as('manager')
    const many = Array.from({ length: 1001 }, (_, at) => String(at + 1))
    expect((await print(staff, { ids: many })).result).toMatchObject({
      issues: [{ path: 'ids', code: 'field.tooMany' }],
    })
    expect((await print(staff, {})).result).toMatchObject({
      issues: [{ path: 'ids', code: 'field.required' }],
    })
    expect((await print(staff, { ids: ['1'], parcelIds: ['1'] })).result).toMatchObject({
      issues: [{ path: 'parcelIds', code: 'label.oneList' }],
    })
  })
})
