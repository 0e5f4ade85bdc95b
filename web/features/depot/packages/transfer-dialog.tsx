import { Modal } from 'antd'
import { useState } from 'react'
import { outPackages } from '#contracts/depot/packages.ts'
import { call } from '../../../kit/http/api.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ScanInput } from '../../../kit/scan/scan-input.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Moves a parcel to another bag: its number is scanned or typed. */
export default function TransferDialog({
  id,
  no,
  onClose,
}: {
  id: string
  no: string
  onClose: () => void
}) {
  const t = useT('packages')
  const [unknown, setUnknown] = useState<string | null>(null)
  const transfer = useAction(outPackages.transfer, { onDone: onClose })
  const to = async (bag: string) => {
    const found = await call(outPackages.find, { no: bag }, { quiet: true }).catch(() => null)
    setUnknown(found ? null : bag)
    if (found) await transfer.run({ id, no, toId: found.id })
  }
  return (
    <Modal
      open
      title={t('transfer.title', { no })}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      <p>{t('transfer.scan')}</p>
      <ScanInput autoFocus onScan={(bag) => void to(bag)} placeholder={t('transfer.to')} />
      {unknown && <p role="alert">{t('transfer.unknown', { no: unknown })}</p>}
    </Modal>
  )
}
