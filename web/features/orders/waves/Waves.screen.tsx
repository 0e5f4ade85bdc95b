import { lazy } from 'react'
import { stockWaveList, stockWaves } from '#contracts/orders/stock/stock-waves.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { useAdding } from '../../../kit/resource/adding/use-adding.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import WaveDetail from './wave-detail.tsx'
import './waves.css'

const NewWave = lazy(() => import('./new-wave.tsx'))
const COLUMNS = [
  'no',
  'depotId',
  'status',
  'createTime',
  'createBy',
  'closedAt',
  'closedBy',
] as const

/** Orders picked together: chosen, picked by place, closed. */
export default function Waves({ title }: { title: string }) {
  const may = useRightsCheck()
  const { show } = useOpen()
  const adding = useAdding('stock-waves', may(stockWaves.add), NewWave, (id) =>
    show({ kind: 'row', id }),
  )
  return (
    <>
      <ResourceScreen
        of={stockWaveList}
        detailSize={1040}
        title={title}
        columns={COLUMNS}
        detail={(row) => <WaveDetail key={row.id} id={row.id} />}
        newButton={adding.button}
      />
      {adding.dialog}
    </>
  )
}
