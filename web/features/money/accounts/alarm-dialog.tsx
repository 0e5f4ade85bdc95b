import { Form } from 'antd'
import { accounts } from '#contracts/money/accounts.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { accountName, type AccountRow } from './account-row.ts'
import { AmountInput } from './amount-input.tsx'

/** The level at which the customer's users are notified. */
export default function AlarmDialog({
  row,
  level,
  onClose,
}: {
  row: AccountRow
  level: string | null
  onClose: () => void
}) {
  const t = useT('accounts')
  const save = useAction(accounts.alarm, { ownRefusals: true, success: t('alarm.saved') })
  const entry = useEntry<{ level: string }>({
    draft: null,
    start: { level: level ?? '' },
    save: (values) => save.run({ id: row.id, level: values.level.trim() || null }),
    onSaved: onClose,
    label: (path) => (path === 'level' ? t('alarm.level') : null),
  })
  return (
    <EntryModal
      entry={entry}
      title={t('alarm.title', { account: accountName(row) })}
      okText={t('action.save')}
      onClose={onClose}
    >
      <Form.Item name="level" label={t('alarm.level')} extra={t('alarm.help')}>
        <AmountInput currency={row.currency} autoFocus />
      </Form.Item>
    </EntryModal>
  )
}
