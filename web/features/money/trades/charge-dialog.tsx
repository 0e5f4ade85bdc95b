import { Checkbox, Form, Input } from 'antd'
import { charges } from '#contracts/money/charges.ts'
import type { TaxCategory } from '#contracts/money/tax.ts'
import { DecimalInput } from '../../../kit/form/decimal-input.tsx'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { Money } from '../../../kit/platform/cells.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useItemName } from './item-name.ts'

interface Values {
  customerId: string | null
  tradeItem: string | null
  amount: string
  currency: string | null
  taxCategory: TaxCategory | null
  reference: string
  note: string
  workDone: boolean
}
const LABELS: Readonly<Record<string, string>> = {
  customerId: 'customerId',
  tradeItem: 'tradeItem',
  amount: 'money',
  currency: 'currency',
  taxCategory: 'taxCategory',
  reference: 'charge.reference',
  note: 'note',
}

/** Charges a customer for something outside an order's prices; what it posts is shown first. */
export default function ChargeDialog({ onClose }: { onClose: () => void }) {
  const t = useT('trades')
  const charge = useAction(charges.charge, {
    ownRefusals: true,
    success: ({ customerName: customer, total, available, currency }) =>
      t('charge.done', {
        customer,
        total: formatNumber(total),
        available: formatNumber(available),
        currency,
      }),
  })
  const entry = useEntry<Values>({
    draft: null,
    start: {
      customerId: null,
      tradeItem: null,
      amount: '',
      currency: null,
      taxCategory: null,
      reference: '',
      note: '',
      workDone: true,
    },
    save: ({ customerId, tradeItem, amount, currency, taxCategory, reference, note, workDone }) =>
      charge.run({
        customerId: customerId ?? '',
        tradeItem: tradeItem ?? '',
        amount: amount.trim(),
        currency: currency ?? '',
        reference: reference.trim(),
        workDone,
        ...(taxCategory ? { taxCategory } : {}),
        ...(note.trim() ? { note: note.trim() } : {}),
      }),
    onSaved: onClose,
    label: (path) => (LABELS[path] ? t(LABELS[path]) : null),
  })
  const required = [{ required: true, message: t('field.required') }]
  const values = Form.useWatch([], entry.form) as Values | undefined
  return (
    <EntryModal entry={entry} title={t('charge.title')} okText={t('charge.ok')} onClose={onClose}>
      <Form.Item name="customerId" label={t('customerId')} rules={required}>
        <RefSelect of="customers" autoFocus />
      </Form.Item>
      <Form.Item name="tradeItem" label={t('tradeItem')} rules={required}>
        <DictSelect code="trade_item" />
      </Form.Item>
      <Form.Item name="currency" label={t('currency')} rules={required}>
        <DictSelect code="currency" />
      </Form.Item>
      <Form.Item name="amount" label={t('money')} rules={required}>
        <DecimalInput maxLength={20} />
      </Form.Item>
      <Form.Item name="taxCategory" label={t('taxCategory')} extra={t('charge.tax.help')}>
        <DictSelect code="tax_category" />
      </Form.Item>
      <Form.Item
        name="reference"
        label={t('charge.reference')}
        extra={t('charge.reference.help')}
        rules={required}
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="note" label={t('note')}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
      <Form.Item name="workDone" valuePropName="checked" extra={t('charge.workDone.help')}>
        <Checkbox>{t('charge.workDone')}</Checkbox>
      </Form.Item>
      {values && <Preview values={values} />}
    </EntryModal>
  )
}

function Preview({ values }: { values: Values }) {
  const t = useT('trades')
  const itemOf = useItemName()
  const { customerId, tradeItem, currency, taxCategory } = values
  const amount = useDebouncedValue((values.amount ?? '').trim())
  const ready = Boolean(customerId && tradeItem && currency && /^\d+(\.\d+)?$/.test(amount))
  const { data, error } = useApi(
    charges.preview,
    {
      customerId: customerId ?? '',
      tradeItem: tradeItem ?? '',
      currency: currency ?? '',
      amount,
      ...(taxCategory ? { taxCategory } : {}),
    },
    { quiet: true, enabled: ready, keepPrevious: true, staleTime: 0 },
  )
  if (!ready || !data || error) return null
  return (
    <section className="trade-detail" aria-live="polite">
      <h3>{t('charge.preview')}</h3>
      <ul className="trade-links">
        {data.lines.map((line) => (
          <li key={line.tradeItem}>
            <span>{itemOf(line)}</span>
            <Money amount={line.amount} currency={data.currency} />
          </li>
        ))}
        <li>
          <strong>{t('charge.total')}</strong>
          <Money amount={data.total} currency={data.currency} />
        </li>
        <li>
          <span>{t('charge.available')}</span>
          <Money amount={data.available} currency={data.currency} />
        </li>
      </ul>
      {data.needsTwo && <p role="status">{t('charge.two')}</p>}
    </section>
  )
}
