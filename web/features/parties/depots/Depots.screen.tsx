import { useNavigate } from 'react-router'
import { depots } from '#contracts/parties/depots.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'

const COLUMNS = [
  'code',
  'name',
  'depotType',
  'country',
  'city',
  'postalCode',
  'contact',
  'phone',
  'enabled',
] as const

/** Depots; each has a page of its own, a new one begins with its address. */
export default function Depots() {
  const navigate = useNavigate()
  const { show } = useOpen()
  return (
    <ResourceScreen
      of={depots}
      columns={COLUMNS}
      page={{
        open: (row) => void navigate(`/delivery/depots/${row.id}`),
        add: () => show({ kind: 'new', id: null }),
      }}
    />
  )
}
