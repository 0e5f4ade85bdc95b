import { Alert, Form } from 'antd'
import { accountList } from '#contracts/money/accounts.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { DecimalInput } from '../../../kit/form/decimal-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { InvoiceRow } from './invoice-cells.tsx'

const LIST = listOf(accountList)

/** How much of an invoice is paid from the customer's balance. */
export default function ApplyDialog({ row, onClose }: { row: InvoiceRow; onClose: () => void }) {
  const t = useT('invoices')
  const currency = row.currency ?? ''
  const apply = useAction(invoices.apply, { ownRefusals: true })
  const found = useApi(
    LIST,
    { customerId: row.customerId ?? '', kind: 'customer', currency, pageSize: '1' },
    { quiet: true },
  )
  const account = found.data?.records[0]
  const entry = useEntry<{ amount: string }>({
    draft: null,
    start: { amount: row.open ?? '' },
    version: row.version,
    save: ({ amount }, version) =>
      apply.run(
        { id: row.id, version: version as number, amount: amount.trim() },
        null,
        t('apply.done', {
          number: row.number ?? '',
          customer: row.customerId_dictText ?? '',
          amount: formatNumber(amount.trim()),
          currency,
        }),
      ),
    onSaved: onClose,
    label: (path) => (path === 'amount' ? t('amount') : null),
  })
  return (
    <EntryModal
      entry={entry}
      title={t('apply.title', { number: row.number ?? '' })}
      okText={t('apply.ok')}
      onClose={onClose}
    >
      <p>{t('apply.open', { open: row.open ?? '', currency })}</p>
      {account && (
        <p>{t('apply.balance', { available: String(account.available ?? ''), currency })}</p>
      )}
      {found.data && !account && (
        <Alert type="warning" showIcon title={t('apply.none', { currency })} />
      )}
      <Form.Item
        name="amount"
        label={`${t('amount')} (${currency})`}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <DecimalInput maxLength={20} />
      </Form.Item>
    </EntryModal>
  )
}
