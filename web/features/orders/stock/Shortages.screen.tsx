import { stockShortageList } from '#contracts/orders/stock/stock-shortages.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { Moment, Num } from '../../../kit/platform/cells.tsx'
import { useIncoming } from './counts-of-rows.ts'

const COLUMNS = [
  'orderNo',
  'customerId',
  'depotId',
  'skuId',
  'missing',
  'quantity',
  'reserved',
  'createTime',
  'incoming',
  'expectedDate',
  'notices',
] as const
const FIGURES = ['incoming'] as const

/** What orders wait for, since when, and what is on its way. */
export default function Shortages() {
  return (
    <ResourceScreen
      of={stockShortageList}
      columns={COLUMNS}
      figures={FIGURES}
      cells={{
        incoming: (row) => <Incoming id={row.id} of="incoming" />,
        expectedDate: (row) => <Incoming id={row.id} of="expectedDate" />,
        notices: (row) => <Incoming id={row.id} of="notices" />,
      }}
    />
  )
}

function Incoming({ id, of }: { id: string; of: 'incoming' | 'expectedDate' | 'notices' }) {
  const found = useIncoming(id)
  if (!found) return null
  if (of === 'incoming') return <Num value={found.incoming} />
  if (of === 'expectedDate') return <Moment at={found.expectedDate} day />
  return <>{found.notices.join(', ')}</>
}
