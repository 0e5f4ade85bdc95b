import { expect, test } from 'vitest'
import { countryList, countries } from '#contracts/platform/lists/countries.ts'
import { printSets, printSetList } from '#contracts/platform/operations/print-sets.ts'
import { packageCountries } from '#seeds/reference/countries.ts'
import { PASSWORD, useWorld } from '#test/harness.ts'

const world = useWorld()

test('the packages know every country by its codes', () => {
  const known = packageCountries()
  expect(known.length).toBe(250)
  expect(new Set(known.map(({ iso2 }) => iso2)).size).toBe(250)
  expect(known.find(({ iso2 }) => iso2 === 'DE')).toEqual({
    iso2: 'DE',
    iso3: 'DEU',
    isoNum: '276',
    name: '德国',
    nameEn: 'Germany',
    phoneCode: '+49',
    currency: 'EUR',
    eu: true,
  })
  expect(known.filter(({ eu }) => eu)).toHaveLength(27)
  expect(known.find(({ iso2 }) => iso2 === 'GB')).toMatchObject({ currency: 'GBP', eu: false })
})

test('countries are read by staff, tried with postcodes, and changed by the platform only', async () => {
  const admin = await world().as('tenantAdmin')
  const [de] = (await admin.call(countryList.endpoints.list, { iso2: 'DE' } as never)).records
  expect(de).toMatchObject({
    iso3: 'DEU',
    phoneCode: '+49',
    eu: true,
    embargo: false,
    enabled: true,
  })
  const tryCode = (iso2: string, postcode: string) =>
    admin.call(countries.testPostcode, { iso2, postcode })
  expect(await tryCode('DE', '60311')).toMatchObject({ valid: true, by: 'own' })
  expect(await tryCode('DE', '6031')).toMatchObject({ valid: false, sample: expect.any(String) })
  expect(await tryCode('NL', '1012 ab')).toMatchObject({ valid: true })
  expect(await tryCode('AE', 'anything')).toMatchObject({ valid: true, by: 'none' })
  for (const iso2 of ["D'", 'de', ''])
    expect((await admin.get('/sys/country/testPostcode', { iso2, postcode: '1' })).code).toBe(400)
  for (const endpoint of [countries.edit, countries.fromPackage])
    expect((await admin.raw(endpoint.method, endpoint.path, { body: {} })).status).toBe(403)
  expect((await (await world().as('customer')).get('/sys/country/list')).status).toBe(403)
})

const otherDepot = async () =>
  (
    await world().db.pool.query<{ id: string }>(
      `select id from depot where tenant_id = $1 and code <> 'FRA1' and id not in
        (select depot_id from sys_user_depot where tenant_id = $1) limit 1`,
      [world().tenantId],
    )
  ).rows[0]!.id

test('a print setting is chosen, else the default’s, and returned at the sign-in', async () => {
  const admin = await world().as('tenantAdmin')
  const stranger = await world().otherTenantUser()
  const manager = await world().as('manager')
  const make = (name: string, more: object = {}) =>
    admin.call(printSetList.endpoints.add, {
      name,
      paper: '100x150',
      widthMm: 100,
      heightMm: 150,
      ...more,
    } as never)
  expect(await manager.call(printSets.mine, {})).toBeNull()
  const system = await make('House', { isDefault: true })
  const other = await make('A4', { paper: 'A4', widthMm: 210, heightMm: 297, horizontal: true })
  expect(await manager.call(printSets.mine, {})).toMatchObject({ id: system.id, widthMm: 100 })
  const second = await make('House 2', { isDefault: true })
  expect(
    (await admin.call(printSetList.endpoints.queryById, { id: String(system.id) })).isDefault,
  ).toBe(false)
  expect(await manager.call(printSets.choose, { id: String(other.id) })).toMatchObject({
    id: other.id,
    horizontal: true,
  })
  const login = await world().anonymous.post('/sys/login', {
    username: world().username('manager'),
    password: PASSWORD,
  })
  expect(login.result).toMatchObject({
    printSet: { id: other.id },
    userInfo: { printSet: { id: other.id, paper: 'A4' } },
  })
  const [depotSet] = [
    await make('FRA', { isDefault: true, depotId: await world().depotId('FRA1') }),
  ]
  const warehouse = await world().as('warehouse')
  expect((await warehouse.call(printSets.mine, {}))?.id).toBe(depotSet.id)
  // Of a depot only those who work there choose, and no customer's user.
  const elsewhere = await make('Other depot', { depotId: await otherDepot() })
  expect((await warehouse.put('/erp/printSet/choose', { id: elsewhere.id })).status).toBe(404)
  const customer = await world().as('customer')
  expect((await customer.put('/erp/printSet/choose', { id: depotSet.id })).status).toBe(404)
  expect((await warehouse.put('/erp/printSet/choose', { id: depotSet.id })).success).toBe(true)
  await warehouse.call(printSets.choose, { id: null })
  expect((await (await world().as('service')).call(printSets.mine, {}))?.id).toBe(second.id)
  expect(await stranger.call(printSets.mine, {})).toBeNull()
  expect((await stranger.put('/erp/printSet/choose', { id: other.id })).status).toBe(404)
  expect((await manager.call(printSets.choose, { id: null }))?.id).toBe(second.id)
  for (const bad of [{ widthMm: 1 }, { heightMm: 99_999 }, { paper: 'B9' }, { name: 'House' }])
    expect(
      (
        await admin.post('/erp/printSet/add', {
          name: 'x',
          paper: 'A4',
          widthMm: 10,
          heightMm: 10,
          ...bad,
        })
      ).code,
      JSON.stringify(bad),
    ).toBe(400)
  expect((await (await world().as('service')).get('/erp/printSet/list')).status).toBe(403)
})
