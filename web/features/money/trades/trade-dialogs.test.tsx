// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, inputOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import GoodwillDialog from './goodwill-dialog.tsx'
import RerateDialog from './rerate-dialog.tsx'
import { ReversalEffect } from './reversal-effect.tsx'
import type { TradeRow } from './why-not-reverse.ts'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const row = (id: string, key: string | null, more: object = {}) => ({
  id,
  key,
  label: `PY${id}`,
  customerName: 'Acme',
  currency: 'EUR',
  before: '10.00',
  after: '12.00',
  difference: '2.00',
  priceName: 'Standard',
  versionNo: 3,
  message: key === null ? 'Nothing differs' : null,
  ...more,
})
const preview = (rows: object[]) =>
  good({
    rows,
    without: 2,
    sums: [{ currency: 'EUR', before: '10.00', after: '12.00', difference: '2.00' }],
  })

it('re-rating shows every difference and the sum before it sends those that differ', async () => {
  const sent = answersAt({
    '/erp/trade/reratePreview': preview([row('1', 'k1'), row('2', null)]),
    '/erp/trade/rerate': good({ done: 1, failed: 0, rows: [] }),
  })
  const onClose = vi.fn()
  await showScreen(<RerateDialog ids={['7', '8']} onClose={onClose} />, { texts: ['trades'] })
  await until(() => seen().includes('PY1'))
  for (const text of ['PY2', 'Nothing differs', '10.00', '12.00', '2.00'])
    expect(seen()).toContain(text)
  expect(bodiesOf(sent, '/erp/trade/reratePreview')[0]).toEqual({ ids: ['7', '8'], by: 'day' })
  await press(document.querySelector('.ant-modal-footer .ant-btn-primary')!)
  await until(() => onClose.mock.calls.length === 1)
  expect(bodiesOf(sent, '/erp/trade/rerate')).toEqual([
    { ids: ['1'], by: 'day', keys: { '1': 'k1' } },
  ])
})

it('prices of today are asked for again when they are chosen; without a difference nothing is sent', async () => {
  const sent = answersAt({ '/erp/trade/reratePreview': preview([row('2', null)]) })
  await showScreen(<RerateDialog ids={['7']} onClose={() => undefined} />, { texts: ['trades'] })
  await until(() => seen().includes('PY2'))
  const ok = document.querySelector<HTMLButtonElement>('.ant-modal-footer .ant-btn-primary')!
  expect(ok.disabled).toBe(true)
  const today = document.querySelectorAll<HTMLInputElement>('.ant-modal input[type="radio"]')[1]!
  await act(async () => today.click())
  await until(() => bodiesOf(sent, '/erp/trade/reratePreview').length === 2)
  expect(bodiesOf(sent, '/erp/trade/reratePreview')[1]).toEqual({ ids: ['7'], by: 'today' })
})

it('a reversal names its lines, their sum, and that it takes two users', async () => {
  answersAt({})
  const effect = {
    lines: [
      { tradeItem: 'freight', amount: '10.00', currency: 'EUR' },
      { tradeItem: 'tax', amount: '1.90', currency: 'EUR' },
    ],
    total: '11.90',
    currency: 'EUR',
    needsTwo: true,
  }
  await showScreen(<ReversalEffect effect={effect} />, { texts: ['trades', 'tax'] })
  await until(() => seen().includes('11.90'))
  expect(document.querySelectorAll('li')).toHaveLength(2)
  const paragraphs = () => document.querySelectorAll('p').length
  const withTwo = paragraphs()
  await leave()
  await showScreen(<ReversalEffect effect={{ ...effect, needsTwo: false }} />, {
    texts: ['trades', 'tax'],
  })
  await until(() => seen().includes('11.90'))
  expect(paragraphs()).toBe(withTwo - 1)
})

it('goodwill names what is left, net, VAT and sum before it gives back, and the second user', async () => {
  const sent = answersAt({
    '/erp/trade/goodwillEffect': good({
      left: '119.00',
      lines: [
        { tradeItem: '1', amount: '10.00' },
        { tradeItem: 'tax', amount: '1.90' },
      ],
      net: '10.00',
      tax: '1.90',
      gross: '11.90',
      currency: 'EUR',
      needsTwo: true,
    }),
    '/erp/trade/goodwill': good({ requestId: '4', no: 'AR-4' }),
  })
  const onClose = vi.fn()
  const trade = { id: '7', currency: 'EUR' } as TradeRow
  await showScreen(<GoodwillDialog row={trade} onClose={onClose} />, { texts: ['trades'] })
  await until(() => seen().includes('119.00 EUR with VAT are left of this charge'))
  await type(await inputOf('Amount with VAT (EUR)'), '11.90')
  await until(() => seen().includes('a second user has to approve it'))
  for (const text of ['Net', 'VAT', 'Goes back in all', '11.90']) expect(seen()).toContain(text)
  await type(await inputOf('Reason'), 'late')
  await press('Give back')
  await until(() => onClose.mock.calls.length === 1)
  expect(bodiesOf(sent, '/erp/trade/goodwill')).toEqual([
    { id: '7', amount: '11.90', reason: 'late' },
  ])
  await until(() => seen().includes('Request AR-4 is sent'))
})
