import { Alert, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { outPackages, type PackageDetail } from '#contracts/depot/packages.ts'
import { DecimalInput } from '../../../kit/form/decimal-input.tsx'
import { reasonOf } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** Closes a bag with seal and weight; one that is off is shown, and closed only after a second word. */
export default function CloseDialog({
  bag,
  onClose,
}: {
  bag: PackageDetail
  onClose: (closed: boolean) => void
}) {
  const t = useT('packages')
  const id = useId()
  const [sealNo, setSeal] = useState('')
  const [weightKg, setWeight] = useState('')
  const [off, setOff] = useState<string | null>(null)
  const close = useAction(outPackages.close, {
    success: t('closed', { no: bag.no }),
    ownRefusals: true,
  })
  const send = async () => {
    const outcome = await close.run({
      id: bag.id,
      version: bag.version,
      sealNo: sealNo.trim(),
      weightKg: weightKg.trim(),
      despite: off !== null && close.error?.error === 'outPackage.weightOff',
    })
    if (outcome.ok) onClose(true)
    else setOff(outcome.error.issues[0]?.message ?? reasonOf(outcome.error, t))
  }
  const weightOff = off !== null && close.error?.error === 'outPackage.weightOff'
  return (
    <Modal
      open
      title={t('close.title', { no: bag.no })}
      onCancel={() => onClose(false)}
      onOk={() => void send()}
      okText={t(weightOff ? 'close.despite' : 'close.ok')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: close.busy, danger: weightOff }}
      destroyOnHidden
    >
      {bag.pieces !== null && (
        <p>{t('close.effect', { count: bag.pieces, weight: bag.weightKg ?? '' })}</p>
      )}
      {off !== null && <Alert type={weightOff ? 'warning' : 'error'} title={off} showIcon />}
      <label htmlFor={`${id}s`}>{t('close.sealNo')}</label>
      <Input
        id={`${id}s`}
        autoFocus
        value={sealNo}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => setSeal(event.target.value)}
      />
      <label htmlFor={`${id}w`}>{t('close.weightKg')}</label>
      <DecimalInput
        id={`${id}w`}
        value={weightKg}
        onChange={(weight) => {
          setWeight(weight)
          setOff(null)
        }}
      />
    </Modal>
  )
}
