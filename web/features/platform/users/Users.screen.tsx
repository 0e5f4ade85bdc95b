import {
  DeleteOutlined,
  HomeOutlined,
  KeyOutlined,
  LockOutlined,
  SwapOutlined,
  UnlockOutlined,
  UploadOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import { impersonation } from '#contracts/platform/session/session.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { depotUsers } from '#contracts/platform/people/users.depots.ts'
import { users, type UserRow } from '#contracts/platform/people/users.calls.ts'
import { userList } from '#contracts/platform/people/users.ts'
import { startImpersonation } from '../../../kit/platform/impersonation.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { UserPicture } from '../../../pickers/user-picture.tsx'
import { useSession } from '../../../kit/session/session.ts'
import { Chips } from './chips.tsx'
import { KindTabs, useKind } from './kind-tabs.tsx'
import type { Once } from './password-once.tsx'
import { useFreeze } from './use-freeze.tsx'
import './users.css'

const UserFormDrawer = lazy(() => import('./user-form-drawer.tsx'))
const UserDetail = lazy(() => import('./user-detail.tsx'))
const PasswordOnce = lazy(() => import('./password-once.tsx'))
const RecycleBin = lazy(() => import('./recycle-bin.tsx'))
const ImportUsersDialog = lazy(() => import('./import-users-dialog.tsx'))
const DepotsDialog = lazy(() => import('./bulk/depots-dialog.tsx'))
const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)
const AgentDialog = lazy(() => import('./agent-dialog.tsx'))

type Row = RowOf<typeof userList>
const userRow = (row: Row) => row as UserRow
const COLUMNS = [
  'realname',
  'username',
  'workNo',
  'departs',
  'roles',
  'phone',
  'customerId',
  'status',
  'lastLoginTime',
] as const

