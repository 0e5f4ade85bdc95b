import { DeleteOutlined, MailOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { invoiceMails } from '#contracts/money/invoice-mails.ts'
import { invoiceList, invoices } from '#contracts/money/invoices.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { CELLS, isCredit } from './invoice-cells.tsx'
import { InvoiceDetail } from './invoice-detail.tsx'
import { isDraft, useInvoiceActions } from './use-invoice-actions.tsx'

const COLUMNS = [
  'number',
  'kind',
  'status',
  'overdue',
  'customerId',
  'gross',
  'open',
  'issuedOn',
  'dueOn',
  'mailStatus',
  'sentAt',
  'reminded',
  'periodFrom',
  'periodTo',
  'net',
  'tax',
  'paid',
  'credited',
  'currency',
  'createTime',
] as const
const SUMS = ['gross', 'open', 'net', 'tax', 'paid', 'credited'] as const
const NUMBERS = ['number']

/** Drafts, invoices and credit notes of all customers. */
export default function Invoices() {
  const t = useT('invoices')
  const may = useRightsCheck()
  const { rowActions, issue, discard, send, busy, dialogs } = useInvoiceActions()
  return (
    <>
      <ResourceScreen
        of={invoiceList}
        columns={COLUMNS}
        cells={CELLS}
        sums={SUMS}
        minus={isCredit}
        numbers={NUMBERS}
        rowActions={rowActions}
        atHand={3}
        detail={(row) => <InvoiceDetail key={row.id} row={row} actions={rowActions(row)} />}
        actions={(selection) => {
          const drafts = selection.rows.filter(isDraft)
          return (
            <>
              {may(invoices.issue) && (
                <Button
                  icon={<SafetyCertificateOutlined />}
                  disabled={drafts.length === 0}
                  loading={busy}
                  onClick={() => void issue(drafts)}
                >
                  {t('issue')}
                </Button>
              )}
              {may(invoiceMails.send) && (
                <Button
                  icon={<MailOutlined />}
                  disabled={drafts.length === selection.rows.length}
                  loading={busy}
                  onClick={() => void send(selection.rows.filter((row) => !isDraft(row)))}
                >
                  {t('send')}
                </Button>
              )}
              {may(invoices.discard) && (
                <Button
                  icon={<DeleteOutlined />}
                  disabled={drafts.length === 0}
                  onClick={() => void discard(drafts)}
                >
                  {t('discard')}
                </Button>
              )}
            </>
          )
        }}
      />
      {dialogs}
    </>
  )
}
