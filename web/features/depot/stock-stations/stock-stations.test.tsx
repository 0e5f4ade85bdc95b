import { act, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { answersAt, buttonOf, press, seen } from '#web/test/acts.ts'
import { good, leave, until, untilFound, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import StockStations from './StockStations.screen.tsx'

const head = { version: 1, status: '2', status_dictText: '', customerId: '5', depotId: '7' }
const line = (sku: string, lotTracked = false) => ({
  id: `L-${sku}`,
  skuId: `S-${sku}`,
  sku,
  nameCn: sku,
  nameEn: sku,
  barcodes: null,
  lotTracked,
  expiryTracked: false,
  expected: 10,
  received: 0,
})
const page = (records: object[]) =>
  good({ records, total: records.length, size: 5, current: 1, pages: 1, capped: false })

const countLine = (id: string, more: object) => ({
  ...line('LAMP-01'),
  id,
  customerName: 'Ardor',
  lot: null,
  expiryDate: null,
  counted: null,
  ...more,
})

/** A warehouse whose network may be away: what reached it is booked once by its key. */
function warehouse(countLines?: readonly object[], wave: object = {}) {
  const booked = new Map<string, unknown>()
  const counted: unknown[] = []
  const state = { away: false, unheard: false }
  answersAt({
    'GET /erp/stockNotice/queryById': good({
      ...head,
      id: '9',
      no: 'GI9',
      lines: [line('LAMP-01'), line('TEA-0001', true)],
      actions: { close: null },
    }),
    'GET /erp/stockNotice/list': page([]),
    'GET /erp/stockPlace/list': ({ url }: Sent) => {
      const code = new URL(url, 'http://x').searchParams.get('code') ?? ''
      return page(code.startsWith('A-') ? [{ id: `P-${code}`, code }] : [])
    },
    'GET /erp/stockSku/find': good([]),
    'POST /erp/stockNotice/receive': ({ body, headers }: Sent) => {
      if (state.away) return { lost: true }
      const key = headers.get('Idempotency-Key') ?? ''
      if (!booked.has(key)) booked.set(key, (body as { lines: unknown }).lines)
      expect(booked.get(key)).toEqual((body as { lines: unknown }).lines)
      return state.unheard ? { lost: true } : good({})
    },
    'GET /erp/stockCount/list': page([]),
    'GET /erp/stockCount/queryById': good({
      ...head,
      id: '9',
      no: 'SC9',
      lines:
        countLines ?? ['A-01-01', 'A-01-02'].map((place, at) => countLine(`C${at}`, { place })),
      actions: { submit: null },
    }),
    'PUT /erp/stockCount/enter': ({ body }: Sent) => {
      counted.push((body as { lines: unknown }).lines)
      return good({})
    },
    'PUT /erp/stockCount/submit': good({}),
    'GET /erp/stockWave/list': page([]),
    'GET /erp/stockWave/queryById': good(wave),
    'PUT /erp/stockWave/close': ({ body }: Sent) => {
      counted.push((body as { picks: unknown }).picks)
      return good(wave)
    },
  })
  return { booked, counted, state }
}
/** What the browser keeps is there before the page is. */
function Browser({ before }: { before: Record<string, string> }) {
  useState(() => Object.entries(before).forEach(([key, value]) => localStorage.setItem(key, value)))
  return <StockStations />
}
const RIGHTS = [
  'stock:notice:receive',
  'stock:count:enter',
  'stock:notice:list',
  'stock:wave:pick',
  'stock:wave:list',
]
const open = (
  station: string,
  before: Record<string, string> = {},
  { id = '&id=9', rights = RIGHTS } = {},
) =>
  showScreen(<Browser before={before} />, {
    rights,
    texts: ['stock-stations', 'scans', 'stock', 'stock-counts'],
    at: `/warehouse/stock?station=${station}${id}`,
  })
async function scan(no: string): Promise<void> {
  await act(async () => {
    const at = document.activeElement ?? document.body
    if (at.closest('[data-scan="field"]')) (at as HTMLElement).blur()
    for (const key of [...no, 'Enter'])
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      )
  })
}
const band = (text: string) =>
  until(() => document.querySelector('.py-band')?.textContent?.includes(text) === true)

const choiceOf = (name: string) =>
  [...document.querySelectorAll<HTMLInputElement>('[role=radiogroup] input')].find(
    (one) => one.closest('label')?.textContent === name,
  ) as HTMLInputElement

afterEach(leave)

test('goods-in books what was scanned, once, over a lost answer and a reload', async () => {
  const { booked, state } = warehouse()
  await open('in')
  await untilFound(() => (seen().includes('LAMP-01') ? document.body : null))
  await scan('LAMP-01')
  await scan('3*LAMP-01')
  await until(() => seen().includes('4 × '))
  // The answer is lost and the page is opened again: pieces and place are still there.
  state.unheard = true
  await scan('A-01-01')
  await until(() => booked.size === 1)
  const before = { ...localStorage }
  await leave()
  const again = warehouse()
  for (const [key, lines] of booked) again.booked.set(key, lines)
  await open('in', before)
  await band('4')
  expect([...again.booked.values()]).toEqual([
    [{ skuId: 'S-LAMP-01', lot: null, expiryDate: null, quantity: 4, placeId: 'P-A-01-01' }],
  ])
  await until(() => !seen().includes('4 × '))
  // Nothing is left to be booked a second time.
  await scan('A-01-01')
  await until(() => document.querySelector('.py-band-error') !== null)
  expect(again.booked.size).toBe(1)
})

test('a piece of a lot is not taken before its lot, and what is taken back is not booked', async () => {
  const { booked } = warehouse()
  await open('in')
  await until(() => seen().includes('TEA-0001'))
  await scan('TEA-0001')
  await until(() => document.querySelector('.py-band-error') !== null)
  await scan('LAMP-01')
  await until(() => seen().includes('1 × '))
  await press(await buttonOf('Undo'))
  await until(() => !seen().includes('1 × '))
  await scan('A-01-01')
  await until(() => document.querySelector('.py-band-error') !== null)
  expect(booked.size).toBe(0)
})

test('a count goes on after a reload: what was not scanned at a place is 0', async () => {
  const { counted } = warehouse()
  await open('count')
  await until(() => seen().includes('A-01-02'))
  await scan('A-01-01')
  await scan('3*LAMP-01')
  await band('3')
  const place = { ...localStorage }
  await leave()
  warehouse()
  await open('count', place)
  await until(() => seen().includes('A-01-02'))
  await scan('2*LAMP-01')
  await band('5')
  const before = { ...localStorage }
  await leave()
  const again = warehouse()
  await open('count', before)
  await until(() => seen().includes('A-01-02'))
  await scan('A-01-02')
  await band('A-01-02')
  await press(await buttonOf('Hand in count'))
  const ok = await untilFound(() => document.querySelector('.ant-modal .ant-btn-primary'))
  expect(ok.textContent).toBe('Hand in count')
  await press(ok)
  await until(() => again.counted.length === 1)
  expect([counted, again.counted]).toEqual([
    [],
    [
      [
        { id: 'C0', counted: 5 },
        { id: 'C1', counted: 0 },
      ],
    ],
  ])
})

test('a number that lies on one place for two customers is counted for the one that is chosen', async () => {
  const place = 'A-01-02'
  const { counted } = warehouse([
    countLine('C0', { place }),
    countLine('C1', { place, customerName: 'Borealis' }),
  ])
  await open('count')
  await until(() => seen().includes(place))
  await scan(place)
  await band(place)
  await scan('3*LAMP-01')
  await band('several customers')
  await press(choiceOf('Borealis'))
  await band('3 counted')
  await scan('LAMP-01')
  await band('4 counted')
  await press(choiceOf('Ardor'))
  await scan('2*LAMP-01')
  await band('2 counted')
  await press(await buttonOf('Hand in count'))
  await press(await untilFound(() => document.querySelector('.ant-modal .ant-btn-primary')))
  await until(() => counted.length === 1)
  expect(counted).toEqual([
    [
      { id: 'C0', counted: 2 },
      { id: 'C1', counted: 4 },
    ],
  ])
})

const pickOf = (balanceId: string, customerName: string, serialNumber: string) => ({
  ...line('LAMP-01'),
  balanceId,
  customerName,
  place: 'A-01-02',
  lot: null,
  expiryDate: null,
  quantity: 2,
  picked: 2,
  orders: [{ serialNumber, quantity: 2, picked: 2 }],
})
const waveOf = (status: string) => ({
  ...head,
  id: '9',
  no: 'W9',
  status,
  orders: ['PY1', 'PY2'].map((serialNumber, at) => ({ id: `${at}`, serialNumber, pieces: 2 })),
  picks: [pickOf('B1', 'Ardor', 'PY1'), pickOf('B2', 'Borealis', 'PY2')],
  actions: { close: null, drop: null },
})

test('a number that lies on one place for two customers is picked for the one that is chosen', async () => {
  const { counted } = warehouse(undefined, waveOf('1'))
  await open('pick')
  await until(() => seen().includes('Ardor'))
  await scan('A-01-02')
  await band('A-01-02')
  await scan('2*LAMP-01')
  await band('several customers')
  await press(choiceOf('Borealis'))
  await band('Borealis · PY2')
  // No more of this one: what is scanned now waits for the other choice.
  await scan('LAMP-01')
  await until(() => document.querySelector('.py-band-error') !== null)
  await press(choiceOf('Ardor'))
  await band('Ardor · PY1')
  await press(await buttonOf('Close wave'))
  await press(await untilFound(() => document.querySelector('.ant-modal .ant-btn-dangerous')))
  await until(() => counted.length === 1)
  expect(counted).toEqual([
    [
      { balanceId: 'B1', picked: 1 },
      { balanceId: 'B2', picked: 2 },
    ],
  ])
})

test('a number picked for two customers is sorted for the one that is chosen', async () => {
  warehouse(undefined, waveOf('2'))
  await open('sort')
  await until(() => seen().includes('PY2'))
  await scan('LAMP-01')
  await band('several customers')
  await press(choiceOf('Borealis'))
  await band('PY2 · Borealis')
})

test('without an open count, who may opens one at the station; the others read who can', async () => {
  warehouse()
  await open('count', {}, { id: '' })
  await until(() => seen().includes('No count is open'))
  await leave()
  warehouse()
  await open('count', {}, { id: '', rights: [...RIGHTS, 'stock:count:add'] })
  await press(await buttonOf('New count'))
  await untilFound(() => document.querySelector('.ant-modal'))
  expect(seen()).not.toContain('No count is open')
})
