import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, choose, inputOf, press, seen } from '#web/test/acts.ts'
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
