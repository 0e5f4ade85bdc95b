import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  answersAt,
  bodiesOf,
  buttonOf,
  confirmBy,
  leaveField,
  press,
  seen,
  type,
} from '#web/test/acts.ts'
import { good, leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import ReceiveForm from './receive-form.tsx'

const line = { nameCn: null, lotTracked: false, expiryTracked: false }
const SOCKS = { ...line, skuId: '3', sku: 'S-3', nameEn: 'Socks', expected: 5, received: 1 }
const HAT = { ...line, skuId: '4', sku: 'S-4', nameEn: 'Hat', expected: 6, received: 0 }
const NOTICE = {
  id: '7',
  no: 'N-7',
  customerId: '1',
  customerName: 'Nordlicht GmbH',
  depotId: '2',
  depotCode: 'FRA1',
  lines: [SOCKS, HAT],
}
const EAN = '4006381333931'
let sent: ReturnType<typeof answersAt>

const fields = () => [
  ...document.querySelectorAll<HTMLInputElement>('.stock-receipt .ant-input-number-input'),
]
const field = (at: number) => untilFound(() => fields()[at])
const counts = () => fields().map(({ value }) => value)
/** As a scanner types into the field that has the cursor; slowly, where it is an old one. */
async function scan(code: string, gapMs: number): Promise<void> {
  const box = document.activeElement as HTMLInputElement
  let text = box.value
  let at = performance.now()
  const key = (name: string) => {
    const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: (at += gapMs) })
    return event
  }
  for (const sign of code) {
    act(() => void box.dispatchEvent(key(sign)))
    await type(box, (text += sign))
  }
  await act(async () => {
    box.dispatchEvent(key('Enter'))
  })
}

beforeEach(async () => {
  sent = answersAt({
    '/erp/stockNotice/queryById': good(NOTICE),
    '/erp/stockNotice/receive': good(NOTICE),
    '/erp/stockSku/find': ({ url }) =>
      good(
        url.searchParams.get('keyword') === EAN
          ? [{ id: '4', sku: 'S-4', nameCn: null, nameEn: 'Hat', available: 0 }]
          : [],
      ),
  })
  await showScreen(<ReceiveForm id="7" onClose={() => undefined} />, {
    texts: ['stock-notices', 'stock-skus'],
  })
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it.each([
  ['quick', 5, '2'],
  ['slow', 60, ''],
])('a %s scan in a quantity leads to the line of its SKU and is none', async (_, gapMs, typed) => {
  const socks = await field(0)
  if (typed) await type(socks, typed)
  socks.focus()
  await scan(EAN, gapMs)
  await until(() => document.activeElement === fields()[1])
  await leaveField(socks)
  expect(counts()).toEqual([typed, ''])
})

it('a scan no line has is named, and no quantity', async () => {
  const socks = await field(0)
  socks.focus()
  await scan('4006381333948', 5)
  await until(() => seen().includes('No line has 4006381333948'))
  await leaveField(socks)
  expect(counts()).toEqual(['', ''])
})

it('a quantity above the maximum stays as typed, is an error and books nothing', async () => {
  const socks = await field(0)
  await type(socks, '10000001')
  await leaveField(socks)
  expect(counts()[0]).toBe('10000001')
  expect(seen()).toContain('At most 10,000,000')
  expect((await buttonOf('Book in')).hasAttribute('disabled')).toBe(true)
})

it('more than announced is asked about with its numbers before it is booked', async () => {
  await type(await field(0), '7')
  expect(seen()).toContain('Nordlicht GmbH')
  await press('Book in')
  await until(() => seen().includes('S-3 · Socks: 3 more than announced'))
  expect(seen()).toContain('(announced 5, received 1, now 7)')
  expect(bodiesOf(sent, '/stockNotice/receive')).toEqual([])
  await confirmBy('Book in')
  await until(() => bodiesOf(sent, '/stockNotice/receive').length === 1)
})

it('as much as announced is booked at once', async () => {
  await type(await field(0), '4')
  await press('Book in')
  await until(() => bodiesOf(sent, '/stockNotice/receive').length === 1)
})
