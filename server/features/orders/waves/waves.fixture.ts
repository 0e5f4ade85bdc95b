import type { Client, World } from '#test/harness.ts'
import { makeOrder, parcel, type MadeOrder } from '#test/orders.ts'

/** An order that takes these pieces from stock, one parcel. */
export async function stockOrder(
  world: World,
  client: Client,
  pieces: readonly { sku: string; quantity: number }[],
  change: Record<string, unknown> = {},
): Promise<MadeOrder> {
  const [product] = parcel().products as Record<string, unknown>[]
  return makeOrder(world, client, {
    change: {
      shipmentResource: 'WMS',
      parcels: [
        parcel({
          weightKg: '20',
          products: pieces.map(({ sku, quantity }) => ({ ...product, sku, quanlity: quantity })),
        }),
      ],
      ...change,
    },
  })
}

export async function stateOf(world: World, id: string): Promise<string> {
  const found = await world.db.pool.query<{ state: string }>(
    'select stock_state as state from shipment where tenant_id = $1 and id = $2',
    [world.tenantId, id],
  )
  return found.rows[0]!.state
}

export interface Outcome {
  done: number
  failed: number
  rows: { ok: boolean; code: string | null; message: string | null }[]
}
export const put = async (client: Client, path: string, body: object): Promise<Outcome> =>
  (await client.put(path, body)).result as Outcome
