import { DeleteOutlined, EditOutlined, PlusOutlined, SafetyOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { Suspense, useState } from 'react'
import { type DepartNode } from '#contracts/platform/departments/departments.nodes.ts'
import { departRoles, type DepartRole } from '#contracts/platform/departments/departments.roles.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { Can, useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { RowActions } from '../../../kit/table/row-actions.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { GrantDrawer } from '../permissions/index.ts'

/**
 * Roles inside one department: what its people may do there beyond what the department itself
 * grants, and with which data rules.
 */
export function DepartRoles({ depart }: { depart: Pick<DepartNode, 'id' | 'title'> }) {
  const t = useT('departments')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const found = useApi(departRoles.getDeptRoleList, { departId: depart.id })
  const remove = useAction(departRoles.delete)
  const [edited, setEdited] = useState<DepartRole | 'new' | null>(null)
  const [granted, setGranted] = useState<DepartRole | null>(null)
  const empty = (
    <Empty kind="nothing" title={t('role.empty')}>
      <Can action={departRoles.add}>
        <Button onClick={() => setEdited('new')}>{t('role.new')}</Button>
      </Can>
    </Empty>
  )

  const columns: Column<DepartRole>[] = [
    { key: 'roleName', title: t('role.roleName'), width: 180, card: 'title' },
    { key: 'roleCode', title: t('role.roleCode'), width: 140 },
    {
      key: 'userCount',
      title: t('role.users'),
      width: 80,
      align: 'right',
      render: (row) => row.userCount,
    },
    { key: 'description', title: t('role.description'), width: 240 },
    {
      key: 'createTime',
      title: t('createTime'),
      width: 160,
      card: 'hidden',
      render: (row) => <Moment at={row.createTime} />,
    },
  ]
  const drop = async (row: DepartRole) => {
    if (
      (await confirm({
        title: t('role.delete', { name: row.roleName }),
        ok: t('action.delete'),
        content:
          row.userCount > 0 ? <p>{t('role.deleteUsed', { count: row.userCount })}</p> : undefined,
        danger: true,
      })) !== null
    )
      await remove.run({ id: row.id })
  }
  return (
    <div className="dep-list">
      <div className="dep-tools">
        <p className="dep-note">{t('role.note')}</p>
        <Can action={departRoles.add}>
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited('new')}>
            {t('role.new')}
          </Button>
        </Can>
      </div>
      {found.error ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <DataTable<DepartRole>
          label={t('tab.roles')}
          columns={columns}
          rows={found.data ?? []}
          loading={found.isPending}
          empty={empty}
          keys={false}
          onOpen={(row) => may(departRoles.edit) && setEdited(row)}
          actionsWidth={110}
          actions={(row) => (
            <RowActions
              atHand={3}
              actions={[
                ...(may('sys:departrole:grant')
                  ? [
                      {
                        key: 'grant',
                        label: t('role.grant'),
                        icon: <SafetyOutlined />,
                        onClick: () => setGranted(row),
                      },
                    ]
                  : []),
                ...(may(departRoles.edit)
                  ? [
                      {
                        key: 'edit',
                        label: t('action.edit'),
                        icon: <EditOutlined />,
                        onClick: () => setEdited(row),
                      },
                    ]
                  : []),
                ...(may(departRoles.delete)
                  ? [
                      {
                        key: 'delete',
                        label: t('action.delete'),
                        icon: <DeleteOutlined />,
                        danger: true,
                        onClick: () => void drop(row),
                      },
                    ]
                  : []),
              ]}
            />
          )}
        />
      )}
      {edited && (
        <RoleForm
          depart={depart}
          role={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <Suspense>
        {granted && (
          <GrantDrawer
            open
            roleId={granted.id}
            roleName={granted.roleName}
            departId={depart.id}
            onClose={() => setGranted(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

interface Values {
  roleName: string
  roleCode: string
  description: string | null
}
const roleValues = (role: DepartRole | null): Values => ({
  roleName: role?.roleName ?? '',
  roleCode: role?.roleCode ?? '',
  description: role?.description ?? null,
})
function RoleForm({
  depart,
  role,
  onClose,
}: {
  depart: Pick<DepartNode, 'id' | 'title'>
  role: DepartRole | null
  onClose: () => void
}) {
  const t = useT('departments')
  const options = { ownRefusals: true }
  const add = useAction(departRoles.add, options)
  const edit = useAction(departRoles.edit, options)
  const entry = useEntry<Values>({
    draft: null,
    start: roleValues(role),
    version: role?.version,
    save: (values, version) =>
      role
        ? edit.run({ ...values, id: role.id, version: Number(version) })
        : add.run({ ...values, departId: depart.id }),
    onSaved: onClose,
    label: (path) => (path in roleValues(null) ? t(`role.${path}`) : null),
    fields: Object.keys(roleValues(null)),
    valuesOf: (newer) => roleValues(newer as unknown as DepartRole),
  })
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal
      entry={entry}
      title={role ? t('role.edit') : t('role.newIn', { name: depart.title })}
      okText={t('action.save')}
      onClose={onClose}
    >
      <Form.Item name="roleName" label={t('role.roleName')} rules={required}>
        <Input maxLength={100} autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="roleCode"
        label={t('role.roleCode')}
        rules={[...required, { pattern: /^[A-Za-z0-9_.-]+$/, message: t('field.invalid') }]}
      >
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="description" label={t('role.description')}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryModal>
  )
}
