import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { carrierBatches, carrierBatchList } from '#contracts/carriers/carrier-batches.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { BatchItems } from './batch-items.tsx'
import { useCarrier } from './use-carrier.ts'

const CollectionDialog = lazy(() => import('./collection-dialog.tsx'))
const BatchDialog = lazy(() => import('./batch-dialog.tsx'))
const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))
type Row = RowOf<typeof carrierBatchList>
const COLUMNS = [
  'batchNo',
  'kind',
  'day',
  'state',
  'parcels',
  'accountId',
  'outboundNo',
  'manifestedAt',
  'collectionState',
  'collectionDay',
  'createTime',
]
/** Without labels of their own. */
const RETRIED = ['validate', 'file']
const ACTIONS = ['manifest', 'fetch', 'retry', 'collect', 'cancelCollection', 'cancel'] as const

/** Labels bought together and the labels of a day: made, checked, closed at the carrier. */
export default function CarrierBatches({ title }: { title: string }) {
  const t = useT('carrier-labels')
  const { code, described } = useCarrier()
  const may = useRightsCheck()
  const confirm = useConfirm()
  const [adding, setAdding] = useState(false)
  const [collecting, setCollecting] = useState<Row | null>(null)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const manifest = useAction(carrierBatches.manifest)
  const fetch = useAction(carrierBatches.fetch)
  const retry = useAction(carrierBatches.retry)
  const cancelCollection = useAction(carrierBatches.cancelCollection)
  const cancel = useAction(carrierBatches.cancel, { success: false })
  const run = async (action: (typeof ACTIONS)[number], row: Row) => {
    const { id, batchNo } = row
    if (action === 'fetch') return void (await fetch.run({ id }))
    if (action === 'retry') return void (await retry.run({ id }))
    if (action === 'collect') return setCollecting(row)
    const name = batchNo ?? ''
    const agreed = await confirm({
      title: t(`${action}.title`, { name }),
      content: t(
        action === 'manifest' ? `manifest.${described?.closes ?? 'shipments'}` : `${action}.text`,
      ),
      ok: t(`action.${action}`),
      danger: action !== 'manifest',
    })
    if (agreed === null) return
    if (action === 'manifest') return void (await manifest.run({ id }))
    if (action === 'cancelCollection') return void (await cancelCollection.run({ id }))
    const done = await cancel.run({ ids: [id] })
    if (done.ok) setOutcome({ title: t('action.cancel'), result: done.result })
  }
  const can = (operation: string) => described?.operations.includes(operation) ?? false
  const mayCollect = ({ collectionState: state }: Row) =>
    can('collect') && (!state || state === 'cancelled')
  // One whose answer was lost is noted as not there; others are taken back at the carrier.
  const mayEnd = ({ collectionState: state }: Row) =>
    state === 'unknown' || (state === 'ordered' && can('cancelCollection'))
  const rowActions = (row: Row): RowAction[] =>
    ACTIONS.filter((action) => may(carrierBatches[action]))
      .filter((action) => !RETRIED.includes(row.kind ?? '') || action === 'retry')
      .filter(() => row.kind !== 'file' || row.state !== 'done')
      .filter((action) => action !== 'retry' || row.kind !== 'day')
      .filter((action) => action !== 'collect' || mayCollect(row))
      .filter((action) => action !== 'cancelCollection' || mayEnd(row))
      .map((action) => ({
        key: action,
        label: t(`action.${action}`),
        danger: action === 'cancel' || action === 'cancelCollection',
        onClick: () => void run(action, row),
      }))
  return (
    <>
      <ResourceScreen
        key={code}
        of={carrierBatchList}
        title={title}
        name={`carrier-batches-${code}`}
        fixed={{ carrier: code }}
        columns={COLUMNS}
        rowActions={rowActions}
        aside={(row) => (
          <BatchItems id={row.id} isOpen={row.state === 'queued' || row.state === 'running'} />
        )}
        newButton={
          may(carrierBatches.add) && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              {t('batch.new')}
            </Button>
          )
        }
      />
      <Suspense>
        {adding && <BatchDialog carrier={code} onClose={() => setAdding(false)} />}
        {collecting && (
          <CollectionDialog
            id={collecting.id}
            name={collecting.batchNo ?? ''}
            onClose={() => setCollecting(null)}
          />
        )}
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </>
  )
}
