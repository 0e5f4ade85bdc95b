import { FilePdfOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { orderPods } from '#contracts/billing/order-pods.ts'
import { fbaOrders } from '#contracts/orders/fba/fba.ts'
import { fbaOrderList } from '#contracts/orders/fba/fba-orders.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { MenuButton } from '../../../kit/platform/menu/menu-button.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import {
  DELIVERY_ACTIONS,
  isOpenFor,
  permOf,
  type DeliveryAction,
  type FbaRow,
} from './delivery-actions.ts'
import FbaAside from './fba-aside.tsx'
import { Readiness } from './readiness.tsx'
import './fba.css'
import { Moment } from '../../../kit/platform/cells.tsx'
import { timeIn, useWarehouseZones } from './warehouse-time.ts'

const DeliveryDialog = lazy(() => import('./delivery-dialog.tsx'))
const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))

const COLUMNS = [
  'serialNumber',
  'fbaCode',
  'warehouseCode',
  'ready',
  'appointmentState',
  'slotFrom',
  'appointmentNo',
  'deliveryState',
  'podState',
  'customerId',
  'expectedTime',
  'realTime',
  'batchNo',
] as const
const CELLS = {
  slotFrom: (row: FbaRow) => <SlotCell at={row.slotFrom} warehouse={row.warehouseCode} />,
  expectedTime: (row: FbaRow) => <SlotCell at={row.expectedTime} warehouse={row.warehouseCode} />,
  realTime: (row: FbaRow) => <SlotCell at={row.realTime} warehouse={row.warehouseCode} />,
  ready: (row: FbaRow) => <Readiness id={row.id} />,
}
/** What a day is full of stands in sight, the rest in a menu. */
const OFTEN: readonly DeliveryAction[] = ['requestAppointment', 'enterAppointment', 'deliver']
const NUMBERS = ['serialNumber', 'fbaCode', 'appointmentNo', 'bolNo']

/** Orders on their way into a warehouse: appointments, deliveries and their proofs. */
export default function FbaDeliveries() {
  const t = useT('fba')
  const may = useRightsCheck()
  const notify = useNotify()
  const [asking, setAsking] = useState<{ action: DeliveryAction; rows: readonly FbaRow[] } | null>(
    null,
  )
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const pod = useDownload(orderPods.file)
  const labels = useDownload(fbaOrders.printLabels)
  const offered = DELIVERY_ACTIONS.filter((action) => may(permOf(action)))

  const itemsOf = (chosen: readonly FbaRow[]) =>
    offered.map((action) => {
      const rows = chosen.filter((row) => isOpenFor(action, row))
      return {
        key: action,
        label: `${t(`action.${action}`)} (${rows.length})`,
        disabled: rows.length === 0,
        onClick: () => setAsking({ action, rows }),
      }
    })
  const rowActions = (row: FbaRow): RowAction[] => [
    ...offered
      .filter((action) => isOpenFor(action, row))
      .map((action) => ({
        key: action,
        label: t(`action.${action}`),
        onClick: () => setAsking({ action, rows: [row] }),
      })),
    {
      key: 'printLabels',
      label: t('action.printLabels'),
      onClick: () => void labels.run({ ids: [row.id] }, `${row.fbaCode ?? row.id}.pdf`),
    },
    ...(row.podTime && row.podState !== 'REQUESTED' && row.podState !== 'MISSING'
      ? [
          {
            key: 'pod',
            label: t('action.showPod'),
            icon: <FilePdfOutlined />,
            onClick: () => void pod.run({ id: row.id }, `${row.serialNumber ?? row.id}.pdf`),
          },
        ]
      : []),
  ]
  return (
    <>
      <ResourceScreen
        of={fbaOrderList}
        columns={COLUMNS}
        cells={CELLS}
        numbers={NUMBERS}
        rowActions={rowActions}
        aside={(row) => <FbaAside id={row.id} />}
        actions={(selection) => (
          <>
            {itemsOf(selection.rows)
              .filter(({ key, disabled }) => OFTEN.includes(key) && !disabled)
              .map(({ key, label, onClick }) => (
                <Button key={key} onClick={onClick}>
                  {label}
                </Button>
              ))}
            {offered.length > 0 && (
              <MenuButton items={itemsOf(selection.rows).filter(({ key }) => !OFTEN.includes(key))}>
                {t('action.more')}
              </MenuButton>
            )}
            <Button
              loading={labels.busy}
              onClick={() => void labels.run({ ids: [...selection.ids] }, 'box-labels.pdf')}
            >
              {t('action.printLabels')}
            </Button>
          </>
        )}
      />
      <Suspense>
        {asking && (
          <DeliveryDialog
            action={asking.action}
            rows={asking.rows}
            onClose={() => setAsking(null)}
            onDone={(result) => {
              setAsking(null)
              if (result.failed > 0) setOutcome({ title: t(`action.${asking.action}`), result })
              else
                notify.success(
                  t('dialog.done', { action: t(`action.${asking.action}`), count: result.done }),
                )
            }}
          />
        )}
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </>
  )
}

/** A moment in the reader's zone and, below it, by the warehouse's clock. */
export function SlotCell({ at, warehouse }: { at: string | null; warehouse: string | null }) {
  const t = useT('fba')
  const zone = useWarehouseZones().get(warehouse ?? '')
  if (!at) return null
  const time = zone === undefined ? '' : timeIn(zone, at)
  return (
    <span className="fba-slot">
      <Moment at={at} />
      {time !== '' && <small title={zone}>{t('zone.warehouse', { time })}</small>}
    </span>
  )
}
