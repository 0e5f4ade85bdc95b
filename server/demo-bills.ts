import { sql } from 'kysely'
import { billMapping } from '#contracts/billing/bill-files.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { dayAfter } from '#contracts/kit/measure.ts'
import { decideDemoBill, takeBill } from './features/billing/bills/index.ts'
import type { Ctx } from './kit/access/ctx.ts'
import { jobCtx } from './kit/jobs/jobs.ts'
import type { Deps } from './kit/runtime/deps.ts'

const EUR = 'EUR'
const MONTHS = 3
const SUPPLIERS = 2
/** Parcels of one bill. */
const PARCELS = 90

interface Costed {
  supplierId: string
  month: string
  trackNo: string
  shippedOn: string
  weight: number
  cost: string
}

/**
 * Carriers' bills of a demo tenant: three months of the two suppliers with the most parcels, most lines
 * as expected, some of each kind of difference; the first month is decided and posted, the second disputed.
 */
export async function seedDemoBills(deps: Deps, tenantId: string): Promise<void> {
  const ctx = jobCtx(deps, tenantId, { username: 'finance' })
  const rows = await costedParcels(ctx)
  const suppliers = [...new Set(rows.map(({ supplierId }) => supplierId))].slice(0, SUPPLIERS)
  for (const [at, supplierId] of suppliers.entries()) {
    const own = rows.filter((row) => row.supplierId === supplierId)
    const months = [...Map.groupBy(own, ({ month }) => month)]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .slice(-MONTHS)
    for (const [no, [month, parcels]] of months.entries()) {
      const id = await takeMonth(ctx, { supplierId, at, month, parcels: parcels.slice(0, PARCELS) })
      if (id && no < months.length - 1) await decideDemoBill(ctx, id, no === 0 ? 'post' : 'dispute')
    }
  }
}

/** Parcels whose cost is known, of the suppliers with the most first. */
async function costedParcels(ctx: Ctx): Promise<Costed[]> {
  const { rows } =
    await sql<Costed>`select k.supplier_id, to_char(p.outbound_at, 'YYYY-MM') as month,
      p.track_no, p.outbound_at::date::text as shipped_on,
      coalesce(p.chargeable_weight, p.weight) as weight, sum(k.amount)::bigint as cost
    from ${ctx.rows('parcelCost').as('k')} join ${ctx.rows('parcel').as('p')} on p.id = k.parcel_id
    where k.currency = ${EUR} and p.track_no is not null and p.outbound_at is not null
      and p.outbound_at > now() - interval '100 days'
    group by k.supplier_id, p.id, p.track_no, p.outbound_at, p.chargeable_weight, p.weight
    having sum(k.amount) > 0
    order by count(*) over (partition by k.supplier_id) desc, k.supplier_id, p.id`.execute(ctx.db)
  return rows
}

interface Month {
  supplierId: string
  at: number
  month: string
  parcels: readonly Costed[]
}

/** Every few lines differ, each in another way. */
function linesOf({ at, month, parcels }: Month): { cells: string[]; minor: bigint }[] {
  const cells = (
    row: Costed,
    minor: bigint,
    change: Partial<Record<'no' | 'charge', string>> = {},
  ) => ({
    cells: [
      change.no ?? row.trackNo,
      change.charge ?? 'Freight',
      formatMoney({ minor, currency: EUR }),
      (row.weight / 1000).toFixed(3),
      row.shippedOn,
    ],
    minor,
  })
  return parcels.flatMap((row, place) => {
    const cost = BigInt(row.cost)
    const kind = place % 30
    if (kind === 4) return [cells(row, (cost * 135n) / 100n)]
    if (kind === 9) return [cells(row, cost + 1n)]
    if (kind === 13) return [cells(row, cost), cells(row, cost)]
    if (kind === 17) return [cells(row, cost), cells(row, 290n, { charge: 'Peak surcharge' })]
    if (kind === 21) return [cells(row, cost, { no: `UNKNOWN-${at}-${month}-${place}` })]
    if (kind === 25) return [cells(row, (cost * 80n) / 100n)]
    return [cells(row, cost)]
  })
}

async function takeMonth(ctx: Ctx, of: Month): Promise<string | null> {
  const lines = linesOf(of)
  if (lines.length === 0) return null
  const file = [
    ['Tracking number', 'Charge', 'Net amount', 'Weight', 'Ship date'],
    ...lines.map(({ cells }) => cells),
  ]
  return takeBill(ctx, {
    supplierId: of.supplierId,
    invoiceNo: `INV-${of.month}-${of.at + 1}`,
    // On the fifth of the month that follows.
    invoiceDate: `${dayAfter(`${of.month}-28`, 7).slice(0, 7)}-05`,
    currency: EUR,
    total: lines.reduce((sum, { minor }) => sum + minor, 0n),
    name: `invoice-${of.month}.csv`,
    bytes: Buffer.from(file.map((row) => row.join(',')).join('\n')),
    mapping: billMapping.parse({
      columns: { trackNo: 0, chargeCode: 1, amount: 2, weight: 3, shipDate: 4 },
      decimal: 'point',
      dates: 'YMD',
    }),
  })
}
