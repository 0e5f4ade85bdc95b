// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { paymentAccounts } from '#contracts/money/payment-accounts.ts'
import { recharges } from '#contracts/money/recharges.ts'
import { twoUsers } from '#contracts/money/two-users.ts'
import { answersAt, bodiesOf, press, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { WaitingChanges } from './waiting-changes.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('names every change, who asked, and that nothing is changed yet; approving sends its version', async () => {
  const sent = answersAt({
    '/erp/twoUsers/waiting': good([
      {
        id: '5',
        label: 'Main account',
        changes: [{ field: 'iban', before: null, after: 'DE89370400440532013000' }],
        askedBy: 'Lin',
        askedAt: '2026-11-02T10:00:00Z',
        version: 3,
      },
    ]),
    '/erp/twoUsers/decide': good(null),
  })
  await showScreen(<WaitingChanges kind="paymentAccount" />, { texts: ['two-users'] })
  await until(() => seen().includes('iban: – → DE89370400440532013000'))
  expect(seen()).toContain('Asked by Lin')
  expect(seen()).toContain('Until then it stays as it is.')
  await press('Approve')
  expect(bodiesOf(sent, '/erp/twoUsers/decide')).toEqual([{ id: '5', version: 3, approve: true }])
})

it('is asked for again when a limit or an account is saved', () => {
  const [path] = twoUsers.waiting.path.split('/waiting')
  expect(recharges.saveLimits.touches).toContain(path)
  expect(paymentAccounts.endpoints.edit.touches).toContain(path)
})
