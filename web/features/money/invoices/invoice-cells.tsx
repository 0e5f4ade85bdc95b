import type { RowOf } from '#contracts/kit/entity.ts'
import type { invoiceList } from '#contracts/money/invoices.ts'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

export type InvoiceRow = RowOf<typeof invoiceList>

function Number({ row }: { row: InvoiceRow }) {
  const t = useT('invoices')
  return row.number ? (
    <CopyText text={row.number} />
  ) : (
    <span className="py-none">{t('draft.none')}</span>
  )
}

function Overdue({ row }: { row: InvoiceRow }) {
  const t = useT('invoices')
  return row.overdue ? <StatusTag tone="bad">{t('overdue')}</StatusTag> : null
}

export const CELLS = {
  number: (row: InvoiceRow) => <Number row={row} />,
  overdue: (row: InvoiceRow) => <Overdue row={row} />,
}

/** What a credit note gives back counts against the invoices. */
export const isCredit = ({ kind }: InvoiceRow) => kind === 'creditNote'
