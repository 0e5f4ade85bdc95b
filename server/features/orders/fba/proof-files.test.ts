import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { documents } from '#contracts/orders/documents.ts'
import { orderPods } from '#contracts/billing/order-pods.ts'
import { fbaOrders } from '#contracts/orders/fba/fba.ts'
import { useWorld } from '#test/harness.ts'
import { labelSheets } from './box-labels/labels.fixture.ts'
import { change, makeFbaOrder } from './fba.fixture.ts'

const world = useWorld()
const BEEN = `${new Date().getFullYear() - 1}-12-02`

test('the proof of a delivery is among the files of the order, the last one only; box labels are not', async () => {
  const staff = await world().as('manager')
  const { id, serialNumber } = await makeFbaOrder(world(), 1)
  const own = await world().as('customer')
  const ask = { ids: [id], documents: ['files'], format: 'zip' }
  expect((await own.post(documents.preview.path, ask)).result).toMatchObject([{ documents: [] }])
  await change(staff, fbaOrders.deliver, { ids: [id], realTime: `${BEEN} 08:45` })
  const proofs = [await labelSheets(['FIRST']), await labelSheets(['SECOND'])]
  for (const [at, pdf] of proofs.entries()) {
    await staff.upload(orderPods.upload.path, `pod-${at}.pdf`, pdf, { ids: id })
    if (at === 0) await change(staff, orderPods.reject, { ids: [id], reason: 'blurred' })
  }
  const zip = await own.post(documents.bundle.path, ask)
  const files = unzipSync(new Uint8Array(zip.bytes))
  expect(Object.keys(files)).toEqual([`${serialNumber}/pod-1.pdf`])
  expect(Buffer.from(Object.values(files)[0]!).equals(proofs[1]!)).toBe(true)
})
