import { Form, Modal } from 'antd'
import { useState } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { deliveryNumbers, type deliveryNumberList } from '#contracts/tracking/delivery-numbers.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { CourierSelect } from '../courier-select.tsx'
import { Recognised } from './recognised.tsx'

interface CourierDialogProps {
  rows: readonly RowOf<typeof deliveryNumberList>[]
  onClose: () => void
  onDone: (result: BulkResult) => void
}

/** Another courier for some numbers; of one number the form proposes whose it may be. */
export default function CourierDialog({ rows, onClose, onDone }: CourierDialogProps) {
  const t = useT('delivery-numbers')
  const [courier, setCourier] = useState<string | null>(null)
  const change = useAction(deliveryNumbers.changeCourier, { success: false, onDone })
  const [only] = rows
  return (
    <Modal
      open
      width={460}
      title={t('courier.title', { count: rows.length })}
      okText={t('courier.ok')}
      cancelText={t('action.close')}
      okButtonProps={{ loading: change.busy, disabled: !courier }}
      onOk={() => courier && void change.run({ ids: rows.map(({ id }) => id), courier })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('courier')} htmlFor="number-courier" extra={t('courier.note')}>
          <CourierSelect
            id="number-courier"
            value={courier}
            onChange={(value) => setCourier(typeof value === 'string' ? value : null)}
          />
        </Form.Item>
      </Form>
      {rows.length === 1 && only?.trackNo && (
        <Recognised trackNo={only.trackNo} onPick={setCourier} />
      )}
    </Modal>
  )
}
