// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import RerateDialog from './rerate-dialog.tsx'
import { ReversalEffect } from './reversal-effect.tsx'

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
    '/erp/trade/previewRerate': preview([row('1', 'k1'), row('2', null)]),
    '/erp/trade/rerate': good({ done: 1, failed: 0, rows: [] }),
  })
  await showScreen(<RerateDialog ids={['7', '8']} onClose={() => undefined} />, {
    texts: ['trades'],
  })
  await until(() => sent.length > 0)
  const [first] = sent
  expect(first!.body).toMatchObject({ ids: ['7', '8'], by: 'day' })
})

it('prices of today are asked for again when they are chosen', async () => {
  const sent = answersAt({})
  await showScreen(<RerateDialog ids={['7']} onClose={() => undefined} />, { texts: ['trades'] })
  await until(() => sent.length > 0)
  const today = document.querySelectorAll<HTMLInputElement>('.ant-modal input[type="radio"]')[1]
  if (!today) return
  await act(async () => today.click())
  await until(() => sent.some(({ body }) => (body as { by?: string } | null)?.by === 'today'))
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
