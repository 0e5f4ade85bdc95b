import { kindOf, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import type { Client, World } from './harness.ts'

/** A plain, valid B2C order as a form sends it; `change` overrides parts. */
export async function orderDraft(
  world: World,
  change: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const service = await world.db.pool.query<{ id: string }>(
    `select id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world.tenantId],
  )
  return {
    shipmentResource: 'B2C',
    reference: `REF-${Math.random().toString(36).slice(2, 12)}`,
    serviceId: service.rows[0]!.id,
    depotId: await world.depotId('FRA1'),
    customerId: world.customerId,
    consignee: {
      name: 'Marie-Luise Müller',
      country: 'DE',
      city: 'Zenting',
      postalCode: '94579',
      street: 'Hauptstraße',
      house: '57',
      phone: '+49 177 7655194',
      email: 'buyer@example.com',
    },
    parcels: [parcel()],
    ...change,
  }
}

export function parcel(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    weightKg: '1.2',
    lengthCm: '30',
    widthCm: '20',
    heightCm: '10',
    products: [
      {
        nameCn: '棉质T恤',
        nameEn: 'Cotton T-shirt',
        hscodeCn: '6109100010',
        quanlity: 2,
        unitWeightKg: '0.18',
        unitPrice: '8.90',
        currency: 'EUR',
      },
    ],
    ...change,
  }
}

/** What each kind needs beyond every order. */
const NEEDED: Readonly<Record<KindCode, Record<string, unknown>>> = {
  B2C: {},
  B2B: { consignee: { company: 'Muster GmbH' } },
  FBA: { fbaCode: 'FBA15DJ9SVVD', fba: { warehouseCode: 'HAJ1' } },
  WMS: {},
  GENERIC: {},
  WORLD: { customs: { exportType: 'COMMERCIAL_GOODS' } },
}

/** A valid order of a kind; `sku` is the one its goods have where the kind works with stock. */
export async function kindDraft(
  world: World,
  code: KindCode,
  change: Record<string, unknown> = {},
  sku = 'SKU-1',
): Promise<Record<string, unknown>> {
  const plain = await orderDraft(world)
  const box = parcel() as { products: Record<string, unknown>[] }
  const goods = kindOf(code).can.usesStock ? { sku } : {}
  return {
    ...plain,
    ...NEEDED[code],
    shipmentResource: code,
    consignee: { ...(plain.consignee as object), ...(NEEDED[code].consignee as object) },
    parcels: [{ ...box, products: box.products.map((line) => ({ ...line, ...goods })) }],
    ...change,
  }
}

export interface MadeOrder {
  id: string
  version: number
  serialNumber: string
  reference: string
  shipmentStatus: number
  amount: string | null
  parcels: { id: string; trackNo: string | null; serialNumber: string; parcelStatus: number }[]
}

/** Adds an order over HTTP; with `confirm` its parcels have numbers. */
export async function makeOrder(
  world: World,
  client: Client,
  options: { confirm?: boolean; change?: Record<string, unknown> } = {},
): Promise<MadeOrder> {
  const added = await client.post('/erp/shipment/add', await orderDraft(world, options.change))
  if (!added.success) throw new Error(`${added.message} ${JSON.stringify(added.result)}`)
  const { id } = added.result as MadeOrder
  if (options.confirm) {
    const confirmed = await client.put('/erp/shipment/confirm', { ids: [id] })
    if ((confirmed.result as { failed: number }).failed > 0)
      throw new Error(JSON.stringify(confirmed.result))
  }
  return (await client.get('/erp/shipment/queryById', { id })).result as MadeOrder
}
