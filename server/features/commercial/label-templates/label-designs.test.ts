import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, describe, expect, test } from 'vitest'
import { labelDesigns, labelPictures } from '#contracts/commercial/labels/designs.ts'
import type { LabelDocument, LabelElement } from '#contracts/commercial/labels/document.ts'
import { FIELD_KEYS } from '#contracts/commercial/labels/fields.ts'
import { labelPreviews } from '#contracts/orders/label-previews.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { open, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'

const world = useWorld()
let staff: Client
beforeAll(async () => {
  staff = await world().as('manager')
})

const calls = labelDesigns
const text = (words: string, more: object = {}): LabelElement =>
  ({
    type: 'text',
    id: 'extra',
    x: 40,
    y: 146.5,
    w: 40,
    h: 3,
    text: words,
    size: 6,
    minSize: 5,
    ...more,
  }) as LabelElement

let count = 0
async function added(size = '100x150'): Promise<{ id: string; version: number; code: string }> {
  const code = `LBL-${++count}`
  const answer = await staff.post('/erp/labelTemplate/add', {
    code,
    name: `模板 ${count}`,
    size,
    showSender: true,
    showReference: true,
    showQr: true,
  })
  return answer.result as { id: string; version: number; code: string }
}
const desk = (id: string, designId?: string) =>
  staff.call(calls.design, { id, ...(designId ? { designId } : {}) })
const withText = (document: LabelDocument, words: string): LabelDocument => ({
  ...document,
  elements: [...document.elements.filter(({ id }) => id !== 'extra'), text(words)],
})
/** A template with a published version that prints these words. */
async function published(words: string) {
  const { id } = await added()
  const { document } = await desk(id)
  const saved = await staff.call(calls.saveDraft, {
    id,
    version: null,
    document: withText(document, words),
    remark: null,
  })
  const done = await staff.call(calls.publish, { id, version: saved.design.version })
  return { id, design: done.design, document }
}

