import { useNavigate } from 'react-router'
import { suppliers } from '#contracts/parties/suppliers.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'

const COLUMNS = [
  'code',
  'name',
  'contact',
  'phone',
  'currency',
  'contractNo',
  'contractTo',
  'paymentDays',
  'creditLimit',
  'enabled',
  'statusReason',
] as const

/** Suppliers; each has a page of its own. */
export default function Suppliers() {
  const navigate = useNavigate()
  const { show } = useOpen()
  return (
    <ResourceScreen
      of={suppliers}
      columns={COLUMNS}
      page={{
        open: (row) => void navigate(`/delivery/suppliers/${row.id}`),
        add: () => show({ kind: 'new', id: null }),
      }}
    />
  )
}
