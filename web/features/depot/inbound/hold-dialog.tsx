import { Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { intoParcel } from '#contracts/depot/inbound.ts'
import { type ScannedParcel } from '#contracts/depot/scans.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'

const REASONS = ['damaged', 'prohibited', 'address', 'mismatch', 'debt'] as const

/**
 * Keeps a parcel back. The usual reasons are one tap; the next scan shows the text.
 */
export default function HoldDialog({
  parcel,
  onClose,
  onHeld,
}: {
  parcel: ScannedParcel
  onClose: () => void
  onHeld: (parcel: ScannedParcel) => void
}) {
  const t = useT('scans')
  const id = useId()
  const [reason, setReason] = useState('')
  const hold = useAction(intoParcel.hold, {
    success: t('hold.done', { no: parcel.no }),
  })
  const send = async () => {
    const outcome = await hold.run({ parcelId: parcel.id, reason: reason.trim() })
    if (outcome.ok) onHeld(outcome.result)
  }
  return (
    <Modal
      open
      title={t('hold.title', { no: parcel.no })}
      onCancel={onClose}
      onOk={() => void send()}
      okText={t('hold.ok')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: reason.trim() === '', danger: true, loading: hold.busy }}
      destroyOnHidden
    >
      <p className="wh-reasons">
        {REASONS.map((key) => (
          <Button
            key={key}
            size="large"
            type={reason === t(`hold.${key}`) ? 'primary' : 'default'}
            onClick={() => setReason(t(`hold.${key}`))}
          >
            {t(`hold.${key}`)}
          </Button>
        ))}
      </p>
      <label htmlFor={id}>{t('hold.reason')}</label>
      <Input.TextArea
        id={id}
        value={reason}
        maxLength={200}
        autoSize={{ minRows: 2 }}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  )
}