describe('a template', () => {
  test('begins with the built-in layout, is drafted, checked, published and rolled back', async () => {
    const { id } = await added('100x100')
    const fresh = await desk(id)
    expect(fresh).toMatchObject({ designId: null, designs: [], size: '100x100' })
    expect(fresh.document.page).toEqual({ width: 100, height: 100 })

    const { design, document } = await (async () => {
      const saved = await staff.call(calls.saveDraft, {
        id,
        version: null,
        document: fresh.document,
        remark: '第一版',
      })
      return { design: saved.design, document: fresh.document }
    })()
    expect(design).toMatchObject({ versionNo: 1, state: 'draft', remark: '第一版', version: 1 })
    const first = await staff.call(calls.publish, { id, version: design.version })
    expect(first.design).toMatchObject({
      state: 'published',
      publishedBy: world().username('manager'),
    })
    expect((await desk(id)).designs).toHaveLength(1)
    expect((await desk(id)).designId).toBe(first.design.id)

    const bigger = { ...document, page: { width: 101.6, height: 152.4 } }
    const second = await staff.call(calls.saveDraft, {
      id,
      version: null,
      document: bigger,
      remark: null,
    })
    const now = await staff.call(calls.publish, { id, version: second.design.version })
    expect(await desk(id)).toMatchObject({ size: '4x6', designId: now.design.id })
    const [, retired] = (await desk(id)).designs
    expect(retired).toMatchObject({ state: 'retired', id: first.design.id })

    const back = await staff.call(calls.rollBack, {
      id,
      designId: first.design.id,
      version: retired!.version,
    })
    expect(back.design.state).toBe('published')
    expect(await desk(id)).toMatchObject({ size: '100x100', designId: first.design.id })
    const twice = await staff.put('/erp/labelTemplate/rollBack', {
      id,
      designId: first.design.id,
      version: retired!.version,
    })
    expect(twice.error).toBe('labelTemplate.notRetired')
  })

  test('is not published with errors; the findings go with the refusal', async () => {
    const { id } = await added()
    const { document } = await desk(id)
    const broken = {
      ...document,
      elements: document.elements.filter(({ id: one }) => one !== 'bars'),
    }
    const saved = await staff.call(calls.saveDraft, {
      id,
      version: null,
      document: broken,
      remark: null,
    })
    expect(saved.findings.map(({ code }) => code)).toContain('noNumberBarcode')
    const refused = await staff.put('/erp/labelTemplate/publish', {
      id,
      version: saved.design.version,
    })
    expect(refused.error).toBe('labelTemplate.hasErrors')
    expect((refused.result as { findings: object[] }).findings).toContainEqual(
      expect.objectContaining({ code: 'noNumberBarcode', severity: 'error', elementId: null }),
    )
    const checked = await staff.call(calls.check, { document: broken })
    expect(checked.ok).toBe(false)
    expect(checked.findings[0]!.message).toBe('No barcode with the delivery number')
    expect((await staff.call(calls.check, { document })).ok).toBe(true)
  })

  test('of two saves and of two publishes at once one goes through', async () => {
    const { id } = await added()
    const { document } = await desk(id)
    const save = () =>
      staff.put('/erp/labelTemplate/saveDraft', { id, version: null, document, remark: null })
    const saves = await Promise.all([save(), save()])
    expect(saves.map(({ success }) => success).toSorted()).toEqual([false, true])
    expect(saves.find(({ success }) => !success)!.error).toBe('row.stale')
    const publish = () => staff.put('/erp/labelTemplate/publish', { id, version: 1 })
    const answers = await Promise.all([publish(), publish()])
    expect(answers.map(({ success }) => success).toSorted()).toEqual([false, true])
    expect((await desk(id)).designs.map(({ state }) => state)).toEqual(['published'])
  })

  test('is copied with the document asked for, and a draft is dropped', async () => {
    const { id } = await published('COPY ME')
    const code = `COPY-${++count}`
    const copy = await staff.call(calls.copy, { id, code, name: '副本', nameEn: null })
    const found = await desk(copy.id)
    expect(found.designs).toMatchObject([{ state: 'draft', versionNo: 1 }])
    expect(found.document.elements.at(-1)).toMatchObject({ text: 'COPY ME' })
    const again = await staff.post('/erp/labelTemplate/copy', { id, code, name: '副本' })
    expect(JSON.stringify(again.result)).toContain('field.duplicate')
    await staff.call(calls.dropDraft, { id: copy.id, version: found.designs[0]!.version })
    expect((await desk(copy.id)).designs).toEqual([])
  })

  test('keeps the size of its published document, and is not deleted while services print by it', async () => {
    const { id } = await published('USED')
    const row = (await staff.get('/erp/labelTemplate/queryById', { id })).result as object
    const resized = await staff.put('/erp/labelTemplate/edit', { ...row, size: 'A6' })
    expect(JSON.stringify(resized.result)).toContain('labelTemplate.sizeOfDocument')
    const list = (await staff.get('/erp/deliveryService/list', { pageSize: 5 })).result as {
      records: { id: string; code: string }[]
    }
    const [service] = list.records
    await world().db.pool.query(
      'update delivery_service set label_template_id = $1 where tenant_id = $2 and id = $3',
      [id, world().tenantId, service!.id],
    )
    const spare = await added()
    const answer = await staff.delete('/erp/labelTemplate/deleteBatch', {
      ids: `${id},${spare.id}`,
    })
    expect(answer.result).toMatchObject({
      done: 1,
      failed: 1,
      rows: [
        { id, ok: false, code: 'labelTemplate.used' },
        { id: spare.id, ok: true },
      ],
    })
  })
})

