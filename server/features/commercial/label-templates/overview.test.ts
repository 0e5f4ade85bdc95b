import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { labelDesigns, labelPictures } from '#contracts/commercial/labels/designs.ts'
import { labelOverview } from '#contracts/commercial/labels/overview.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
const stateOf = async (user: Client, id: string) =>
  (await user.call(labelOverview.overview, {})).templates.find((one) => one.id === id)

test('of each template: what prints, what is being changed, who uses it; none of other tenants', async () => {
  const staff = await world().as('manager')
  const made = await staff.post('/erp/labelTemplate/add', {
    code: 'OVERVIEW',
    name: '总览',
    size: '100x150',
    showSender: true,
    showReference: true,
    showQr: true,
  })
  const { id } = made.result as { id: string }
  expect(await stateOf(staff, id)).toEqual({ id, published: null, draft: null, services: [] })
  const { document } = await staff.call(labelDesigns.design, { id })
  const first = await staff.call(labelDesigns.saveDraft, {
    id,
    version: null,
    document,
    remark: null,
  })
  expect(await stateOf(staff, id)).toMatchObject({ published: null, draft: { versionNo: 1 } })
  await staff.call(labelDesigns.publish, { id, version: first.design.version })
  await staff.call(labelDesigns.saveDraft, { id, version: null, document, remark: null })
  expect(await stateOf(staff, id)).toMatchObject({
    published: { versionNo: 1, changedBy: first.design.updateBy },
    draft: { versionNo: 2 },
  })
  const { templates } = await staff.call(labelOverview.overview, {})
  const used = templates.flatMap(({ services }) => services)
  expect(used.length).toBe(new Set(used.map((service) => service.id)).size)
  const stranger = await world().otherTenantUser()
  expect(await stateOf(stranger, id)).toBeUndefined()
})

test('a picture is a stored file: refused where too large or none, its tenant’s only, gone when dropped', async () => {
  const staff = await world().as('manager')
  const send = (name: string, bytes: Buffer) => staff.upload('/erp/labelPicture/add', name, bytes)
  expect(await send('big.png', Buffer.alloc(2 * 1024 * 1024 + 1, 1))).toMatchObject({
    status: 413,
    error: 'request.tooLarge',
  })
  expect(await send('bad.png', Buffer.from('no picture'))).toMatchObject({
    success: false,
    message: expect.stringContaining('PNG, JPEG or WebP') as string,
  })
  const canvas = createCanvas(40, 20)
  canvas.getContext('2d').fillRect(0, 0, 20, 20)
  const { id } = (await send('logo.jpg', canvas.toBuffer('image/png'))).result as { id: string }
  const files = async () =>
    (
      await world().db.pool.query<{ type: string; hash: string; counted: boolean }>(
        `select f.type, f.hash, exists (select 1 from stored_content c
           where c.tenant_id = f.tenant_id and c.hash = f.hash) as counted
         from stored_file f join label_picture p on p.tenant_id = f.tenant_id and p.file_id = f.id
           and p.hash = f.hash where f.owner_kind = 'label_picture' and f.owner_id = $1`,
        [id],
      )
    ).rows
  expect(await files()).toMatchObject([{ type: 'image/png', counted: true }])
  expect((await staff.get('/erp/labelPicture/view', { id })).bytes.length).toBeGreaterThan(50)
  for (const other of [await world().as('customer'), await world().otherTenantUser()])
    expect([403, 404]).toContain((await other.get('/erp/labelPicture/view', { id })).status)
  await staff.call(labelPictures.dropPicture, { id })
  expect(await files()).toEqual([])
})
