import { z } from 'zod'
import { line } from '../imports/draft-line.ts'

/**
 * What customs ask of an order as a whole, as a form or a client sends it: shapes only. Kept as one
 * jsonb value of the order. What the values must be is the checker's matter.
 */
export const customsBlock = z.object({
  /** Why the goods travel, as posts and carriers name it: dictionary `customs_export_type`. */
  exportType: line(24),
  /** Who pays duty and carriage: dictionary `customs_incoterm`. */
  incoterm: line(3),
  invoiceNo: line(40),
  /** Number of the export declaration, given by customs. */
  mrn: line(24),
  eori: line(20),
  ioss: line(16),
  vat: line(20),
  /** Postage paid, in the currency of the goods. */
  postalCharges: line(16),
  /** Value of all goods as the customer declares it; compared with the sum of the lines. */
  declaredValue: line(16),
  licenceNo: line(40),
  certificateNo: line(40),
  /** What becomes of a parcel that cannot be delivered: RETURN or ABANDON. */
  undeliverable: line(8),
  remark: line(200),
})
export type CustomsBlock = z.output<typeof customsBlock>
