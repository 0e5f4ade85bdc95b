import { PrinterOutlined, ScanOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useNavigate } from 'react-router'
import { outPackageList, outPackages } from '#contracts/depot/packages.ts'
import { OUT_PACKAGE } from '#contracts/depot/scans.states.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { call } from '../../../kit/http/api.ts'
import { gathered } from '../../../kit/http/gathered.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { Num } from '../../../kit/platform/cells.tsx'
import { useAdding } from '../../../kit/resource/adding/use-adding.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useBatchScan } from '../scans/index.ts'
import PackageDetail from './package-detail.tsx'

const NewPackage = lazy(() => import('./new-package.tsx'))
type Row = RowOf<typeof outPackageList>
type Counts = Out<typeof outPackages.counts>[string]
const COLUMNS = [
  'no',
  'kind',
  'status',
  'depotId',
  'pieces',
  'weight',
  'sealNo',
  'createTime',
  'createBy',
  'closedAt',
  'closedBy',
] as const
const FIGURES = ['pieces', 'weight'] as const
const countsOf = gathered<Counts>((ids) => call(outPackages.counts, { ids }, { quiet: true }))

/** Bags and pallets: opened, filled by scan, closed with a seal, and on which batch they left. */
export default function Packages() {
  const t = useT('out-packages')
  const may = useRightsCheck()
  const go = useNavigate()
  const label = useDownload(outPackages.label)
  useBatchScan(outPackageList.path, (no) => t('noSuch', { no }))
  const scan = (id: string) => void go(`/warehouse/packages/scan?id=${id}`)
  const actions = (row: Row): RowAction[] => [
    ...(may(outPackages.scan)
      ? [
          {
            key: 'scan',
            label: t('scan'),
            icon: <ScanOutlined />,
            blocked: row.status === OUT_PACKAGE.open ? null : t('notOpen'),
            onClick: () => scan(row.id),
          },
        ]
      : []),
    {
      key: 'label',
      label: t('label'),
      icon: <PrinterOutlined />,
      onClick: () => void label.run({ id: row.id }, `${row.no ?? row.id}.pdf`),
    },
  ]
  const adding = useAdding('out-packages', may(outPackages.add), NewPackage, scan)
  return (
    <>
      <ResourceScreen
        of={outPackageList}
        columns={COLUMNS}
        figures={FIGURES}
        rowActions={actions}
        detail={(row) => <PackageDetail id={row.id} />}
        newButton={adding.button}
        cells={{
          pieces: (row) => <Counted id={row.id} of="pieces" />,
          weight: (row) => <Counted id={row.id} of="weightKg" />,
        }}
      />
      {adding.dialog}
    </>
  )
}

function Counted({ id, of }: { id: string; of: keyof Counts }) {
  const { data } = useQuery({
    queryKey: [outPackages.counts.path, id],
    queryFn: () => countsOf(id),
  })
  return data ? <Num value={data[of]} /> : null
}
