import { afterEach, expect, it } from 'vitest'
import type { Finding } from '#contracts/orders/customs/customs.calls.ts'
import { seen } from '#web/test/acts.ts'
import { leave, show, speak } from '#web/test/page.tsx'
import { Findings } from './customs-panel.tsx'

const message = 'List the goods in the parcel.'
const findings: Finding[] = [
  {
    path: 'parcels.0.products',
    code: 'customs.goodsMissing',
    severity: 'error',
    message,
    messages: { zh_CN: message, en_US: message },
  },
]
const marks = () =>
  [...document.querySelectorAll('li [aria-label]')].map((icon) => icon.getAttribute('aria-label'))

afterEach(leave)

it.each([
  [true, 'Error', false],
  [false, 'Warning', true],
])('refuses the confirmation: %s', async (strict, mark, advises) => {
  await speak('en_US', 'customs')
  await show(<Findings verdict={{ needed: true, border: null, findings }} strict={strict} />)
  expect(seen()).toContain(message)
  expect(marks()).toEqual([mark])
  expect(seen().includes('None of this stops confirming')).toBe(advises)
})

it.each([
  ['sender', 'From CN to DE: the sender’s country counts, whichever depot'],
  ['depot', 'From CN to DE: the depot’s country counts.'],
] as const)('names the border it asks about, and whose country counts: %s', async (of, words) => {
  await speak('en_US', 'customs')
  const border = { from: 'CN', to: 'DE', of }
  await show(<Findings verdict={{ needed: true, border, findings }} strict={false} />)
  expect(seen()).toContain(words)
})
