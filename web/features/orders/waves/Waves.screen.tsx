import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { stockWaveList, stockWaves } from '#contracts/orders/stock/stock-waves.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
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
  const t = useT('stock-waves')
  const may = useRightsCheck()
  const [adding, setAdding] = useState(false)
  const { show } = useOpen()
  const canAdd = may(stockWaves.add)
  useKeys({ n: () => setAdding(true) }, { enabled: canAdd && !adding })
  return (
    <>
      <ResourceScreen
        of={stockWaveList}
        detailSize={1040}
        title={title}
        columns={COLUMNS}
        detail={(row) => <WaveDetail key={row.id} id={row.id} />}
        toolbar={() =>
          canAdd && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              {t('action.new')}
            </Button>
          )
        }
      />
      <Suspense>
        {adding && (
          <NewWave
            onClose={() => setAdding(false)}
            onMade={(id) => {
              setAdding(false)
              show({ kind: 'row', id })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
