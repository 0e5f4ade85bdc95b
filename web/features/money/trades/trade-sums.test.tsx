// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import type { List } from '#web/kit/list/list.ts'
import { answersAt, askedOf, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { TradeSums } from './trade-sums.tsx'
import type { TradeRow } from './why-not-reverse.ts'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const list = { wire: { currency: 'EUR' } } as unknown as List<TradeRow>
const sum = (currency: string, lines: number) => ({
  currency,
  income: '100.00',
  outgo: '40.00',
  net: '60.00',
  lines,
})

it('each currency is added up by itself over the filter of the list', async () => {
  const sent = answersAt({ '/erp/trade/sums': good([sum('EUR', 1), sum('USD', 34)]) })
  await showScreen(<TradeSums list={list} />, { texts: ['trades'] })
  await until(() => seen().includes('34 lines'))
  expect(askedOf(sent, '/erp/trade/sums', 'currency')).toBe('EUR')
  expect(document.querySelectorAll('li')).toHaveLength(2)
  for (const text of ['Added', 'Deducted', 'Change', '1 line']) expect(seen()).toContain(text)
})

it('without a line there is no sum', async () => {
  const sent = answersAt({ '/erp/trade/sums': good([]) })
  await showScreen(<TradeSums list={list} />, { texts: ['trades'] })
  await until(() => sent.length > 0)
  expect(document.querySelector('ul')).toBeNull()
})
