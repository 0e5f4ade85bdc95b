import { Form, Modal } from 'antd'
import { useState } from 'react'
import { places } from '#contracts/platform/session/session.ts'
import { useLang, useT } from '../../kit/text/i18n.ts'
import { useApi } from '../../kit/http/query.ts'
import { mayLeave } from '../../kit/platform/unsaved.ts'
import { useAction } from '../../kit/http/use-action.ts'
import { setTenant, setUser, useSession } from '../../kit/session/session.ts'
import { HOME } from '../layout/menu.ts'
import { ChoiceInput } from '../../kit/form/choices/choice-input.tsx'

/**
 * Another of the user's tenants. Everything on the page belongs to the one that is left, so the page
 * starts again.
 */
export default function SwitchTenant({
  open,
  onClose,
  onGone,
}: {
  open: boolean
  onClose: () => void
  onGone: () => void
}) {
  const t = useT('account')
  const english = useLang() === 'en_US'
  const { user, tenant } = useSession()
  const [chosen, setChosen] = useState<string | null>(tenant === '0' ? null : tenant)
  const [missing, setMissing] = useState(false)
  const list = useApi(places.tenants, { ids: user?.relTenantIds ?? '' })
  const select = useAction(places.selectTenant, { success: false })

  const confirm = async () => {
    if (!chosen) return setMissing(true)
    if (!(await mayLeave())) return
    const done = await select.run({ tenantId: chosen })
    if (!done.ok) return
    setUser(done.result.userInfo)
    setTenant(done.result.tenantId)
    window.location.assign(HOME)
  }
  return (
    <Modal
      title={t('tenant.title')}
      open={open}
      width={450}
      onCancel={onClose}
      afterOpenChange={(shown) => {
        if (!shown) onGone()
      }}
      okText={t('action.confirm')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: select.busy }}
      onOk={() => void confirm()}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('tenant.label')}
          htmlFor="switch-tenant"
          {...(missing ? { validateStatus: 'error' as const, help: t('tenant.required') } : {})}
        >
          <ChoiceInput
            clearable={false}
            id="switch-tenant"
            value={chosen}
            loading={list.isPending}
            placeholder={t('tenant.required')}
            options={(list.data ?? []).map((one) => ({
              value: one.id,
              label: `${english ? (one.nameEn ?? one.name) : one.name} (${one.code})`,
            }))}
            onChange={(next) => {
              if (typeof next !== 'string') return
              setChosen(next)
              setMissing(false)
            }}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
