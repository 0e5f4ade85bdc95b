import { couriers } from '#contracts/carriers/couriers.ts'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'

/** A courier by its code, which is what mappings and numbers keep. */
export function CourierSelect({ id, value, onChange, disabled }: FieldInputProps) {
  const found = useApi(
    couriers.endpoints.list,
    { pageSize: '200', column: 'code', order: 'asc' },
    { quiet: true, staleTime: 60_000 },
  )
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const known = (found.data?.records ?? []).map((row) => ({
    value: String(row.code),
    label: `${String(row.code)} · ${String(row.name)}`,
  }))
  return (
    <ChoiceInput
      {...(id ? { id } : {})}
      list="couriers"
      disabled={disabled ?? false}
      value={chosen}
      loading={found.isPending}
      {...(onChange ? { onChange } : {})}
      options={
        chosen && !known.some((one) => one.value === chosen)
          ? [{ value: chosen, label: chosen }, ...known]
          : known
      }
    />
  )
}
