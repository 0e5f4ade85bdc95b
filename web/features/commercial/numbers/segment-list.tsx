import {
  CheckCircleOutlined,
  ColumnWidthOutlined,
  ExperimentOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { numberSegments } from '#contracts/commercial/numbers/number-segments.calls.ts'
import { numberSegmentList } from '#contracts/commercial/numbers/number-segments.entity.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { DaysCell, LevelCell, StockCell } from './source-cells.tsx'

const ExtendDialog = lazy(() => import('./extend-dialog.tsx'))
const TrialDialog = lazy(() => import('./trial-dialog.tsx'))
const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)

type Row = RowOf<typeof numberSegmentList>
const COLUMNS = [
  'code',
  'serviceId',
  'stock',
  'days',
  'level',
  'scheme',
  'prefix',
  'nextNo',
  'endNo',
  'customerId',
  'status',
] as const
const CELLS = {
  stock: (row: Row) => <StockCell kind="segment" id={row.id} />,
  days: (row: Row) => <DaysCell kind="segment" id={row.id} />,
  level: (row: Row) => (
    <LevelCell kind="segment" id={row.id} open={row.status === '1' || row.status === '2'} />
  ),
}

/** Segments of numbers we make ourselves. */
export function SegmentList({ tabs, toolbar }: { tabs: ReactNode; toolbar: ReactNode }) {
  const t = useT('numbers')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const [outcome, setOutcome] = useState<{ title: string; result: BulkResult } | null>(null)
  const [extending, setExtending] = useState<Row | null>(null)
  const [trying, setTrying] = useState<Row | null>(null)
  const show = (title: string) => (result: BulkResult) => {
    if (result.failed > 0) setOutcome({ title, result })
  }
  const activate = useAction(numberSegments.activate, { onDone: show(t('activate')) })
  const close = useAction(numberSegments.close, { onDone: show(t('close')) })
  const askClose = async (row: Row) => {
    const title = t('close.ask', { code: row.code ?? '' })
    if ((await confirm({ title, content: t('close.note') })) !== null)
      await close.run({ ids: [row.id] })
  }
  const actions = (row: Row): RowAction[] => {
    const isOpen = row.status === '1' || row.status === '2'
    return [
      {
        key: 'trial',
        label: t('trial'),
        icon: <ExperimentOutlined />,
        onClick: () => setTrying(row),
      },
      ...(may(numberSegments.extend)
        ? [
            {
              key: 'extend',
              label: t('extend'),
              icon: <ColumnWidthOutlined />,
              blocked: row.status === '3' ? t('close.closed') : null,
              onClick: () => setExtending(row),
            },
          ]
        : []),
      ...(may(numberSegments.activate) && !isOpen
        ? [
            {
              key: 'activate',
              label: t('activate'),
              icon: <CheckCircleOutlined />,
              onClick: () => void activate.run({ ids: [row.id] }),
            },
          ]
        : []),
      ...(may(numberSegments.close) && row.status !== '3'
        ? [
            {
              key: 'close',
              label: t('close'),
              icon: <StopOutlined />,
              onClick: () => void askClose(row),
            },
          ]
        : []),
    ]
  }
  return (
    <>
      <ResourceScreen
        of={numberSegmentList}
        columns={COLUMNS}
        cells={CELLS}
        rowActions={actions}
        top={tabs}
        toolbar={() => toolbar}
      />
      <Suspense>
        {extending && <ExtendDialog row={extending} onClose={() => setExtending(null)} />}
        {trying && (
          <TrialDialog id={trying.id} code={trying.code ?? ''} onClose={() => setTrying(null)} />
        )}
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </>
  )
}
