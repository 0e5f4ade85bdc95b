import { Form, Input } from 'antd'
import { accounts } from '#contracts/money/accounts.ts'
import { ADJUST_ITEMS } from '#contracts/money/trade-items.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { accountName, type AccountRow } from './account-row.ts'
import { AmountInput } from './amount-input.tsx'

interface Values {
  direction: 'in' | 'out'
  amount: string
  tradeItem: string
  reason: string
}
const LABELS: Record<string, string> = {
  amount: 'adjust.amount',
  tradeItem: 'adjust.item',
  reason: 'reason',
}

/** Asks for a booking by hand; it is posted when a second user approves it. */
export default function AdjustDialog({ row, onClose }: { row: AccountRow; onClose: () => void }) {
  const t = useT('accounts')
  const notify = useNotify()
  const ask = useAction(accounts.adjust, {
    ownRefusals: true,
    success: false,
    onDone: ({ no }) => notify.success(t('asked', { no })),
  })
  const entry = useEntry<Values>({
    draft: null,
    start: { direction: 'in', amount: '', tradeItem: ADJUST_ITEMS[0], reason: '' },
    save: ({ direction, amount, tradeItem, reason }) => {
      const plain = amount.trim().replace(/^[+-]/, '')
      return ask.run({
        id: row.id,
        amount: direction === 'out' ? `-${plain}` : plain,
        tradeItem,
        reason,
      })
    },
    onSaved: onClose,
    label: (path) => (LABELS[path] ? t(LABELS[path]) : null),
  })
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal
      entry={entry}
      title={t('adjust.title', { account: accountName(row) })}
      okText={t('adjust.submit')}
      onClose={onClose}
    >
      <p className="account-note">
        {t('available.now', { amount: formatNumber(row.available), currency: row.currency ?? '' })}
      </p>
      <Form.Item name="direction" label={t('adjust.direction')}>
        <Segments
          options={[
            { value: 'in', label: t('adjust.in') },
            { value: 'out', label: t('adjust.out') },
          ]}
        />
      </Form.Item>
      <Form.Item name="amount" label={t('adjust.amount')} rules={required}>
        <AmountInput currency={row.currency} autoFocus />
      </Form.Item>
      <Form.Item name="tradeItem" label={t('adjust.item')} rules={required}>
        <DictSelect code="money_trade_item" only={ADJUST_ITEMS} />
      </Form.Item>
      <Form.Item name="reason" label={t('reason')} rules={required}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryModal>
  )
}
