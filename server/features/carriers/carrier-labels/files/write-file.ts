import { sql } from 'kysely'
import { gramsToKg } from '#contracts/kit/units.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { writeSheet, type SheetCell } from '#server/kit/sheets/sheets.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import { partyOf, planParcels, type PlannedParcel } from '../buying/plan-parcels.ts'

interface Row {
  parcelId: string
  trackNo: string | null
  reference: string
}
interface Line {
  plan: PlannedParcel
  row: Row
  account: OpenAccount
  day: string
}
type Read = (line: Line) => SheetCell

const AT_ONCE = 500
const MM_PER_CM = 10
/** A + at the beginning of a cell would be a formula to spreadsheets. */
const phoneOf = (phone: string | null): string => phone?.replace(/^\+/, '00') ?? ''
const cm = (mm: number | null): SheetCell => (mm === null ? null : mm / MM_PER_CM)
const to = ({ plan }: Line) => partyOf(plan.consignee)
const from = ({ plan }: Line) => partyOf(plan.sender ?? plan.shipper ?? plan.depot)
const contents = ({ plan: { items } }: Line): string =>
  [...new Set(items.map(({ description }) => description))].join(', ').slice(0, 200)

/** Read by machines: the same names in every language, and in this order. */
const COLUMNS: readonly (readonly [title: string, read: Read])[] = [
  ['date', ({ day }) => day],
  ['account', ({ plan, account }) => account.row.billing[plan.product ?? ''] ?? ''],
  ['product', ({ plan }) => plan.product],
  ['services', ({ plan }) => servicesOf(plan)],
  ['parcel_no', ({ row, plan }) => row.trackNo ?? plan.serialNumber],
  ['order_no', ({ plan }) => plan.serialNumber],
  ['reference', ({ row }) => row.reference],
  ['name', (line) => to(line).name],
  ['company', (line) => to(line).company],
  ['street', (line) => to(line).street],
  ['house', (line) => to(line).house],
  ['address2', (line) => to(line).address2],
  ['postal_code', (line) => to(line).postalCode],
  ['city', (line) => to(line).city],
  ['state', (line) => to(line).state],
  ['country', (line) => to(line).country],
  ['phone', (line) => phoneOf(to(line).phone)],
  ['email', (line) => to(line).email],
  ['weight_kg', ({ plan }) => gramsToKg(plan.grams)],
  ['length_cm', ({ plan }) => cm(plan.length)],
  ['width_cm', ({ plan }) => cm(plan.width)],
  ['height_cm', ({ plan }) => cm(plan.height)],
  ['contents', contents],
  ['cod_amount', ({ plan }) => plan.codAmount],
  ['cod_currency', ({ plan }) => (plan.codAmount === null ? null : plan.codCurrency)],
  ['sender_name', (line) => from(line).name],
  ['sender_street', (line) => from(line).street],
  ['sender_house', (line) => from(line).house],
  ['sender_postal_code', (line) => from(line).postalCode],
  ['sender_city', (line) => from(line).city],
  ['sender_country', (line) => from(line).country],
]

const servicesOf = ({ options }: PlannedParcel): string =>
  Object.entries(options)
    .map(([code, value]) => (value === true ? code : `${code}=${value}`))
    .join(' ')

/** The parcels of a batch as a carrier is sent them: one line each, in the order of their numbers. */
export async function writeFile(
  ctx: Ctx,
  account: OpenAccount,
  { id, day }: { id: string; day: string },
): Promise<Buffer> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<Row>`select p.id as parcel_id, p.track_no,
      coalesce(p.reference, s.reference) as reference
    from ${tenant.rows('carrierBatchItem').as('i')}
      join ${tenant.rows('parcel').as('p')} on p.id = i.parcel_id
      join ${tenant.rows('shipment').as('s')} on s.id = p.shipment_id
    where i.batch_id = ${id} order by p.serial_number, p.id`.execute(ctx.db)
  const lines: SheetCell[][] = []
  for (let at = 0; at < found.rows.length; at += AT_ONCE) {
    const some = found.rows.slice(at, at + AT_ONCE)
    const plans = await planParcels(
      ctx,
      some.map(({ parcelId }) => parcelId),
    )
    for (const row of some) {
      const plan = plans.get(row.parcelId)
      if (plan) lines.push(COLUMNS.map(([, read]) => read({ plan, row, account, day })))
    }
  }
  const sheet = await writeSheet(
    { columns: COLUMNS.map(([title]) => ({ title })), rows: lines },
    'csv',
  )
  // A mark for spreadsheets that machines take for a part of the first name.
  return sheet.subarray(BYTE_ORDER_MARK)
}
const BYTE_ORDER_MARK = 3
