import { Form, Input } from 'antd'
import { accountList, accounts } from '#contracts/money/accounts.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { accountName, type AccountRow } from './account-row.ts'
import { AmountInput } from './amount-input.tsx'
import { targetsOf } from './transfer-targets.ts'

interface Values {
  toCustomerId: string | null
  toId: string
  amount: string
  rate: string
  reason: string
}
const LABELS: Record<string, string> = {
  toId: 'transfer.to',
  amount: 'amount',
  rate: 'transfer.rate',
  reason: 'reason',
}
const LIST = listOf(accountList)

/** Asks for money to go to another account; it goes when a second user approves it. */
export default function TransferDialog({ row, onClose }: { row: AccountRow; onClose: () => void }) {
  const t = useT('accounts')
  const notify = useNotify()
  const ask = useAction(accounts.transfer, {
    ownRefusals: true,
    success: false,
    onDone: ({ no }) => notify.success(t('asked', { no })),
  })
  const entry = useEntry<Values>({
    draft: null,
    start: { toCustomerId: null, toId: '', amount: '', rate: '', reason: '' },
    save: ({ toId, amount, rate, reason }) =>
      ask.run({
        id: row.id,
        toId,
        amount: amount.trim(),
        rate: rate?.trim() || null,
        reason,
      }),
    onSaved: onClose,
    label: (path) => (LABELS[path] ? t(LABELS[path]) : null),
  })
  const customerId = Form.useWatch('toCustomerId', entry.form)
  const toId = Form.useWatch('toId', entry.form)
  const found = useApi(
    LIST,
    { customerId: customerId ?? '', kind: 'customer', pageSize: '50' },
    { enabled: Boolean(customerId) },
  )
  const targets = targetsOf(row, customerId ? (found.data?.records ?? []) : [])
  const chosen = targets.find(({ id }) => id === toId)
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal
      entry={entry}
      title={t('transfer.title', { account: accountName(row) })}
      okText={t('adjust.submit')}
      onClose={onClose}
    >
      <p className="account-note">
        {t('available.now', { amount: formatNumber(row.available), currency: row.currency ?? '' })}
      </p>
      <Form.Item name="toCustomerId" label={t('customerId')} rules={required}>
        <RefSelect of="customers" autoFocus />
      </Form.Item>
      {targets.length > 0 && (
        <Form.Item
          name="toId"
          label={t('transfer.to')}
          rules={required}
          extra={t('transfer.to.help')}
        >
          <Segments
            options={targets.map((one) => ({ value: one.id, label: one.currency ?? '' }))}
          />
        </Form.Item>
      )}
      {found.isSuccess && targets.length === 0 && (
        <p className="account-note">{t('transfer.none')}</p>
      )}
      <Form.Item name="amount" label={t('amount')} rules={required}>
        <AmountInput currency={row.currency} />
      </Form.Item>
      {chosen && chosen.currency !== row.currency && (
        <Form.Item
          name="rate"
          label={t('transfer.rate')}
          rules={required}
          extra={t('transfer.rate.help', {
            from: row.currency ?? '',
            to: chosen.currency ?? '',
          })}
        >
          <AmountInput currency={chosen.currency} />
        </Form.Item>
      )}
      <Form.Item name="reason" label={t('reason')} rules={required}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryModal>
  )
}
