import { DEFAULT_KIND } from '#contracts/orders/kinds/kinds.ts'
import { fire, postBytes } from '../load.ts'
import { ratioLine, type Line } from '../report.ts'
import type { Rig } from '../rig.ts'
import { compare, type Plan } from '../rounds.ts'
import type { PlainOrder } from '../servers/limit-order.ts'

const consignees = [
  {
    name: 'Marie-Luise Müller',
    country: 'DE',
    city: 'Zenting',
    postalCode: '94579',
    street: 'Hauptstraße',
    house: '57',
    phone: '+49 177 7655194',
    email: 'marie@example.com',
  },
  {
    name: 'Jürgen Groß',
    company: 'Café & Söhne GmbH',
    country: 'DE',
    city: 'Berlin',
    postalCode: '10115',
    street: 'Invalidenstraße',
    house: '43',
    phone: '+49 30 901820',
    email: 'groß@example.com',
  },
  {
    name: 'Élodie Lefèvre',
    country: 'FR',
    city: 'Lyon',
    postalCode: '69002',
    street: 'Rue de la République',
    house: '12',
    phone: '+33 4 72 10 30 30',
    email: 'elodie@example.com',
  },
  {
    name: 'Łukasz Żółć',
    country: 'PL',
    city: 'Poznań',
    postalCode: '61-803',
    street: 'Święty Marcin',
    house: '12/4',
    phone: '+48 61 855 33 79',
    email: 'lukasz@example.com',
  },
]
const goods = (n: number) => ({
  sku: `SKU-${n}`,
  nameCn: '棉质T恤',
  nameEn: 'Cotton T-shirt',
  hscodeCn: '6109100010',
  hscodeForeign: '610910',
  quanlity: 1 + n,
  unitWeightKg: '0.18',
  unitPrice: '8.90',
  currency: 'EUR',
})
const parcels = [1, 2, 3].map((n) => ({
  reference: `box ${n}`,
  weightKg: `${n}.25`,
  lengthCm: '40',
  widthCm: '30',
  heightCm: `${10 * n}`,
  products: [goods(n), goods(n + 1)],
}))
/** At a busy hour, and more at once than the pool has connections many times over. */
const CONNECTIONS = [32, 200] as const
/** As wide as the number that replaces it in every request. */
const MARK = 'BENCH-0000000000'

/**
 * Staff enter orders of three parcels with two articles each: judged, priced, stored, noted in the
 * data log.
 */
export async function order(rig: Rig, plan: Plan): Promise<Line[]> {
  const headers = await rig.signedIn('manager')
  const known = async (table: string, code: string) =>
    (
      await rig.pool.query<{ id: string }>(
        `select id from ${table} where tenant_id = $1 and code = $2`,
        [rig.tenantId, code],
      )
    ).rows[0]!.id
  const [serviceId, depotId, customerId] = [
    await known('delivery_service', 'ECO-PARCEL'),
    await known('depot', 'FRA1'),
    await known('customer', 'C1001'),
  ]
  const drafts = consignees.map((consignee) => ({
    reference: MARK,
    customerId,
    shipmentResource: DEFAULT_KIND,
    serviceId,
    depotId,
    consignee,
    parcels,
  }))
  // What the product makes of each, column by column, is what the other side is sent to store.
  const plain: PlainOrder[] = []
  for (const [at, draft] of drafts.entries())
    plain.push(await plainOf(rig, headers, { ...draft, reference: `MODEL-${Date.now()}-${at}` }))
  // A reused database has the orders of earlier runs.
  let number = (Date.now() % 1e9) * 10
  const side = (
    connections: number,
    { pid, port }: { pid: number; port: number },
    marker: string,
    requests: readonly Buffer[],
  ) => {
    const places = requests.map((request) => request.indexOf(MARK) + MARK.length - 10)
    const next = (n: number) => {
      const copy = Buffer.from(requests[n % requests.length]!)
      copy.write(String(++number).padStart(10, '0').slice(-10), places[n % requests.length]!)
      return copy
    }
    return { pid, run: (seconds: number) => fire({ port, connections, seconds, marker, next }) }
  }
  const lines: Line[] = []
  for (const connections of CONNECTIONS) {
    const result = await compare(
      side(
        connections,
        rig.limit,
        '"serial_number"',
        plain.map((one) =>
          postBytes('/order', { ...one, shipment: { ...one.shipment, reference: MARK } }),
        ),
      ),
      side(
        connections,
        rig.product,
        '"success":true',
        drafts.map((draft) => postBytes('/boot/erp/shipment/add', draft, headers)),
      ),
      plan,
      rig.postmaster,
    )
    lines.push(
      ratioLine(
        connections === CONNECTIONS[0] ? 'order' : `order-${connections}`,
        `an order with 3 parcels and 6 articles, ${connections} at once: access, checks, price, audit`,
        0.65,
        result,
      ),
    )
  }
  return lines
}

async function plainOf(
  rig: Rig,
  headers: Record<string, string>,
  draft: object,
): Promise<PlainOrder> {
  const response = await fetch(`http://127.0.0.1:${rig.product.port}/boot/erp/shipment/add`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(draft),
  })
  const answer = (await response.json()) as {
    success: boolean
    message: string
    result: { id: string }
  }
  if (!answer.success) throw new Error(answer.message)
  const rows = async (text: string) =>
    (await rig.pool.query<Record<string, unknown>>(text, [rig.tenantId, answer.result.id])).rows
  const [shipment] = await rows('select * from shipment where tenant_id = $1 and id = $2')
  const boxes = await rows(
    'select * from parcel where tenant_id = $1 and shipment_id = $2 order by seq',
  )
  const contents = await rows(
    `select g.*, p.seq
      from parcel_product g join parcel p on p.tenant_id = g.tenant_id and p.id = g.parcel_id
      where p.tenant_id = $1 and p.shipment_id = $2 order by g.id`,
  )
  return {
    shipment: shipment!,
    parcels: boxes,
    products: contents.map((row) => ({ ...row, parcel: Number(row.seq) - 1 })),
  }
}
