import {
  MinusCircleOutlined,
  PlusOutlined,
  SafetyOutlined,
  UserAddOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Crud } from '#contracts/kit/crud.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { roles } from '#contracts/platform/access/roles.ts'
import { type UserRow } from '#contracts/platform/people/users.calls.ts'
import { roleUsers } from '#contracts/platform/people/users.departments.ts'
import { userList } from '#contracts/platform/people/users.ts'
import { Empty } from '../../../kit/platform/empty.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { GrantDrawer } from '../permissions/index.ts'
import { PasswordOnce, UserFormDrawer } from '../users/index.ts'
import { RolePane, type RoleBrief } from './role-pane.tsx'
import './roles.css'

const AddDialog = lazy(() => import('./add-dialog.tsx'))
const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)
type Row = RowOf<typeof userList>

// The users of one role are a list of users asked for elsewhere.
const { userRoleList } = roleUsers
const screen = {
  ...userList,
  offered: ['list'],
  endpoints: {
    ...userList.endpoints,
    list: { ...userList.endpoints.list, path: userRoleList.path, perm: userRoleList.perm },
  },
} as const satisfies Crud
const COLUMNS = ['realname', 'username', 'departs', 'phone', 'status', 'lastLoginTime'] as const
const word = (role: object, key: string): string => {
  const value: unknown = Reflect.get(role, key)
  return typeof value === 'string' ? value : ''
}

/**
 * Roles at the left, who has the chosen one at the right: giving it, taking it, making a new user
 * in it.
 */
export default function RoleUsers() {
  const t = useT('role-users')
  const english = useLang() === 'en_US'
  const may = useRightsCheck()
  const [params, setParams] = useAddress()
  const [dialog, setDialog] = useState<'add' | 'new' | 'grant' | null>(null)
  const [once, setOnce] = useState<{ username: string; password: string } | null>(null)
  const all = useApi(roles.queryall, {}, { quiet: true })
  const counts = useApi(roles.counts, {}, { quiet: true })
  const briefs: RoleBrief[] = (all.data ?? []).map((role) => ({
    id: word(role, 'id'),
    name: (english && word(role, 'roleNameEn')) || word(role, 'roleName'),
    code: word(role, 'roleCode'),
    scope: word(role, 'dataScope'),
    scopeText: word(role, 'dataScope_dictText'),
    grantable: role.grantable === true,
    users: counts.data?.find(({ id }) => id === word(role, 'id'))?.users ?? 0,
  }))
  const chosen =
    briefs.find(({ id }) => id === params.get('role')) ??
    briefs.find(({ grantable }) => grantable) ??
    briefs[0]
  const choose = (id: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams([...now].filter(([name]) => !name.startsWith('users.')))
        next.set('role', id)
        return next
      },
      { replace: true },
    )
  const mayEdit = may(roleUsers.deleteUserRoleBatch)
  const blocked = chosen && !chosen.grantable ? t('above') : undefined
  const forStaff = chosen !== undefined && chosen.scope !== 'customer' && chosen.scope !== 'sub'

  return (
    <div className="py-split">
      <RolePane roles={briefs} value={chosen?.id ?? ''} onChange={choose} />
      <div className="py-list role-people">
        <PageHeader
          title={chosen ? t('people.title', { name: chosen.name }) : t('title')}
          note={chosen?.scopeText}
        >
          {chosen && may('sys:role:grant') && (
            <Button icon={<SafetyOutlined />} onClick={() => setDialog('grant')}>
              {t('grant')}
            </Button>
          )}
          {chosen && mayEdit && may('sys:user:add') && forStaff && (
            <Button
              icon={<UserAddOutlined />}
              disabled={blocked !== undefined}
              title={blocked}
              onClick={() => setDialog('new')}
            >
              {t('create')}
            </Button>
          )}
          {chosen && mayEdit && (
            <Button
              type="primary"
              icon={<PlusOutlined />}
              disabled={blocked !== undefined}
              title={blocked}
              onClick={() => setDialog('add')}
            >
              {t('add')}
            </Button>
          )}
        </PageHeader>
        {chosen ? (
          <People key={chosen.id} role={chosen} mayEdit={mayEdit} />
        ) : (
          all.data && <Empty kind="nothing" />
        )}
      </div>
      <Suspense>
        {dialog === 'add' && chosen && <AddDialog role={chosen} onClose={() => setDialog(null)} />}
        {dialog === 'new' && chosen && (
          <UserFormDrawer
            id={null}
            roles={[chosen.id]}
            onClose={() => setDialog(null)}
            onSaved={(_, first) => setOnce(first)}
          />
        )}
        {dialog === 'grant' && chosen && (
          <GrantDrawer
            roleId={chosen.id}
            roleName={chosen.name}
            open
            onClose={() => setDialog(null)}
          />
        )}
        {once && <PasswordOnce of={once} onClose={() => setOnce(null)} />}
      </Suspense>
    </div>
  )
}

function People({ role, mayEdit }: { role: RoleBrief; mayEdit: boolean }) {
  const t = useT('role-users')
  const confirm = useConfirm()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const take = useAction(roleUsers.deleteUserRoleBatch)
  const ask = async (rows: readonly Row[], done: (failed: ReadonlySet<string>) => void) => {
    const count = rows.length
    if (
      (await confirm({
        title: t('take.title', { count, role: role.name }),
        ok: t('take.ok', { count }),
        content: t('take.note'),
        danger: true,
        names: rows.map((row) => `${row.realname ?? ''} (${row.username ?? ''})`),
      })) === null
    )
      return
    const answer = await take.run({
      roleId: role.id,
      userIds: rows.map(({ id }) => id).join(','),
    } as never)
    if (!answer.ok) return
    done(new Set(answer.result.rows.filter((row) => !row.ok).map((row) => row.id)))
    if (answer.result.failed > 0) setOutcome({ title: t('take'), result: answer.result })
  }
  return (
    <>
      <ResourceScreen
        of={screen}
        header={false}
        name="role-users"
        fixed={{ roleId: role.id }}
        columns={COLUMNS}
        cells={{
          departs: (row) =>
            (row as unknown as UserRow).orgCodeTxt || word(row, 'customerId_dictText'),
          status: (row) => (
            <DictTag
              code="user_status"
              value={word(row, 'status')}
              text={word(row, 'status_dictText')}
            />
          ),
        }}
        {...(mayEdit
          ? {
              rowActions: (row) => [
                {
                  key: 'take',
                  label: t('take'),
                  icon: <MinusCircleOutlined />,
                  danger: true,
                  onClick: () => void ask([row as Row], () => undefined),
                },
              ],
              actions: (selection) => (
                <Button
                  danger
                  icon={<MinusCircleOutlined />}
                  loading={take.busy}
                  onClick={() => void ask(selection.rows as readonly Row[], selection.keepOnly)}
                >
                  {t('take')}
                </Button>
              ),
            }
          : {})}
        detail={(row) => <span>{word(row, 'username')}</span>}
      />
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </>
  )
}
