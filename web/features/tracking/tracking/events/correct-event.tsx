import { Button, Form, Input, Modal } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useState } from 'react'
import { parcelEvents } from '#contracts/tracking/parcel-events.ts'
import { DictSelect } from '../../../../kit/form/choices/dict-select.tsx'
import { useEntry } from '../../../../kit/form/use-entry.tsx'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { TimeAndPlace } from './time-and-place.tsx'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { tracking } from '#contracts/tracking/tracking.ts'

/** An event of a parcel as staff see it. */
export type StaffEvent = Out<typeof tracking.events>[number]

interface Values {
  at: Dayjs
  place?: string
  country?: string | null
  text?: string
  textEn?: string
  visibility: 'PUBLIC' | 'CUSTOMER' | 'STAFF'
  reason: string
}
const LABELS: Record<keyof Values, string> = {
  at: 'event.at',
  place: 'event.place',
  country: 'event.country',
  text: 'event.text',
  textEn: 'event.textEn',
  visibility: 'event.visibility',
  reason: 'event.reason',
}

/** Another time, place or text for an event added by hand; the first stays, with the reason. */
export default function CorrectEvent({
  event,
  onClose,
}: {
  event: StaffEvent
  onClose: () => void
}) {
  const t = useT('tracking')
  const correct = useAction(parcelEvents.correct, {
    success: t('event.corrected'),
    ownRefusals: true,
  })
  const [start] = useState<Values>(() => ({
    at: dayjs(event.at ?? undefined),
    place: event.place ?? '',
    country: event.country,
    text: event.rawText ?? '',
    textEn: event.textEn ?? '',
    visibility: event.visible ? 'PUBLIC' : event.customerVisible ? 'CUSTOMER' : 'STAFF',
    reason: '',
  }))
  const entry = useEntry<Values>({
    draft: null,
    start,
    save: ({ at, country, ...values }) =>
      correct.run({
        eventId: event.id,
        ...values,
        // A time that was not touched keeps its clock.
        at: at.isSame(start.at) && event.at ? event.at : at.startOf('minute').format(),
        country: country || null,
      }),
    onSaved: onClose,
    label: (path) => (path in LABELS ? t(LABELS[path as keyof Values]) : null),
  })
  return (
    <Modal open title={t('event.correct.title')} onCancel={onClose} footer={null} destroyOnHidden>
      <Form<Values> {...entry.props}>
        {entry.notes}
        <p className="py-none">{t('event.correct.note')}</p>
        <TimeAndPlace />
        <Form.Item name="text" label={t('event.text')}>
          <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
        </Form.Item>
        <Form.Item name="textEn" label={t('event.textEn')}>
          <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
        </Form.Item>
        <Form.Item name="visibility" label={t('event.visibility')} rules={[{ required: true }]}>
          <DictSelect code="event_visibility" />
        </Form.Item>
        <Form.Item
          name="reason"
          label={t('event.reason')}
          rules={[{ required: true, whitespace: true }]}
        >
          <Input maxLength={300} />
        </Form.Item>
        <div className="py-drawer-footer">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={entry.busy}>
            {t('event.correct.submit')}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
