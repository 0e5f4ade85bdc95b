import { CopyOutlined, DiffOutlined, SafetyOutlined, TeamOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { RowOf } from '#contracts/kit/entity.ts'
import { roles, roleList } from '#contracts/platform/access/roles.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { GrantDrawer } from '../permissions/index.ts'
import { useRoleName } from './role-name.ts'
import './roles.css'

const CopyDialog = lazy(() => import('./copy-dialog.tsx'))
const CompareDrawer = lazy(() => import('./compare-drawer.tsx'))

type Row = RowOf<typeof roleList>
const COLUMNS = ['roleName', 'roleCode', 'dataScope', 'holders', 'builtIn', 'description'] as const

/** What a user may do and how far it reaches; the rights themselves in a drawer. */
export default function Roles() {
  const t = useT('role-users')
  const may = useRightsCheck()
  const nameOf = useRoleName()
  const notify = useNotify()
  const go = useNavigate()
  const [granting, setGranting] = useState<Row | null>(null)
  const [copying, setCopying] = useState<Row | null>(null)
  const [pair, setPair] = useState<readonly [Row, Row] | null>(null)
  const found = useApi(roles.counts, {}, { quiet: true })
  const facts = new Map((found.data ?? []).map((one) => [one.id, one]))
  const above = (row: Row) => (facts.get(row.id)?.grantable === false ? t('above') : null)
  const people = (row: Row) => void go(`/isystem/roleUserList?role=${row.id}`)

  const actions = (row: Row): RowAction[] => [
    ...(may('sys:role:grant')
      ? [
          {
            key: 'grant',
            label: t('grant'),
            icon: <SafetyOutlined />,
            onClick: () => setGranting(row),
          },
        ]
      : []),
    ...(may('sys:roleuser:list')
      ? [{ key: 'people', label: t('people'), icon: <TeamOutlined />, onClick: () => people(row) }]
      : []),
    ...(may('sys:role:add')
      ? [
          {
            key: 'copy',
            label: t('copy'),
            icon: <CopyOutlined />,
            blocked: above(row),
            onClick: () => setCopying(row),
          },
        ]
      : []),
  ]
  const compare = (rows: readonly Row[]) => {
    const [a, b] = rows
    if (rows.length !== 2 || !a || !b) return notify.warning(t('compare.two'))
    setPair([a, b])
  }
  return (
    <>
      <ResourceScreen
        of={roleList}
        columns={COLUMNS}
        rowActions={actions}
        numbers={['roleCode']}
        cells={{
          dataScope: (row) => (
            <DictTag
              code="data_scope"
              value={row.dataScope}
              text={row.dataScope_dictText ?? null}
            />
          ),
          builtIn: (row) => (row.builtIn ? <StatusTag tone="idle">{t('builtIn')}</StatusTag> : ''),
          holders: (row) => {
            const count = facts.get(row.id)?.users ?? 0
            return count > 0 && may('sys:roleuser:list') ? (
              <button
                type="button"
                className="py-word-link"
                aria-label={t('people.of', { name: nameOf(row), count })}
                onClick={(event) => {
                  event.stopPropagation()
                  people(row)
                }}
              >
                {count}
              </button>
            ) : (
              <span className={count === 0 ? 'py-none' : 'py-num'}>{count}</span>
            )
          },
        }}
        actions={(selection) => (
          <Button icon={<DiffOutlined />} onClick={() => compare(selection.rows)}>
            {t('compare')}
          </Button>
        )}
      />
      <Suspense>
        {granting && (
          <GrantDrawer
            roleId={granting.id}
            roleName={nameOf(granting)}
            open
            onClose={() => setGranting(null)}
          />
        )}
        {copying && <CopyDialog of={copying} onClose={() => setCopying(null)} />}
        {pair && <CompareDrawer a={pair[0]} b={pair[1]} onClose={() => setPair(null)} />}
      </Suspense>
    </>
  )
}
