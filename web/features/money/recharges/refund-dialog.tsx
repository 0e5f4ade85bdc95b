import { Form, Input } from 'antd'
import { accountList } from '#contracts/money/accounts.ts'
import { recharges } from '#contracts/money/recharges.ts'
import { DecimalInput } from '../../../kit/form/decimal-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { less } from './less.ts'
import type { RechargeRow } from './recharge-cells.tsx'

interface Values {
  amount: string
  reason: string
}

const ACCOUNTS = listOf(accountList)

/** How much goes back and why. */
export default function RefundDialog({ row, onClose }: { row: RechargeRow; onClose: () => void }) {
  const t = useT('recharges')
  const currency = row.currency ?? ''
  const left = less(row.received ?? '0', row.refunded ?? '0', currency)
  const may = useRightsCheck()
  const customer = row.customerId_dictText ?? ''
  const account = useApi(
    ACCOUNTS,
    { customerId: row.customerId ?? '', currency, kind: 'customer', pageSize: '1' },
    { quiet: true, enabled: may(accountList.endpoints.list), staleTime: 0 },
  ).data?.records[0]
  const refund = useAction(recharges.refund, {
    ownRefusals: true,
    success: (done) =>
      t('refund.done', {
        amount: formatNumber(
          less((done as RechargeRow).refunded ?? '0', row.refunded ?? '0', currency),
        ),
        currency,
        customer,
      }),
  })
  const entry = useEntry<Values>({
    draft: null,
    start: { amount: left, reason: '' },
    version: row.version,
    save: ({ amount, reason }, version) =>
      refund.run({
        id: row.id,
        version: version as number,
        amount: amount.trim(),
        reason: reason.trim(),
      }),
    onSaved: onClose,
    label: (path) => (path === 'amount' || path === 'reason' ? t(`refund.${path}`) : null),
  })
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal
      entry={entry}
      title={t('refund.title', { reference: row.reference ?? '' })}
      okText={t('refund.ok')}
      onClose={onClose}
    >
      <p>
        {t('refund.left', { customer, left: formatNumber(left), currency })}
        {account &&
          ` ${t('refund.available', { available: formatNumber(account.available), currency })}`}
      </p>
      <Form.Item name="amount" label={`${t('refund.amount')} (${currency})`} rules={required}>
        <DecimalInput maxLength={20} />
      </Form.Item>
      <Form.Item name="reason" label={t('refund.reason')} rules={required}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
    </EntryModal>
  )
}
