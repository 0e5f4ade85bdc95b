import { useNavigate } from 'react-router'
import { depots } from '#contracts/parties/depots.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { ZoneInput } from './zone-input.tsx'

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

const INPUTS = { timeZone: (props: FieldInputProps) => <ZoneInput {...props} /> }

/** Depots; each has a page of its own, a new one begins with its address. */
export default function Depots() {
  const navigate = useNavigate()
  const { show } = useOpen()
  return (
    <ResourceScreen
      of={depots}
      columns={COLUMNS}
      inputs={INPUTS}
      page={{
        open: (row) => void navigate(`/delivery/depots/${row.id}`),
        add: () => show({ kind: 'new', id: null }),
      }}
    />
  )
}
