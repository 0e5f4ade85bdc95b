import { DatePicker, Form, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useState } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import { deliveryNumbers, type deliveryNumberList } from '#contracts/tracking/delivery-numbers.ts'
import { DictSelect } from '../../../../kit/form/choices/dict-select.tsx'
import { EntryModal } from '../../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../../kit/form/use-entry.tsx'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { CourierSelect } from '../courier-select.tsx'
import { Recognised } from './recognised.tsx'

interface Values {
  trackNo: string
  courier: string
  handedAt: Dayjs
  place?: string
  country?: string | null
}
const LABELS: Record<keyof Values, string> = {
  trackNo: 'leg.trackNo',
  courier: 'courier',
  handedAt: 'leg.handedAt',
  place: 'place',
  country: 'country',
}

/** The number of the carrier that took a parcel over. */
export default function LegDialog({
  row,
  onClose,
}: {
  row: RowOf<typeof deliveryNumberList>
  onClose: () => void
}) {
  const t = useT('delivery-numbers')
  const add = useAction(deliveryNumbers.addLeg, { ownRefusals: true })
  const [start] = useState<Partial<Values>>(() => ({ handedAt: dayjs() }))
  const entry = useEntry<Values>({
    draft: null,
    start: start as Values,
    save: ({ handedAt, country, ...values }) =>
      add.run({
        id: row.id,
        ...values,
        handedAt: handedAt.startOf('minute').toISOString(),
        country: country || null,
      }),
    onSaved: onClose,
    label: (path) => (path in LABELS ? t(LABELS[path as keyof Values]) : null),
  })
  const typed = Form.useWatch('trackNo', entry.form)
  return (
    <EntryModal
      entry={entry}
      title={t('leg.title', { no: row.trackNo ?? '' })}
      okText={t('leg.ok')}
      onClose={onClose}
    >
      <p className="py-none">{t('leg.note')}</p>
      <Form.Item name="trackNo" label={t('leg.trackNo')} rules={[{ required: true }]}>
        <Input maxLength={60} />
      </Form.Item>
      <Recognised
        trackNo={typed ?? ''}
        onPick={(courier) => entry.form.setFieldValue('courier', courier)}
      />
      <Form.Item name="courier" label={t('courier')} rules={[{ required: true }]}>
        <CourierSelect />
      </Form.Item>
      <Form.Item name="handedAt" label={t('leg.handedAt')} rules={[{ required: true }]}>
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          maxDate={dayjs()}
          needConfirm={false}
          className="trk-wide"
        />
      </Form.Item>
      <div className="trk-pair">
        <Form.Item name="place" label={t('place')}>
          <Input maxLength={80} />
        </Form.Item>
        <Form.Item name="country" label={t('country')}>
          <DictSelect code="country" />
        </Form.Item>
      </div>
    </EntryModal>
  )
}
