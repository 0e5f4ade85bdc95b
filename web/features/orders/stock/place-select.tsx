import { useState } from 'react'
import { stockPlaces } from '#contracts/orders/stock/stock-places.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'

const call = listOf(stockPlaces)

/** A place of one depot, by the beginning of its number. */
export function PlaceSelect({
  id,
  value,
  onChange,
  depotId,
  label,
}: {
  id?: string
  value?: string | null
  onChange?: (id: string | null) => void
  depotId: string | null
  label?: string
}) {
  const [typed, setTyped] = useState('')
  const keyword = useDebouncedValue(typed.trim())
  const [open, setOpen] = useState(false)
  const found = useApi(
    call,
    {
      ...(depotId ? { depotId } : {}),
      ...(keyword ? { code: keyword } : {}),
      column: 'code',
      order: 'asc',
      pageSize: '50',
    },
    { enabled: depotId !== null && (open || value !== null), keepPrevious: true, quiet: true },
  )
  const options = (found.data?.records ?? []).map((row) => ({
    value: row.id,
    label: row.code ?? row.id,
  }))
  return (
    <ChoiceInput
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label } : {})}
      value={value ?? null}
      onTyped={setTyped}
      pending={typed.trim() !== keyword || found.isFetching}
      open={open}
      onOpenChange={setOpen}
      loading={found.isFetching && open}
      options={options}
      onChange={(chosen) => onChange?.(typeof chosen === 'string' ? chosen : null)}
    />
  )
}
