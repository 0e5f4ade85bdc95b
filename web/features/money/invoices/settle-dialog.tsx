import { Form, Input, Radio } from 'antd'
import { formatMoney, parseMoney } from '#contracts/kit/money.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { DecimalInput } from '../../../kit/form/decimal-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { InvoiceRow } from './invoice-cells.tsx'

interface Values {
  as: 'writeOff' | 'discount'
  amount: string
  reason: string
}
type Amounts = Pick<InvoiceRow, 'currency' | 'open' | 'gross' | 'tax'>

/** What giving an amount up does: its VAT by the invoice's own share, and what stays open. */
export function effectOf(row: Amounts, text: string) {
  const currency = row.currency ?? ''
  const minor = (of: string | null) => parseMoney(of ?? '', currency, 'any')?.minor ?? null
  const [amount, open, gross, tax] = [text, row.open, row.gross, row.tax].map(minor)
  if (amount == null || open == null || gross == null || tax == null) return null
  if (amount <= 0n || amount > open || gross === 0n) return null
  const vat = (2n * amount * tax + gross) / (2n * gross)
  const wire = (of: bigint) => formatMoney({ minor: of, currency })
  return {
    amount: wire(amount),
    net: wire(amount - vat),
    tax: wire(vat),
    left: wire(open - amount),
    currency,
  }
}

/** Gives up what is open of an invoice, or a part of it. */
export default function SettleDialog({ row, onClose }: { row: InvoiceRow; onClose: () => void }) {
  const t = useT('invoices')
  const settle = useAction(invoices.settle, { ownRefusals: true })
  const entry = useEntry<Values>({
    draft: null,
    start: { as: 'discount', amount: row.open ?? '', reason: '' },
    version: row.version,
    save: (values, version) => settle.run({ ...values, id: row.id, version: version as number }),
    onSaved: onClose,
    label: (path) => (path === 'amount' || path === 'reason' ? t(path) : null),
  })
  const text = Form.useWatch('amount', entry.form)
  const effect = effectOf(row, text ?? row.open ?? '')
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal
      entry={entry}
      title={t('settle.title', { number: row.number ?? '' })}
      okText={t('settle.ok')}
      onClose={onClose}
    >
      <Form.Item name="as" label={t('settle.as')}>
        <Radio.Group
          options={(['discount', 'writeOff'] as const).map((value) => ({
            value,
            label: t(`settle.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item name="amount" label={`${t('amount')} (${row.currency ?? ''})`} rules={required}>
        <DecimalInput maxLength={20} />
      </Form.Item>
      <Form.Item name="reason" label={t('reason')} rules={required}>
        <Input maxLength={300} autoComplete="off" />
      </Form.Item>
      {effect && <p role="status">{t('settle.effect', effect)}</p>}
    </EntryModal>
  )
}
