import { Form, Input } from 'antd'
import { fbaWaybills } from '#contracts/depot/fba-waybills.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { Truck } from './truck.ts'

export type Outcome = 'arrive' | 'deliver' | 'refuse'
interface Values {
  at: string
  receivedBy: string
  detentionMinutes: number | null
  reason: string
}
const LABELS: Partial<Record<string, string>> = {
  at: 'outcome.at',
  receivedBy: 'outcome.receivedBy',
  detentionMinutes: 'outcome.detention',
  reason: 'outcome.reason',
}

/** What became of a truck at the warehouse, by its clock. */
export default function OutcomeDialog({
  truck,
  outcome,
  onClose,
}: {
  truck: Truck
  outcome: Outcome
  onClose: () => void
}) {
  const t = useT('fba-trucks')
  const arrive = useAction(fbaWaybills.arrive, { ownRefusals: true })
  const deliver = useAction(fbaWaybills.deliver, { ownRefusals: true })
  const refuse = useAction(fbaWaybills.refuse, { ownRefusals: true })
  const entry = useEntry<Values>({
    draft: null,
    start: { at: '', receivedBy: '', detentionMinutes: null, reason: '' },
    save: ({ at, receivedBy, detentionMinutes, reason }) => {
      const seen = { id: truck.id, version: truck.version, at }
      if (outcome === 'arrive') return arrive.run(seen)
      return outcome === 'deliver'
        ? deliver.run({ ...seen, receivedBy, detentionMinutes })
        : refuse.run({ ...seen, reason })
    },
    onSaved: onClose,
    label: (path) => (LABELS[path] ? t(LABELS[path]) : null),
  })
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal entry={entry} title={t(outcome)} okText={t(outcome)} onClose={onClose}>
      <p>{t(`outcome.${outcome}`, { no: truck.no, orders: truck.orders.length })}</p>
      <Form.Item name="at" label={t('outcome.at')} rules={required} extra={t('time.help')}>
        <Input maxLength={16} autoFocus autoComplete="off" />
      </Form.Item>
      {outcome === 'deliver' && (
        <>
          <Form.Item name="receivedBy" label={t('outcome.receivedBy')} rules={required}>
            <Input maxLength={100} autoComplete="off" />
          </Form.Item>
          <Form.Item name="detentionMinutes" label={t('outcome.detention')}>
            <NumberInput min={0} max={100_000} precision={0} />
          </Form.Item>
        </>
      )}
      {outcome === 'refuse' && (
        <Form.Item name="reason" label={t('outcome.reason')} rules={required}>
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} />
        </Form.Item>
      )}
    </EntryModal>
  )
}
