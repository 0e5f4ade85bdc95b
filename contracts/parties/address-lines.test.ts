import { expect, it } from 'vitest'
import { fieldOrder } from './address-formats.ts'
import { addressLines, type WrittenAddress } from './address-lines.ts'

const address = (change: WrittenAddress): WrittenAddress => ({
  name: 'Erika Muster',
  company: null,
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

const texts = (of: WrittenAddress, options = {}) =>
  addressLines(of, options).map(({ text }) => text)

it.each<[string, WrittenAddress, string[]]>([
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
    ['Nanjing Rd 1', 'Shanghai', '200001'],
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
  [
    'BR',
    { state: 'SP', city: 'São Paulo', postalCode: '01310-100', street: 'Avenida Paulista' },
    ['Avenida Paulista, 116', 'São Paulo-SP', '01310-100'],
  ],
  [
    'HU',
    { city: 'Budapest', postalCode: '1054', street: 'Hold utca', house: '7', address2: '2. em. 5' },
    ['Budapest', 'Hold utca 7', '2. em. 5', '1054'],
  ],
  [
    'JP',
    {
      state: 'Tokyo',
      city: 'Chiyoda-ku',
      postalCode: '100-0005',
      street: 'Marunouchi',
      house: '1-9',
    },
    ['Marunouchi 1-9', 'Chiyoda-ku, Tokyo', '100-0005'],
  ],
  [
    'KR',
    { state: 'Seoul', city: 'Gangnam-gu', postalCode: '06164', street: 'Teheran-ro', house: '521' },
    ['Teheran-ro 521', 'Gangnam-gu', 'Seoul', '06164'],
  ],
  ['XX', { state: 'Land', house: null }, ['Invalidenstraße', '10115 Berlin', 'Land']],
])('an address in %s reads as it is written there: %o', (country, change, lines) => {
  expect(texts(address({ ...change, country }))).toEqual(['Erika Muster', ...lines])
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
  for (const country of [
    'DE',
    'CN',
    'US',
    'CA',
    'AU',
    'NZ',
    'GB',
    'IE',
    'IT',
    'FR',
    'JP',
    'KR',
    'BR',
    'HU',
    'IN',
    'TR',
    'XX',
  ]) {
    const text = texts(address({ ...parts, country })).join('\n')
    for (const part of Object.values(parts)) expect(text, country).toContain(part)
  }
})

it('in its own script the largest comes first and the receiver last', () => {
  const tokyo = { country: 'JP', state: '東京都', city: '千代田区', postalCode: '100-0005' }
  expect(
    texts({ ...tokyo, street: '丸の内', house: '1-9-2', name: '山田太郎', company: '丸紅' }),
  ).toEqual(['100-0005', '東京都千代田区', '丸の内1-9-2', '丸紅', '山田太郎'])
  const seoul = { country: 'KR', state: '서울특별시', city: '강남구', postalCode: '06164' }
  expect(texts({ ...seoul, street: '테헤란로', house: '521', name: '김철수' })).toEqual([
    '서울특별시 강남구',
    '테헤란로 521',
    '김철수',
    '06164',
  ])
})

it('a label leaves out the state where the post does not write it', () => {
  const berlin = address({ state: 'Berlin-Mitte' })
  expect(texts(berlin, { asPosted: true })).toEqual([
    'Erika Muster',
    'Invalidenstraße 116',
    '10115 Berlin',
  ])
  expect(texts(berlin)).toContain('Berlin-Mitte')
})

it('a form asks for the fields in the order of the country, every one once', () => {
  expect(fieldOrder('DE').slice(0, 5)).toEqual(['postalCode', 'city', 'state', 'street', 'house'])
  expect(fieldOrder('JP').slice(0, 3)).toEqual(['postalCode', 'state', 'city'])
  expect(fieldOrder('KR').slice(0, 3)).toEqual(['postalCode', 'state', 'city'])
  expect(fieldOrder('FR').slice(3, 5)).toEqual(['house', 'street'])
  for (const country of ['', 'XX', 'HU', 'BR', 'SG', 'HK'])
    expect(fieldOrder(country).toSorted()).toEqual(fieldOrder('DE').toSorted())
})
