import { Drawer } from 'antd'
import { useState } from 'react'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { GrantPanel } from './grant-panel.tsx'
import type { GrantTarget } from './grant-targets.ts'

export interface GrantDrawerProps {
  roleId: string
  roleName: string
  open: boolean
  onClose: () => void
  /** Of a role inside a department: the department. */ departId?: string
  readOnly?: boolean
}

/** What a role may do and see, next to the list it stands in. Closing with changes asks first. */
export default function GrantDrawer({
  roleId,
  roleName,
  open,
  onClose,
  departId,
  readOnly = false,
}: GrantDrawerProps) {
  const t = useT('permissions')
  const confirm = useConfirm()
  const [changed, setChanged] = useState(false)
  const target: GrantTarget =
    departId === undefined
      ? { kind: 'role', id: roleId }
      : { kind: 'departRole', id: roleId, departId }
  const close = async () => {
    if (
      changed &&
      (await confirm({ title: t('grant.leave'), ok: t('grant.leaveOk'), danger: true })) === null
    )
      return
    setChanged(false)
    onClose()
  }
  return (
    <Drawer
      open={open}
      size={760}
      title={t('grant.title', { name: roleName })}
      onClose={() => void close()}
      mask={{ closable: !changed }}
      rootClassName="py-drawer perm-drawer"
      destroyOnHidden
    >
      {open && (
        <GrantPanel key={roleId} target={target} readOnly={readOnly} onChanged={setChanged} />
      )}
    </Drawer>
  )
}
