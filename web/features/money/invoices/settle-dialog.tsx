import { Form, Input, Radio } from 'antd'
import { settlements } from '#contracts/money/corrections/settlements.ts'
import { DecimalInput } from '../../../kit/form/decimal-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { InvoiceRow } from './invoice-cells.tsx'

interface Values {
  as: 'writeOff' | 'discount'
  amount: string
  reason: string
}
/** Gives up what is open of an invoice, or a part of it. */
export default function SettleDialog({ row, onClose }: { row: InvoiceRow; onClose: () => void }) {
  const t = useT('invoices')
  const notify = useNotify()
  const settle = useAction(settlements.settle, { ownRefusals: true, success: false })
  const entry = useEntry<Values>({
    draft: null,
    start: { as: 'discount', amount: row.open ?? '', reason: '' },
    version: row.version,
    save: async (values, version) => {
      const made = await settle.run({ ...values, id: row.id, version: version as number })
      if (made.ok)
        notify.success(
          made.result.no ? t('settle.asked', { no: made.result.no }) : t('settle.done'),
        )
      return made
    },
    onSaved: onClose,
    label: (path) => (path === 'amount' || path === 'reason' ? t(path) : null),
  })
  const text = Form.useWatch('amount', entry.form)
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
      <Effect row={row} amount={text ?? row.open ?? ''} />
    </EntryModal>
  )
}

/** What it does, by the server: net, VAT, what stays open, and whether it takes a second user. */
function Effect({ row, amount }: { row: InvoiceRow; amount: string }) {
  const t = useT('invoices')
  const text = useDebouncedValue(amount.trim())
  const ready = /^\d+(\.\d+)?$/.test(text)
  const { data, error } = useApi(
    settlements.effect,
    { id: row.id, amount: text },
    { quiet: true, enabled: ready, keepPrevious: true, staleTime: 0 },
  )
  if (!ready || !data || error) return null
  const { amount: all, net, tax, left } = data
  const currency = row.currency ?? ''
  return (
    <>
      <p role="status">{t('settle.effect', { amount: all, net, tax, left, currency })}</p>
      {data.needsTwo && <p>{t('settle.two')}</p>}
    </>
  )
}
