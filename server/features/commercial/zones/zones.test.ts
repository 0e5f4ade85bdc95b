import { beforeAll, describe, expect, test } from 'vitest'
import { simulator } from '#contracts/commercial/simulate.ts'
import { zones } from '#contracts/commercial/zones/zones.ts'
import { useOwnWorld, type Client } from '#test/harness.ts'

const world = useOwnWorld()
const serviceCode = 'ECO-PARCEL'
let staff: Client

beforeAll(async () => {
  staff = await world().as('manager')
})

describe('which zone a postcode lies in', () => {
  test('is the zone orders and the simulator price by, with the row and the reason', async () => {
    for (const [country, postalCode, code, kind] of [
      ['DE', '10115', 'DE', 'country'],
      ['DE', '18565', 'DE-R', 'exact'],
      ['FR', '20000', 'EU-R', 'prefix'],
      ['NL', '1791 AB', 'EU-R', 'prefix'],
      ['US', '99501-1234', 'NAM-R', 'prefix'],
    ] as const) {
      const found = await staff.call(zones.resolve, { serviceCode, country, postalCode })
      expect([found.partition?.code, found.rule?.kind], postalCode).toEqual([code, kind])
      expect(found.why).toContain(code)
      const priced = await staff.call(simulator.simulate, {
        serviceCode,
        country,
        postalCode,
        parcels: [{ weightKg: '1' }],
      })
      expect(priced.partition.code).toBe(code)
      if (kind !== 'country')
        expect(
          found.others.map(({ reason }) => reason),
          postalCode,
        ).toEqual(['kind'])
    }
  })

  test('is none where no row is for it, with a sentence of its own', async () => {
    const found = await staff.call(zones.resolve, {
      serviceCode: 'EU-STD',
      country: 'US',
      postalCode: '10001',
    })
    expect(found).toMatchObject({ partition: null, rule: null, others: [] })
    expect(found.why).toContain('10001')
  })

  test('of an unknown service or another tenant is not answered', async () => {
    const bad = await staff.get(zones.resolve.path, { serviceCode: 'NONE', country: 'DE' })
    expect(JSON.stringify(bad.result)).toContain('service.unknown')
    for (const role of ['customer', 'sub'] as const) {
      const answer = await (
        await world().as(role)
      ).get(zones.resolve.path, { serviceCode, country: 'DE', postalCode: '10115' })
      expect(answer.status).toBe(403)
    }
  })
})
