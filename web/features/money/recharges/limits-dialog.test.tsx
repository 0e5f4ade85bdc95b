// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, press, seen, type } from '#web/test/acts.ts'
import { good, leave, refused, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import LimitsDialog from './limits-dialog.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const LIMITS = [
  { currency: 'CNY', amount: '30000.00' },
  { currency: 'EUR', amount: '5000.00' },
]
const shown = async (answer = good(LIMITS)) => {
  const sent = answersAt({
    'GET /erp/recharge/limits': good(LIMITS),
    'PUT /erp/recharge/limits': answer,
  })
  const onClose = vi.fn()
  await showScreen(<LimitsDialog onClose={onClose} />, { texts: ['recharges'] })
  await until(() => amounts().length === 2)
  return { sent, onClose }
}
const amounts = () =>
  [...document.querySelectorAll<HTMLInputElement>('.rch-limits input')].filter((one) =>
    one.getAttribute('aria-label')?.startsWith('Amount'),
  )
const save = () => press(document.querySelector('.ant-modal-footer .ant-btn-primary')!)
const puts = (sent: readonly Sent[]) =>
  sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)

it('all limits are sent at once, changed and unchanged ones', async () => {
  const { sent, onClose } = await shown()
  await type(amounts()[1]!, '2500')
  await save()
  await until(() => onClose.mock.calls.length === 1)
  expect(puts(sent)).toEqual([
    {
      limits: [
        { currency: 'CNY', amount: '30000.00' },
        { currency: 'EUR', amount: '2500' },
      ],
    },
  ])
})

it('a currency that is removed has no limit any more', async () => {
  const { sent, onClose } = await shown()
  await press('Remove CNY')
  expect(amounts()).toHaveLength(1)
  await save()
  await until(() => onClose.mock.calls.length === 1)
  expect(puts(sent)).toEqual([{ limits: [{ currency: 'EUR', amount: '5000.00' }] }])
})

it('a refusal is shown and the dialog stays', async () => {
  const { onClose } = await shown(
    refused(400, 'Check the entries.', {
      result: { issues: [{ path: 'limits.0.amount', code: 'x', message: 'Not an amount' }] },
    }),
  )
  await press('Add a currency')
  await save()
  await until(() => seen().includes('Not an amount'))
  expect(onClose).not.toHaveBeenCalled()
})
