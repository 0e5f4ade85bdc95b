import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { ImportHistory } from './import-history.tsx'
import { useImport } from './use-import.ts'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

function Both() {
  useImport('7')
  return <ImportHistory openId="7" onOpen={() => undefined} />
}

it('an import that is over at the first answer is over in the list, too', async () => {
  const row = {
    id: '7',
    fileName: 'five.csv',
    dryRun: false,
    total: 5,
    accepted: 0,
    refused: 0,
    totals: [],
    dismissedAt: null,
    createTime: '2026-03-01T08:00:00Z',
  }
  const page = (status: string, accepted: number) =>
    good({ records: [{ ...row, status, accepted }], total: 1, size: 10, current: 1, pages: 1 })
  answersAt({
    '/erp/shipmentImport/list': [page('running', 0), page('done', 5)],
    '/erp/shipmentImport/queryById': good({ ...row, status: 'done', done: 5, accepted: 5 }),
  })
  await showScreen(<Both />, { texts: ['shipment-imports', 'shipments'] })
  await until(() => seen().includes('Done'))
  expect(seen()).not.toContain('Running')
})
