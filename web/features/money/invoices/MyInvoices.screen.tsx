import { invoiceList } from '#contracts/money/invoices.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { CELLS, isCredit } from './invoice-cells.tsx'
import { InvoiceDetail } from './invoice-detail.tsx'
import { useInvoiceActions } from './use-invoice-actions.tsx'

const COLUMNS = [
  'number',
  'kind',
  'status',
  'overdue',
  'gross',
  'open',
  'issuedOn',
  'dueOn',
  'periodFrom',
  'periodTo',
  'net',
  'tax',
  'currency',
] as const
const SUMS = ['gross', 'open'] as const
const NUMBERS = ['number']

/** A customer's own invoices and credit notes, with their papers. */
export default function MyInvoices() {
  const t = useT('invoices')
  const { rowActions, dialogs } = useInvoiceActions()
  return (
    <>
      <ResourceScreen
        of={invoiceList}
        name="my-invoices"
        title={t('title.mine')}
        columns={COLUMNS}
        cells={CELLS}
        sums={SUMS}
        minus={isCredit}
        numbers={NUMBERS}
        rowActions={rowActions}
        detail={(row) => <InvoiceDetail key={row.id} row={row} actions={rowActions(row)} />}
      />
      {dialogs}
    </>
  )
}
