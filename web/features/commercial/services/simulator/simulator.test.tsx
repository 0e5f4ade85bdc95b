import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { answersAt, seen, type } from '#web/test/acts.ts'
import { good, leave, refused, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { ReadinessStrip } from '../readiness-strip.tsx'
import { Simulator } from './simulator.tsx'

afterEach(leave)

const ANSWER = {
  partition: { id: '1', code: 'DE', name: 'Germany', why: 'Zone DE: all of DE' },
  fee: { id: '2', name: 'Eco', nameEn: null, versionNo: 3 },
  actualWeightKg: '3',
  volumetricWeightKg: '0',
  chargeableWeightKg: '3',
  parcels: [{ chargeableWeightKg: '3' }],
  currency: 'EUR',
  total: '9.42',
  lines: [
    { tradeItem: '1', amount: '8.68', text: 'Weight band up to 5 kg' },
    { tradeItem: '2', amount: '0.74', text: 'Fuel: 8.5 % of 8.68 EUR' },
  ],
  steps: ['Parcel 1: actual weight 3 kg', 'Zone DE: all of DE'],
  limits: [{ validType: '1', min: null, max: '2', value: '3', ok: false }],
  number: 'RB000000018DE',
  label: { labelType: '1', template: 'Standard' },
  transit: { min: 3, max: 5 },
  open: true,
  routing: null,
  cost: {
    currency: 'EUR',
    total: '7.00',
    lines: [{ tradeItem: '1', amount: '7.00', text: 'flat' }],
    margin: '2.42',
  },
}
const SHOWN = { texts: ['services', 'rating'], rights: ['dlv:fee:list'] }
test('Enter in a field asks; the price is explained line by line, with what fails', async () => {
  const sent = answersAt({
    '/erp/deliveryService/simulate': good(ANSWER),
    '/sys/dict/getDictItems/': good([]),
  })
  await showScreen(<Simulator serviceCode="ECO" withCustomer />, SHOWN)
  const form = document.querySelector('form')!
  const weight = [...form.querySelectorAll('label')]
    .find((label) => label.textContent.startsWith('Weight of a parcel'))!
    .querySelector('input')!
  await type(weight, '3')
  await act(async () => form.requestSubmit())
  await until(() => seen().includes('9.42'))
  const text = document.body.textContent
  for (const part of [
    'Weight band up to 5 kg',
    'Fuel: 8.5 % of 8.68 EUR',
    'Zone DE: all of DE',
    'Limits exceeded: 1',
    'RB000000018DE',
    'Standard',
    '3–5 working days',
    'Margin',
    '2.42',
  ])
    expect(text).toContain(part)
  const asked = sent.find(({ url }) => url.pathname.includes('simulate'))!
  expect(asked.body).toMatchObject({
    serviceCode: 'ECO',
    country: 'DE',
    parcels: [{ weightKg: '3', lengthCm: null }],
  })
})

test('a refusal is shown at its field', async () => {
  answersAt({
    '/erp/deliveryService/simulate': refused(400, 'Check the entries', {
      result: {
        issues: [{ path: 'parcels.0.weightKg', code: 'field.required', message: 'Required here' }],
      },
    }),
  })
  await showScreen(<Simulator serviceCode="ECO" />, SHOWN)
  await act(async () => document.querySelector('form')!.requestSubmit())
  await until(() => seen().includes('Required here'))
  expect(document.querySelector('[aria-invalid]')).not.toBeNull()
})

test('the strip leads to what is missing, or names nothing', async () => {
  const go = vi.fn<(part: string) => void>()
  const items = [
    {
      key: 'zones',
      level: 'missing' as const,
      part: 'zones' as const,
      link: null,
      text: 'No zone',
    },
    {
      key: 'channel',
      level: 'missing' as const,
      part: null,
      link: '/delivery/channels',
      text: 'Channel off',
    },
    {
      key: 'divisor',
      level: 'advice' as const,
      part: 'weight' as const,
      link: null,
      text: 'No divisor',
    },
  ]
  await showScreen(
    <ReadinessStrip serviceId="7" found={{ ready: false, items }} onGo={go} />,
    SHOWN,
  )
  expect(document.body.textContent).toContain('Missing: 2')
  const button = [...document.querySelectorAll('button')].find(
    (one) => one.textContent === 'No zone',
  )!
  button.click()
  expect(go).toHaveBeenCalledWith('zones')
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/delivery/channels')
  await leave()
  await showScreen(
    <ReadinessStrip serviceId="7" found={{ ready: true, items: [] }} onGo={go} />,
    SHOWN,
  )
  expect(document.body.textContent).toContain('Ready to be sold')
})
