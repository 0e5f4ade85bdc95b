import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { fbaWaybillList, fbaWaybills } from '#contracts/depot/fba-waybills.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { Board } from './board.tsx'
import { TruckAside } from './truck-aside.tsx'

const NewTruck = lazy(() => import('./new-truck.tsx'))
const COLUMNS = [
  'no',
  'warehouseCode',
  'status',
  'slotFrom',
  'appointmentNo',
  'pieces',
  'weight',
  'pallets',
  'driver',
  'plate',
  'bolNo',
  'waybillId',
  'depotId',
]
type View = 'list' | 'board'

/** Trucks to the warehouses of marketplaces: as a list, and as appointments of two weeks. */
export default function FbaWaybills({ title }: { title: string }) {
  const t = useT('fba-trucks')
  const may = useRightsCheck()
  const [view, setView] = useState<View>('list')
  const [adding, setAdding] = useState(false)
  const top = (
    <Segments
      aria-label={title}
      options={(['list', 'board'] as const).map((value) => ({
        value,
        label: t(value === 'list' ? 'board.list' : 'board'),
      }))}
      value={view}
      onChange={setView}
    />
  )
  return (
    <>
      {view === 'board' ? (
        <>
          <PageHeader title={title} />
          {top}
          <Board />
        </>
      ) : (
        <ResourceScreen
          of={fbaWaybillList}
          title={title}
          top={top}
          columns={COLUMNS}
          sums={['pieces', 'weight']}
          detailSize={760}
          aside={(row) => <TruckAside id={row.id} />}
          newButton={
            may(fbaWaybills.add) && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
                {t('new')}
              </Button>
            )
          }
        />
      )}
      <Suspense>{adding && <NewTruck onClose={() => setAdding(false)} />}</Suspense>
    </>
  )
}
