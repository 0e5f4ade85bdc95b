// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { answersAt, bodiesOf, seen } from '#web/test/acts.ts'
import { good, leave, refused, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import Sorting from './Sorting.screen.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const gate = {
  id: '4',
  version: 1,
  code: 'DOCK01',
  name: null,
  direction: '1',
  barcode: 'GT000004',
  sortCodes: null,
  closedAt: null,
  closedBy: null,
  rerouteId: null,
  rerouteCode: null,
  services: [],
  sent: 0,
  inside: 0,
  today: 0,
  wrong: 0,
}
const result = {
  scanId: '1',
  parcel: null,
  warnings: [],
  gate: 'DOCK01',
  gateId: '4',
  gateName: null,
  sortCode: null,
  why: '',
  confirmed: false,
}
async function scan(no: string): Promise<void> {
  await act(async () => {
    const at = document.activeElement
    if (at?.closest('[data-scan="field"]')) (at as HTMLElement).blur()
    for (const key of [...no, 'Enter'])
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      )
  })
}

test.each([
  ['of this depot confirms the parcel in the hand', [gate], 'dock01', { gate: 'dock01' }],
  ['that is not listed leaves the parcel in the hand', [], 'GT000004', { gate: 'GT000004' }],
])('the code of a gate %s', async (_, gates, last, confirmed) => {
  const sent = answersAt({
    '/erp/sorting/gates': good({ depotId: '7', depotCode: 'FRA1', gates, unroutable: 0 }),
    '/erp/sorting/recent': good([]),
    '/erp/sorting/scan': ({ body }: Sent) =>
      (body as { no: string }).no === 'DOCK01'
        ? refused(3001, 'That is gate DOCK01: scan a parcel first', {
            error: 'scan.gateFirst',
            result: { ...result, gate: null, gateId: null },
          })
        : good(result, 'Gate DOCK01'),
  })
  const bodies = () => bodiesOf(sent, '/erp/sorting/scan')
  await showScreen(<Sorting />, { texts: ['sorting', 'scans'], rights: ['wh:sort:scan'] })
  await until(() => seen().includes('Gates'))
  await scan('PARCEL0001')
  await until(() => seen().includes('Gate DOCK01'))
  if (gates.length === 0) {
    await scan('DOCK01')
    await until(() => seen().includes('scan a parcel first'))
  }
  await scan(last)
  await until(() => bodies().at(-1)?.gate !== undefined)
  expect(bodies().at(-1)).toEqual({ no: 'PARCEL0001', depotId: '7', ...confirmed })
})
