import { Link, useLocation } from 'react-router'
import type { RowOf } from '#contracts/kit/entity.ts'
import type { invoiceList } from '#contracts/money/invoices.ts'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

export type InvoiceRow = RowOf<typeof invoiceList>

function Number({ row }: { row: InvoiceRow }) {
  const t = useT('invoices')
  const { search } = useLocation()
  if (row.number) return <CopyText text={row.number} />
  const open = new URLSearchParams(search)
  open.set('_row', row.id)
  return <Link to={{ search: open.toString() }}>{t('draft.none')}</Link>
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
