import { Alert, Modal, Skeleton } from 'antd'
import { invoices } from '#contracts/money/invoices.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { InvoiceWarnings } from './invoice-warnings.tsx'
import { LineTable, VatTable } from './line-table.tsx'
import './invoices.css'

/** What a draft of an account would be made of, and what would keep it from being issued. */
export default function PreviewDialog({
  accountId,
  to,
  onClose,
}: {
  accountId: string
  to: string
  onClose: () => void
}) {
  const t = useT('invoices')
  const { data, error, refetch } = useApi(invoices.preview, { accountId, to }, { staleTime: 0 })
  return (
    <Modal
      open
      width={820}
      title={t('preview.title', { customer: data?.customer ?? '' })}
      footer={null}
      onCancel={onClose}
    >
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <div className="inv-detail">
          <InvoiceWarnings of={data} />
          {data.waiting > 0 && (
            <Alert
              type="info"
              showIcon
              title={t('preview.waiting', {
                count: data.waiting,
                amount: data.waitingAmount,
                currency: data.currency,
              })}
            />
          )}
          <p>{`${t('paper.period')}: ${data.periodFrom ?? ''} – ${data.periodTo}`}</p>
          <LineTable lines={data.lines} currency={data.currency} />
          <VatTable vat={data.vat} row={data} />
        </div>
      )}
    </Modal>
  )
}
