import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dict, money, ref, text } from '#contracts/kit/field.ts'
import { crud, type Crud } from '#contracts/kit/crud.ts'
import { entity } from '#contracts/kit/entity.ts'
import { useT } from '../text/i18n.ts'
import { queryClient } from '../http/query.ts'
import { MoneySums } from '../platform/cells.tsx'
import { sumsOf } from '../table/sums.ts'
import { FieldList } from './resource-detail.tsx'
import { fieldContent, resourceColumns } from './resource-cells.tsx'
import { ResourceForm, type Inputs } from './resource-form.tsx'
import {
  answers,
  good,
  leave,
  show,
  signInForTest,
  speak,
  until,
  untilFound,
} from '#web/test/page.tsx'

/** An amount in the currency of its own row, and one in that of the price list it refers to. */
const bills = crud(
  entity({
    name: 'bills',
    table: 'bill',
    scope: 'tenant',
    label: 'name',
    fields: {
      name: text(),
      currency: dict('currency'),
      amount: money({ currencyFrom: 'currency', sign: 'any' }),
    },
  }),
  {
    path: '/erp/bill',
    perm: 'erp:bill',
  },
)
const prices = crud(
  entity({
    name: 'prices',
    table: 'price',
    scope: 'tenant',
    label: 'name',
    fields: {
      name: text(),
      feeId: ref('fees'),
      price: money({ currencyFrom: 'feeId.currency', sign: 'nonNegative' }),
    },
  }),
  {
    path: '/erp/price',
    perm: 'erp:price',
  },
)
const LISTS: Record<string, string> = { '1': 'JPY', '2': 'EUR', '3': 'KWD' }

