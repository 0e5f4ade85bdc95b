import { tenants } from '#contracts/platform/operations/tenants.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useLang } from '../../../kit/text/i18n.ts'
import { departItems, useDepartTree } from '../../../pickers/depart-select.tsx'

interface ListProps {
  id?: string
  value?: readonly string[]
  onChange?: (value: string[]) => void
}

/** Departments a user leads: some of those they are in. */
export function Leads({
  among,
  value = [],
  onChange,
  ...rest
}: ListProps & { among: readonly string[] }) {
  const english = useLang() === 'en_US'
  const { nodes } = useDepartTree(true)
  const names = new Map<string, string>()
  const walk = (items: ReturnType<typeof departItems>) => {
    for (const item of items) {
      names.set(item.value, item.title)
      walk(item.children ?? [])
    }
  }
  walk(departItems(nodes, english))
  return (
    <ChoiceInput
      {...rest}
      many
      value={value.filter((id) => among.includes(id))}
      options={among.map((id) => ({ value: id, label: names.get(id) ?? id }))}
      onChange={(next) => onChange?.(Array.isArray(next) ? [...next] : [])}
    />
  )
}

/** Other tenants a person may work in; for the platform's administrators. */
export function Tenants({ value = [], onChange, ...rest }: ListProps) {
  const found = useApi(tenants.list, { pageSize: '200' } as never, {
    staleTime: 60_000,
    quiet: true,
  })
  const options = (found.data?.records ?? []).map((tenant) => ({
    value: String(tenant.id),
    label: String(tenant.name),
  }))
  return (
    <ChoiceInput
      {...rest}
      many
      value={value}
      options={options}
      loading={found.isPending}
      onChange={(next) => onChange?.(Array.isArray(next) ? [...next] : [])}
    />
  )
}
