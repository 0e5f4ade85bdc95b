import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ORDER_PERMS } from '#contracts/orders/kinds/kind-perms.ts'
import { press, seen } from '#web/test/acts.ts'
import { leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import ExportOrders from './export-orders.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('all fields are a file of their own, without a choice of columns', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    sent.push(url)
    return Promise.resolve(new Response(new Blob(['x'])))
  })
  await showScreen(
    <ExportOrders
      title="Orders"
      list={{ wire: { country: 'DE' }, narrowed: true, total: 3, capped: false }}
      selected={new Set<string>()}
      columns={[{ key: 'reference', title: 'Reference' }]}
      onClose={() => undefined}
    />,
    { texts: ['shipments'], rights: ORDER_PERMS.map((code) => `${code}:export`) },
  )
  await until(() => seen().includes('Columns (1 of 1)'))
  const radio = await untilFound(() =>
    [...document.querySelectorAll('label')]
      .find((one) => one.textContent?.startsWith('All fields'))
      ?.querySelector('input'),
  )
  await act(async () => radio.click())
  expect(seen()).not.toContain('Columns (1 of 1)')
  await press('Export')
  await until(() => sent.some((url) => url.includes('/erp/shipment/exportLines')))
  const url = sent.find((one) => one.includes('exportLines'))!
  expect(url).toContain('country=DE')
  expect(url).not.toContain('exportColumns')
})
