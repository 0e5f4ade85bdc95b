import { Form, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useState } from 'react'
import { trackResults } from '#contracts/tracking/track-results.ts'
import {
  isTrackStatus,
  statusKey,
  subKey,
  subsOf,
  TRACK,
} from '#contracts/tracking/tracking.states.ts'
import { ChoiceInput } from '../../../../kit/form/choices/choice-input.tsx'
import { DictSelect } from '../../../../kit/form/choices/dict-select.tsx'
import { EntryModal } from '../../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../../kit/form/use-entry.tsx'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { TimeAndPlace } from '../events/time-and-place.tsx'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { tracking } from '#contracts/tracking/tracking.ts'

/** An event of a parcel as staff see it. */
export type StaffEvent = Out<typeof tracking.events>[number]

interface Values {
  status: string
  sub: string
  at: Dayjs
  place?: string
  country?: string | null
  text?: string
  textEn?: string
  visibility: 'PUBLIC' | 'CUSTOMER' | 'STAFF'
  reason: string
}
const LABELS: Record<keyof Values, string> = {
  status: 'parcel.status',
  sub: 'event.step',
  at: 'event.at',
  place: 'event.place',
  country: 'event.country',
  text: 'event.text',
  textEn: 'event.textEn',
  visibility: 'event.visibility',
  reason: 'event.reason',
}
const STATUSES = Object.values(TRACK).filter(
  (status) => status !== TRACK.PENDING && status !== TRACK.EXPIRED,
)

/** What is true, in the place of an event; that event stays for staff, with the reason. */
export default function CorrectDialog({
  event,
  onClose,
}: {
  event: StaffEvent
  onClose: () => void
}) {
  const t = useT('tracking')
  const own = useT('track-result')
  const correct = useAction(trackResults.correct, {
    success: t('event.corrected'),
    ownRefusals: true,
  })
  const [start] = useState<Values>(() => ({
    status: String(event.status ?? TRACK.IN_TRANSIT),
    sub: event.sub ?? 'in_transit',
    at: dayjs(event.at ?? event.local ?? undefined),
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
    save: ({ status, at, country, ...values }) =>
      correct.run({
        eventId: event.id,
        ...values,
        status: Number(status),
        at: at.isSame(start.at) && event.at ? event.at : at.startOf('minute').toISOString(),
        country: country || null,
      }),
    onSaved: onClose,
    label: (path) => (path in LABELS ? t(LABELS[path as keyof Values]) : null),
  })
  const status = Number(Form.useWatch('status', entry.form) ?? start.status)
  const subs = isTrackStatus(status) ? subsOf(status) : []
  return (
    <EntryModal
      entry={entry}
      title={t('event.correct.title')}
      okText={t('event.correct.submit')}
      onClose={onClose}
    >
      <p className="py-none">{own('correct.note')}</p>
      <div className="trk-pair">
        <Form.Item name="status" label={t('parcel.status')} rules={[{ required: true }]}>
          <ChoiceInput
            clearable={false}
            options={STATUSES.map((value) => ({
              value: String(value),
              label: t(statusKey(value)),
            }))}
          />
        </Form.Item>
        <Form.Item name="sub" label={t('event.step')} rules={[{ required: true }]}>
          <ChoiceInput
            clearable={false}
            options={subs.map((value) => ({ value, label: t(subKey(value)) }))}
          />
        </Form.Item>
      </div>
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
    </EntryModal>
  )
}