beforeEach(async () => {
  await speak('en_US')
  signInForTest()
  queryClient.clear()
  answers(({ url }) =>
    url.pathname.endsWith('/fee/queryById')
      ? good({ id: url.searchParams.get('id'), currency: LISTS[url.searchParams.get('id') ?? ''] })
      : good(url.pathname.endsWith('/all') ? {} : []),
  )
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

function Opened({
  of,
  row,
  fixed = {},
  inputs = {},
}: {
  of: Crud
  row: Record<string, unknown>
  fixed?: Record<string, unknown> | undefined
  inputs?: Inputs | undefined
}) {
  return (
    <ResourceForm
      of={of}
      t={useT()}
      row={{ id: '9', version: 1, ...row }}
      fixed={fixed}
      inputs={inputs}
      formId="form"
      onBusy={() => {}}
      onChanged={() => {}}
      onSaved={() => {}}
    />
  )
}
const open = (
  of: Crud,
  row: Record<string, unknown>,
  fixed?: Record<string, unknown>,
  inputs?: Inputs,
) => {
  sessionStorage.clear()
  return show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Opened of={of} row={row} fixed={fixed} inputs={inputs} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const input = (id: string) =>
  untilFound(() => document.querySelector<HTMLInputElement>(`input#${id}`))
const suffix = () => document.querySelector('.ant-input-suffix')?.textContent
async function type(id: string, value: string) {
  const found = await input(id)
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(found, value)
    found.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => {
    found.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })
}
/** The form's message about the amount; that of an earlier error may still be fading. */
const complaint = () =>
  document.querySelector('.ant-form-item-has-error')
    ? [...document.querySelectorAll('.ant-form-item-explain-error')].at(-1)?.textContent
    : ''

describe.each([
  ['JPY', '1', '500', '500.5', 'JPY has at most 0 decimals', 'numeric'],
  ['EUR', '2', '4.50', '4.505', 'EUR has at most 2 decimals', 'decimal'],
  ['KWD', '3', '1.525', '1.5255', 'KWD has at most 3 decimals', 'decimal'],
])('an amount in %s', (currency, feeId, fits, tooFine, words, keys) => {
  it('is entered next to its currency, and refused with more decimals than that has', async () => {
    await open(bills, { name: 'A', currency, amount: null })
    expect((await input('bills_amount')).inputMode).toBe(keys)
    expect(suffix()).toBe(currency)
    await type('bills_amount', tooFine)
    await until(() => complaint() === words)
    await type('bills_amount', `-${fits}`)
    await until(() => complaint() === '')
  })

  it('takes the currency from the price list: of the row, and of the form', async () => {
    await open(prices, { name: 'A', feeId, feeId_currency: currency, price: fits })
    expect((await input('prices_price')).value).toBe(fits)
    expect(suffix()).toBe(currency)
    await open(prices, { name: 'A', price: null }, { feeId })
    await until(() => suffix() === currency)
    await type('prices_price', tooFine)
    await until(() => complaint() === words)
    await type('prices_price', `-${fits}`)
    await until(() => complaint() === 'Must not be negative')
    await type('prices_price', fits)
    await until(() => complaint() === '')
  })

  it('is read with its currency in lists, details and sums', async () => {
    const t = Object.assign((key: string) => key, { has: () => false })
    const own = { id: '1', currency, amount: fits }
    const referred = { id: '2', feeId, feeId_currency: currency, price: fits }
    const { amount } = bills.fields
    const { price } = prices.fields
    const read = `${fits} ${currency}`
    const page = await show(
      <>
        <p>{fieldContent(own, 'amount', amount, t)}</p>
        <p>{fieldContent(referred, 'price', price, t)}</p>
        <FieldList of={prices} t={t} row={referred} cells={{}} />
      </>,
    )
    expect([...page.querySelectorAll('p')].map((found) => found.textContent)).toEqual([read, read])
    expect([...page.querySelectorAll('dd')].at(-1)?.textContent).toBe(read)
    const column = resourceColumns<{ id: string }>(prices.fields, 'name', t, {
      sums: ['price'],
    }).find(({ key }) => key === 'price')
    expect(column && sumsOf([referred], column)).toEqual([{ unit: currency, total: fits }])
  })

  it('counts rows that give back against the others', async () => {
    const t = Object.assign((key: string) => key, { has: () => false })
    const rows = ['1', '2', '3'].map((id) => ({ id, currency, amount: id === '3' ? '0' : fits }))
    const column = resourceColumns<{ id: string }>(bills.fields, 'name', t, {
      sums: ['amount'],
      minus: ({ id }) => id !== '1',
    }).find(({ key }) => key === 'amount')
    const sum = (of: typeof rows) => column && sumsOf(of, column).map(({ total }) => Number(total))
    expect([sum(rows.slice(0, 2)), sum(rows.slice(1))]).toEqual([[0], [-Number(fits)]])
    const page = await show(<p>{column?.render?.(rows[1]!)}</p>)
    expect(page.textContent).toBe(`-${fits} ${currency}`)
  })
})

it('checks an amount again when its currency changes', async () => {
  await open(bills, { name: 'A', currency: 'KWD', amount: '1.525' }, undefined, {
    currency: ({ onChange }) => (
      <button type="button" onClick={() => onChange?.('JPY')}>
        Yen
      </button>
    ),
  })
  await input('bills_amount')
  expect([suffix(), complaint()]).toEqual(['KWD', ''])
  await act(async () => document.querySelector<HTMLButtonElement>('form button')?.click())
  await until(() => complaint() === 'JPY has at most 0 decimals')
  expect(suffix()).toBe('JPY')
})

it('sums of several currencies are below each other and are not added', async () => {
  const totals = [
    { currency: 'EUR', amount: '3853.85' },
    { currency: 'JPY', amount: '1500' },
  ]
  const page = await show(<MoneySums sums={totals} />)
  expect([...page.children].map((line) => line.textContent)).toEqual(['3,853.85 EUR', '1,500 JPY'])
  expect((await show(<MoneySums sums={[]} none="–" />)).textContent).toBe('–')
})