describe('labels of orders', () => {
  test('are drawn by the published version of their service, from its publication on', async () => {
    const { id, document } = await published('VERSION ONE')
    const order = await makeOrder(world(), staff, { confirm: true })
    await world().db.pool.query(
      `update delivery_service set label_template_id = $1
       where tenant_id = $2 and id = (select service_id from parcel where id = $3)`,
      [id, world().tenantId, order.parcels[0]!.id],
    )
    const next = (await makeOrder(world(), staff, { confirm: true })).id
    const last = (await makeOrder(world(), staff, { confirm: true })).id
    const printed = async (reason?: string, id = order.id) =>
      textOf(
        await open(
          (await staff.post('/erp/label/print', { ids: [id], ...(reason ? { reason } : {}) }))
            .bytes,
        ),
        1,
      )
    expect(await printed()).toContain('VERSION ONE')
    const saved = await staff.call(calls.saveDraft, {
      id,
      version: null,
      document: withText(document, 'VERSION TWO'),
      remark: null,
    })
    expect(await printed('jam')).toContain('VERSION ONE')
    await staff.call(calls.publish, { id, version: saved.design.version })
    expect(await printed('jam')).toContain('VERSION ONE')
    expect(await printed(undefined, next)).toContain('VERSION TWO')
    expect(await printed('jam', next)).toContain('REPRINT')
    const zpl = await staff.post('/erp/label/print', {
      ids: [next],
      format: 'zpl',
      reason: 'x',
    })
    expect(zpl.bytes.toString()).toContain('VERSION TWO')

    const short = {
      ...document,
      elements: [...document.elements, text('', { type: 'field', field: 'consigneeName', w: 3 })],
    }
    delete (short.elements.at(-1) as Partial<{ text: string }>).text
    const tight = await staff.call(calls.saveDraft, {
      id,
      version: null,
      document: short,
      remark: null,
    })
    expect(tight.findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'textTooLong', elementId: 'extra' }),
      ]),
    )
    await world().db.pool.query(
      `update label_design set published_at = now() where id = $1 and tenant_id = $2`,
      [tight.design.id, world().tenantId],
    )
    await world().db.pool.query(
      'update label_template set design_id = $1 where tenant_id = $2 and id = $3',
      [tight.design.id, world().tenantId, id],
    )
    const refused = await staff.post('/erp/label/print', { ids: [last] })
    expect(refused.error).toBe('label.textTooLong')
    await world().db.pool.query(
      'update delivery_service set label_template_id = null where label_template_id = $1',
      [id],
    )
  })

  test('are previewed and printed as a test with a real number, and nothing is counted', async () => {
    const { id, document } = await published('PREVIEW')
    const order = await makeOrder(world(), staff, { confirm: true })
    const [piece] = order.parcels
    const shown = await staff.call(labelPreviews.preview, {
      document: withText(document, 'PREVIEW'),
      templateId: id,
      number: piece!.trackNo!,
      sample: 'usual',
    })
    expect(shown.parcel).toEqual({ id: piece!.id, number: piece!.trackNo })
    const words = await textOf(await open(Buffer.from(shown.pdf, 'base64')), 1)
    for (const part of ['PREVIEW', 'TEST', '94579 Zenting']) expect(words).toContain(part)
    expect(shown.zpl).toContain('^FDPREVIEW^FS')
    expect(Buffer.from(shown.png, 'base64').subarray(1, 4).toString()).toBe('PNG')
    expect(shown.findings.filter(({ severity }) => severity === 'error')).toEqual([])

    const longest = await staff.call(labelPreviews.preview, {
      document: withText(document, 'X'.repeat(60)),
      sample: 'longest',
      dpi: 300,
    })
    expect(longest).toMatchObject({ parcel: null, dpi: 300 })
    expect(longest.findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'textTooLong', elementId: 'extra' }),
      ]),
    )
    const file = await staff.post('/erp/labelTemplate/testPrint', {
      id,
      number: order.serialNumber,
    })
    expect(await textOf(await open(file.bytes), 1)).toContain('TEST')
    const zpl = await staff.post('/erp/labelTemplate/testPrint', { id, format: 'zpl' })
    expect(zpl.bytes.toString()).toMatch(/^\^XA/)
    const unknown = await staff.post('/erp/labelTemplate/testPrint', { id, number: 'NO-SUCH' })
    expect(JSON.stringify(unknown.result)).toContain('labelTemplate.noParcel')
    const copies = await world().db.pool.query<{ copies: number }>(
      'select label_copies as copies from parcel where id = $1',
      [piece!.id],
    )
    expect(copies.rows[0]!.copies).toBe(0)
  })
})

