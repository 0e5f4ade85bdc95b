// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, press, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import AccountingExport from './AccountingExport.screen.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const record = {
  id: '1',
  format: 'csv',
  lines: 1,
  sha256: null,
  closed: true,
  createBy: 'finance',
  createTime: '2026-12-01T08:00:00Z',
}
const summaryOf = (lacks: string[]) =>
  good({
    month: '2026-11',
    status: 'closed',
    transactions: 1,
    lines: [],
    sums: [],
    ready: lacks.length === 0,
    lacks,
    exports: [record],
  })
const chooseDatev = async (lacks: string[]) => {
  const sent = answersAt({
    '/erp/accountingExport/months': good([{ month: '2026-11', status: 'closed' }]),
    '/erp/accountingExport/summary': summaryOf(lacks),
  })
  await showScreen(<AccountingExport title="Ledger" />, {
    rights: ['acc:export:list', 'acc:export:file'],
    texts: ['accounting-export'],
  })
  await until(() => seen().includes('finance'))
  await press('Export')
  const entry = () =>
    [...document.querySelectorAll('.ant-dropdown-menu-item')].find((one) =>
      one.textContent.includes('DATEV'),
    )
  await until(() => entry() !== undefined)
  await press(entry()!)
  return sent
}

it('what DATEV lacks is named before the question whether to export again', async () => {
  await chooseDatev(['numbers'])
  await until(() => document.querySelector('.ant-message-warning') !== null)
  expect(seen()).not.toContain('Export 2026-11 again?')
})

it('with all that DATEV asks for a second file is asked about', async () => {
  await chooseDatev([])
  await until(() => seen().includes('Export 2026-11 again?'))
})
