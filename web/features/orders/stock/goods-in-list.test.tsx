import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import GoodsIn from './GoodsIn.screen.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('the depot reads whose goods come, without the list of customers', async () => {
  answersAt({
    '/erp/stockNotice/list': good({
      records: [{ id: '7', no: 'N-7', status: '2', status_dictText: 'Announced' }],
      total: 1,
      pages: 1,
      size: 20,
      current: 1,
    }),
    '/erp/stockNotice/counts': good({
      7: { customerName: 'Nordlicht GmbH', expected: 5, received: 1, short: 4, over: 0 },
    }),
  })
  await showScreen(<GoodsIn />, {
    rights: ['stock:notice:list', 'stock:notice:receive'],
    texts: ['stock-notices'],
    at: '/stock/goods-in',
  })
  await until(() => seen().includes('Nordlicht GmbH'))
  expect([...document.querySelectorAll('th')].map((cell) => cell.textContent?.trim())).toContain(
    'Customer',
  )
})
