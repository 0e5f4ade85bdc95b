import { lazy, Suspense, useState } from 'react'
import { carrierShipmentList, carrierShipments } from '#contracts/carriers/carrier-shipments.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useDownload } from '../../../kit/http/use-download.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { MenuButton } from '../../../kit/platform/menu/menu-button.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { ShipmentAside } from './shipment-aside.tsx'
import { useCarrier } from './use-carrier.ts'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))
type Row = RowOf<typeof carrierShipmentList>
const COLUMNS = [
  'serialNumber',
  'state',
  'voidState',
  'carrierNo',
  'product',
  'routingCode',
  'accountId',
  'batchId',
  'closedAt',
  'createTime',
]
const NUMBERS = ['serialNumber', 'carrierNo']
const BULK = ['look', 'release', 'cancel'] as const
type Bulk = (typeof BULK)[number]
const isOffered: Record<Bulk, (row: Row) => boolean> = {
  look: ({ state }) => state !== 'refused',
  release: ({ state }) => state === 'unknown',
  cancel: ({ state, voidState }) => state !== 'refused' && voidState !== 'void',
}

/** Labels at the carrier: numbers, messages, the raw call; cancelled, looked up, printed again. */
export default function CarrierShipments({ title }: { title: string }) {
  const t = useT('carrier-labels')
  const { code, described } = useCarrier()
  const may = useRightsCheck()
  const confirm = useConfirm()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const look = useAction(carrierShipments.look, { success: false })
  const release = useAction(carrierShipments.release, { success: false })
  const cancel = useAction(carrierShipments.cancel, { success: false })
  const notify = useNotify()
  const returned = useAction(carrierShipments.returnLabel, {
    success: false,
    onDone: ({ returnNo }) => notify.success(t('return.made', { no: returnNo })),
  })
  const label = useDownload(carrierShipments.label)
  const offered = BULK.filter((action) => may(carrierShipments[action]))

  const run = async (action: Bulk, rows: readonly Row[]) => {
    const ids = rows.map(({ id }) => id)
    let reason: string | null = ''
    if (action !== 'look') {
      reason = await confirm({
        title: t(`${action}.labels`, { count: ids.length }),
        content: t(`${action}.labels.text`),
        ok: t(`action.${action}`),
        danger: true,
        names: rows.map((row) => row.serialNumber ?? ''),
        ...(action === 'release' ? { reason: true } : {}),
      })
      if (reason === null) return
    }
    const done =
      action === 'release'
        ? await release.run({ ids, reason })
        : await (action === 'look' ? look : cancel).run({ ids })
    if (done.ok) setOutcome({ title: t(`action.${action}`), result: done.result })
  }
  const rowActions = (row: Row): RowAction[] => [
    ...(row.state === 'bought' && row.voidState !== 'void'
      ? (described?.formats ?? []).map((format) => ({
          key: format,
          label: t('action.label', { format: format.toUpperCase() }),
          onClick: () =>
            void label.run({ id: row.id, format: format as 'pdf' | 'zpl' }, `label.${format}`),
        }))
      : []),
    ...(row.state === 'bought' &&
    row.voidState !== 'void' &&
    described?.operations.includes('createReturn') &&
    may(carrierShipments.returnLabel)
      ? [
          {
            key: 'returnLabel',
            label: t('action.returnLabel'),
            onClick: () => void returned.run({ id: row.id }),
          },
        ]
      : []),
    ...offered
      .filter((action) => isOffered[action](row))
      .map((action) => ({
        key: action,
        label: t(`action.${action}`),
        danger: action === 'cancel',
        onClick: () => void run(action, [row]),
      })),
  ]
  return (
    <>
      <ResourceScreen
        key={code}
        of={carrierShipmentList}
        title={title}
        name={`carrier-shipments-${code}`}
        fixed={{ carrier: code }}
        columns={COLUMNS}
        numbers={NUMBERS}
        rowActions={rowActions}
        aside={(row) => <ShipmentAside id={row.id} />}
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
      </Suspense>
    </>
  )
}
