import { Input } from 'antd'
import type { RowOf } from '#contracts/kit/entity.ts'
import { fbaWarehouses } from '#contracts/orders/fba/fba-warehouses.ts'
import { ChoiceInput, type ChoiceOption } from '../kit/form/choices/choice-input.tsx'
import { useApi } from '../kit/http/query.ts'
import { listOf } from '../kit/resource/resource-screen-props.ts'
import { useCan } from '../kit/session/permissions.tsx'
import { useDict } from '../kit/http/dict.ts'
import { useT } from '../kit/text/i18n.ts'

export type Warehouse = RowOf<typeof fbaWarehouses>

const LIST = listOf(fbaWarehouses)
const ALL = { pageNo: 1, pageSize: 200, column: 'code', order: 'asc' as const }

/** Warehouses of marketplaces that take orders; none for those who may not list them. */
export function useWarehouses(enabled = true): readonly Warehouse[] {
  const may = useCan(fbaWarehouses.endpoints.list)
  const { data } = useApi(LIST, ALL, { enabled: enabled && may, staleTime: 300_000, quiet: true })
  return (data?.records ?? []).filter(({ enabled: open }) => open)
}

interface WarehouseSelectProps {
  id?: string
  /** Its code; '' for none. */
  value?: string | null
  onChange?: (code: string) => void
  /** The warehouse that was chosen, with its address. */
  onPick: (warehouse: Warehouse) => void
}

const joined = (parts: readonly (string | null | undefined)[], sign: string) =>
  parts.filter(Boolean).join(sign)

/**
 * A marketplace's warehouse with its address, found by any part of it; typed by those who may not
 * list them.
 */
export function WarehouseSelect({ id, value, onChange, onPick }: WarehouseSelectProps) {
  const t = useT()
  const may = useCan(fbaWarehouses.endpoints.list)
  const warehouses = useWarehouses()
  const countries = useDict('country')
  const bound = id === undefined ? {} : { id }
  if (!may)
    return (
      <Input
        {...bound}
        value={value ?? ''}
        maxLength={12}
        autoComplete="off"
        onChange={(event) => onChange?.(event.target.value)}
      />
    )
  const options = warehouses.map((one): ChoiceOption => {
    const { code, name, street, house, postalCode, city, state } = one
    const country = countries.find((known) => known.value === one.country)?.text ?? one.country
    const address = [joined([street, house], ' '), joined([postalCode, city], ' ')]
    return {
      value: code ?? '',
      label: joined([code, name], ' · '),
      note: joined([...address, country], ', '),
      names: [code, name, city, postalCode, street, state, one.country, country].filter(
        (part): part is string => Boolean(part),
      ),
    }
  })
  if (value && !options.some((one) => one.value === value)) options.unshift({ value, label: value })
  return (
    <ChoiceInput
      {...bound}
      list="fba-warehouses"
      value={value || null}
      options={options}
      notFoundContent={t('empty.noMatch')}
      onChange={(next) => {
        const code = typeof next === 'string' ? next : ''
        onChange?.(code)
        const found = warehouses.find((one) => one.code === code)
        if (found) onPick(found)
      }}
    />
  )
}
