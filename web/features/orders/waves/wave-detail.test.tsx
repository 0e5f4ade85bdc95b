import { afterEach, expect, test, vi } from 'vitest'
import { answersAt, bodiesOf, confirmBy, press, seen } from '#web/test/acts.ts'
import { showScreen } from '#web/test/screen.tsx'
import { good, leave, until } from '#web/test/page.tsx'
import WaveDetail from './wave-detail.tsx'

const pick = (balanceId: string, quantity: number) => ({
  balanceId,
  place: `A-${balanceId}`,
  sku: `S-${balanceId}`,
  nameCn: '袜子',
  nameEn: 'Socks',
  lot: null,
  expiryDate: null,
  quantity,
  picked: 0,
  orders: [],
})
const WAVE = {
  id: '7',
  no: 'W-7',
  status: '1',
  status_dictText: 'open',
  depotCode: 'FRA1',
  remark: null,
  closedAt: null,
  closedBy: null,
  orders: [],
  picks: [pick('1', 3), pick('2', 4)],
  actions: { close: null, drop: null },
}

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

test('what was not entered was not picked; all of it is set by one press', async () => {
  const sent = answersAt({
    'GET /erp/stockWave/queryById': good(WAVE),
    'PUT /erp/stockWave/close': good(WAVE),
  })
  await showScreen(<WaveDetail id="7" />, { texts: ['waves'] })
  await until(() => seen().includes('A-1'))
  const counts = () =>
    [...document.querySelectorAll<HTMLInputElement>('.wave-picked input')].map(({ value }) => value)
  expect(counts()).toEqual(['0', '0'])
  await press('All as listed')
  await until(() => counts().join() === '3,4')
  await press('Close wave')
  await confirmBy('Close wave')
  await until(() => bodiesOf(sent, '/stockWave/close').length === 1)
  expect(bodiesOf(sent, '/stockWave/close')[0]).toMatchObject({
    picks: [
      { balanceId: '1', picked: 3 },
      { balanceId: '2', picked: 4 },
    ],
  })
})
