import { Form, Input } from 'antd'
import { recharges } from '#contracts/money/recharges.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import { isOnline } from '#contracts/money/recharges.states.ts'
import { DecimalInput } from '../../../kit/form/decimal-input.tsx'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { RechargeRow } from './recharge-cells.tsx'
import { usePayment } from './use-payment.ts'

interface Values {
  customerId: string | null
  receivingAccountId: string | null
  amount: string
  payer: string
  remark: string
}
const LABELS: Readonly<Record<string, string>> = {
  customerId: 'customerId',
  receivingAccountId: 'new.account',
  amount: 'new.amount',
  payer: 'new.payer',
  remark: 'remark',
}

/** Asks to pay money in: an account of the currency, and how much. Staff do so for a customer. */
export default function NewRecharge({
  staff = false,
  onAdded,
  onClose,
}: {
  staff?: boolean
  onAdded?: (id: string) => void
  onClose: () => void
}) {
  const t = useT('recharges')
  const accounts = useApi(recharges.payTo, {})
  const add = useAction(recharges.add, {
    ownRefusals: true,
    success: (done) => {
      const row = done as RechargeRow
      return t('new.done', {
        reference: groupsOfFour(row.reference ?? ''),
        amount: formatNumber(row.amount),
        currency: row.currency ?? '',
      })
    },
  })
  const pay = usePayment()
  const entry = useEntry<Values>({
    draft: null,
    start: { customerId: null, receivingAccountId: null, amount: '', payer: '', remark: '' },
    save: ({ customerId, receivingAccountId, amount, payer, remark }) =>
      add.run({
        ...(staff ? { customerId: customerId ?? '' } : {}),
        receivingAccountId: receivingAccountId ?? '',
        amount: amount.trim(),
        payer: payer.trim() || null,
        remark: remark.trim() || null,
      }),
    onSaved: (row) => {
      onClose()
      const { id, channel = null } = row as { id?: string; channel?: string | null }
      if (id && !staff && isOnline(channel)) void pay(id)
      else if (id) onAdded?.(id)
    },
    label: (path) => (LABELS[path] ? t(LABELS[path]) : null),
  })
  const required = [{ required: true, message: t('field.required') }]
  const options = (accounts.data ?? []).map(({ id, currency, name, channel }) => {
    const how = isOnline(channel) ? ` · ${t(`channel.${channel}`)}` : ''
    return { value: id, label: `${currency} · ${name}${how}`, names: [currency, name, how] }
  })
  const account = Form.useWatch('receivingAccountId', entry.form) as string | null
  const online =
    !staff && isOnline(accounts.data?.find(({ id }) => id === account)?.channel ?? null)
  return (
    <EntryModal
      entry={entry}
      title={t('new.title')}
      okText={t(online ? 'new.pay' : 'new.ok')}
      onClose={onClose}
    >
      {accounts.data?.length === 0 && <p className="py-hint">{t('new.none')}</p>}
      {staff && (
        <Form.Item name="customerId" label={t('customerId')} rules={required}>
          <RefSelect of="customers" />
        </Form.Item>
      )}
      <Form.Item name="receivingAccountId" label={t('new.account')} rules={required}>
        <ChoiceInput options={options} loading={accounts.isPending} />
      </Form.Item>
      <Form.Item name="amount" label={t('new.amount')} rules={required}>
        <DecimalInput maxLength={20} />
      </Form.Item>
      {!online && (
        <Form.Item name="payer" label={t('new.payer')} extra={t('new.payer.help')}>
          <Input maxLength={140} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item name="remark" label={t('remark')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
    </EntryModal>
  )
}