describe('strangers', () => {
  test('of another tenant and customers reach no template, parcel or picture', async () => {
    const { id, design, document } = await published('OURS')
    const order = await makeOrder(world(), staff, { confirm: true })
    const other = await world().otherTenantUser()
    for (const answer of [
      await other.get('/erp/labelTemplate/design', { id }),
      await other.put('/erp/labelTemplate/saveDraft', {
        id,
        version: null,
        document,
        remark: null,
      }),
      await other.put('/erp/labelTemplate/rollBack', { id, designId: design.id, version: 2 }),
      await other.post('/erp/labelTemplate/copy', { id, code: 'MINE', name: 'x' }),
      await other.post('/erp/labelTemplate/testPrint', { id }),
    ])
      expect(answer.code).toBe(404)
    const peek = await other.post('/erp/labelTemplate/preview', {
      document,
      number: order.parcels[0]!.trackNo,
    })
    expect(JSON.stringify(peek.result)).toContain('labelTemplate.noParcel')
    const customer = await world().as('customer')
    expect((await customer.get('/erp/labelTemplate/design', { id })).code).toBe(403)
    expect((await customer.post('/erp/labelTemplate/preview', { document })).code).toBe(403)
  })
})

describe('pictures', () => {
  test('are kept once, shown on labels, and stay while a template shows them', async () => {
    const canvas = createCanvas(60, 30)
    const context = canvas.getContext('2d')
    context.fillRect(0, 0, 30, 30)
    const png = canvas.toBuffer('image/png')
    const upload = () => staff.upload('/erp/labelPicture/add', 'logo.png', png)
    const made = (await upload()).result as { id: string; width: number; height: number }
    expect(made).toMatchObject({ width: 60, height: 30, name: 'logo.png' })
    expect(((await upload()).result as { id: string }).id).toBe(made.id)
    const wrong = await staff.upload('/erp/labelPicture/add', 'x.png', 'no picture')
    expect(JSON.stringify(wrong.result)).toContain('labelTemplate.noPicture')

    const { id } = await added()
    const { document } = await desk(id)
    const picture = { type: 'picture', id: 'logo', x: 75, y: 66, w: 20, h: 10, pictureId: made.id }
    const shown = {
      ...document,
      elements: [...document.elements, picture],
    } as LabelDocument
    const view = await staff.call(labelPreviews.preview, { document: shown, sample: 'usual' })
    expect(view.zpl).toMatch(/\^FO600,528\^GFA,/)
    await staff.call(calls.saveDraft, { id, version: null, document: shown, remark: null })
    const used = await staff.delete('/erp/labelPicture/delete', { id: made.id })
    expect(used.error).toBe('labelTemplate.pictureUsed')

    const other = await world().otherTenantUser()
    expect((await other.get('/erp/labelPicture/view', { id: made.id })).code).toBe(404)
    expect((await other.call(labelPictures.pictures, {})).pictures).toEqual([])
    await staff.call(calls.dropDraft, { id, version: 1 })
    expect((await staff.delete('/erp/labelPicture/delete', { id: made.id })).success).toBe(true)
    const gone = await staff.put('/erp/labelTemplate/saveDraft', {
      id,
      version: null,
      document: shown,
      remark: null,
    })
    expect(JSON.stringify(gone.result)).toContain('pictureId')
  })
})

test('the fields are named in the language of the caller', async () => {
  const { fields } = await staff.call(calls.fields, {})
  expect(fields.map(({ key }) => key)).toEqual(FIELD_KEYS)
  expect(fields[0]).toMatchObject({ text: 'Delivery number', groupText: 'Number', kind: 'code' })
  expect(fields.every(({ text: words, key }) => words !== key)).toBe(true)
})
