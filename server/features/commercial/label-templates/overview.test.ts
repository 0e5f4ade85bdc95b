import { expect, test } from 'vitest'
import { labelDesigns } from '#contracts/commercial/labels/designs.ts'
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
    published: { versionNo: 1, by: first.design.updateBy },
    draft: { versionNo: 2 },
  })
  const { templates } = await staff.call(labelOverview.overview, {})
  const used = templates.flatMap(({ services }) => services)
  expect(used.length).toBe(new Set(used.map((service) => service.id)).size)
  const stranger = await world().otherTenantUser()
  expect(await stateOf(stranger, id)).toBeUndefined()
})
