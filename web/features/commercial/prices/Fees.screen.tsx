import { TableOutlined } from '@ant-design/icons'
import { useNavigate } from 'react-router'
import { fees } from '#contracts/commercial/fees.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { RaiseButton } from './raise-button.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const COLUMNS = [
  'code',
  'name',
  'serviceId',
  'kind',
  'currency',
  'supplierId',
  'validFrom',
  'validTo',
  'status',
] as const

/** Price tables; their prices, version by version, are a page of their own. */
export default function Fees() {
  const t = useT('prices')
  const navigate = useNavigate()
  return (
    <ResourceScreen
      of={fees}
      columns={COLUMNS}
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
