import { expect, test } from 'vitest'
import { addresses } from '#contracts/parties/addresses.ts'
import { isTownOf, townsOf } from './towns-of-code.ts'
import { useWorld } from '#test/harness.ts'

const world = useWorld()

test('a signed-in user may have an address read; a stranger does not', async () => {
  const customer = await world().as('customer')
  const text = 'Claire Dubois\n12 bis rue de la Paix\n75002 Paris'
  expect(await customer.call(addresses.recognize, { text })).toEqual({
    found: {
      name: 'Claire Dubois',
      house: '12 bis',
      street: 'rue de la Paix',
      postalCode: '75002',
      city: 'Paris',
      country: 'FR',
    },
    left: [],
    aside: [],
    unsure: [],
    places: { state: 'Île-de-France', cities: ['Paris'] },
  })
  expect((await world().anonymous.post('/erp/address/recognize', { text })).status).toBe(401)
  expect((await customer.post('/erp/address/recognize', { text: 'x'.repeat(2_001) })).code).toBe(
    400,
  )
})

test('a postal code gives its towns and its state, in any shape it is written', async () => {
  const customer = await world().as('customer')
  const ask = (country: string, postalCode: string) =>
    customer.call(addresses.postcode, { country, postalCode })
  expect(await ask('DE', '10115')).toEqual({ state: 'Berlin', cities: ['Berlin'] })
  expect(await ask('NL', '1012 ab')).toEqual({ state: 'Noord-Holland', cities: ['Amsterdam'] })
  expect(await ask('GB', 'm1 1ae')).toMatchObject({ cities: ['Manchester'] })
  expect(await ask('US', '90210-1234')).toEqual({ state: 'CA', cities: ['Beverly Hills'] })
  expect(await ask('CN', '518057')).toEqual({ state: '广东省', cities: ['深圳市'] })
  expect(await ask('IE', 'D02 X285')).toEqual({ state: null, cities: ['Dublin 2'] })
  expect(await ask('BE', '9999')).toEqual({ state: 'Oost-Vlaanderen', cities: [] })
  expect(await ask('DE', '00000')).toBeNull()
  // A code of large receivers has no town to propose, and proves none wrong.
  expect(await ask('DE', '32310')).toEqual({ state: 'Nordrhein-Westfalen', cities: [] })
  expect([townsOf('DE', '32310', ''), isTownOf('DE', '32310', 'Lübbecke')]).toEqual([[], null])
  expect(await ask('AE', '12345')).toBeNull()
  expect((await world().anonymous.get('/erp/address/postcode')).status).toBe(401)
})
