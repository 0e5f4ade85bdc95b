import { Modal } from 'antd'
import { useState } from 'react'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Asks which carrier delivered. */
export default function CarrierDialog({
  onClose,
  onChosen,
}: {
  onClose: () => void
  onChosen: (podCarrierId: string) => void
}) {
  const t = useT('pods')
  const [carrier, setCarrier] = useState<string | null>(null)
  return (
    <Modal
      open
      title={t('action.assign')}
      okText={t('action.assign')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: carrier === null }}
      onOk={() => carrier !== null && onChosen(carrier)}
      onCancel={onClose}
    >
      <label className="pod-field" htmlFor="pod-assign-carrier">
        {t('podCarrierId')}
      </label>
      <RefSelect
        id="pod-assign-carrier"
        of="pod-carriers"
        value={carrier}
        onChange={(value) => setCarrier(typeof value === 'string' ? value : null)}
      />
    </Modal>
  )
}
