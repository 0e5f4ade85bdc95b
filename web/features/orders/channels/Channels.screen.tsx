import { useNavigate } from 'react-router'
import { channels } from '#contracts/commercial/channels.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { AdapterName, AdapterSelect } from './adapter-select.tsx'

const COLUMNS = [
  'code',
  'name',
  'supplierId',
  'courierId',
  'transType',
  'adapter',
  'countries',
  'maxWeight',
  'dailyOrders',
  'priority',
  'enabled',
] as const
const CELLS = { adapter: (row: { adapter: string | null }) => <AdapterName code={row.adapter} /> }
const INPUTS = { adapter: AdapterSelect }

/** Channels; each has a page of its own. */
export default function Channels() {
  const navigate = useNavigate()
  const { show } = useOpen()
  return (
    <ResourceScreen
      of={channels}
      columns={COLUMNS}
      cells={CELLS}
      inputs={INPUTS}
      page={{
        open: (row) => void navigate(`/delivery/channels/${row.id}`),
        add: () => show({ kind: 'new', id: null }),
      }}
    />
  )
}
