import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { fbaCartonList, fbaCartons } from '#contracts/depot/fba-waybills.ts'
import { fbaOrders } from '#contracts/orders/fba/fba.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { CartonAside, useCartonLabels } from './carton-aside.tsx'

type Row = RowOf<typeof fbaCartonList>
const COLUMNS = [
  'fbaCode',
  'serialNumber',
  'waybillNo',
  'warehouseCode',
  'status',
  'slotFrom',
  'pieces',
  'weight',
  'referenceId',
  'customerId',
]

/** Orders on trucks to marketplaces, with their cartons: what a customer follows. */
export default function FbaCartonLists() {
  const t = useT('fba-trucks')
  const may = useRightsCheck()
  const download = useDownload(fbaCartons.download)
  const labels = useCartonLabels()
  const actions = (row: Row): RowAction[] => [
    {
      key: 'download',
      label: t('carton.download'),
      icon: <DownloadOutlined />,
      onClick: () => void download.run({ id: row.id }, `${row.fbaCode ?? row.id}.xlsx`),
    },
    ...(may(fbaOrders.printLabels)
      ? [
          {
            key: 'labels',
            label: t('carton.labels'),
            icon: <PrinterOutlined />,
            onClick: () => void labels(row.id, row.fbaCode ?? row.id),
          },
        ]
      : []),
  ]
  return (
    <ResourceScreen
      of={fbaCartonList}
      columns={COLUMNS}
      sums={['pieces', 'weight']}
      rowActions={actions}
      aside={(row) => <CartonAside id={row.id} />}
    />
  )
}
