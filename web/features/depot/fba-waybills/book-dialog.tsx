import { Form, Input } from 'antd'
import { fbaWaybills } from '#contracts/depot/fba-waybills.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { Truck } from './truck.ts'

interface Values {
  appointmentNo: string
  dock: string
  slotFrom: string
  slotTo: string
}
const LABELS: Partial<Record<string, string>> = {
  appointmentNo: 'book.no',
  dock: 'book.dock',
  slotFrom: 'book.from',
  slotTo: 'book.to',
}

/** One appointment for all orders of a truck, by the warehouse's clock. */
export default function BookDialog({ truck, onClose }: { truck: Truck; onClose: () => void }) {
  const t = useT('fba-trucks')
  const book = useAction(fbaWaybills.book, { ownRefusals: true })
  const { id, version, no, slot, orders, timeZone } = truck
  const entry = useEntry<Values>({
    draft: null,
    start: {
      appointmentNo: slot?.appointmentNo ?? '',
      dock: slot?.dock ?? '',
      slotFrom: slot ? `${slot.day} ${slot.from}` : '',
      slotTo: slot ? `${slot.day} ${slot.to}` : '',
    },
    save: (values) => book.run({ ...values, id, version, dock: values.dock || null }),
    onSaved: onClose,
    label: (path) => (LABELS[path] ? t(LABELS[path]) : null),
  })
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal entry={entry} title={t('book.title', { no })} okText={t('book')} onClose={onClose}>
      <p>{t('book.effect', { orders: orders.length, zone: timeZone })}</p>
      <Form.Item name="appointmentNo" label={t('book.no')} rules={required}>
        <Input maxLength={30} autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item name="dock" label={t('book.dock')}>
        <Input maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item name="slotFrom" label={t('book.from')} rules={required} extra={t('time.help')}>
        <Input maxLength={16} autoComplete="off" />
      </Form.Item>
      <Form.Item name="slotTo" label={t('book.to')} rules={required}>
        <Input maxLength={16} autoComplete="off" />
      </Form.Item>
    </EntryModal>
  )
}
