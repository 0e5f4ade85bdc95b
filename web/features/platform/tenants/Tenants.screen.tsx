import {
  AppstoreOutlined,
  DeleteOutlined,
  LockOutlined,
  LoginOutlined,
  TeamOutlined,
  UnlockOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { places } from '#contracts/platform/session/session.ts'
import { tenantPacks } from '#contracts/platform/operations/tenant-packs.ts'
import { tenants, tenantList } from '#contracts/platform/operations/tenants.ts'
import { Num } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { setTenant, setUser, useSession } from '../../../kit/session/session.ts'
import { PasswordOnce } from '../users/index.ts'
import './tenants.css'

const TenantForm = lazy(() => import('./tenant-form.tsx'))
const Members = lazy(() => import('./members.tsx'))
const PacksDrawer = lazy(() => import('./packs-drawer.tsx'))
const PlanDrawer = lazy(() => import('./plan-drawer.tsx'))
const ClosedTenants = lazy(() => import('./closed-tenants.tsx'))
const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)

type Row = RowOf<typeof tenantList>
const COLUMNS = [
  'name',
  'code',
  'packs',
  'admins',
  'users',
  'orders',
  'status',
  'beginDate',
  'endDate',
] as const
/** Counts and names the list brings in addition to the fields. */
const more = (row: Row, key: string): string => {
  const value: unknown = Reflect.get(row, key)
  return typeof value === 'string' ? value : ''
}

/** The companies in the house: opened with their administrator, closed, entered. */
export default function Tenants() {
  const t = useT('tenants')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const notify = useNotify()
  const here = useSession().tenant
  const [once, setOnce] = useState<{ username: string; password: string } | null>(null)
  const [membersOf, setMembersOf] = useState<Row | null>(null)
  const [bin, setBin] = useState(false)
  const [packs, setPacks] = useState(false)
  const [planOf, setPlanOf] = useState<Row | null>(null)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const freeze = useAction(tenants.freeze, { success: false })
  const enter = useAction(tenants.enter, { success: false })
  const move = useAction(places.selectTenant, { success: false })

  const settle = (title: string, result: BulkResult) =>
    result.failed > 0
      ? setOutcome({ title, result })
      : notify.success(t('done', { count: result.done }))
  const askFreeze = async (rows: readonly Row[], status: '0' | '1') => {
    const word = status === '0' ? 'freeze' : 'unfreeze'
    const count = rows.length
    if (
      (await confirm({
        title: t(`${word}.title`, { count }),
        ok: t(word),
        content: t(`${word}.note`),
        danger: status === '0',
        names: rows.map((row) => row.name ?? ''),
      })) === null
    )
      return
    const done = await freeze.run({ ids: rows.map(({ id }) => id), status })
    if (done.ok) settle(t(word), done.result)
  }
  const askEnter = async (row: Row) => {
    if (
      (await confirm({
        title: t('enter.title', { name: row.name ?? '' }),
        content: t('enter.note'),
        ok: t('enter'),
      })) === null
    )
      return
    if (!(await enter.run({ id: row.id })).ok) return
    const moved = await move.run({ tenantId: row.id })
    if (!moved.ok) return
    setUser(moved.result.userInfo)
    setTenant(moved.result.tenantId)
    // Everything on the screen is of the other tenant.
    window.location.assign('/')
  }
  const actions = (row: Row): RowAction[] => [
    {
      key: 'people',
      label: t('members'),
      icon: <TeamOutlined />,
      onClick: () => setMembersOf(row),
    },
    ...(may(tenantPacks.assign)
      ? [
          {
            key: 'plan',
            label: t('plan'),
            icon: <AppstoreOutlined />,
            onClick: () => setPlanOf(row),
          },
        ]
      : []),
    ...(may(tenants.enter)
      ? [
          {
            key: 'enter',
            label: t('enter'),
            icon: <LoginOutlined />,
            blocked:
              row.id === here ? t('enter.here') : row.status === '0' ? t('enter.closed') : null,
            onClick: () => void askEnter(row),
          },
        ]
      : []),
    ...(may(tenants.freeze)
      ? [
          {
            key: 'freeze',
            label: t(row.status === '0' ? 'unfreeze' : 'freeze'),
            icon: row.status === '0' ? <UnlockOutlined /> : <LockOutlined />,
            onClick: () => void askFreeze([row], row.status === '0' ? '1' : '0'),
          },
        ]
      : []),
  ]
  return (
    <>
      <ResourceScreen
        of={tenantList}
        columns={COLUMNS}
        rowActions={actions}
        numbers={['code']}
        cells={{
          admins: (row) => <span title={more(row, 'admins')}>{more(row, 'admins')}</span>,
          packs: (row) => more(row, 'packs') || t('packs.all'),
          users: (row) => <Num value={more(row, 'users')} />,
          orders: (row) => <Num value={more(row, 'orders')} />,
          status: (row) => (
            <DictTag code="tenant_status" value={row.status} text={row.status_dictText ?? null} />
          ),
        }}
        rowTone={(row) => (row.status === '0' ? 'warning' : undefined)}
        toolbar={() => (
          <>
            <Button icon={<AppstoreOutlined />} onClick={() => setPacks(true)}>
              {t('packs.manage')}
            </Button>
            {may('sys:tenant:delete') && (
              <Button icon={<DeleteOutlined />} onClick={() => setBin(true)}>
                {t('bin')}
              </Button>
            )}
          </>
        )}
        actions={(selection) =>
          may(tenants.freeze) && (
            <>
              <Button
                icon={<LockOutlined />}
                loading={freeze.busy}
                onClick={() => void askFreeze(selection.rows, '0')}
              >
                {t('freeze')}
              </Button>
              <Button
                icon={<UnlockOutlined />}
                loading={freeze.busy}
                onClick={() => void askFreeze(selection.rows, '1')}
              >
                {t('unfreeze')}
              </Button>
            </>
          )
        }
        form={({ id, close }) => (
          <TenantForm key={id ?? 'new'} id={id} onClose={close} onOpened={setOnce} />
        )}
      />
      <Suspense>
        {once && <PasswordOnce of={once} note={t('once.note')} onClose={() => setOnce(null)} />}
        {membersOf && (
          <Members
            id={membersOf.id}
            name={membersOf.name ?? ''}
            onClose={() => setMembersOf(null)}
          />
        )}
        {packs && <PacksDrawer onClose={() => setPacks(false)} />}
        {planOf && <PlanDrawer of={planOf as never} onClose={() => setPlanOf(null)} />}
        {bin && <ClosedTenants onClose={() => setBin(false)} />}
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </>
  )
}
