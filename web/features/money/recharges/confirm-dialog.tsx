import { Form, Input } from 'antd'
import { Link } from 'react-router'
import { parseMoney } from '#contracts/kit/money.ts'
import { recharges } from '#contracts/money/recharges.ts'
import { DecimalInput } from '../../../kit/form/decimal-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { less } from './less.ts'
import type { RechargeRow } from './recharge-cells.tsx'
import { nameOfAccount } from '../../../kit/session/account-names.ts'

interface Values {
  amount: string
  outTradeNo: string
}

/** What came and under which number; above the limit a second user confirms the same. */
export default function ConfirmDialog({ row, onClose }: { row: RechargeRow; onClose: () => void }) {
  const t = useT('recharges')
  const currency = row.currency ?? ''
  const alone = useApi(recharges.alone, { id: row.id }, { staleTime: 0 })
  const confirm = useAction(recharges.confirm, {
    ownRefusals: true,
    // Above the limit of one user nothing is credited yet.
    success: (done) => {
      const after = done as RechargeRow
      const credited = less(after.received ?? '0', row.received ?? '0', currency)
      const waits = after.firstBy !== null && !/[1-9]/.test(credited)
      return t(waits ? 'confirm.waits' : 'confirm.done', {
        reference: row.reference ?? '',
        customer: row.customerId_dictText ?? '',
        amount: formatNumber(credited),
        currency,
      })
    },
  })
  const entry = useEntry<Values>({
    draft: null,
    start: { amount: less(row.amount ?? '0', row.received ?? '0', currency), outTradeNo: '' },
    save: ({ amount, outTradeNo }) =>
      confirm.run({ id: row.id, amount: amount.trim(), outTradeNo: outTradeNo.trim() }),
    onSaved: onClose,
    label: (path) => (path === 'amount' || path === 'outTradeNo' ? t(path) : null),
  })
  const amount = Form.useWatch('amount', entry.form) ?? ''
  const minor = (text: string) => parseMoney(text, currency, 'nonNegative')?.minor ?? 0n
  const line = alone.data?.line
  const two = alone.data && minor(amount) > minor(alone.data.left)
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal
      entry={entry}
      title={t('confirm.title', { reference: row.reference ?? '' })}
      okText={t('confirm.ok')}
      onClose={onClose}
    >
      <p>
        {[
          row.customerId_dictText,
          row.payer && `${t('payer')}: ${row.payer}`,
          row.paidOn && `${t('paidOn')}: ${row.paidOn}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {line && (
        <p className="rch-first">
          {t('confirm.line', {
            on: line.bookedOn,
            amount: formatNumber(line.amount),
            currency,
            payer: line.counterparty ?? t('confirm.line.payer.none'),
          })}{' '}
          <Link to={`/accounting/bank-lines?_row=${line.id}`} onClick={onClose}>
            {t('confirm.line.open')}
          </Link>
        </p>
      )}
      {row.firstBy ? (
        <p className="rch-first">{t('confirm.first', { name: nameOfAccount(row.firstBy) })}</p>
      ) : (
        two && <p className="rch-first">{t('confirm.two')}</p>
      )}
      <Form.Item
        name="amount"
        label={`${t('received')} (${currency})`}
        extra={t('confirm.amount.help')}
        rules={required}
      >
        <DecimalInput maxLength={20} />
      </Form.Item>
      <Form.Item
        name="outTradeNo"
        label={t('outTradeNo')}
        extra={t('confirm.tradeNo.help')}
        rules={required}
      >
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
    </EntryModal>
  )
}
