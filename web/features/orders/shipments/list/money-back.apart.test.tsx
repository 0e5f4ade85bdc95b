import { afterEach, expect, it, vi } from 'vitest'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { answersAt, press, seen } from '#web/test/acts.ts'
import { leave, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { useOrderActions } from './use-order-actions.tsx'

vi.mock('./money-back.tsx', () => {
  throw new Error('no network')
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const draft = {
  id: '8',
  serialNumber: 'PY8',
  customerId: '9',
  kind: kindOf('B2C'),
  status: PARCEL.DRAFT,
  statusText: 'state',
  flags: 0,
}
function Page() {
  const actions = useOrderActions()
  return (
    <button type="button" onClick={() => void actions.run('cancel', [draft])}>
      cancel it
    </button>
  )
}

it('a cancellation is asked about without its money where that part does not load', async () => {
  answersAt({})
  await showScreen(<Page />, {
    texts: ['shipments'],
    rights: [SEE_PRICES, ...orderPerms('cancel')],
  })
  await press('cancel it')
  await untilFound(() => document.querySelector<HTMLTextAreaElement>('.py-reason'))
  expect(seen()).toContain('Cancel 1 order')
})
