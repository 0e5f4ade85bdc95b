import { act } from 'react'
import { afterEach, it, vi } from 'vitest'
import { shipments } from '#contracts/orders/shipments.ts'
import { invalidatePaths } from '#web/kit/http/query.ts'
import type { List } from '#web/kit/list/list.ts'
import { answersAt } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { StatusTabBar } from './status-tab-bar.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('tabs of a narrowed list are counted again once an action moved orders', async () => {
  answersAt({ '/rwms/dashboard/statusCount': good({}) })
  let drafts = 5
  const fetchPage = vi.fn((_page: number, _size: number, filters: Record<string, string>) =>
    Promise.resolve({ records: [], total: filters.shipmentStatus ? drafts : 5, capped: false }),
  )
  const list = {
    scope: 'erp/shipment',
    state: { page: 1, size: 20, sort: null, filters: { importId: '2' } },
    wire: {},
    loading: false,
    stale: false,
    fetchPage,
    setFilters: () => {},
  } as unknown as List<object>
  await showScreen(<StatusTabBar list={list} kind={null} />)
  const draft = () => document.querySelectorAll('.order-tabs button')[1]?.textContent ?? ''
  await until(() => draft().includes('5'))
  drafts = 0
  await act(() => invalidatePaths(shipments.confirm.touches ?? []))
  await until(() => !draft().includes('5'))
})
