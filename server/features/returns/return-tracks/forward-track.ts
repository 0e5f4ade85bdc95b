import { sql } from 'kysely'
import { gramsToKg, mmToCm } from '#contracts/kit/units.ts'
import { orderDraft } from '#contracts/orders/shipments.draft.ts'
import { shipmentAdded } from '#contracts/orders/shipments.events.ts'
import { DEFAULT_KIND } from '#contracts/orders/kinds/kinds.ts'
import type { ForwardTo } from '#contracts/returns/return-tracks.shapes.ts'
import { FORWARD_USUAL } from '#contracts/returns/return-tracks.states.ts'
import { storeOrders, validateOrder } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { acrossTenantTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import type { Track } from './track.ts'

/**
 * Makes the order a forwarded return leaves by: a draft of its owner, made from a return (order
 * method 6). It depends on nothing of the return.
 */
export async function forwardTrack(tx: Tx, track: Track): Promise<string> {
  const to = track.forward as unknown as ForwardTo | null
  if (to === null || track.customerId === null || track.depotId === null)
    return fail('returns.noAddress', { label: track.no })
  const tenant = acrossTenantTx(tx)
  const { serviceId, ...consignee } = to
  const draft = orderDraft.parse({
    shipmentResource: DEFAULT_KIND,
    reference: track.no,
    customerId: track.customerId,
    serviceId,
    depotId: track.depotId,
    currency: track.currency,
    consignee,
    parcels: [
      {
        reference: track.no,
        weightKg: gramsToKg(track.weight ?? FORWARD_USUAL.grams),
        lengthCm: side(track.length),
        widthCm: side(track.width),
        heightCm: side(track.height),
        products: await goodsOf(tx, track),
      },
    ],
  })
  const order = await validateOrder(tenant, draft)
  const [id] = await storeOrders(tenant, [order], { orderMethod: '6', importId: null })
  if (!id) fail('returns.forwardedBefore', { label: track.no })
  await tx.emit(shipmentAdded, { shipmentIds: [id] })
  return id
}

const side = (mm: number | null): string => mmToCm(mm ?? FORWARD_USUAL.sideMm)

/** What customs and carriers want to know; a value of nothing is not taken. */
async function goodsOf(tx: Tx, track: Track): Promise<object[]> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{ sku: string; name: string | null; quantity: number }>`select i.sku,
      i.name, i.quantity
    from ${tenant.rows('returnItem').as('i')} where i.track_id = ${track.id} and i.quantity > 0
    order by i.id limit 50`.execute(tx.db)
  const items =
    rows.length > 0 ? rows : [{ sku: track.no, name: track.goods ?? 'Returned goods', quantity: 1 }]
  return items.map(({ sku, name, quantity }) => ({
    sku,
    nameCn: (name ?? sku).slice(0, 120),
    nameEn: (name ?? sku).slice(0, 120),
    quanlity: String(quantity),
    unitPrice: FORWARD_USUAL.unitPrice,
    currency: track.currency,
    unitWeightKg: gramsToKg(
      Math.max(1, Math.floor((track.weight ?? FORWARD_USUAL.grams) / items.length / quantity)),
    ),
  }))
}
