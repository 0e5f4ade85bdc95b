import { Form, Input, Modal } from 'antd'
import { roles, roleList } from '#contracts/platform/access/roles.ts'
import { inputOf } from '#contracts/kit/field.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { zodRules } from '../../../kit/form/check/zod-rule.ts'
import { useRoleName } from './role-name.ts'

interface Values {
  roleCode: string
  roleName: string
}

/** A new role with the rights of another. */
export default function CopyDialog({
  of,
  onClose,
}: {
  of: RowOf<typeof roleList>
  onClose: () => void
}) {
  const t = useT('role-users')
  const label = useT('roles')
  const nameOf = useRoleName()
  const copy = useAction(roles.copy, { ownRefusals: true })
  const { roleCode, roleName } = roleList.fields
  const entry = useEntry<Values>({
    draft: null,
    start: { roleCode: '', roleName: '' },
    save: (values) => copy.run({ id: of.id, ...values }),
    onSaved: onClose,
    label: (path) => (path === 'roleCode' || path === 'roleName' ? label(path) : null),
  })
  const { form } = entry
  return (
    <Modal
      open
      title={t('copy.title', { name: nameOf(of) })}
      width={440}
      okText={t('copy')}
      cancelText={t('action.cancel')}
      confirmLoading={entry.busy}
      onCancel={onClose}
      onOk={() => form.submit()}
      mask={{ closable: false }}
      afterOpenChange={(open) => open && form.getFieldInstance('roleName')?.focus()}
    >
      <p className="py-hint">{t('copy.note')}</p>
      <Form<Values> {...entry.props}>
        {entry.notes}
        <Form.Item
          name="roleName"
          label={label('roleName')}
          required
          rules={zodRules(inputOf(roleName), label, roleName)}
        >
          <Input maxLength={60} onPressEnter={() => form.submit()} />
        </Form.Item>
        <Form.Item
          name="roleCode"
          label={label('roleCode')}
          required
          rules={zodRules(inputOf(roleCode), label, roleCode)}
        >
          <Input maxLength={64} spellCheck={false} onPressEnter={() => form.submit()} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
