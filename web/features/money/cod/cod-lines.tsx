import { AuditOutlined, LinkOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { codLineList, codLines } from '#contracts/money/cod/cod-remittances.ts'
import { COD_KINDS } from '#contracts/money/cod/cod.states.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { LineRow } from './rows.ts'

const DecideDialog = lazy(() => import('./decide-dialog.tsx'))
const AssignDialog = lazy(() => import('./assign-dialog.tsx'))

const COLUMNS = [
  'number',
  'kind',
  'state',
  'amount',
  'difference',
  'itemId',
  'supplierId',
  'remittanceId',
  'paidOn',
  'decision',
  'reason',
  'decidedBy',
] as const
const DIFFERING = { kind: COD_KINDS.filter((kind) => kind !== 'matched').join(',') }
const isOpen = ({ state }: LineRow) => state === 'open' || state === 'claimed'

/** What carriers remitted and does not fit; or all lines of one remittance. */
export function CodLines({
  top,
  title,
  remittanceId,
}: {
  top?: ReactNode
  title?: string
  remittanceId?: string
}) {
  const t = useT('cod')
  const may = useRightsCheck()
  const [deciding, setDeciding] = useState<readonly LineRow[] | null>(null)
  const [assigning, setAssigning] = useState<LineRow | null>(null)
  const fixed = useMemo(
    () => (remittanceId === undefined ? DIFFERING : { remittanceId }),
    [remittanceId],
  )
  const rowActions = (row: LineRow): RowAction[] =>
    may(codLines.decide) && isOpen(row)
      ? [
          ...(row.kind === 'unknown'
            ? [
                {
                  key: 'assign',
                  label: t('assign'),
                  icon: <LinkOutlined />,
                  onClick: () => setAssigning(row),
                },
              ]
            : []),
          {
            key: 'decide',
            label: t('decide'),
            icon: <AuditOutlined />,
            onClick: () => setDeciding([row]),
          },
        ]
      : []
  return (
    <>
      <ResourceScreen
        of={codLineList}
        {...(title === undefined ? { header: false } : { title })}
        {...(top === undefined ? {} : { top })}
        columns={COLUMNS}
        fixed={fixed}
        rowActions={rowActions}
        actions={(selection) => {
          const open = selection.rows.filter(isOpen)
          return (
            may(codLines.decide) && (
              <Button
                icon={<AuditOutlined />}
                disabled={open.length === 0}
                onClick={() => setDeciding(open)}
              >
                {t('decide')}
              </Button>
            )
          )
        }}
      />
      <Suspense>
        {deciding && <DecideDialog rows={deciding} onClose={() => setDeciding(null)} />}
        {assigning && <AssignDialog row={assigning} onClose={() => setAssigning(null)} />}
      </Suspense>
    </>
  )
}
