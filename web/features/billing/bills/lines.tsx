import {
  CheckOutlined,
  ContainerOutlined,
  EditOutlined,
  ExclamationCircleOutlined,
  LinkOutlined,
  PayCircleOutlined,
  SplitCellsOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { billLineList, billLines } from '#contracts/billing/bill-lines.ts'
import { disputes } from '#contracts/billing/disputes.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { DisputeLink } from './dispute-link.tsx'
import { LineAside } from './line-aside.tsx'
import { DECISIONS, type Decision, type LineRow } from './decisions.ts'

const DecideDialog = lazy(() => import('./decide-dialog.tsx'))
const LinkDialog = lazy(() => import('./link-dialog.tsx'))
const SplitDialog = lazy(() => import('./split-dialog.tsx'))
const NoteDialog = lazy(() => import('./note-dialog.tsx'))

const COLUMNS = [
  'trackNo',
  'code',
  'state',
  'tradeItem',
  'amount',
  'expected',
  'delta',
  'parcelNo',
  'customerId',
  'runId',
  'weightBilled',
  'weightOurs',
  'totalAgrees',
  'disputeId',
  'note',
] as const
const DISPUTED = {
  disputeId: ({ disputeId, disputeId_dictText }: LineRow) =>
    disputeId && <DisputeLink id={disputeId}>{disputeId_dictText}</DisputeLink>,
}
const SUMS = ['amount', 'expected', 'delta'] as const
const ICONS: Record<Decision, ReactNode> = {
  accept: <CheckOutlined />,
  dispute: <ExclamationCircleOutlined />,
  rebill: <PayCircleOutlined />,
  writeOff: <ContainerOutlined />,
}
const isOpen = ({ state }: LineRow) => state === 'open'

type Dialog =
  | { kind: Decision; rows: readonly LineRow[] }
  | { kind: 'link' | 'split' | 'note'; row: LineRow }

/** Lines with what was expected for them, and what is done about those that differ. */
export function Lines({ title, top }: { title: string; top: ReactNode }) {
  const t = useT('bills')
  const may = useRightsCheck()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const mayDispute = may(disputes.queryById)
  const rowActions = (row: RowOf<typeof billLineList>): RowAction[] => [
    ...(isOpen(row)
      ? [
          ...DECISIONS.filter((one) => may(billLines[one])).map((one) => ({
            key: one,
            label: t(one),
            icon: ICONS[one],
            onClick: () => setDialog({ kind: one, rows: [row] }),
          })),
          ...(may(billLines.link)
            ? (
                [
                  ['link', <LinkOutlined key="link" />],
                  ['split', <SplitCellsOutlined key="split" />],
                ] as const
              ).map(([kind, icon]) => ({
                key: kind,
                label: t(kind),
                icon,
                onClick: () => setDialog({ kind, row }),
              }))
            : []),
        ]
      : []),
    ...(row.postedAt === null && may(billLines.note)
      ? [
          {
            key: 'note',
            label: t('note'),
            icon: <EditOutlined />,
            onClick: () => setDialog({ kind: 'note' as const, row }),
          },
        ]
      : []),
  ]
  return (
    <>
      <ResourceScreen
        of={billLineList}
        title={title}
        top={top}
        columns={COLUMNS}
        cells={mayDispute ? DISPUTED : {}}
        sums={SUMS}
        numbers={['trackNo', 'parcelNo']}
        detailSize={900}
        aside={(row) => <LineAside key={row.id} id={row.id} />}
        rowActions={rowActions}
        actions={(selection) => {
          const open = selection.rows.filter(isOpen)
          return DECISIONS.filter((one) => may(billLines[one])).map((one) => (
            <Button
              key={one}
              icon={ICONS[one]}
              disabled={open.length === 0}
              onClick={() => setDialog({ kind: one, rows: open })}
            >
              {t(one)}
            </Button>
          ))
        }}
      />
      <Suspense>
        {dialog && 'rows' in dialog && (
          <DecideDialog decision={dialog.kind} rows={dialog.rows} onClose={close} />
        )}
        {dialog?.kind === 'link' && <LinkDialog row={dialog.row} onClose={close} />}
        {dialog?.kind === 'split' && <SplitDialog row={dialog.row} onClose={close} />}
        {dialog?.kind === 'note' && <NoteDialog row={dialog.row} onClose={close} />}
      </Suspense>
    </>
  )
}