/** Who can sign in: where they work, what they may do, and letting them in or keeping them out. */
export default function Users() {
  const t = useT('users')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const own = useSession().user?.id ?? ''
  const { kind, fixed, choose } = useKind()
  const [once, setOnce] = useState<Once | null>(null)
  const [panel, setPanel] = useState<'bin' | 'import' | null>(null)
  const [agentOf, setAgentOf] = useState<UserRow | null>(null)
  const [depotsOf, setDepotsOf] = useState<{ ids: string[]; done: () => void } | null>(null)
  const [outcome, setOutcome] = useState<BulkResult | null>(null)
  const [keep, setKeep] = useState<((failed: ReadonlySet<string>) => void) | null>(null)
  const freeze = useFreeze(users.frozenBatch as never, (failed) => keep?.(failed))
  const enter = useAction(impersonation.logInAs, { success: false, onDone: startImpersonation })
  const reset = useAction(users.resetPassword, { success: false })
  const moreFilters = useMemo(
    () => [
      {
        key: 'departId',
        kind: 'eq' as const,
        label: t('departs'),
        input: 'ref' as const,
        ref: 'departments',
      },
      {
        key: 'roleId',
        kind: 'in' as const,
        label: t('roles'),
        input: 'ref' as const,
        ref: 'roles',
        many: true,
      },
    ],
    [t],
  )

  const askReset = async (row: UserRow) => {
    if (
      (await confirm({
        title: t('reset.title', { name: row.realname }),
        content: t('reset.note'),
        ok: t('reset.ok'),
      })) === null
    )
      return
    const done = await reset.run({ id: row.id })
    if (done.ok) setOnce(done.result)
  }
  const askEnter = async (row: UserRow) => {
    const reason = await confirm({
      title: t('loginAs.title', { name: row.realname }),
      content: t('loginAs.note'),
      ok: t('loginAs'),
      reason: true,
    })
    if (reason !== null) await enter.run({ id: row.id, reason })
  }
  const actions = (row: Row): RowAction[] => {
    const user = userRow(row)
    const frozen = user.status === '2'
    return [
      ...(may(users.frozenBatch)
        ? [
            {
              key: 'freeze',
              label: t(frozen ? 'unfreeze' : 'freeze'),
              icon: frozen ? <UnlockOutlined /> : <LockOutlined />,
              blocked: user.id === own ? t('blocked.self') : null,
              onClick: () => {
                setKeep(null)
                void freeze.ask([user], frozen ? '1' : '2')
              },
            },
          ]
        : []),
      ...(may(users.resetPassword)
        ? [
            {
              key: 'reset',
              label: t('reset'),
              icon: <KeyOutlined />,
              onClick: () => void askReset(user),
            },
          ]
        : []),
      ...(may(impersonation.logInAs)
        ? [
            {
              key: 'loginAs',
              label: t('loginAs'),
              icon: <UserSwitchOutlined />,
              blocked: user.id === own ? t('blocked.self') : frozen ? t('loginAs.frozen') : null,
              onClick: () => void askEnter(user),
            },
          ]
        : []),
      ...(may('sys:user:edit') && user.customerId === null
        ? [
            {
              key: 'agent',
              label: t('agent.set'),
              icon: <SwapOutlined />,
              onClick: () => setAgentOf(user),
            },
          ]
        : []),
    ]
  }
  return (
    <>
      <ResourceScreen
        of={userList}
        columns={COLUMNS}
        moreFilters={moreFilters}
        numbers={['username', 'workNo']}
        rowActions={actions}
        cells={{
          realname: (row) => (
            <span className="usr-name">
              <UserPicture path={row.avatar} name={row.realname ?? ''} size={24} />
              <span>{row.realname}</span>
            </span>
          ),
          departs: (row) => <Chips text={userRow(row).orgCodeTxt} most={2} />,
          roles: (row) =>
            row.parentUserId ? (
              <span className="py-none">{t('sub')}</span>
            ) : (
              <Chips text={userRow(row).roles_dictText} most={2} />
            ),
          status: (row) => (
            <DictTag code="user_status" value={row.status} text={row.status_dictText ?? null} />
          ),
        }}
        top={<KindTabs value={kind} onChange={choose} />}
        fixed={fixed}
        rowTone={(row) => (row.status === '2' ? 'warning' : undefined)}
        toolbar={() => (
          <>
            {may('sys:user:delete') && (
              <Button icon={<DeleteOutlined />} onClick={() => setPanel('bin')}>
                {t('bin.title')}
              </Button>
            )}
            {may('sys:user:import') && (
              <Button icon={<UploadOutlined />} onClick={() => setPanel('import')}>
                {t('action.import')}
              </Button>
            )}
          </>
        )}
        actions={(selection) => (
          <>
            {may(users.frozenBatch) &&
              (['freeze', 'unfreeze'] as const).map((key) => (
                <Button
                  key={key}
                  icon={key === 'freeze' ? <LockOutlined /> : <UnlockOutlined />}
                  loading={freeze.busy}
                  onClick={() => {
                    setKeep(() => selection.keepOnly)
                    void freeze.ask(selection.rows, key === 'freeze' ? '2' : '1')
                  }}
                >
                  {t(key)}
                </Button>
              ))}
            {may(depotUsers.assign) && (
              <Button
                icon={<HomeOutlined />}
                onClick={() =>
                  setDepotsOf({ ids: selection.rows.map((row) => row.id), done: selection.clear })
                }
              >
                {t('depots.assign')}
              </Button>
            )}
          </>
        )}
        form={({ id, close }) => (
          <UserFormDrawer
            key={id ?? 'new'}
            id={id}
            onClose={close}
            onSaved={(_, first) => setOnce(first)}
          />
        )}
        detailActs
        detail={(row) => (
          <Suspense>
            <UserDetail row={userRow(row)} />
          </Suspense>
        )}
      />
      {freeze.sheet}
      <Suspense>
        {depotsOf && (
          <DepotsDialog
            userIds={depotsOf.ids}
            onClose={() => setDepotsOf(null)}
            onDone={(result) => {
              depotsOf.done()
              setDepotsOf(null)
              if (result.failed > 0) setOutcome(result)
            }}
          />
        )}
        {outcome && (
          <ResultSheet
            outcome={{ title: t('depots.assign'), result: outcome }}
            onClose={() => setOutcome(null)}
          />
        )}
        {once && <PasswordOnce of={once} onClose={() => setOnce(null)} />}
        {panel === 'bin' && <RecycleBin onClose={() => setPanel(null)} />}
        {panel === 'import' && <ImportUsersDialog onClose={() => setPanel(null)} />}
        {agentOf && <AgentDialog of={agentOf} onClose={() => setAgentOf(null)} />}
      </Suspense>
    </>
  )
}
