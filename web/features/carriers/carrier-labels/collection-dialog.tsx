import { Form, Input, Modal } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { carrierBatches } from '#contracts/carriers/carrier-batches.ts'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** The carrier is to fetch the parcels of a batch: when, and what its driver should know. */
export default function CollectionDialog({
  id,
  name,
  onClose,
}: {
  id: string
  name: string
  onClose: () => void
}) {
  const t = useT('carrier-labels')
  const notify = useNotify()
  const [day, setDay] = useState<dayjs.Dayjs | null>(dayjs())
  const [comment, setComment] = useState('')
  const collect = useAction(carrierBatches.collect, { success: false, ownRefusals: true })
  const wrong = collect.error?.issues[0]?.message ?? collect.error?.message
  const order = async () => {
    if (!day) return
    const done = await collect.run({ id, day: day.format('YYYY-MM-DD'), comment })
    if (!done.ok) return
    const { day: on, collectionNo: no } = done.result
    notify.success(no ? t('collect.doneNo', { day: on, no }) : t('collect.done', { day: on }))
    onClose()
  }
  return (
    <Modal
      open
      width={460}
      title={t('collect.title', { name })}
      okText={t('action.collect')}
      cancelText={t('action.close')}
      okButtonProps={{ loading: collect.busy, disabled: day === null }}
      onOk={() => void order()}
      onCancel={onClose}
    >
      <p>{t('collect.text')}</p>
      <Form layout="vertical">
        <Form.Item
          label={t('collect.day')}
          htmlFor="carrier-collection-day"
          {...(wrong ? { validateStatus: 'error' as const, help: wrong } : {})}
        >
          <DateInput id="carrier-collection-day" value={day} onChange={setDay} />
        </Form.Item>
        <Form.Item label={t('collect.comment')} htmlFor="carrier-collection-comment">
          <Input
            id="carrier-collection-comment"
            maxLength={100}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
