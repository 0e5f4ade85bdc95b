import { beforeAll, describe, expect, test } from 'vitest'
import { labelDesigns } from '#contracts/commercial/labels/designs.ts'
import type { LabelDocument, LabelElement } from '#contracts/commercial/labels/document.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder, orderDraft, parcel } from '#test/orders.ts'
import { open, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'

const world = useWorld()
let staff: Client
beforeAll(async () => {
  staff = await world().as('manager')
})
const query = async <T extends object>(text: string, values: unknown[]) =>
  (await world().db.pool.query<T>(text, values)).rows

let count = 0
/** A service whose labels a template of its own draws, published with these elements in addition. */
async function served(change: (document: LabelDocument) => LabelElement[]) {
  const code = `TPL-${++count}`
  const { id } = (
    await staff.post('/erp/labelTemplate/add', {
      code,
      name: `模板 ${count}`,
      size: '100x150',
      showSender: true,
      showReference: true,
      showQr: true,
    })
  ).result as { id: string }
  const publish = async (elements: (document: LabelDocument) => LabelElement[]) => {
    const { document } = await staff.call(labelDesigns.design, { id })
    const saved = await staff.call(labelDesigns.saveDraft, {
      id,
      version: null,
      document: { ...document, elements: elements(document) },
      remark: null,
    })
    await staff.call(labelDesigns.publish, { id, version: saved.design.version })
  }
  await publish(change)
  const [service] = await query<{ id: string; old: string | null }>(
    `select s.id, s.label_template_id as old from delivery_service s
     where s.tenant_id = $1 and s.code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  await query('update delivery_service set label_template_id = $2 where id = $1', [service!.id, id])
  return {
    id,
    publish,
    restore: () =>
      query('update delivery_service set label_template_id = $2 where id = $1', [
        service!.id,
        service!.old,
      ]),
  }
}
const field = (id: string, more: object): LabelElement => {
  const made: object = {
    type: 'field',
    id,
    name: '',
    x: 40,
    y: 146,
    w: 30,
    h: 3,
    when: [],
    size: 7,
    minSize: 6,
    overflow: 'cut',
    ...more,
  }
  return made as LabelElement
}

const placed = async (change: object = {}, more: object = {}) => {
  const draft = await orderDraft(world())
  const consignee = draft.consignee as object
  return makeOrder(world(), staff, { change: { consignee: { ...consignee, ...change }, ...more } })
}
const confirm = async (id: string, lang = 'en_US') => {
  const { rows } = (await staff.put('/erp/shipment/confirm', { ids: [id] }, { client_lang: lang }))
    .result as { rows: { ok: boolean; code: string | null; message: string | null }[] }
  return rows[0]!
}

describe('before an order is confirmed', () => {
  test('what its template has no room for is named in both languages, and nothing is cut', async () => {
    const template = await served(({ elements }) => [
      ...elements.filter(({ id }) => id !== 'consignee' && id !== 'consignee-wide'),
      field('name', { field: 'consigneeName', y: 42, x: 4 }),
      field('street', { field: 'consigneeStreet', y: 46, x: 4, w: 60, h: 9, lines: 2 }),
      field('city', { field: 'consigneeCity', y: 56, x: 4, w: 60 }),
    ])
    try {
      const long = await placed({ name: 'Maximilian-Alexander von und zu Hohenstein' })
      const refused = await confirm(long.id)
      expect(refused).toMatchObject({ ok: false, code: 'label.doesNotFit' })
      expect(refused.message).toContain('Consignee name: needs 2 lines on the label')
      expect((await confirm(long.id, 'zh_CN')).message).toContain('收件人姓名: 在面单上需要 2 行')
      // The company is not on this label, the telephone neither.
      const other = await placed({ company: 'ไทย', phone: '+49 30 1234567' })
      expect(await confirm(other.id)).toMatchObject({ ok: true })
      const odd = await placed({ city: 'สมชาย' })
      expect((await confirm(odd.id)).message).toContain('Consignee city: the label cannot print')
      const street = await placed({
        street: 'Karl-Friedrich-Goerdeler-Straße',
        address1: 'Hinterhaus, drittes Obergeschoss links, bei Familie Schmidt',
        address2: 'Klingel ganz oben, Lieferungen nur am Vormittag',
      })
      expect((await confirm(street.id)).message).toMatch(/Consignee address: needs [34] lines/)
    } finally {
      await template.restore()
    }
  })

  test('bars that cannot hold a value of the order are named', async () => {
    const template = await served(({ elements }) => [
      ...elements.flatMap((one) =>
        one.id === 'consignee-wide' ? [] : one.id === 'consignee' ? [{ ...one, w: 55 }] : [one],
      ),
      {
        type: 'barcode',
        id: 'own',
        name: '',
        x: 59,
        y: 66,
        w: 38,
        h: 15,
        when: [{ field: 'countryCode', op: 'oneOf', values: ['DE', 'NL'] }],
        rotation: 0,
        symbology: 'itf',
        data: '1{consigneePostalCode}',
        module: 0.5,
      } as LabelElement,
    ])
    try {
      const post = await placed()
      expect(await confirm(post.id)).toMatchObject({ ok: true })
      const odd = await placed({ country: 'NL', city: 'Amsterdam', postalCode: '1012 AB' })
      const { message } = await confirm(odd.id)
      expect(message).toContain('Consignee postal code: the barcode cannot hold 1012 AB')
    } finally {
      await template.restore()
    }
  })
})

describe('a label printed again', () => {
  test('is the one that was made: data, template and number, whatever became of them', async () => {
    const words = (text: string) => (document: LabelDocument) => [
      ...document.elements.filter(({ id }) => id !== 'extra'),
      field('extra', { type: 'text', text }),
    ]
    const template = await served(words('FIRST VERSION'))
    try {
      const order = await makeOrder(world(), staff, {
        confirm: true,
        change: { parcels: [parcel(), parcel()] },
      })
      const print = async (more: object = {}) => {
        const answer = await staff.post('/erp/label/print', { ids: [order.id], ...more })
        return textOf(await open(answer.bytes), 1)
      }
      const first = await print()
      expect(first).toContain('FIRST VERSION')

      await template.publish(words('SECOND VERSION'))
      await query(
        `update shipment set consignee_name = 'Changed Later', city = 'Elsewhere' where id = $1`,
        [order.id],
      )
      await query(`update label_template set footer = 'NEW FOOTER' where id = $1`, [template.id])
      await query(
        `update delivery_service set name_en = 'Renamed' where code = 'ECO-PARCEL' and tenant_id = $1`,
        [world().tenantId],
      )
      const again = await print({ reason: 'damaged' })
      expect(again).toContain('REPRINT')
      const plain = (text: string) =>
        text
          .replace(/REPRINT 补打/g, '')
          .replace(/\s+/g, ' ')
          .trim()
      expect(plain(again)).toBe(plain(first))
      const kept = await query<{ bytes: number; layouts: number; otherwise: number }>(
        `select pg_column_size(m.*)::int as bytes, (select count(*)::int from label_layout) as layouts,
           (select count(*)::int from data_log where row_id = p.id::text and diff ? 'drawnOtherwise') as otherwise
         from made_label m join parcel p on p.tenant_id = m.tenant_id and p.id = m.parcel_id
         where p.shipment_id = $1`,
        [order.id],
      )
      expect(kept).toMatchObject([{ otherwise: 0 }, { otherwise: 0 }])
      expect(Math.max(...kept.map(({ bytes }) => bytes))).toBeLessThan(900)

      // A new order has what is there now; the retired version is not even needed any more.
      const next = await makeOrder(world(), staff, { confirm: true })
      const answer = await staff.post('/erp/label/print', { ids: [next.id] })
      const fresh = await textOf(await open(answer.bytes), 1)
      expect(fresh).toContain('SECOND VERSION')
      expect(fresh).toContain('NEW FOOTER')
    } finally {
      await template.restore()
    }
  })

  test('under another number is another label', async () => {
    const order = await makeOrder(world(), staff, { confirm: true })
    await staff.post('/erp/label/print', { ids: [order.id] })
    await query(`update made_label set number = 'OLD' where parcel_id = $1`, [order.parcels[0]!.id])
    await query(`update shipment set consignee_name = 'Changed Later' where id = $1`, [order.id])
    const answer = await staff.post('/erp/label/print', { ids: [order.id], reason: 'new number' })
    expect(await textOf(await open(answer.bytes), 1)).toContain('Changed Later')
    expect(
      await query('select number from made_label where parcel_id = $1', [order.parcels[0]!.id]),
    ).toEqual([{ number: order.parcels[0]!.trackNo }])
  })

  test('the foot of a built-in label has the FBA shipment and the PO number', async () => {
    const order = await makeOrder(world(), staff, { confirm: true })
    await query(`update shipment set fba_code = 'FBA15DYC5N7K', po_code = '7XKP' where id = $1`, [
      order.id,
    ])
    const { bytes } = await staff.post('/erp/label/print', { ids: [order.id] })
    expect(await textOf(await open(bytes), 1)).toContain('FBA15DYC5N7K · PO 7XKP')
    await query(`update shipment set po_code = 'PO-77812' where id = $1`, [order.id])
    const again = await staff.post('/erp/label/print', { ids: [order.id], reason: 'other PO' })
    expect(await textOf(await open(again.bytes), 1)).not.toContain('PO PO')
  })

  test('that this version of the product draws in another way is noted', async () => {
    const order = await makeOrder(world(), staff, { confirm: true })
    await staff.post('/erp/label/print', { ids: [order.id] })
    const [piece] = order.parcels
    await query(`update made_label set drawn = 'x' where parcel_id = $1`, [piece!.id])
    await staff.post('/erp/label/print', { ids: [order.id], reason: 'damaged' })
    expect(
      await query(
        `select diff -> 'drawnOtherwise' ->> 1 as noted from data_log
         where row_id = $1 and diff ? 'drawnOtherwise'`,
        [piece!.id],
      ),
    ).toEqual([{ noted: 'true' }])
  })
})
