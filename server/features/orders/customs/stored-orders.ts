import { sql } from 'kysely'
import { formatMoney } from '#contracts/kit/money.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { CustomsBlock } from '#contracts/orders/customs/customs.ts'
import { kindsThat } from '#contracts/orders/kinds/kinds.ts'
import { withoutCancelled } from '#contracts/orders/shipments.states.ts'
import { storedSenderChoice } from '#server/features/parties/shippers/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { Border } from '#contracts/orders/customs/customs.calls.ts'
import { borderOf } from './check-draft.ts'
import { checkCustoms, needsCustomsData } from './check-customs.ts'
import type { CustomsOrder, CustomsRules } from './customs-input.ts'
import type { RawFinding } from './findings.ts'
import { customsRules } from './load-rules.ts'

interface StoredRow {
  id: string
  serialNumber: string
  kind: string
  fromPlace: (string | null)[]
  depotCountry: string
  depotCode: string | null
  country: string
  postalCode: string | null
  customs: CustomsBlock | null
  dangerousGoods: string | null
  unNumber: string | null
  parcels: StoredParcel[] | null
}
interface StoredParcel {
  parcelStatus: number
  weight: number
  products: StoredGoods[] | null
}
interface StoredGoods {
  sku: string | null
  hscodeCn: string | null
  hscodeForeign: string | null
  nameCn: string | null
  nameEn: string | null
  origin: string | null
  quantity: number
  unitWeight: number
  unitPrice: string
  currency: string
}

export interface CheckedOrder {
  id: string
  serialNumber: string
  kind: string
  /** False where no customs stand between the two countries. */
  needed: boolean
  /** The same from the depot it is handed in at, wherever its sender is. */
  crossesFromDepot: boolean
  border: Border
  findings: RawFinding[]
}

/**
 * Country and postal code an order `s` from a depot `d` leaves from, and whose they are, the sender's
 * or the depot's: goods in stock lie in the depot, wherever their owner is.
 */
const fromPlace = sql`coalesce(
  case when s.shipment_resource = any(${kindsThat('usesStock')}::text[])
    then array[d.country, d.postal_code, 'depot'] end,
  case when s.sender ->> 'country' is not null
    then array[s.sender ->> 'country', s.sender ->> 'postalCode', 'sender'] end,
  (select array[h.country, h.postal_code, 'sender'] from shipper h where h.tenant_id = s.tenant_id
    and h.customer_id = s.customer_id and ${storedSenderChoice}),
  array[d.country, d.postal_code, 'depot'])`

/** Whether an order stays within one customs territory: it is not read with its goods. */
export async function crossesBorder(ctx: Ctx, id: string): Promise<boolean> {
  const found = await sql<Pick<StoredRow, 'fromPlace' | 'country' | 'postalCode'>>`select
      ${fromPlace} as from_place, s.country, s.postal_code
    from ${ctx.rows('shipment').as('s')}
      join depot d on d.tenant_id = s.tenant_id and d.id = s.depot_id
    where s.id = ${id}`.execute(ctx.db)
  const [row] = found.rows
  if (!row) return false
  return needsCustomsData(
    {
      from: row.fromPlace[0] ?? null,
      fromCode: row.fromPlace[1] ?? null,
      to: row.country,
      toCode: row.postalCode,
    },
    await customsRules(ctx),
  )
}

/** Stored orders within reach, checked; in the order asked, those out of reach are missing. */
export async function checkStored(ctx: Ctx, ids: readonly string[]): Promise<CheckedOrder[]> {
  const found = await sql<StoredRow>`select s.id, s.serial_number, s.shipment_resource as kind,
      s.country, s.postal_code, s.customs, s.attributes ->> 'dangerousGoods' as dangerous_goods,
      s.attributes ->> 'unNumber' as un_number,
      ${fromPlace} as from_place, d.country as depot_country, d.postal_code as depot_code,
      (select json_agg(json_build_object('parcelStatus', p.parcel_status,
          'weight', p.weight,
          'products', (select json_agg(json_build_object('sku', g.sku, 'hscodeCn', g.hscode_cn,
                'hscodeForeign', g.hscode_foreign, 'nameCn', g.name_cn, 'nameEn', g.name_en,
                'origin', g.origin, 'quantity', g.quantity, 'unitWeight', g.unit_weight,
                'unitPrice', g.unit_price::text, 'currency', g.currency) order by g.id)
            from parcel_product g where g.tenant_id = p.tenant_id and g.parcel_id = p.id))
          order by p.seq)
        from parcel p where p.tenant_id = s.tenant_id and p.shipment_id = s.id) as parcels
    from ${ctx.rows('shipment').as('s')}
      join depot d on d.tenant_id = s.tenant_id and d.id = s.depot_id
    where s.id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], s.id)`.execute(ctx.db)
  const rules = await customsRules(ctx)
  return found.rows.map((row) => checked(row, rules))
}

function checked(row: StoredRow, rules: CustomsRules): CheckedOrder {
  const parcels = withoutCancelled(row.parcels ?? [])
  const order: CustomsOrder = {
    from: row.fromPlace[0] ?? null,
    to: row.country,
    fromCode: row.fromPlace[1] ?? null,
    toCode: row.postalCode,
    customs: row.customs,
    dangerousGoods: row.dangerousGoods,
    unNumber: row.unNumber,
    parcels: parcels.map(({ weight, products }) => ({
      weightKg: gramsToKg(weight),
      products: (products ?? []).map(({ quantity, unitWeight, unitPrice, ...goods }) => ({
        ...goods,
        quanlity: String(quantity),
        unitWeightKg: gramsToKg(unitWeight),
        unitPrice: formatMoney({ minor: BigInt(unitPrice), currency: goods.currency }),
      })),
    })),
  }
  const needed = needsCustomsData(order, rules)
  const handedIn = { ...order, from: row.depotCountry, fromCode: row.depotCode }
  const crossesFromDepot = needsCustomsData(handedIn, rules)
  const { id, serialNumber, kind } = row
  // Each at its place among all parcels of the order, as the form shows them.
  const places = parcels.map((parcel) => row.parcels!.indexOf(parcel))
  const findings = (needed ? checkCustoms(order, rules) : []).map((finding) => ({
    ...finding,
    path: amongAll(finding.path, places),
  }))
  const border = borderOf(order, row.fromPlace[2] === 'sender' ? 'sender' : 'depot')
  return { id, serialNumber, kind, needed, crossesFromDepot, border, findings }
}

/** A path among some parcels, as it is among all of them: `places` names where each of them is. */
export const amongAll = (path: string, places: readonly number[]): string =>
  path.replace(/^parcels\.(\d{1,4})/, (all, at: string) => `parcels.${places[Number(at)] ?? at}`)
