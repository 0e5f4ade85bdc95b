import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answersAt, press, pressKey } from '#web/test/acts.ts'
import { good, leave, show, signInForTest, speak, until } from '#web/test/page.tsx'
import { queryClient } from '../../../../../kit/http/query.ts'
import { FindConsignee } from './find-consignee.tsx'

const COLUMN = { fieldType: 'String', align: 'center', sorter: 'true' }
const REPORT = {
  columns: ['name', 'city'].map((dataIndex) => ({ ...COLUMN, title: dataIndex, dataIndex })),
  dictOptions: {},
  fieldHrefSlots: [],
  cgRpConfigId: 'consignees',
  cgRpConfigName: 'Consignees',
}
const RECORDS = ['1', '2', '3'].map((id) => ({ id, name: `Person ${id}`, city: 'Berlin' }))
const API = '/online/cgreport/api'
const picked: unknown[] = []
const rows = () => [...document.querySelectorAll<HTMLElement>('.py-popup .ant-table-row')]

async function open() {
  const sent = answersAt({
    [`${API}/getRpColumns/consignees`]: good(REPORT),
    [`${API}/getQueryInfo/consignees`]: good([
      { label: 'Name', field: 'name', view: 'string', mode: 'single' },
    ]),
    [`${API}/getData/consignees`]: good({ records: RECORDS, total: 3_000 }),
    '/erp/consignee/queryById': ({ url }) =>
      good({ id: url.searchParams.get('id'), name: 'whole', street: 'Weg' }),
  })
  await show(
    <QueryClientProvider client={queryClient}>
      <FindConsignee customerId="9" onPick={(party) => picked.push(party)} />
    </QueryClientProvider>,
  )
  await press('Find…')
  await until(() => rows().length === 3)
  return sent
}
beforeEach(async () => {
  localStorage.clear()
  queryClient.clear()
  picked.length = 0
  signInForTest()
  await speak('en_US', 'shipments', 'reports')
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('goes from row to row by the arrows, and Enter takes the whole address', async () => {
  const sent = await open()
  const data = sent.find(({ url }) => url.pathname.endsWith('/getData/consignees'))
  expect(data?.url.searchParams.get('customerId')).toBe('9')
  rows()[0]!.focus()
  await pressKey(rows()[0]!, 'ArrowUp')
  expect(document.activeElement).toBe(rows()[0])
  await pressKey(rows()[0]!, 'ArrowDown')
  expect(document.activeElement).toBe(rows()[1])
  await pressKey(rows()[1]!, 'Enter')
  await until(() => picked.length === 1)
  expect(picked).toEqual([{ id: '2', name: 'whole', street: 'Weg' }])
})

it('Space marks a row, and Esc closes without taking any', async () => {
  await open()
  await pressKey(rows()[0]!, ' ')
  await until(() => document.querySelector('.py-popup-chosen') !== null)
  await pressKey(rows()[0]!, 'Escape', { keyCode: 27 })
  await until(
    () =>
      !document.querySelector('.ant-modal-wrap') ||
      rows().length === 0 ||
      getComputedStyle(document.querySelector('.ant-modal-wrap')!).display === 'none',
  )
  expect(picked).toEqual([])
})
