import { lazy } from 'react'
import { stockCountList, stockCounts } from '#contracts/orders/stock/stock-counts.ts'
import { useAdding } from '../../../kit/resource/adding/use-adding.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useOpen } from '../../../kit/list/use-open.ts'
import CountDetail from './count-detail.tsx'
import './stock.css'

const NewCount = lazy(() => import('./new-count.tsx'))
const COLUMNS = [
  'no',
  'depotId',
  'status',
  'tolerance',
  'countedBy',
  'countedAt',
  'approvedBy',
  'approvedAt',
  'createTime',
] as const

/** Counts of places or SKUs, their differences and who approves them. */
export default function Counts() {
  const may = useRightsCheck()
  const { show } = useOpen()
  const adding = useAdding('stock-counts', may(stockCounts.add), NewCount, (id) =>
    show({ kind: 'row', id }),
  )
  return (
    <>
      <ResourceScreen
        of={stockCountList}
        detailSize={1040}
        columns={COLUMNS}
        detail={(row) => <CountDetail key={row.id} id={row.id} />}
        newButton={adding.button}
      />
      {adding.dialog}
    </>
  )
}
