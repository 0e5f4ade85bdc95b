// @vitest-environment happy-dom
import { Form } from 'antd'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, choose, seen } from '#web/test/acts.ts'
import { good, leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { GoodsInput } from './goods-input.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('goods are added from the order by SKU or by name, and SKUs of neither are marked', async () => {
  const sent = answersAt({
    '/rwms/predictedReturn/goods': good({
      choices: [
        { sku: 'ABC-1', name: 'Shirt', left: 2 },
        { sku: null, name: 'A "blue" lamp', left: 1 },
        { sku: 'ABC-2', name: 'Cap', left: null },
      ],
      unlisted: ['XX-9'],
    }),
  })
  await showScreen(
    <Form initialValues={{ customerId: '3', orderNo: 'O-77', goods: 'XX-9*1' }}>
      <Form.Item name="customerId" hidden>
        <input />
      </Form.Item>
      <Form.Item name="orderNo" hidden>
        <input />
      </Form.Item>
      <Form.Item name="goods">
        <GoodsInput />
      </Form.Item>
    </Form>,
    { texts: ['predicted-returns'] },
  )
  await until(() => seen().includes('stock goods: XX-9'))
  await until(() => sent.at(-1)?.url.searchParams.get('orderNo') === 'O-77')
  const add = async (text: string) => {
    const box = await untilFound(() => document.querySelector('.ant-select'))
    await choose(box, text)
  }
  await add('ABC-1 · Shirt2 may come back')
  await add('A "blue" lamp1 may come back')
  await add('ABC-2 · Cap')
  expect(document.querySelector('textarea')?.value).toBe(
    'XX-9*1\nABC-1*2\n"A blue lamp"*1\nABC-2*1',
  )
})
