import { waybillBatchList } from '#contracts/depot/waybills.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { WaybillAside } from './waybill-aside.tsx'

const COLUMNS = [
  'no',
  'kind',
  'masterNo',
  'vehicle',
  'status',
  'origin',
  'destination',
  'etd',
  'eta',
  'pieces',
  'weight',
  'depotId',
  'closedAt',
]

/** What flies, sails, drives or rolls together: outbound batches, milestones, papers. */
export default function WaybillBatches() {
  return (
    <ResourceScreen
      of={waybillBatchList}
      columns={COLUMNS}
      sums={['pieces', 'weight']}
      detailSize={760}
      aside={(row) => <WaybillAside id={row.id} />}
    />
  )
}
