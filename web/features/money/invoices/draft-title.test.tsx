// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { invoiceList } from '#contracts/money/invoices.ts'
import DetailDrawer from '#web/kit/resource/resource-detail.tsx'
import { useT } from '#web/kit/text/i18n.ts'
import { answersAt } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
function Opened() {
  const nothing = { onPrevious: null, onNext: null, onEdit: null, onClose: () => undefined }
  return (
    <DetailDrawer {...nothing} of={invoiceList} t={useT('invoices')} id="5" body={() => 'body'} />
  )
}

it.each([
  [null, 'Invoice draft'],
  ['RE-7', 'RE-7'],
])('an invoice with the number %s is called %s', async (number, title) => {
  answersAt({ [invoiceList.endpoints.queryById.path]: good({ id: '5', number }) })
  await showScreen(<Opened />, { texts: ['invoices'] })
  const head = () => document.querySelector('.ant-drawer-title')?.textContent ?? ''
  await until(() => head().includes(title))
  expect(head()).toContain(title)
})
