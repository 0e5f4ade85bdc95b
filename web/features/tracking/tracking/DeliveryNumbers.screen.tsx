import { lazy, Suspense, useState } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import { deliveryNumberList, deliveryNumbers } from '#contracts/tracking/delivery-numbers.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { MenuButton } from '../../../kit/platform/menu/menu-button.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { NumberHistory } from './numbers/number-history.tsx'
import './tracking.css'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))
const CourierDialog = lazy(() => import('./numbers/courier-dialog.tsx'))
const ThirdDialog = lazy(() => import('./numbers/third-dialog.tsx'))
const LegDialog = lazy(() => import('./numbers/leg-dialog.tsx'))
const EventForm = lazy(() => import('./event-form.tsx'))
type Row = RowOf<typeof deliveryNumberList>

const BULK = ['refresh', 'changeCourier', 'stop', 'restart'] as const
type Bulk = (typeof BULK)[number]
const isOffered: Record<Bulk, (row: Row) => boolean> = {
  refresh: ({ state }) => state === 'polled' || state === 'quiet',
  changeCourier: ({ state }) => state !== 'void',
  stop: ({ state }) => state === 'polled' || state === 'quiet',
  restart: ({ state }) => state === 'stopped' || state === 'quiet',
}
const ONE = ['setThird', 'addLeg', 'addEvent'] as const
type Open =
  | { what: (typeof ONE)[number]; row: Row }
  | { what: 'changeCourier'; rows: readonly Row[] }

/** Every number parcels go under: who is asked for it and when, and what may be done about it. */
export default function DeliveryNumbers() {
  const t = useT('delivery-numbers')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const [open, setOpen] = useState<Open | null>(null)
  const quiet = { success: false } as const
  const verbs = {
    refresh: useAction(deliveryNumbers.refresh, quiet),
    stop: useAction(deliveryNumbers.stop, quiet),
    restart: useAction(deliveryNumbers.restart, quiet),
  }
  const run = async (action: Bulk, rows: readonly Row[]) => {
    if (action === 'changeCourier') return setOpen({ what: action, rows })
    const sure =
      action !== 'stop' ||
      (await confirm({
        title: t('stop.title', { count: rows.length }),
        content: t('stop.text'),
        ok: t('action.stop'),
        names: rows.map((row) => row.trackNo ?? ''),
      })) !== null
    if (!sure) return
    const done = await verbs[action].run({ ids: rows.map(({ id }) => id) })
    if (done.ok) setOutcome({ title: t(`action.${action}`), result: done.result })
  }
  const offered = BULK.filter((action) => may(deliveryNumbers[action]))
  const rowActions = (row: Row): RowAction[] => [
    ...offered
      .filter((action) => isOffered[action](row))
      .map((action) => ({
        key: action,
        label: t(`action.${action}`),
        onClick: () => void run(action, [row]),
      })),
    ...ONE.filter((action) => may(deliveryNumbers[action]) && row.state !== 'void').map(
      (action) => ({
        key: action,
        label: t(`action.${action}`),
        onClick: () => setOpen({ what: action, row }),
      }),
    ),
  ]
  const close = () => setOpen(null)
  return (
    <>
      <ResourceScreen
        of={deliveryNumberList}
        numbers={['trackNo', 'thirdId']}
        rowActions={rowActions}
        aside={(row) => <NumberHistory id={row.id} />}
        actions={(selection) =>
          offered.length > 0 && (
            <MenuButton
              items={offered.map((action) => ({
                key: action,
                label: `${t(`action.${action}`)} (${selection.rows.length})`,
                disabled: selection.rows.length === 0,
                onClick: () => void run(action, selection.rows),
              }))}
            >
              {t('action.more')}
            </MenuButton>
          )
        }
      />
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
        {open?.what === 'changeCourier' && (
          <CourierDialog
            rows={open.rows}
            onClose={close}
            onDone={(result) => {
              close()
              setOutcome({ title: t('action.changeCourier'), result })
            }}
          />
        )}
        {open?.what === 'setThird' && <ThirdDialog row={open.row} onClose={close} />}
        {open?.what === 'addLeg' && <LegDialog row={open.row} onClose={close} />}
        {open?.what === 'addEvent' && (
          <EventForm
            row={{
              parcelId: String(open.row.shipmentParcelId),
              trackNo: open.row.trackNo,
              serialNumber: null,
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
