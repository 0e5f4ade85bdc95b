import { z } from 'zod'
import { answer, problem, type SimulatedLabels } from '../simulated-labels.ts'
import { place } from './simulated-sale.ts'

const wanted = z.looseObject({
  customerDetails: z.looseObject({ billingNumber: z.string().length(14) }),
  pickupLocation: z.looseObject({ pickupAddress: place }),
  pickupDetails: z.looseObject({ pickupDate: z.looseObject({ value: z.iso.date() }) }),
  shipmentDetails: z.looseObject({ shipments: z.array(z.unknown()).min(1) }),
})

/** Pickup v3: not on a day that is over, and not where no postcode of Germany is given. */
export async function collect(world: SimulatedLabels, body: unknown): Promise<Response> {
  const asked = wanted.safeParse(body)
  if (!asked.success) return problem(400, `Missing: ${asked.error.issues[0]?.path.join('.') ?? ''}`)
  const { pickupDetails, pickupLocation } = asked.data
  const day = pickupDetails.pickupDate.value
  if (day < world.now().slice(0, 10)) return problem(400, 'The pickup date lies in the past.')
  if (!/^\d{5}$/.test(pickupLocation.pickupAddress.postalCode ?? ''))
    return problem(400, 'The pickup address is not in Germany.')
  const orderID = String(await world.nextSerial()).padStart(32, '0')
  const value = { orderID, pickupDate: day, freeOfCharge: true, pickupType: 'EZA' }
  return answer(200, { confirmation: { type: 'ORDERPICKUP', value } })
}

export function endCollection(url: URL): Response {
  const KNOWN = /^\d{32}$/
  const asked = url.searchParams.getAll('orderID')
  const ended = (orderID: string, orderState: string) => ({ orderID, orderState })
  return answer(200, {
    confirmedCancellations: asked
      .filter((no) => KNOWN.test(no))
      .map((no) => ended(no, 'STORNIERT')),
    failedCancellations: asked
      .filter((no) => !KNOWN.test(no))
      .map((no) => ({ ...ended(no, 'UNBEKANNT'), message: 'Unknown order.' })),
  })
}
