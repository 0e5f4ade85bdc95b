import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { stockCountList, stockCounts } from '#contracts/orders/stock/stock-counts.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useOpen } from '../../../kit/list/use-open.ts'
import { useT } from '../../../kit/text/i18n.ts'
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
  const t = useT('stock-counts')
  const may = useRightsCheck()
  const [adding, setAdding] = useState(false)
  const { show } = useOpen()
  const canAdd = may(stockCounts.add)
  useKeys({ n: () => setAdding(true) }, { enabled: canAdd && !adding })
  return (
    <>
      <ResourceScreen
        of={stockCountList}
        detailSize={1040}
        columns={COLUMNS}
        detail={(row) => <CountDetail key={row.id} id={row.id} />}
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
          <NewCount
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
