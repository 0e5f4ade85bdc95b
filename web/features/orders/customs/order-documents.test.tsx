import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { answersAt, press, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { ORDER_DETAIL } from '../shipments/form/order-detail.fixture.ts'
import { OrderDocuments } from './order-documents.tsx'

const message = 'List the goods in the parcel.'
const finding = {
  path: 'parcels.0.products',
  code: 'customs.goodsMissing',
  severity: 'error',
  message,
  messages: { zh_CN: message, en_US: message },
}
const correct = vi.fn()
const verdict = (findings: readonly object[]) =>
  good([{ id: '7', needed: true, border: null, findings }])
const check = async (findings: readonly object[], open: boolean, edits = true) => {
  answersAt({ '/erp/customs/checkOrders': verdict(findings) })
  await showScreen(<OrderDocuments order={ORDER_DETAIL} onCorrect={open ? correct : null} />, {
    texts: ['customs'],
    rights: ['ship:customs:check', ...(edits ? orderPerms('edit') : [])],
  })
  await press('Check customs')
}
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  correct.mockReset()
})

it('what the check misses is added by a button next to it', async () => {
  await check([finding], true)
  await until(() => seen().includes(message))
  await press('Correct customs data')
  expect(correct).toHaveBeenCalledOnce()
})

it.each([
  ['the order can no longer be corrected', [finding], false, true],
  ['the user edits no orders', [finding], true, false],
  ['nothing is missing', [], true, true],
] as const)('offers no correction where %s', async (_, findings, open, edits) => {
  await check(findings, open, edits)
  await until(() => seen().includes(findings.length > 0 ? message : 'nothing was found'))
  expect(seen()).not.toContain('Correct customs data')
})

function Page() {
  const [version, setVersion] = useState(1)
  return (
    <>
      <OrderDocuments order={{ ...ORDER_DETAIL, version }} onCorrect={correct} />
      <button type="button" onClick={() => setVersion(2)}>
        change
      </button>
    </>
  )
}
it('checks an order again once it was corrected', async () => {
  answersAt({ '/erp/customs/checkOrders': [verdict([finding]), verdict([])] })
  await showScreen(<Page />, { texts: ['customs'], rights: ['ship:customs:check'] })
  await press('Check customs')
  await until(() => seen().includes(message))
  await press('change')
  await until(() => seen().includes('nothing was found'))
})
