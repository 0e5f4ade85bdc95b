import { LinkOutlined, PlusOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { houseWaybillList, houseWaybills } from '#contracts/depot/house-waybills.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { HawbAside } from './house-aside.tsx'

const GenerateHawbs = lazy(() => import('./generate-houses.tsx'))
const LinkParcels = lazy(() => import('./link-parcels.tsx'))
type Row = RowOf<typeof houseWaybillList>
const COLUMNS = [
  'no',
  'waybillId',
  'customerId',
  'consigneeName',
  'consigneeCountry',
  'goods',
  'pieces',
  'weight',
  'declared',
]

/** Bills of lading of single customers within waybill batches. */
export default function HouseWaybills() {
  const t = useT('waybills')
  const may = useRightsCheck()
  const print = useDownload(houseWaybills.print)
  const [generating, setGenerating] = useState(false)
  const [linking, setLinking] = useState<Row | null>(null)
  const actions = (row: Row): RowAction[] => [
    {
      key: 'print',
      label: t('house.print'),
      icon: <PrinterOutlined />,
      onClick: () => void print.run({ id: row.id }, `${row.no ?? row.id}.pdf`),
    },
    ...(may(houseWaybills.link)
      ? [
          {
            key: 'link',
            label: t('house.link'),
            icon: <LinkOutlined />,
            onClick: () => setLinking(row),
          },
        ]
      : []),
  ]
  return (
    <>
      <ResourceScreen
        of={houseWaybillList}
        columns={COLUMNS}
        sums={['pieces', 'weight']}
        detailSize={720}
        rowActions={actions}
        aside={(row) => <HawbAside id={row.id} />}
        newButton={
          may(houseWaybills.generate) && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setGenerating(true)}>
              {t('houses.generate')}
            </Button>
          )
        }
      />
      <Suspense>
        {generating && <GenerateHawbs onClose={() => setGenerating(false)} />}
        {linking && <LinkParcels hawb={linking} onClose={() => setLinking(null)} />}
      </Suspense>
    </>
  )
}
