import Fastify from 'fastify'
import pg from 'pg'

// A price by SQL alone: the zone's row, the price of the weight, the surcharges, and their sum. No
// access check, no limits, no explanation, no look at the numbers that are left.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })

const ZONE = `select c.partition_id, c.value_to, s.th_weight_ratio, s.weight_step, v.id as version_id
  from (select r.partition_id, r.value_to from partition_config r
    where r.tenant_id = $1 and r.country = $3 and r.value_from <= $4
      and (select p.service_id from delivery_partition p
        where p.tenant_id = r.tenant_id and p.id = r.partition_id) = $2
    order by r.value_from desc limit 1) c
  join delivery_service s on s.tenant_id = $1 and s.id = $2
  join fee_version v on v.tenant_id = s.tenant_id and v.fee_id = s.fee_id
    and v.published_at is not null and v.valid_from <= now()
    and (v.valid_to is null or v.valid_to > now())`
const CELL = `select price from fee_cell
  where tenant_id = $1 and version_id = $2 and partition_id = $3 and up_to >= $4
  order by up_to limit 1`
const SURCHARGES = `select x.trade_item, x.kind, x.amount, x.applies, x.threshold,
    coalesce((select r.rate_bp from fuel_rate r where r.tenant_id = x.tenant_id
      and r.index_id = x.fuel_index_id and r.month <= $3 order by r.month desc limit 1),
      x.rate_bp) as rate_bp
  from surcharge x where x.tenant_id = $1 and x.version_id = $2 order by x.id`

interface Asked {
  tenantId: string
  serviceId: string
  consignee: { country: string; postalCode: string }
  parcels: { weightKg: string; lengthCm: string; widthCm: string; heightCm: string }[]
}
interface Zone {
  partition_id: string
  value_to: string
  th_weight_ratio: number
  weight_step: number
  version_id: string
}
interface Extra {
  trade_item: string
  kind: string
  amount: string | null
  applies: string
  threshold: number | null
  rate_bp: number | null
}

const share = (base: number, rateBp: number) => Math.round((base * rateBp) / 10_000)

/** Freight, fixed amounts, fuel, other percentages of the freight, tax of all: in cents. */
function sum(freight: number, extras: readonly Extra[], longestMm: readonly number[]): number {
  let total = freight
  for (const one of extras) {
    const amount = Number(one.amount ?? 0)
    if (one.kind === 'SHIPMENT') total += amount
    if (one.kind === 'PARCEL')
      total +=
        amount *
        (one.applies === 'LONGEST'
          ? longestMm.filter((mm) => mm > Number(one.threshold)).length
          : longestMm.length)
    if (one.kind === 'PERCENT') total += share(freight, one.rate_bp ?? 0)
  }
  const taxed = total
  for (const one of extras) if (one.kind === 'TAX') total += share(taxed, one.rate_bp ?? 0)
  return total
}

const app = Fastify()
app.post<{ Body: Asked }>('/quote', async ({ body }, reply) => {
  const { tenantId, serviceId, consignee, parcels } = body
  const { rows } = await pool.query<Zone>({
    name: 'zone',
    text: ZONE,
    values: [tenantId, serviceId, consignee.country, consignee.postalCode],
  })
  const zone = rows[0]
  if (!zone || zone.value_to < consignee.postalCode) return reply.code(404).send({ zone: null })
  const sides = parcels.map(({ lengthCm, widthCm, heightCm }) =>
    [lengthCm, widthCm, heightCm].map(Number),
  )
  const grams = parcels.reduce((all, { weightKg }, at) => {
    const [a, b, c] = sides[at]!.map(Math.ceil)
    const volume = zone.th_weight_ratio
      ? Math.ceil((a! * b! * c! * 100) / zone.th_weight_ratio) * 10
      : 0
    const counted = Math.max(Math.round(Number(weightKg) * 1000), volume)
    return all + Math.ceil(counted / zone.weight_step) * zone.weight_step
  }, 0)
  const [cell, extras] = await Promise.all([
    pool.query<{ price: string }>({
      name: 'cell',
      text: CELL,
      values: [tenantId, zone.version_id, zone.partition_id, grams],
    }),
    pool.query<Extra>({
      name: 'surcharges',
      text: SURCHARGES,
      values: [tenantId, zone.version_id, new Date().toISOString().slice(0, 7)],
    }),
  ])
  const price = cell.rows[0]?.price
  if (price === undefined) return reply.code(404).send({ price: null })
  const longest = sides.map((one) => Math.max(...one) * 10)
  return { total: (sum(Number(price), extras.rows, longest) / 100).toFixed(2) }
})
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${address}\n`)
process.on('SIGTERM', () => process.exit(0))
