import { addressLines, type AddressLine } from '#contracts/parties/address-lines.ts'
import { sql } from 'kysely'
import { mmToCm } from '#contracts/kit/units.ts'
import { withoutCancelled } from '#contracts/orders/shipments.states.ts'
import type { CustomsBlock } from '#contracts/orders/customs/customs.ts'
import { convert, SDR, type ExchangeRate } from '#server/features/commercial/rating/index.ts'
import { customsRules } from '#server/features/orders/customs/index.ts'
import { kindCondition } from '#server/features/orders/shipments/index.ts'
import { storedSenderChoice } from '#server/features/parties/shippers/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import {
  valueOfLines,
  type DocumentData,
  type DocumentLine,
  type DocumentParty,
} from './document-data.ts'

/** An address as orders keep it, and as it is put together from shippers and depots. */
interface StoredAddress {
  name: string | null
  company: string | null
  phone: string | null
  email: string | null
  taxNumber: string | null
  country: string | null
  state: string | null
  city: string | null
  postalCode: string | null
  street: string | null
  house: string | null
  address1: string | null
  address2: string | null
}
interface Row {
  id: string
  kind: string
  serialNumber: string
  reference: string
  fbaCode: string | null
  poCode: string | null
  day: string
  sender: StoredAddress | null
  shipper: StoredAddress | null
  depot: StoredAddress
  consignee: StoredAddress
  customs: CustomsBlock | null
  status: string
  states: number[]
  parcels: ParcelRow[] | null
}
interface ParcelRow {
  parcelStatus: number
  number: string
  weight: number
  length: number | null
  width: number | null
  height: number | null
  products: GoodsRow[] | null
}
interface GoodsRow {
  sku: string | null
  hscodeCn: string | null
  hscodeForeign: string | null
  nameCn: string | null
  nameEn: string | null
  material: string | null
  brand: string | null
  origin: string | null
  unit: string | null
  quantity: number
  unitWeight: number
  unitPrice: string
  currency: string
}
export interface LoadedOrder {
  id: string
  kind: string
  /** Its status, and those of its parcels. */
  status: string
  states: readonly number[]
  data: DocumentData
}

/** Orders within reach with all that their documents show; one that is not makes the call fail. */
export async function loadDocuments(ctx: Ctx, ids: readonly string[]): Promise<LoadedOrder[]> {
  const found = await sql<Row>`select s.id, s.shipment_resource as kind, s.serial_number,
      s.reference, s.fba_code, s.po_code, to_char(now() at time zone d.time_zone, 'YYYY-MM-DD') as day,
      s.sender, s.customs, s.shipment_status::text as status,
      array(select p.parcel_status::int from parcel p
        where p.tenant_id = s.tenant_id and p.shipment_id = s.id) as states,
      (select jsonb_build_object('name', h.name, 'company', h.company, 'phone', h.phone,
          'email', h.email, 'taxNumber', h.tax_number, 'country', h.country, 'state', h.state,
          'city', h.city, 'postalCode', h.postal_code, 'street', h.street, 'house', h.house,
          'address1', h.address1, 'address2', h.address2)
        from shipper h where h.tenant_id = s.tenant_id and h.customer_id = s.customer_id
          and ${storedSenderChoice}) as shipper,
      jsonb_build_object('name', d.paper_name, 'company', null, 'phone', d.phone, 'email', d.email,
        'taxNumber', null, 'country', d.country, 'state', d.state, 'city', d.city,
        'postalCode', d.postal_code, 'street', d.street, 'house', d.house,
        'address1', null, 'address2', null) as depot,
      jsonb_build_object('name', s.consignee_name, 'company', s.company, 'phone', s.phone,
        'email', s.email, 'taxNumber', s.tax_number, 'country', s.country, 'state', s.state,
        'city', s.city, 'postalCode', s.postal_code, 'street', s.street, 'house', s.house,
        'address1', s.address1, 'address2', s.address2) as consignee,
      (select json_agg(json_build_object('number', coalesce(p.track_no, p.serial_number),
          'parcelStatus', p.parcel_status,
          'weight', coalesce(p.measured_weight, p.weight), 'length', p.length, 'width', p.width,
          'height', p.height,
          'products', (select json_agg(json_build_object('sku', g.sku, 'hscodeCn', g.hscode_cn,
              'hscodeForeign', g.hscode_foreign, 'nameCn', g.name_cn, 'nameEn', g.name_en,
              'material', g.material, 'brand', g.brand, 'origin', g.origin, 'unit', g.unit,
              'quantity', g.quantity, 'unitWeight', g.unit_weight,
              'unitPrice', g.unit_price::text, 'currency', g.currency) order by g.id)
            from parcel_product g where g.tenant_id = p.tenant_id and g.parcel_id = p.id))
          order by p.seq)
        from parcel p where p.tenant_id = s.tenant_id and p.shipment_id = s.id) as parcels
    from ${ctx.rows('shipment').as('s')}
      join depot d on d.tenant_id = s.tenant_id and d.id = s.depot_id
    where s.id = any(${ids}::bigint[]) and ${kindCondition(ctx, 's')}
    order by array_position(${ids}::bigint[], s.id)`.execute(ctx.db)
  if (found.rows.length < new Set(ids).size) failMissing()
  const { rates, today, countries } = await customsRules(ctx)
  const countryName = (code: string | null) => countries.get(code ?? '')?.nameEn ?? code ?? ''
  return found.rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    status: row.status,
    states: row.states,
    data: dataOf(row, rates, today, countryName),
  }))
}

