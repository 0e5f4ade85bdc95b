import { Modal } from 'antd'
import { useState } from 'react'
import { feePrices, type PriceSheet } from '#contracts/commercial/fee-versions.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** The customers a table is for. */
export default function CustomersDialog({
  fee,
  onClose,
}: {
  fee: PriceSheet['fee']
  onClose: (done: boolean) => void
}) {
  const t = useT('prices')
  const [ids, setIds] = useState<readonly string[]>(() => fee.customers.map(({ id }) => id))
  const send = useAction(feePrices.assign, { ownRefusals: true })
  const issues = send.error?.issues ?? []
  const run = async () => {
    const done = await send.run({ id: fee.id, customerIds: [...ids] })
    if (done.ok) onClose(true)
  }
  return (
    <Modal
      open
      title={t('customers.title', { name: fee.name })}
      okText={t('save')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: send.busy }}
      onOk={() => void run()}
      onCancel={() => onClose(false)}
      destroyOnHidden
    >
      <p>{t('customers.hint')}</p>
      <RefSelect
        of="customers"
        many
        autoFocus
        value={ids}
        onChange={(chosen) => setIds(chosen === null ? [] : [chosen].flat())}
      />
      {send.error && (
        <ul role="alert" className="price-failed">
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
