// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { paymentAccounts } from '#contracts/money/payment-accounts.ts'
import { answersAt, bodiesOf, buttonOf, choose, inputOf, press, seen } from '#web/test/acts.ts'
import { good, leave, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import ImportBank from './import-bank.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const PATH = '/erp/recharge/importBank'
const NOTHING = {
  format: 'TABLE',
  total: 0,
  added: 0,
  repeated: 0,
  outgoing: 0,
  suggested: 0,
  sure: 0,
  preview: null,
  pending: 0,
  allIncoming: false,
  errors: [],
  rows: null,
  guess: null,
}
const UNMAPPED = {
  ...NOTHING,
  rows: [
    { line: 1, cells: ['Buchungstag', 'Saldo', 'Umsatz'] },
    { line: 2, cells: ['2026-11-04', '9876.00', '12.00'] },
  ],
  guess: {
    heading: 1,
    columns: { bookedOn: 0, amount: 2 },
    decimals: [null, 'point', 'point'],
    dates: ['YMD', null, null],
  },
}
const UNREAD = {
  ...NOTHING,
  preview: [],
  errors: [{ line: 2, code: 'bank.currency', message: 'The currency is another', value: 'MIETE' }],
}

async function withFile(...answers: object[]): Promise<Sent[]> {
  const sent = answersAt({
    [paymentAccounts.endpoints.options.path]: good([{ value: '7', text: 'Volksbank' }]),
    [PATH]: answers.map((one) => good(one)),
  })
  await showScreen(<ImportBank onClose={() => undefined} />, { texts: ['bank-lines'] })
  await until(() => document.querySelector('.ant-select:not(.ant-select-disabled)') !== null)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  expect([input.disabled, seen().includes('Fill in first: Payment account')]).toEqual([true, true])
  await choose(await inputOf('Payment account'), 'Volksbank')
  expect([input.disabled, seen().includes('Fill in first')]).toEqual([false, false])
  Object.defineProperty(input, 'files', { configurable: true, value: [new File(['x'], 'b.csv')] })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
  return sent
}
const fieldsOf = (sent: readonly Sent[]) =>
  bodiesOf(sent, PATH).map((body) =>
    Object.fromEntries([...(body as unknown as FormData)].filter(([name]) => name !== 'file')),
  )

it('where nothing could be read the words are of that, and lead back to the columns', async () => {
  const sent = await withFile(UNREAD, UNMAPPED)
  await until(() => seen().includes('The currency is another'))
  expect(seen()).not.toContain('taken before')
  const take = await buttonOf('No line can be read with these columns')
  expect((take as HTMLButtonElement).disabled).toBe(true)
  await press('Map columns again')
  await until(() => seen().includes('These headings are new'))
  expect(fieldsOf(sent)[1]).toMatchObject({ remap: 'true', dryRun: 'true' })
})

it('columns, decimal sign and dates are proposed; what was chosen is there again', async () => {
  const sent = await withFile(UNMAPPED, { ...UNREAD, allIncoming: true })
  await until(() => seen().includes('These headings are new'))
  await press('Preview')
  await until(() => seen().includes('The currency is another'))
  const [, { mapping }] = fieldsOf(sent) as [object, { mapping: string }]
  expect(JSON.parse(mapping)).toMatchObject({
    heading: 1,
    bookedOn: 0,
    amount: 2,
    decimal: 'point',
    dates: 'YMD',
  })
  await press('Map columns again')
  expect(sent.filter(({ url }) => url.pathname.endsWith(PATH))).toHaveLength(2)
  expect(document.querySelector('.py-column-map')?.closest('[hidden]')).toBeNull()
})
