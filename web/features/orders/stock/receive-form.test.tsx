import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, buttonOf, choose, press, pressKey, type } from '#web/test/acts.ts'
import { good, leave, show, signInForTest, speak, until, untilFound } from '#web/test/page.tsx'
import { setUnsavedDialog } from '../../../kit/platform/unsaved.ts'
import { queryClient } from '../../../kit/http/query.ts'
import ReceiveForm from './receive-form.tsx'

const NOTICE = {
  id: '7',
  no: 'N-7',
  customerId: '1',
  depotId: '2',
  lines: [
    { skuId: '3', sku: 'S-3', nameCn: '袜子', nameEn: 'Socks', expected: 5, received: 0 },
    { skuId: '4', sku: 'S-4', nameCn: '帽子', nameEn: 'Hat', expected: 6, received: 0 },
  ],
}
let sent: ReturnType<typeof answersAt>
const closed: string[] = []
const asked: string[] = []
const lot = () =>
  untilFound(() =>
    [...document.querySelectorAll<HTMLInputElement>('.stock-receipt input')].find(
      (input) => input.maxLength === 64,
    ),
  )

beforeEach(async () => {
  closed.length = asked.length = 0
  queryClient.clear()
  signInForTest()
  setUnsavedDialog(() => {
    asked.push('leave')
    return Promise.resolve(false)
  })
  await speak('en_US', 'stock-notices', 'stock-skus')
  sent = answersAt({
    '/erp/stockNotice/queryById': good(NOTICE),
    '/erp/stockPlace/list': good({
      records: [{ id: '9', code: 'RCV-01' }],
      total: 1,
      pages: 1,
      size: 50,
      current: 1,
    }),
    '/erp/stockNotice/receive': good(NOTICE),
    '/erp/stockSku/list': good({ records: [], total: 0, pages: 0, size: 10, current: 1 }),
  })
  await show(
    <QueryClientProvider client={queryClient}>
      <ReceiveForm id="7" onClose={() => closed.push('closed')} />
    </QueryClientProvider>,
  )
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('Esc closes it at once where nothing was typed', async () => {
  await pressKey(await lot(), 'Escape')
  await until(() => closed.length === 1)
  expect(asked).toEqual([])
})

it('Esc asks first where lots were typed, and they stay', async () => {
  await type(await lot(), 'LOT-1')
  await pressKey(await lot(), 'Escape')
  await until(() => asked.length === 1)
  expect(closed).toEqual([])
  expect((await lot()).value).toBe('LOT-1')
})

it('nothing is filled in: what came is typed, or all of it is set as announced', async () => {
  await lot()
  const counts = () =>
    [...document.querySelectorAll<HTMLInputElement>('.stock-receipt .ant-input-number-input')].map(
      (input) => input.value,
    )
  expect(counts()).toEqual(['', ''])
  expect((await buttonOf('Book in')).hasAttribute('disabled')).toBe(true)
  await press('All as announced')
  await until(() => counts().join() === '5,6')
})

it('the first chosen place counts for all lines that have none', async () => {
  await lot()
  const [first] = [...document.querySelectorAll<HTMLElement>('.stock-receipt')]
  const box = [...first!.querySelectorAll<HTMLInputElement>('input')].at(-1)!
  await choose(box, 'RCV-01')
  await press('All as announced')
  await press('Book in')
  await until(() => bodiesOf(sent, '/stockNotice/receive').length === 1)
  expect(bodiesOf(sent, '/stockNotice/receive')[0]).toMatchObject({
    lines: [
      { skuId: '3', placeId: '9' },
      { skuId: '4', placeId: '9' },
    ],
  })
})
