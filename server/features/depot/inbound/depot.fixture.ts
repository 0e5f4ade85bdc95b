import { intoParcel } from '#contracts/depot/inbound.ts'
import { predictedBatches } from '#contracts/depot/predicted.ts'
import { outBatches } from '#contracts/depot/outbound.ts'
import type { Answer, Client, World } from '#test/harness.ts'
import { makeOrder, parcel, type MadeOrder } from '#test/orders.ts'

export type Scan = Answer<{
  scanId: string
  parcel: Record<string, unknown> | null
  warnings: { code: string }[]
  batch: Record<string, unknown> | null
} | null>

export const inboundScan = (
  client: Client,
  no: string,
  more: Record<string, unknown> = {},
  key?: string,
) =>
  client.post(
    '/erp/intoParcel/scan',
    { no, ...more },
    key ? { 'Idempotency-Key': key } : undefined,
  ) as Promise<Scan>
export const outboundScan = (client: Client, batchId: string, no: string) =>
  client.post('/erp/outBatch/scan', { batchId, no }) as Promise<Scan>

export const confirmed = async (world: World, change: Record<string, unknown> = {}) =>
  makeOrder(world, await world.as('manager'), { confirm: true, change })
export const trackNo = (order: MadeOrder, at = 0) => order.parcels[at]!.trackNo!
export const pieces = (count: number) => ({
  parcels: Array.from({ length: count }, () => parcel()),
})

export async function parcelRow(world: World, id: string) {
  const found = await world.db.pool.query<{
    parcel_status: number
    measured_weight: number | null
    chargeable_weight: number | null
    volume_weight: number | null
    received_at: string | null
    held_reason: string | null
  }>('select * from parcel where tenant_id = $1 and id = $2', [world.tenantId, id])
  return found.rows[0]!
}
export async function orderRow(world: World, id: string) {
  const found = await world.db.pool.query<{
    shipment_status: number
    flags: number
    amount: string
    chargeable_weight: string
  }>('select * from shipment where tenant_id = $1 and id = $2', [world.tenantId, id])
  return found.rows[0]!
}
export async function channelId(world: World, code: string) {
  return (
    await world.db.pool.query<{ id: string }>(
      'select id from channel where tenant_id = $1 and code = $2',
      [world.tenantId, code],
    )
  ).rows[0]!.id
}

/** An open outbound batch at FRA1, for the channel of ECO-PARCEL unless others are named. */
export async function openOutBatch(world: World, codes: readonly string[] = ['DHL-DE']) {
  return (await world.as('manager')).call(outBatches.add, {
    depotId: await world.depotId('FRA1'),
    channelIds: await Promise.all(codes.map((code) => channelId(world, code))),
  })
}
export async function predict(
  world: World,
  client: Client,
  nos: readonly string[],
  depot = 'FRA1',
) {
  const batch = (await client.call(predictedBatches.add, {
    depotId: await world.depotId(depot),
    customerId: world.customerId,
    expectedDate: '2026-03-01',
  })) as { id: string; no: string; version: number }
  const reported =
    nos.length > 0
      ? await client.call(predictedBatches.addParcels, { id: batch.id, nos: [...nos] })
      : { added: 0, refused: [] }
  return { ...batch, ...reported }
}
export { intoParcel, outBatches, predictedBatches }
