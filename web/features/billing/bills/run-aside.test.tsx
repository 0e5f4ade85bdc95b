import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, buttonOf, confirmBy, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { RunAside } from './run-aside.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const row = (code: string, lines: number, open: number, disputable: number) => ({
  code,
  lines,
  open,
  disputable,
  after: lines,
  delta: '1.00',
  deltaAfter: '1.00',
})
const DISPUTE = { id: '9', state: 'draft', no: 'BD7', deadline: '2026-12-31' }
async function open(postable = { lines: 84, sums: [{ currency: 'EUR', amount: '512.30' }] }) {
  answersAt({
    '/erp/billRun/queryById': good({
      id: '5',
      state: 'matched',
      invoiceNo: 'INV-1',
      supplierId: '3',
    }),
    '/erp/billRun/dispute': good({ disputeId: '9', lines: 4 }),
    '/erp/dispute/queryById': good(DISPUTE),
    '/erp/billRun/profile': good({
      amountWithin: 0,
      amountPercent: 0,
      weightWithin: 0,
      weightPercent: 0,
    }),
    '/erp/billRun/whatIf': good({
      currency: 'EUR',
      codes: [row('D1', 84, 6, 4), row('D7', 3, 0, 0)],
      postable,
    }),
  })
  await showScreen(<RunAside id="5" />, {
    texts: ['bills'],
    rights: ['bill:match:list', 'bill:match:accept', 'bill:match:post', 'bill:dispute:list'],
  })
  await until(() => document.querySelectorAll('.bills-table tbody tr').length === 2)
}
const tick = async (at: number) => {
  const box = await untilFound(
    () => document.querySelectorAll<HTMLInputElement>('.bills-table input')[at],
  )
  await act(async () => box.click())
}
const isOff = async (name: string) => (await buttonOf(name)).hasAttribute('disabled')

it('shows what is to decide by result, and offers a dispute where there is something', async () => {
  await open()
  expect(
    [...document.querySelectorAll('.bills-table tbody tr')].map(
      (one) => one.querySelectorAll('td')[2]?.textContent,
    ),
  ).toEqual(['6', '0'])
  expect(await isOff('Dispute')).toBe(true)
  await tick(1)
  expect(await isOff('Dispute')).toBe(true)
  expect(await isOff('Accept')).toBe(true)
  expect(seen()).toContain('No open line with the chosen results can be disputed')
  await tick(0)
  expect(await isOff('Dispute')).toBe(false)
  expect(seen()).toContain('4 lines to dispute')
  await press('Accept')
  await until(() => seen().includes('Accept 6 open lines'))
})

it('names lines and sum before posting, and posts nothing where there is nothing', async () => {
  await open()
  await press('Post')
  await until(() => seen().includes('84 lines, 512.30 EUR in all.'))
  await leave()
  await open({ lines: 0, sums: [] })
  await until(() => document.querySelector('[title="No lines to post"]') !== null)
  expect(await isOff('Post')).toBe(true)
})

it('names the dispute that is still to be sent, with its deadline and a way to it', async () => {
  await open()
  await tick(0)
  await press('Dispute')
  await type(
    await untilFound(() => document.querySelector<HTMLTextAreaElement>('.ant-modal textarea')),
    'too much',
  )
  await confirmBy('Dispute')
  await until(() => seen().includes('Dispute BD7 is not sent yet'))
  expect(seen()).toContain('2026-12-31')
  expect((await buttonOf('Open the dispute')).getAttribute('href')).toBe(
    '/bill/lines?_tab=disputes&_row=9',
  )
})
