import { Form, Input } from 'antd'
import { goodwill } from '#contracts/money/corrections/goodwill.ts'
import { DecimalInput } from '../../../kit/form/decimal-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { Money } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useItemName } from './item-name.ts'
import type { TradeRow } from './why-not-reverse.ts'

interface Values {
  amount: string
  reason: string
}

/** Gives a part of a charge back; what it posts is shown first. */
export default function GoodwillDialog({ row, onClose }: { row: TradeRow; onClose: () => void }) {
  const t = useT('trades')
  const notify = useNotify()
  const currency = row.currency ?? ''
  const give = useAction(goodwill.give, { ownRefusals: true, success: false })
  const entry = useEntry<Values>({
    draft: null,
    start: { amount: '', reason: '' },
    save: async ({ amount, reason }) => {
      const made = await give.run({ id: row.id, amount: amount.trim(), reason: reason.trim() })
      if (made.ok) {
        const { no } = made.result
        notify.success(no ? t('goodwill.asked', { no }) : t('goodwill.done'))
      }
      return made
    },
    onSaved: onClose,
    label: (path) =>
      path === 'amount' ? t('money') : path === 'reason' ? t('goodwill.reason') : null,
  })
  const required = [{ required: true, message: t('field.required') }]
  const amount = Form.useWatch('amount', entry.form)
  return (
    <EntryModal
      entry={entry}
      title={t('goodwill.title')}
      okText={t('goodwill.ok')}
      onClose={onClose}
    >
      <Form.Item name="amount" label={t('goodwill.amount', { currency })} rules={required}>
        <DecimalInput maxLength={20} autoFocus />
      </Form.Item>
      <Form.Item name="reason" label={t('goodwill.reason')} rules={required}>
        <Input maxLength={300} autoComplete="off" />
      </Form.Item>
      <Effect id={row.id} amount={amount ?? ''} />
    </EntryModal>
  )
}

function Effect({ id, amount }: { id: string; amount: string }) {
  const t = useT('trades')
  const itemOf = useItemName()
  const text = useDebouncedValue(amount.trim())
  const typed = /^\d+(\.\d+)?$/.test(text)
  const options = { quiet: true, staleTime: 0 } as const
  const whole = useApi(goodwill.effect, { id }, options)
  const part = useApi(
    goodwill.effect,
    { id, amount: text },
    { ...options, enabled: typed, keepPrevious: true },
  )
  if (whole.error) return <p role="alert">{whole.error.message}</p>
  if (!whole.data) return null
  const { left, currency } = whole.data
  const data = typed && !part.error ? part.data : undefined
  return (
    <section className="trade-detail" aria-live="polite">
      <p>{t('goodwill.left', { left, currency })}</p>
      {data && (
        <ul className="trade-links">
          {data.lines.map((line) => (
            <li key={line.tradeItem}>
              <span>{itemOf({ tradeItem: line.tradeItem, taxCategory: null, taxRate: null })}</span>
              <Money amount={line.amount} currency={currency} />
            </li>
          ))}
          {(['net', 'tax', 'gross'] as const).map((key) => (
            <li key={key}>
              <strong>{t(`goodwill.${key}`)}</strong>
              <Money amount={data[key]} currency={currency} />
            </li>
          ))}
        </ul>
      )}
      {data?.needsTwo && <p role="status">{t('goodwill.two')}</p>}
    </section>
  )
}
