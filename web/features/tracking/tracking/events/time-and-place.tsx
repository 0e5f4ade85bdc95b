import { DatePicker, Form, Input } from 'antd'
import dayjs from 'dayjs'
import { DictSelect } from '../../../../kit/form/choices/dict-select.tsx'
import { useT } from '../../../../kit/text/i18n.ts'

/** When and where an event was, never later than now. */
export function TimeAndPlace() {
  const t = useT('tracking')
  return (
    <>
      <Form.Item name="at" label={t('event.at')} rules={[{ required: true }]}>
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          maxDate={dayjs()}
          needConfirm={false}
          className="trk-wide"
        />
      </Form.Item>
      <div className="trk-pair">
        <Form.Item name="place" label={t('event.place')} extra={t('event.place.help')}>
          <Input maxLength={80} />
        </Form.Item>
        <Form.Item name="country" label={t('event.country')}>
          <DictSelect code="country" />
        </Form.Item>
      </div>
    </>
  )
}
