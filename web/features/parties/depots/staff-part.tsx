import { DisconnectOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Modal } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { UserRow } from '#contracts/platform/people/users.calls.ts'
import { depotUsers } from '#contracts/platform/people/users.depots.ts'
import { userList } from '#contracts/platform/people/users.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { filtersOf } from '../../../kit/list/list-state.ts'
import { useList } from '../../../kit/list/use-list.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { BulkBar } from '../../../kit/table/bulk-bar.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Pager } from '../../../kit/table/pager.tsx'
import { useSelection } from '../../../kit/list/use-selection.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { UserSelect } from '../../../pickers/user-select.tsx'

const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)
const FILTERS = filtersOf(userList.fields)

/** Who works at a depot; staff are assigned and taken out many at once. */
export function StaffPart({ depotId }: { depotId: string }) {
  const t = useT('depots')
  const words = useT('users')
  const confirm = useConfirm()
  const edit = useCan(depotUsers.assign)
  const fixed = useMemo(() => ({ depotId }), [depotId])
  const list = useList(depotUsers.list, {
    filters: FILTERS,
    name: 'depot-staff',
    within: 'staff',
    fixed,
  })
  const selection = useSelection(list.rows)
  const [adding, setAdding] = useState(false)
  const [outcome, setOutcome] = useState<{ title: string; result: BulkResult } | null>(null)
  const remove = useAction(depotUsers.remove)
  const columns: Column<UserRow>[] = [
    { key: 'realname', title: words('realname'), width: 150, card: 'title' },
    { key: 'username', title: words('username'), width: 130 },
    { key: 'roles_dictText', title: words('roles'), width: 180 },
    { key: 'depotIds_dictText', title: t('staff.depots'), width: 200 },
    { key: 'phone', title: words('phone'), width: 140 },
    {
      key: 'status',
      title: words('status'),
      width: 90,
      render: (row) => <DictTag code="user_status" value={String(row.status)} />,
    },
  ]
  const shown = (title: string, result: BulkResult) => {
    selection.clear()
    if (result.failed > 0) setOutcome({ title, result })
  }
  const drop = async () => {
    const userIds = [...selection.ids]
    const title = t('staff.confirm', { count: userIds.length })
    if ((await confirm({ title, ok: t('staff.remove'), danger: true })) === null) return
    const done = await remove.run({ depotId, userIds })
    if (done.ok) shown(t('staff.remove'), done.result)
  }
  return (
    <div className="py-desk-part">
      <p className="py-hint">{t('staff.hint')}</p>
      {edit && (
        <div className="py-desk-bar">
          <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('staff.add')}
          </Button>
        </div>
      )}
      <BulkBar selection={selection} list={list} columns={columns}>
        {edit && (
          <Button danger icon={<DisconnectOutlined />} onClick={() => void drop()}>
            {t('staff.remove')}
          </Button>
        )}
      </BulkBar>
      {list.error && list.rows.length === 0 ? (
        <ErrorNote error={list.error} retry={list.refetch} />
      ) : (
        <DataTable<UserRow>
          label={t('part.staff')}
          columns={columns}
          list={list}
          {...(edit ? { selection } : {})}
          keys={false}
          empty={<Empty kind="nothing" />}
        />
      )}
      <Pager list={list} />
      {adding && (
        <AddStaff
          depotId={depotId}
          onClose={() => setAdding(false)}
          onDone={(result) => {
            setAdding(false)
            shown(t('staff.add'), result)
          }}
        />
      )}
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </div>
  )
}

function AddStaff({
  depotId,
  onClose,
  onDone,
}: {
  depotId: string
  onClose: () => void
  onDone: (result: BulkResult) => void
}) {
  const t = useT('depots')
  const [ids, setIds] = useState<readonly string[]>([])
  const assign = useAction(depotUsers.assign, { onDone })
  return (
    <Modal
      open
      width={480}
      title={t('staff.add')}
      okText={t('staff.add')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: assign.busy, disabled: ids.length === 0 }}
      onOk={() => void assign.run({ userIds: [...ids], depotIds: [depotId] })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('staff.choose')} htmlFor="depot-staff">
          <UserSelect
            id="depot-staff"
            many
            value={ids}
            onChange={(next) => setIds(next === null ? [] : [next].flat())}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
