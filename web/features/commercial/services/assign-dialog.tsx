import { Modal, Radio } from 'antd'
import { useState } from 'react'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Assigns restricted services to chosen customers, or takes them away. */
export default function AssignDialog({
  customerIds,
  onClose,
}: {
  customerIds: readonly string[]
  onClose: () => void
}) {
  const t = useT('services')
  const [ids, setIds] = useState<readonly string[]>([])
  const [remove, setRemove] = useState(false)
  const send = useAction(serviceDesk.assign, { ownRefusals: true })
  const run = async () => {
    const done = await send.run({ serviceIds: [...ids], customerIds: [...customerIds], remove })
    if (done.ok) onClose()
  }
  const issues = send.error?.issues ?? []
  return (
    <Modal
      open
      title={t('assign.title', { count: customerIds.length })}
      okText={t(remove ? 'assign.take' : 'assign.give')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: send.busy, disabled: ids.length === 0 }}
      onOk={() => void run()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{t('assign.hint')}</p>
      <Radio.Group
        value={remove}
        onChange={(event) => setRemove(event.target.value as boolean)}
        options={[
          { value: false, label: t('assign.give') },
          { value: true, label: t('assign.take') },
        ]}
      />
      <div className="svc-customers">
        <label htmlFor="svc-assign">{t('assign.services')}</label>
        <RefSelect
          id="svc-assign"
          of="delivery-services"
          many
          value={ids}
          onChange={(chosen) => setIds(chosen === null ? [] : [chosen].flat())}
        />
      </div>
      {send.error && (
        <ul role="alert" className="svc-refused">
          {(issues.length > 0 ? issues : [{ path: '', message: send.error.message }]).map(
            ({ path, message }) => (
              <li key={path}>{message}</li>
            ),
          )}
        </ul>
      )}
    </Modal>
  )
}
