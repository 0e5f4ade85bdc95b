import { boxIdOf } from '#contracts/orders/fba/fba.numbers.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { Client, World } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'

let made = 0
/** An order to Helmstedt with some cartons, of the customer of this world. */
export async function makeFbaOrder(
  world: World,
  cartons = 2,
  changed: Record<string, unknown> = {},
) {
  const fbaCode = `FBA15DJ${String(++made).padStart(5, '0')}`
  const order = await makeOrder(world, await world.as('manager'), {
    change: {
      shipmentResource: 'FBA',
      fbaCode,
      fba: { warehouseCode: 'HAJ1', referenceId: 'REF77' },
      parcels: Array.from({ length: cartons }, (_, at) =>
        parcel({ fbaCode: boxIdOf(fbaCode, at + 1), palletNo: null }),
      ),
      ...changed,
    },
  })
  return { ...order, fbaCode }
}

export const change = async (client: Client, call: Endpoint, body: Record<string, unknown>) =>
  (await client.put(call.path, body)).result as BulkResult
