import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, choose, inputOf, press, seen } from '#web/test/acts.ts'
import { good, leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { queryClient } from '../../../kit/http/query.ts'
import NoticeForm from './notice-form.tsx'

const SOCKS = {
  id: '31',
  sku: 'S-3',
  barcode: null,
  nameCn: '袜子',
  nameEn: 'Socks',
  available: 5,
}
function Page() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(!open)}>
        turn
      </button>
      {open && <NoticeForm id={null} onClose={() => undefined} />}
    </>
  )
}
const sku = () =>
  untilFound(() => document.querySelector<HTMLInputElement>('input[aria-label="SKU 1"]'))

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('a restored draft names the SKU that was chosen', async () => {
  answersAt({ '/erp/stockSku/find': good([SOCKS]) })
  await showScreen(<Page />, { texts: ['stock-notices', 'stock-skus'] })
  await inputOf('Reference')
  await choose(await sku(), 'S-3 · Socks')
  await until(() => seen().includes('S-3 · Socks'))
  await press('turn')
  await until(() => !seen().includes('S-3'))
  // As after a reload: nothing is known of what was found.
  queryClient.clear()
  answersAt({})
  await press('turn')
  await until(() => seen().includes('We restored your unsaved draft'))
  await sku()
  expect(seen()).toContain('S-3 · Socks')
})

it.each([
  ['Save', 'Saved as a draft; not announced yet.', []],
  ['Save and announce', 'Announced.', [{ id: '7' }]],
])('%s: what became of the notice is shown', async (button, words, announced) => {
  const notice = {
    id: '7',
    version: 1,
    customerId: '1',
    depotId: '2',
    expectedDate: null,
    reference: null,
    carrier: null,
    remark: null,
    lines: [{ skuId: '31', sku: 'S-3', nameCn: '袜子', nameEn: 'Socks', expected: 5 }],
  }
  const sent = answersAt({
    '/erp/stockNotice/queryById': good(notice),
    '/erp/stockNotice/edit': good(notice),
    '/erp/stockNotice/announce': good(notice),
  })
  const closed = vi.fn()
  await showScreen(<NoticeForm id="7" onClose={closed} />, {
    texts: ['stock-notices', 'stock-skus'],
    rights: ['stock:notice:announce'],
  })
  await inputOf('Reference')
  await press(button)
  await until(() => closed.mock.calls.length === 1)
  expect(seen()).toContain(words)
  expect(bodiesOf(sent, '/erp/stockNotice/edit')).toHaveLength(1)
  expect(bodiesOf(sent, '/erp/stockNotice/announce')).toEqual(announced)
})
