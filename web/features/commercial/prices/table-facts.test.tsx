// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { TableFacts } from './table-facts.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const table = (id: string, kind: string, customers: string[], versions: object[] = []) => ({
  id,
  code: id,
  name: id,
  kind,
  currency: 'EUR',
  supplier: null,
  customers,
  status: '1',
  versions,
  surcharges: [],
})
const version = (versionNo: number, state: string, validFrom: string | null) => ({
  id: String(versionNo),
  versionNo,
  state,
  validFrom,
})

it('a table names its customers and what comes, with its day', async () => {
  answersAt({
    '/erp/deliveryService/tables': good([
      table('71', 'standard', []),
      table(
        '72',
        'customers',
        ['Alpha', 'Beta'],
        [
          version(4, 'draft', null),
          version(3, 'scheduled', '2027-03-01T12:30:00.000Z'),
          version(2, 'scheduled', '2027-02-01T12:30:00.000Z'),
          version(1, 'active', '2026-01-01T12:30:00.000Z'),
        ],
      ),
    ]),
  })
  await showScreen(
    <>
      <TableFacts row={{ id: '71', serviceId: '7' }} />
      <TableFacts row={{ id: '72', serviceId: '7' }} />
      <TableFacts row={{ id: '73', serviceId: null }} />
    </>,
    { texts: ['fees'] },
  )
  await until(() => seen().includes('Beta'))
  expect(seen()).toContain('All without their own table')
  expect(seen()).toMatch(/Alpha, Beta/)
  expect(seen()).toMatch(/Version 2, from 2027-02-01.*Version 3, from 2027-03-01/)
  expect(seen()).not.toMatch(/Version [14]/)
})
