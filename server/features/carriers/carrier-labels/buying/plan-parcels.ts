import { sql } from 'kysely'
import { kindsThat } from '#contracts/orders/kinds/kinds.ts'
import { crossesCustoms } from '#contracts/orders/customs/territories.ts'
import type {
  CarrierParty,
  CustomsItem,
  LabelFormat,
  ParcelToShip,
} from '#server/features/carriers/carriers/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { customsRules } from '#server/features/orders/customs/index.ts'
import { storedSenderChoice } from '#server/features/parties/shippers/index.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import type { OpenAccount } from '../accounts/open-account.ts'

type Address = Partial<Record<Exclude<keyof CarrierParty, 'address2'>, string | null>> & {
  address1?: string | null
  address2?: string | null
}

/** A parcel as the tables have it, with the account that sells its label. */
export interface PlannedParcel {
  parcelId: string
  shipmentId: string
  serialNumber: string
  customerId: string
  depotId: string
  serviceId: string
  labelType: string
  pushMethod: string
  accountId: string | null
  product: string | null
  options: Record<string, string | true>
  grams: number
  length: number | null
  width: number | null
  height: number | null
  sender: Address | null
  shipper: Address | null
  depot: Address
  /** The goods lie in the depot, wherever their owner is. */
  inStock: boolean
  consignee: Address
  customs: { incoterm?: string; invoiceNo?: string } | null
  codAmount: string | null
  codCurrency: string | null
  items: {
    description: string
    hsCode: string | null
    origin: string | null
    quantity: number
    unitWeight: number
    unitPrice: string
    currency: string
  }[]
}

export async function planParcels(
  ctx: Ctx,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, PlannedParcel>> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<PlannedParcel>`select p.id as parcel_id, s.id as shipment_id,
      p.serial_number, p.customer_id, p.depot_id, p.service_id, v.label_type, v.push_method,
      m.account_id, m.product, coalesce(m.options, '{}') as options,
      coalesce(p.measured_weight, p.weight) as grams,
      coalesce(p.measured_length, p.length) as length,
      coalesce(p.measured_width, p.width) as width,
      coalesce(p.measured_height, p.height) as height,
      s.sender, s.shipment_resource = any(${kindsThat('usesStock')}::text[]) as in_stock,
      (select json_build_object('name', h.name, 'company', h.company, 'country', h.country,
          'state', h.state, 'city', h.city, 'postalCode', h.postal_code, 'street', h.street,
          'house', h.house, 'address2', h.address2, 'phone', h.phone)
        from shipper as h where h.tenant_id = s.tenant_id and h.customer_id = s.customer_id
          and ${storedSenderChoice}) as shipper,
      json_build_object('name', d.paper_name, 'country', d.country, 'state', d.state, 'city', d.city,
        'postalCode', d.postal_code, 'street', d.street, 'house', d.house) as depot,
      json_build_object('name', s.consignee_name, 'company', s.company, 'country', s.country,
        'state', s.state, 'city', s.city, 'postalCode', s.postal_code, 'street', s.street,
        'house', s.house, 'address1', s.address1, 'address2', s.address2, 'phone', s.phone,
        'email', s.email, 'taxNumber', s.tax_number) as consignee,
      s.customs, s.cod_amount, s.cod_currency,
      coalesce((select json_agg(json_build_object(
          'description', coalesce(i.name_en, i.name_cn, ''),
          'hsCode', coalesce(i.hscode_foreign, i.hscode_cn), 'origin', i.origin,
          'quantity', i.quantity, 'unitWeight', i.unit_weight,
          'unitPrice', i.unit_price::text, 'currency', i.currency) order by i.id)
        from parcel_product as i
        where i.tenant_id = p.tenant_id and i.parcel_id = p.id), '[]') as items
    from ${tenant.rows('parcel').as('p')}
      join ${tenant.rows('shipment').as('s')} on s.id = p.shipment_id
      join ${tenant.rows('deliveryService').as('v')} on v.id = p.service_id
      join ${tenant.rows('depot').as('d')} on d.id = p.depot_id
      left join ${tenant.rows('carrierAccountService').as('m')} on m.service_id = p.service_id
    where p.id = any(${parcelIds}::bigint[])`.execute(ctx.db)
  return new Map(found.rows.map((row) => [row.parcelId, row]))
}

/** An address of the tables as carriers are sent one. */
export const partyOf = (from: Address): CarrierParty => ({
  name: from.name ?? '',
  company: from.company ?? null,
  street: from.street ?? '',
  house: from.house ?? null,
  address2: [from.address1, from.address2].filter(Boolean).join(', ') || null,
  postalCode: from.postalCode ?? null,
  city: from.city ?? '',
  state: from.state ?? null,
  country: from.country ?? '',
  phone: from.phone ?? null,
  email: from.email ?? null,
  taxNumber: from.taxNumber ?? null,
})

/** A parcel as its carrier is sent it; `reference` is ours, and no other label's. */
export async function parcelToShip(
  ctx: Ctx,
  planned: PlannedParcel,
  { row, carrier }: OpenAccount,
  reference: string,
): Promise<ParcelToShip> {
  const { product, options, codAmount, codCurrency } = planned
  const cod: Record<string, string> =
    codAmount && codCurrency ? { [carrier.codService]: `${codAmount} ${codCurrency}` } : {}
  const sender = partyOf(planned.sender ?? planned.shipper ?? planned.depot)
  return {
    ref: planned.parcelId,
    product: product ?? '',
    account: row.billing[product ?? ''] ?? '',
    reference,
    weightG: planned.grams,
    lengthMm: planned.length ?? 0,
    widthMm: planned.width ?? 0,
    heightMm: planned.height ?? 0,
    sender,
    consignee: partyOf(planned.consignee),
    services: { ...options, ...cod },
    customs: customsOf(planned, sender, (await customsRules(ctx)).countries),
    labelFormat: formatOf(planned, row.labelFormat),
    shipDate: await businessDay(ctx),
  }
}

/** A carrier's PDF and its ZPL are kinds of labels of a service; else the account's own choice. */
function formatOf({ labelType }: PlannedParcel, usual: LabelFormat): LabelFormat {
  if (labelType === '3') return 'zpl'
  return labelType === '2' || labelType === '4' ? 'pdf' : usual
}

function customsOf(
  { items, customs, consignee, depot, inStock }: PlannedParcel,
  sender: CarrierParty,
  countries: ReadonlyMap<string, { eu: boolean }>,
): ParcelToShip['customs'] {
  const [first] = items
  const to = partyOf(consignee)
  const isEu = (country: string) => countries.get(country)?.eu ?? false
  if (!first || !crossesCustoms(inStock ? partyOf(depot) : sender, to, isEu)) return null
  return {
    currency: first.currency,
    incoterm: customs?.incoterm ?? 'DAP',
    invoiceNo: customs?.invoiceNo ?? null,
    items: items.map((one): CustomsItem => ({
      description: one.description,
      hsCode: one.hsCode ?? '',
      originCountry: one.origin ?? sender.country,
      quantity: one.quantity,
      unitWeightG: one.unitWeight,
      unitValueMinor: BigInt(one.unitPrice),
    })),
  }
}
