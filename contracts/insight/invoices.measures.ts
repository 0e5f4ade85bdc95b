import { measure, type Measure } from '../kit/measure.ts'
import { INVOICE } from '../money/invoices.parts.ts'
import type { invoiceList } from '../money/invoices.ts'

const of = { entity: 'invoices', screen: '/accounting/invoices' } as const
/** Drafts that wait for their number. */
export const INVOICE_DRAFTS: Measure = measure<typeof invoiceList>({
  ...of,
  filter: () => ({ status: INVOICE.draft }),
})
/** Issued, due and not paid. */
export const INVOICES_OVERDUE: Measure = measure<typeof invoiceList>({
  ...of,
  filter: () => ({ overdue: 'true' }),
})
