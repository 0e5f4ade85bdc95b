// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import {
  answersAt,
  askedOf,
  bodiesOf,
  buttonOf,
  confirmBy,
  inputOf,
  press,
  seen,
} from '#web/test/acts.ts'
import { good, leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { flush } from '#web/kit/http/when-idle.ts'
import { companyToday } from '#web/kit/session/company-zone.ts'
import EcSales from './EcSales.screen.tsx'
import { monthBefore } from './month-before.ts'
import OpenItems from './OpenItems.screen.tsx'
import Revaluations from './Revaluations.screen.tsx'
import TrialBalance from './TrialBalance.screen.tsx'
import VatReturn from './VatReturn.screen.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const system = {
  version: 1,
  createBy: null,
  createTime: '2026-12-01T00:00:00Z',
  updateBy: null,
  updateTime: null,
}
const page = (rows: object[]) =>
  good({
    records: rows.map((row, at) => ({ ...system, id: String(rows.length - at), ...row })),
    total: rows.length,
    size: 20,
    current: 1,
    pages: 1,
    capped: false,
  })
const held = {
  period: '2026-11-30',
  account: 'Bank USD',
  currency: 'USD',
  balance: '100.00',
  exchangeRate: '0.9',
  baseCurrency: 'EUR',
  bookValue: '86.00',
  value: '90.00',
  difference: '4.00',
  postedAt: null,
  postedBy: null,
}
const RIGHTS = ['list', 'export', 'post'].map((one) => `acc:revaluation:${one}`)

it('posting names the day and that it is taken back, then what was gained and lost', async () => {
  const sent = answersAt({
    '/erp/revaluation/list': page([held]),
    '/erp/revaluation/post': good({
      day: '2026-11-30',
      currency: 'EUR',
      gain: '4.00',
      loss: '0.00',
    }),
  })
  await showScreen(<Revaluations title="Currency revaluation" />, {
    rights: RIGHTS,
    texts: ['revaluations'],
  })
  await until(() => seen().includes('Bank USD'))
  await press('Post revaluation')
  await until(() => seen().includes('Post the revaluation as of 2026-11-30?'))
  expect(seen()).toContain('taken back on the next day')
  await confirmBy('Post revaluation')
  await until(() => seen().includes('gain 4.00 EUR, loss 0.00 EUR'))
  expect(bodiesOf(sent, '/erp/revaluation/post')).toEqual([{ day: '2026-11-30' }])
})

it.each([
  ['was posted', [{ ...held, postedAt: '2026-12-01T08:00:00Z', postedBy: 'finance' }]],
  ['has nothing', []],
])('a day that %s is not posted', async (_, rows) => {
  answersAt({ '/erp/revaluation/list': page(rows) })
  await showScreen(<Revaluations title="Currency revaluation" />, {
    rights: RIGHTS,
    texts: ['revaluations'],
  })
  const button = (await buttonOf('Post revaluation')) as HTMLButtonElement
  await until(() => button.disabled)
})

it('without the permission there is no button', async () => {
  answersAt({ '/erp/revaluation/list': page([held]) })
  await showScreen(<Revaluations title="Currency revaluation" />, {
    rights: ['acc:revaluation:list'],
    texts: ['revaluations'],
  })
  await until(() => seen().includes('Bank USD'))
  expect(seen()).not.toContain('Post revaluation')
})

it('a customer without a VAT number stands out in the EC sales list', async () => {
  const sale = {
    period: '2026-11',
    customerId: '1',
    customerId_dictText: 'Vélo SARL',
    country: 'FR',
    vatId: null,
    category: 'AE',
    currency: 'EUR',
    net: '10.00',
    tax: '0.00',
    gross: '10.00',
    exchangeRate: '1',
    baseCurrency: 'EUR',
    baseNet: '10.00',
    baseTax: '0.00',
    baseGross: '10.00',
  }
  answersAt({ '/erp/ecSales/list': page([sale, { ...sale, vatId: 'FR03801273541' }]) })
  await showScreen(<EcSales title="EC sales list" />, {
    rights: ['acc:ecsales:list'],
    texts: ['ec-sales'],
  })
  await until(() => seen().includes('FR03801273541'))
  expect(seen()).toContain('Missing: enter it with the customer')
})

