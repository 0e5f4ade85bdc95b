import { Select } from 'antd'
import { useState } from 'react'
import type { Resource } from '#contracts/kit/resource.ts'
import type { ChoiceProps } from './dict-select.tsx'
import { useT } from './i18n.ts'
import { useApi } from './query.ts'
import { useResource } from './resource-of.ts'
import { useSettled } from './use-late.ts'

type RefSelectProps = ChoiceProps & {
  /** The referenced resource's name. */
  of: string
  /** The label of the present value, where the row brought it (`_dictText`): saves a call. */
  text?: string | null
}

/** Another resource's row, found by typing; asks its `options` call after 300 ms without a key. */
export function RefSelect({ of, ...props }: RefSelectProps) {
  const resource = useResource(of)
  // A ref may name rows that are not a plain resource; then it can be shown but not picked here.
  if (!resource) return <Select {...(props.id ? { id: props.id } : {})} loading={resource === undefined} disabled value={props.text ?? props.value ?? null} />
  return <Picker resource={resource} {...props} />
}

function Picker({ resource, value = null, onChange, many = false, text, ...rest }: Omit<RefSelectProps, 'of'> & { resource: Resource }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const keyword = useSettled(typed.trim())
  const ids = value === null ? [] : typeof value === 'string' ? [value] : [...value]
  const found = useApi(resource.endpoints.options, { keyword: keyword || undefined }, { enabled: open, keepPrevious: true, quiet: true })
  const unnamed = ids.length > 0 && !text
  const named = useApi(resource.endpoints.options, { ids }, { enabled: unnamed, keepPrevious: true, quiet: true })
  const known = new Map([...(named.data ?? []), ...(found.data ?? []), ...(text && ids[0] ? [{ value: ids[0], text }] : [])].map((option) => [option.value, option.text]))
  const options = (found.data ?? []).map((option) => ({ value: option.value, label: option.text }))
  for (const id of ids) if (!options.some((option) => option.value === id)) options.unshift({ value: id, label: known.get(id) ?? id })
  return (
    <Select<string | string[] | null>
      {...rest} allowClear popupMatchSelectWidth={false} {...(many ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      showSearch={{ filterOption: false, onSearch: setTyped }} onOpenChange={setOpen} loading={found.isFetching && open}
      value={many ? ids : (ids[0] ?? null)} onChange={(next) => onChange?.(next ?? null)} options={options}
      notFoundContent={found.isPending ? t('state.loading') : found.isError ? t('failure.loading') : t('empty.noMatch')}
    />
  )
}
