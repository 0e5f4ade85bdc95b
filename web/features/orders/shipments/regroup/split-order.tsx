import { Alert, Button, Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { shipments, type OrderDetail } from '#contracts/orders/shipments.ts'
import type { ApiError } from '../../../../kit/http/api.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useNotify } from '../../../../kit/http/notify.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { ParcelChoice } from './parcel-choice.tsx'

/** Moves chosen parcels of an order into a new one. */
export function SplitOrder({ order }: { order: OrderDetail }) {
  const t = useT('shipments')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('action.split')}</Button>
      {open && <SplitDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

function SplitDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const t = useT('shipments')
  const notify = useNotify()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const fieldId = useId()
  const [reference, setReference] = useState('')
  const [refused, setRefused] = useState<ApiError | null>(null)
  const send = useAction(shipments.split, { ownRefusals: true, success: false })
  const run = async () => {
    const done = await send.run({
      id: order.id,
      version: order.version,
      parcelIds: [...chosen],
      reference: reference.trim() || null,
    })
    if (!done.ok) return setRefused(done.error)
    notify.success(t('split.done', { number: done.result.added.serialNumber }))
    onClose()
  }
  return (
    <Modal
      open
      title={t('split.title', { number: order.serialNumber })}
      okText={t('split.run', { count: chosen.size })}
      cancelText={t('merge.cancel')}
      okButtonProps={{
        loading: send.busy,
        disabled: chosen.size === 0 || chosen.size === order.parcels.length,
      }}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <p>{t('split.help')}</p>
      {refused && <RefusalNote error={refused} />}
      <ParcelChoice parcels={order.parcels} chosen={chosen} onChange={setChosen} />
      <Form layout="vertical" component={false}>
        <Form.Item htmlFor={fieldId} label={t('split.reference')} extra={t('split.referenceHelp')}>
          <Input
            id={fieldId}
            value={reference}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setReference(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** What was refused, every reason a line. */
export function RefusalNote({ error }: { error: ApiError }) {
  const reasons = [...new Set(error.issues.map(({ message }) => message))]
  return (
    <Alert
      type="error"
      role="alert"
      className="py-summary"
      title={
        reasons.length > 0
          ? reasons.map((reason) => <div key={reason}>{reason}</div>)
          : error.message
      }
    />
  )
}
