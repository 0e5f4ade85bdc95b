import { expect, it } from 'vitest'
import { addressLines, type Address } from './address-lines.ts'

const address = (change: Partial<Address>): Address => ({
  name: 'Erika Muster',
  company: null,
  phone: null,
  email: null,
  taxNumber: null,
  country: 'DE',
  state: null,
  city: 'Berlin',
  postalCode: '10115',
  street: 'Invalidenstraße',
  house: '116',
  address1: null,
  address2: null,
  ...change,
})

it.each<[string, Partial<Address>, string[]]>([
  ['DE', { company: 'Muster GmbH' }, ['Muster GmbH', 'Invalidenstraße 116', '10115 Berlin']],
  [
    'CN',
    {
      state: '广东省',
      city: '深圳市',
      postalCode: '518129',
      street: '坂田街道五和大道',
      house: '88号',
    },
    ['广东省深圳市', '坂田街道五和大道88号', '518129'],
  ],
  [
    'CN',
    { state: 'Shanghai', city: 'Shanghai', postalCode: '200001', street: 'Nanjing Rd', house: '1' },
    ['Shanghai', 'Nanjing Rd 1', '200001'],
  ],
  [
    'US',
    { state: 'WA', city: 'Seattle', postalCode: '98109', street: 'Terry Ave N', house: '410' },
    ['410 Terry Ave N', 'Seattle, WA 98109'],
  ],
  ['US', { city: 'Seattle', postalCode: '98109' }, ['116 Invalidenstraße', 'Seattle 98109']],
  [
    'GB',
    {
      city: 'London',
      postalCode: 'SW1A 2AA',
      street: 'Downing Street',
      house: '10',
      address2: 'Flat 2',
    },
    ['10 Downing Street', 'Flat 2', 'London', 'SW1A 2AA'],
  ],
  [
    'CA',
    { state: 'ON', city: 'Ottawa', postalCode: 'K1A 0B1', street: 'Bank St', house: '7' },
    ['7 Bank St', 'Ottawa ON K1A 0B1'],
  ],
  [
    'IT',
    { state: 'RM', city: 'Roma', postalCode: '00184', street: 'Via Cavour', house: '9' },
    ['Via Cavour 9', '00184 Roma RM'],
  ],
  ['XX', { state: 'Land', house: null }, ['Invalidenstraße', '10115 Berlin', 'Land']],
])('an address in %s reads as it is written there: %o', (country, change, lines) => {
  expect(addressLines(address({ ...change, country }))).toEqual(['Erika Muster', ...lines])
})

it('no part of an address is left out, wherever it goes', () => {
  const parts = {
    company: 'Co',
    state: 'State',
    city: 'City',
    postalCode: '12345',
    street: 'Street',
    house: '7b',
    address1: 'Floor',
    address2: 'Door',
  }
  for (const country of ['DE', 'CN', 'US', 'CA', 'AU', 'NZ', 'GB', 'IE', 'IT', 'FR', 'XX']) {
    const text = addressLines(address({ ...parts, country })).join('\n')
    for (const part of Object.values(parts)) expect(text, country).toContain(part)
  }
})
