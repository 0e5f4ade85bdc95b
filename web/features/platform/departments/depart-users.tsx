import { DisconnectOutlined, IdcardOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { type DepartNode } from '#contracts/platform/departments/departments.nodes.ts'
import {
  departRoles,
  type DepartMember,
} from '#contracts/platform/departments/departments.roles.ts'
import { departUsers } from '#contracts/platform/people/users.departments.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { RowActions } from '../../../kit/table/row-actions.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'

const SIZE = 20

/**
 * People of a department and of those below it. Superiors give roles inside it; who administers
 * users also adds and removes people.
 */
export function DepartUsers({ depart }: { depart: Pick<DepartNode, 'id' | 'title'> }) {
  const t = useT('departments')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const keyword = useDebouncedValue(typed.trim())
  const found = useApi(
    departRoles.members,
    { departId: depart.id, ...(keyword ? { keyword } : {}), pageNo: page, pageSize: SIZE },
    { keepPrevious: true },
  )
  const remove = useAction(departUsers.deleteUserInDepart)
  const [assigned, setAssigned] = useState<DepartMember | null>(null)
  const [adding, setAdding] = useState(false)
  const edits = may(departUsers.editSysDepartWithUser)
  const empty = <Empty kind={keyword ? 'noMatch' : 'nothing'} />

  const columns: Column<DepartMember>[] = [
    {
      key: 'realname',
      title: t('user.realname'),
      width: 150,
      card: 'title',
      render: (row) => (
        <>
          {row.realname} {row.superior && <small className="dep-tag">{t('user.superior')}</small>}
        </>
      ),
    },
    { key: 'username', title: t('user.username'), width: 130 },
    { key: 'departs', title: t('user.departs'), width: 180 },
    { key: 'droles', title: t('user.droles'), width: 180 },
    { key: 'phone', title: t('user.phone'), width: 130 },
    {
      key: 'status',
      title: t('status'),
      width: 90,
      render: (row) => <DictTag code="user_status" value={String(row.status)} />,
    },
  ]
  const drop = async (row: DepartMember) => {
    if (
      (await confirm({
        title: t('user.remove', { name: row.realname, depart: depart.title }),
        ok: t('user.removeOk'),
        content: <p>{t('user.removeNote')}</p>,
        danger: true,
      })) !== null
    )
      await remove.run({ depId: depart.id, userId: row.id })
  }
  const total = found.data?.total ?? 0
  return (
    <div className="dep-list">
      <div className="dep-tools">
        <input
          type="search"
          className="py-input"
          value={typed}
          placeholder={t('user.search')}
          aria-label={t('user.search')}
          onChange={(event) => {
            setTyped(event.target.value)
            setPage(1)
          }}
        />
        {edits && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('user.add')}
          </Button>
        )}
      </div>
      {found.error ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <DataTable<DepartMember>
          label={t('tab.users')}
          columns={columns}
          rows={found.data?.records ?? []}
          loading={found.isPending}
          stale={found.isPlaceholderData}
          empty={empty}
          keys={false}
          actions={(row) => (
            <RowActions
              actions={[
                ...(may(departRoles.deptRoleUserAdd)
                  ? [
                      {
                        key: 'roles',
                        label: t('user.assign'),
                        icon: <IdcardOutlined />,
                        onClick: () => setAssigned(row),
                      },
                    ]
                  : []),
                ...(edits
                  ? [
                      {
                        key: 'remove',
                        label: t('user.removeOk'),
                        icon: <DisconnectOutlined />,
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
      {total > SIZE && (
        <div className="dep-pages">
          <span>{total}</span>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('pager.previous')}
          </Button>
          <Button size="small" disabled={page * SIZE >= total} onClick={() => setPage(page + 1)}>
            {t('pager.next')}
          </Button>
        </div>
      )}
      {assigned && (
        <AssignRoles depart={depart} user={assigned} onClose={() => setAssigned(null)} />
      )}
      {adding && <AddUsers depart={depart} onClose={() => setAdding(false)} />}
    </div>
  )
}

function AssignRoles({
  depart,
  user,
  onClose,
}: {
  depart: Pick<DepartNode, 'id' | 'title'>
  user: DepartMember
  onClose: () => void
}) {
  const t = useT('departments')
  const roles = useApi(departRoles.getDeptRoleList, { departId: depart.id, userId: user.id })
  const assign = useAction(departRoles.deptRoleUserAdd)
  const [ids, setIds] = useState<readonly string[]>(user.droleIds)
  const save = async () => {
    if ((await assign.run({ userId: user.id, newRoleId: [...ids], oldRoleId: user.droleIds })).ok)
      onClose()
  }
  return (
    <Modal
      open
      title={t('user.assignTo', { name: user.realname, depart: depart.title })}
      onCancel={onClose}
      destroyOnHidden
      footer={[
        <Button key="no" onClick={onClose}>
          {t('action.cancel')}
        </Button>,
        <Button key="ok" type="primary" loading={assign.busy} onClick={() => void save()}>
          {t('action.save')}
        </Button>,
      ]}
    >
      {roles.error ? (
        <ErrorNote error={roles.error} />
      ) : roles.data?.length === 0 ? (
        <Empty kind="nothing" title={t('role.empty')} />
      ) : (
        <Checkbox.Group
          className="dep-checks"
          value={[...ids]}
          onChange={setIds}
          options={(roles.data ?? []).map((role) => ({
            value: role.id,
            label: `${role.roleName}${role.description ? ` · ${role.description}` : ''}`,
          }))}
        />
      )}
    </Modal>
  )
}

function AddUsers({
  depart,
  onClose,
}: {
  depart: Pick<DepartNode, 'id' | 'title'>
  onClose: () => void
}) {
  const t = useT('departments')
  const add = useAction(departUsers.editSysDepartWithUser)
  const [ids, setIds] = useState<readonly string[]>([])
  const save = async () => {
    if ((await add.run({ depId: depart.id, userIdList: [...ids] })).ok) onClose()
  }
  return (
    <Modal
      open
      title={t('user.addTo', { depart: depart.title })}
      onCancel={onClose}
      destroyOnHidden
      footer={[
        <Button key="no" onClick={onClose}>
          {t('action.cancel')}
        </Button>,
        <Button
          key="ok"
          type="primary"
          disabled={ids.length === 0}
          loading={add.busy}
          onClick={() => void save()}
        >
          {t('user.add')}
        </Button>,
      ]}
    >
      <label className="dep-label" htmlFor="depart-add">
        {t('user.choose')}
      </label>
      <RefSelect
        id="depart-add"
        of="users"
        many
        value={ids}
        onChange={(value) => setIds(Array.isArray(value) ? value : [])}
      />
    </Modal>
  )
}
