import { Button, Form, Input, Modal, Switch } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useState } from 'react'
import {
  TRACK,
  statusKey,
  subKey,
  subsOf,
  isTrackStatus,
} from '#contracts/tracking/tracking.states.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'

import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { TimeAndPlace } from './events/time-and-place.tsx'

interface Values {
  status: number
  sub: string
  at: Dayjs
  place?: string
  country?: string | null
  text?: string
  visible: boolean
}
/** The parcel it goes to, and how it is called. */
interface Target {
  parcelId: string
  trackNo: string | null
  serialNumber: string | null
}
const STATUSES = Object.values(TRACK).filter(
  (status) => status !== TRACK.PENDING && status !== TRACK.EXPIRED,
)

const LABELS: Record<keyof Values, string> = {
  status: 'parcel.status',
  sub: 'event.step',
  at: 'event.at',
  place: 'event.place',
  country: 'event.country',
  text: 'event.text',
  visible: 'event.visible',
}

/**
 * What a clerk heard on the phone: it joins the timeline like a scan. Times are the clerk's
 * own.
 */
export default function EventForm({ row, onClose }: { row: Target; onClose: () => void }) {
  const t = useT('tracking')
  const add = useAction(tracking.addEvent, {
    success: t('event.added'),
    ownRefusals: true,
  })
  const [start] = useState<Values>(() => ({
    status: TRACK.IN_TRANSIT,
    sub: 'in_transit',
    at: dayjs(),
    visible: true,
  }))
  const entry = useEntry<Values>({
    draft: null,
    start,
    save: ({ at, country, ...values }) =>
      add.run({
        parcelId: row.parcelId,
        ...values,
        at: at.startOf('minute').toISOString(),
        country: country || null,
      }),
    onSaved: onClose,
    label: (path) => (path in LABELS ? t(LABELS[path as keyof Values]) : null),
  })
  const { form } = entry
  const status = Form.useWatch('status', form)
  const subs = status !== undefined && isTrackStatus(status) ? subsOf(status) : []
  return (
    <Modal
      open
      title={t('event.addTo', { no: row.trackNo ?? row.serialNumber ?? '' })}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      <Form<Values>
        {...entry.props}
        onValuesChange={(changed: Partial<Values>, all) => {
          entry.props.onValuesChange?.(changed, all)
          const [first] =
            changed.status !== undefined && isTrackStatus(changed.status)
              ? subsOf(changed.status)
              : []
          if (first) form.setFieldValue('sub', first)
        }}
      >
        {entry.notes}
        <div className="trk-pair">
          <Form.Item
            name="status"
            label={t('parcel.status')}
            rules={[{ required: true }]}
            getValueProps={(status: unknown) => ({ value: String(status) })}
            normalize={Number}
          >
            <ChoiceInput
              autoFocus
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
        <Form.Item name="visible" label={t('event.visible')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <div className="py-drawer-footer">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={entry.busy}>
            {t('event.add')}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
