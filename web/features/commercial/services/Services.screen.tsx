import { useNavigate } from 'react-router'
import { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'

const COLUMNS = [
  'code',
  'name',
  'channelId',
  'tradeType',
  'transType',
  'deductMethod',
  'feeId',
  'restricted',
  'izEnable',
] as const

/** What is sold; each service has a page of its own. */
export default function Services() {
  const navigate = useNavigate()
  return (
    <ResourceScreen
      of={deliveryServices}
      columns={COLUMNS}
      page={{
        open: (row) => void navigate(`/delivery/services/${row.id}`),
        add: () => void navigate('/delivery/services/new'),
      }}
    />
  )
}
