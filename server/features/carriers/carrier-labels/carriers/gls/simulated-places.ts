import { z } from 'zod'
import { answer, type SimulatedLabels } from '../simulated-labels.ts'

const TYPE = { 'content-type': 'application/glsVersion1+json' }
const refused = (code: string, message: string, field: string): Response =>
  answer(400, { errors: [{ code, message, field }] }, TYPE)

const wanted = z.looseObject({
  ContactID: z.string().min(1),
  PreferredPickUpDate: z.iso.date(),
  NumberOfParcels: z.number().int().min(1),
  Product: z.string(),
})

/** A collection on a day to come; on a Sunday GLS comes the day after. */
export function collect(world: SimulatedLabels, body: unknown): Response {
  const asked = wanted.safeParse(body)
  if (!asked.success) {
    const field = asked.error.issues[0]?.path.join('.') ?? ''
    return refused('MANDATORY_PARAMETER_NOT_SET', `The parameter ${field} is not set`, field)
  }
  const day = new Date(`${asked.data.PreferredPickUpDate}T00:00:00Z`)
  if (asked.data.PreferredPickUpDate < world.now().slice(0, 10))
    return refused('INVALID_FIELD_VALUE', 'The date lies in the past.', 'PreferredPickUpDate')
  if (day.getUTCDay() === 0) day.setUTCDate(day.getUTCDate() + 1)
  return answer(200, { EstimatedPickUpDate: day.toISOString().slice(0, 10) }, TYPE)
}

const near = z.looseObject({
  CountryCode: z.string().length(2),
  ZIPCode: z.string().min(3),
  City: z.string(),
})
const SHOPS = ['Kiosk am Markt', 'Schreibwaren Weber', 'Tankstelle Süd']

/** Three shops near every address, but for the postcode no simulated GLS knows. */
export function shopsNear(body: unknown): Response {
  const asked = near.safeParse(body)
  if (!asked.success || asked.data.ZIPCode === '99999')
    return refused('INVALID_FIELD_VALUE', 'The ZIP code is unknown', 'ZIPCode')
  const { CountryCode, ZIPCode, City } = asked.data
  const ParcelShop = SHOPS.map((Name1, at) => ({
    ParcelShopID: `${CountryCode === 'DE' ? '276' : '000'}-${ZIPCode}${at + 1}`,
    Address: {
      Name1,
      Street: 'Marktstraße',
      StreetNumber: String(at + 1),
      ZIPCode,
      City,
      CountryCode,
    },
    GLSCoordinates: { AirLineDistance: 400 * (at + 1) },
  }))
  return answer(200, { ParcelShop: [...ParcelShop].reverse() }, TYPE)
}
