import type { LabelField, LabelLimits } from '#server/features/orders/label-sources/index.ts'
import { measure } from '#server/kit/pdf/fonts.ts'
import { SMALLEST } from '#server/kit/pdf/text-fit.ts'
import {
  ADDRESS_WIDTH,
  CONSIGNEE_SIZES,
} from '#server/features/commercial/label-templates/index.ts'

/** Rows each part of the consignee has when all of them are full, on the shortest page. */
const ROWS: Readonly<Record<LabelField, number>> = {
  name: 2,
  company: 2,
  phone: 1,
  city: 1,
  postalCode: 1,
  address: 4,
}
const TEL = 'Tel. '
const bold = (field: LabelField): boolean =>
  field === 'name' || field === 'city' || field === 'postalCode'

/** What fits our label at the smallest size it prints, in em of the part's own size. */
export const OWN_FIELDS: LabelLimits['fields'] = Object.fromEntries(
  (Object.keys(ROWS) as LabelField[]).map((field) => [
    field,
    { lines: ROWS[field], length: ADDRESS_WIDTH / (CONSIGNEE_SIZES[field] * SMALLEST) },
  ]),
)

/** How much of a line a text takes, in em. */
export const widthOnLabel = (text: string, field: LabelField): number =>
  measure(field === 'phone' ? TEL + text : text, bold(field))
