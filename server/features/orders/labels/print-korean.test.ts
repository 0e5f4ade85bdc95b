import { expect, test } from 'vitest'
import { textOf, open } from '#server/kit/pdf/read-pdf.fixture.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'

const world = useWorld()

test('labels have Korean names and addresses', async () => {
  const staff = await world().as('manager')
  const made = await makeOrder(world(), staff, { confirm: true })
  await world().db.pool.query(
    `update shipment set consignee_name = '김서연', city = '서울특별시', street = '테헤란로'
      where id = $1`,
    [made.id],
  )
  const answer = await staff.post('/erp/label/print', { ids: [made.id] })
  expect(answer.headers.get('x-label-warnings')).not.toBe('1')
  const words = await textOf(await open(answer.bytes), 1)
  for (const word of ['김서연', '서울특별시', '테헤란로']) expect(words).toContain(word)
})
