import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { carrierAccounts } from '#contracts/carriers/carrier-accounts.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { Described } from './use-carrier.ts'

/** New secrets of an account: taken once the carrier accepts them; the old ones serve until then. */
export default function RotateDialog({
  id,
  name,
  carrier,
  onClose,
}: {
  id: string
  name: string
  carrier: Described
  onClose: () => void
}) {
  const t = useT('carrier-labels')
  const notify = useNotify()
  const known = useApi(carrierAccounts.read, { id }, { staleTime: 0 }).data?.secrets ?? {}
  const [secrets, setSecrets] = useState<Record<string, string>>({})
  const rotate = useAction(carrierAccounts.rotate, { success: false })
  const isEmpty = Object.values(secrets).every((value) => value === '')
  const save = async () => {
    const done = await rotate.run({ id, secrets })
    if (!done.ok) return
    if (!done.result.ok) return notify.warning(t(`test.${done.result.detail}`))
    notify.success(t('rotate.done'))
    onClose()
  }
  const hint = (field: string): string =>
    known[field]?.set ? t('rotate.set', { last4: known[field].last4 || '…' }) : t('rotate.unset')
  return (
    <Modal
      open
      width={460}
      title={t('rotate.title', { name })}
      okText={t('rotate.ok')}
      cancelText={t('action.close')}
      okButtonProps={{ loading: rotate.busy, disabled: isEmpty }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <p>{t('rotate.text')}</p>
      <Form layout="vertical">
        {carrier.fields
          .filter(({ secret }) => secret)
          .map((field) => (
            <Form.Item
              key={field.name}
              label={field.title}
              htmlFor={`carrier-secret-${field.name}`}
              extra={hint(field.name)}
            >
              <Input.Password
                id={`carrier-secret-${field.name}`}
                autoComplete="new-password"
                maxLength={field.max}
                value={secrets[field.name] ?? ''}
                onChange={(event) => setSecrets({ ...secrets, [field.name]: event.target.value })}
              />
            </Form.Item>
          ))}
      </Form>
    </Modal>
  )
}
