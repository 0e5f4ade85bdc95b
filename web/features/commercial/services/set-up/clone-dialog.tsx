import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useNotify } from '../../../../kit/http/notify.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { Labelled } from './new-service-fields.tsx'
import type { ServiceRow } from '../service-row.ts'

const FIELDS = ['code', 'name', 'nameEn'] as const

/** A service once more under another code, with all that makes it. */
export default function CloneDialog({ row, onClose }: { row: ServiceRow; onClose: () => void }) {
  const t = useT('services')
  const labels = useT('delivery-services')
  const notify = useNotify()
  const navigate = useNavigate()
  const [values, setValues] = useState({ code: '', name: row.name ?? '', nameEn: row.nameEn ?? '' })
  const [customers, setCustomers] = useState(false)
  const send = useAction(serviceDesk.clone, { ownRefusals: true })
  const issues = new Map((send.error?.issues ?? []).map(({ path, message }) => [path, message]))
  const run = async () => {
    const done = await send.run({ id: row.id, ...values, customers })
    if (!done.ok) return
    const { id, left } = done.result
    if (left.length > 0) notify.warning(t('clone.left', { names: left.join(', ') }))
    onClose()
    void navigate(`/delivery/services/${id}`)
  }
  return (
    <Modal
      open
      title={t('clone.title', { name: row.code ?? '' })}
      okText={t('clone.run')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: send.busy }}
      onOk={() => void run()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{t('clone.hint')}</p>
      <form
        className="svc-form"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        {FIELDS.map((name) => (
          <Labelled
            key={name}
            label={labels(name)}
            required={name !== 'nameEn'}
            refused={issues.get(name)}
          >
            {(id) => (
              <input
                id={id}
                className="py-input"
                value={values[name]}
                autoFocus={name === 'code'}
                onChange={(event) => setValues((now) => ({ ...now, [name]: event.target.value }))}
              />
            )}
          </Labelled>
        ))}
      </form>
      <Checkbox checked={customers} onChange={(event) => setCustomers(event.target.checked)}>
        {t('clone.customers')}
      </Checkbox>
      {send.error && issues.size === 0 && (
        <p className="svc-refused" role="alert">
          {send.error.message}
        </p>
      )}
    </Modal>
  )
}