function dataOf(
  row: Row,
  rates: readonly ExchangeRate[],
  today: string,
  countryName: (code: string | null) => string,
): DocumentData {
  const currency = row.parcels?.flatMap(({ products }) => products ?? [])[0]?.currency ?? 'EUR'
  const party = (address: StoredAddress): DocumentParty => ({
    name: address.name ?? '',
    company: address.company ?? '',
    lines: writtenLines(address),
    country: countryName(address.country),
    countryCode: address.country ?? '',
    phone: address.phone ?? '',
    email: address.email ?? '',
    taxNumber: address.taxNumber ?? '',
  })
  const fieldOf = (key: keyof CustomsBlock): string => row.customs?.[key] ?? ''
  return {
    orderNo: row.serialNumber,
    reference: row.reference,
    fbaCode: row.fbaCode ?? '',
    poCode: row.poCode ?? '',
    date: row.day,
    sender: party(row.sender ?? row.shipper ?? row.depot),
    consignee: party(row.consignee),
    currency,
    parcels: withoutCancelled(row.parcels ?? []).map(
      ({ number, weight, length, width, height, products }) => ({
        number,
        grams: weight,
        size:
          length !== null && width !== null && height !== null
            ? [length, width, height].map(mmToCm).join(' × ')
            : '',
        lines: (products ?? []).map(lineOf),
      }),
    ),
    customs: {
      exportType: fieldOf('exportType'),
      incoterm: fieldOf('incoterm'),
      invoiceNo: fieldOf('invoiceNo'),
      mrn: fieldOf('mrn'),
      eori: fieldOf('eori'),
      ioss: fieldOf('ioss'),
      vat: fieldOf('vat'),
      postalCharges: fieldOf('postalCharges'),
      licenceNo: fieldOf('licenceNo'),
      certificateNo: fieldOf('certificateNo'),
      undeliverable: fieldOf('undeliverable'),
      remark: fieldOf('remark'),
    },
    sdrOf: ({ lines }) =>
      convert({ minor: valueOfLines(lines), currency }, SDR, rates, today)?.minor ?? null,
  }
}

const lineOf = (goods: GoodsRow): DocumentLine => ({
  nameEn: goods.nameEn ?? '',
  nameCn: goods.nameCn ?? '',
  sku: goods.sku ?? '',
  hs: goods.hscodeForeign ?? goods.hscodeCn?.replaceAll(/\D/g, '').slice(0, 6) ?? '',
  origin: goods.origin?.toUpperCase() ?? '',
  material: goods.material ?? '',
  brand: goods.brand ?? '',
  quantity: goods.quantity,
  unit: goods.unit ?? '',
  unitGrams: goods.unitWeight,
  unitMinor: BigInt(goods.unitPrice),
})

/** Street and place in the order of the country, each of them in one line. */
const writtenLines = ({ name: _name, company: _company, ...address }: StoredAddress): string[] =>
  addressLines(address)
    .reduce<AddressLine[]>((all, line) => {
      const last = all.at(-1)
      if (last?.part !== line.part) return [...all, line]
      return [...all.slice(0, -1), { ...last, text: `${last.text}, ${line.text}` }]
    }, [])
    .map(({ text }) => text)
