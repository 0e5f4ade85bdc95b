// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { codRemittances } from '#contracts/money/cod/cod-remittances.ts'
import { paymentAccounts } from '#contracts/money/payment-accounts.ts'
import { suppliers } from '#contracts/parties/suppliers.ts'
import { answersAt, bodiesOf, choose, inputOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import ImportRemittance from './import-remittance.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const { path } = codRemittances.importFile
const NOTHING = {
  remittanceId: null,
  total: 0,
  added: 0,
  repeated: 0,
  matched: 0,
  differing: 0,
  errors: [],
  rows: null,
  guess: null,
  sums: [],
  preview: null,
}
const UNMAPPED = {
  ...NOTHING,
  rows: [
    { line: 1, cells: ['Sendung', 'Gebuehr', 'Betrag', 'Tag'] },
    { line: 2, cells: ['A1', '1,50', '103,90', '14.10.2026'] },
  ],
  guess: {
    heading: 1,
    columns: { number: 0, amount: 2, paidOn: 3 },
    decimals: [null, 'comma', 'comma', null],
    dates: [null, null, null, 'DMY'],
  },
}
const READ = { ...NOTHING, total: 1, added: 1, differing: 1 }
const line = { line: 2, number: 'A1', amount: '103.90', currency: 'EUR', paidOn: '2026-10-14' }
const PREVIEW = {
  ...READ,
  sums: [{ currency: 'EUR', amount: '103.90' }],
  preview: [{ ...line, kind: 'short', difference: '-5.00' }],
}

it('a new table is mapped as proposed and previewed; only then it is booked', async () => {
  const sent = answersAt({
    [suppliers.endpoints.options.path]: good([{ value: '3', text: 'DPD' }]),
    [paymentAccounts.endpoints.options.path]: good([{ value: '7', text: 'Volksbank' }]),
    [path]: [good(UNMAPPED), good(PREVIEW), good({ ...READ, remittanceId: '9' })],
  })
  await showScreen(<ImportRemittance onClose={() => undefined} />, { texts: ['cod', 'cod-lines'] })
  await until(() => document.querySelectorAll('.ant-select:not(.ant-select-disabled)').length === 2)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await choose(await inputOf('Carrier'), 'DPD')
  await choose(await inputOf('Received on account'), 'Volksbank')
  expect(seen()).toContain("Fill in first: Carrier's remittance number")
  expect(input.disabled).toBe(true)
  await type(await inputOf("Carrier's remittance number"), 'R-1')
  expect(input.disabled).toBe(false)
  Object.defineProperty(input, 'files', { configurable: true, value: [new File(['x'], 'd.csv')] })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
  await until(() => seen().includes('These headings are new'))
  await press('Preview')
  await until(() => seen().includes('Nothing is booked yet'))
  for (const text of ['103.90', '-5.00', 'A1']) expect(seen()).toContain(text)
  await press('Book 1 new line')
  await until(() => !seen().includes('Nothing is booked yet'))
  const forms = bodiesOf(sent, path).map((body) => body as unknown as FormData)
  expect(forms.map((form) => form.get('dryRun'))).toEqual(['true', 'true', null])
  const mappings = forms.map((form) => JSON.parse(String(form.get('mapping'))) as object)
  expect(mappings).toEqual([null, mappings[2], mappings[2]])
  expect(mappings[2]).toMatchObject({ number: 0, amount: 2, decimal: 'comma', dates: 'DMY' })
})