it('days of the address reach the list, its rows have no detail, and none was made on a day', async () => {
  const sent = answersAt({
    '/erp/trialBalance/list': page([
      {
        period: '2026-11',
        account: 'VAT DE S 19 %',
        currency: 'EUR',
        opening: '0.00',
        debit: '0.00',
        credit: '19.00',
        closing: '-19.00',
      },
    ]),
  })
  await showScreen(<TrialBalance title="Trial balance" />, {
    rights: ['acc:trialbalance:list', 'acc:trialbalance:export'],
    texts: ['trial-balance'],
    at: '/?day_begin=2026-11-01&day_end=2026-11-30',
  })
  await until(() => seen().includes('VAT DE S 19 %'))
  expect(askedOf(sent, '/erp/trialBalance/list', 'day_begin')).toBe('2026-11-01')
  expect(seen()).not.toContain('Created')
  await press([...document.querySelectorAll('td')].find((one) => one.textContent?.includes('VAT'))!)
  expect(sent.some(({ url }) => url.pathname.endsWith('queryById'))).toBe(false)
  await buttonOf('Export')
})

it('net, VAT and gross are together', async () => {
  answersAt({
    '/erp/vatReturn/list': page([
      {
        period: '2026-11',
        country: 'DE',
        category: 'S',
        taxRate: 1900,
        postings: 3,
        currency: 'JPY',
        net: '1000',
        tax: '190',
        gross: '1190',
        exchangeRate: '0.006',
        baseCurrency: 'EUR',
        baseNet: '6.00',
        baseTax: '1.14',
        baseGross: '7.14',
      },
    ]),
  })
  await showScreen(<VatReturn title="VAT return" />, {
    rights: ['acc:vatreturn:list'],
    texts: ['vat-return'],
  })
  await until(() => seen().includes('7.14'))
  for (const text of ['Net', 'VAT', 'Gross', '1.14', '6.00']) expect(seen()).toContain(text)
})

it('the filter of a list has the days it answers for, one day where it is as of a day', async () => {
  const sent = answersAt({ '/erp/openItems/list': page([]), '/erp/vatReturn/list': page([]) })
  const inputs = () =>
    [...document.querySelectorAll<HTMLInputElement>('.ant-picker input')].map((one) => one.value)
  const openFilters = async () =>
    press(
      await untilFound(() =>
        document.querySelector('.py-filters button[aria-haspopup="dialog"]:not(.py-tool)'),
      ),
    )
  await showScreen(<OpenItems title="Open items" />, {
    rights: ['acc:openitems:list'],
    texts: ['open-items'],
  })
  flush()
  await openFilters()
  await until(() => inputs()[0] === companyToday())
  const day = (await inputOf('As of')).closest('.ant-picker')!
  expect(day.querySelectorAll('input')).toHaveLength(1)
  await leave()
  await showScreen(<OpenItems title="Open items" />, {
    rights: ['acc:openitems:list'],
    texts: ['open-items'],
    at: '/?day=2026-10-31',
  })
  await openFilters()
  await until(() => inputs()[0] === '2026-10-31')
  await until(() => sent.some(({ url }) => url.searchParams.get('day') === '2026-10-31'))
  await leave()
  await showScreen(<VatReturn title="VAT return" />, {
    rights: ['acc:vatreturn:list'],
    texts: ['vat-return'],
  })
  await openFilters()
  await until(() => inputs()[0] === monthBefore().day_begin)
  expect(inputs()[1]).toBe(monthBefore().day_end)
})
