import { TableOutlined } from '@ant-design/icons'
import { useNavigate } from 'react-router'
import { fees } from '#contracts/commercial/fees.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { RaiseButton } from './raise-button.tsx'
import { NextVersions, TableCustomers, TableFacts } from './table-facts.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Row = RowOf<typeof fees>
const COLUMNS = [
  'code',
  'name',
  'serviceId',
  'forCustomers',
  'kind',
  'currency',
  'supplierId',
  'validFrom',
  'validTo',
  'nextVersion',
  'status',
] as const

const CELLS = {
  forCustomers: (row: Row) => <TableCustomers row={row} />,
  nextVersion: (row: Row) => <NextVersions row={row} />,
}

/** Price tables; their prices, version by version, are a page of their own. */
export default function Fees() {
  const t = useT('prices')
  const navigate = useNavigate()
  return (
    <ResourceScreen
      of={fees}
      columns={COLUMNS}
      cells={CELLS}
      aside={(row) => <TableFacts row={row} />}
      toolbar={() => <RaiseButton />}
      rowActions={(row) => [
        {
          key: 'prices',
          label: t('open'),
          icon: <TableOutlined />,
          onClick: () => void navigate(`/delivery/prices?fee=${row.id}`),
        },
      ]}
    />
  )
}
