import { Form, Input } from 'antd'
import { accounts } from '#contracts/money/accounts.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { accountName, type AccountRow } from './account-row.ts'
import { AmountInput } from './amount-input.tsx'

interface Values {
  credit: string
  reason: string
}
const LABELS: Record<string, string> = { credit: 'credit.new', reason: 'reason' }

/** How far below zero an account may be spent. */
export default function CreditDialog({ row, onClose }: { row: AccountRow; onClose: () => void }) {
  const t = useT('accounts')
  const save = useAction(accounts.credit, { ownRefusals: true })
  const entry = useEntry<Values>({
    draft: null,
    start: { credit: row.credit ?? '', reason: '' },
    save: ({ credit, reason }) =>
      save.run(
        { id: row.id, version: row.version, credit, reason },
        null,
        t('credit.done', {
          account: accountName(row),
          amount: formatNumber(credit),
          currency: row.currency ?? '',
        }),
      ),
    onSaved: onClose,
    label: (path) => (LABELS[path] ? t(LABELS[path]) : null),
  })
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal
      entry={entry}
      title={t('credit.title', { account: accountName(row) })}
      okText={t('action.save')}
      onClose={onClose}
    >
      <p className="account-note">
        {t('credit.now', { amount: formatNumber(row.credit), currency: row.currency ?? '' })}
      </p>
      <Form.Item name="credit" label={t('credit.new')} rules={required}>
        <AmountInput currency={row.currency} autoFocus />
      </Form.Item>
      <Form.Item name="reason" label={t('reason')} rules={required}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryModal>
  )
}
