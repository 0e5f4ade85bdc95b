import { roles } from '#contracts/platform/access/roles.ts'
import { useDict } from '../../../kit/http/dict.ts'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'

const text = (role: object, key: string): string => {
  const word: unknown = Reflect.get(role, key)
  return typeof word === 'string' ? word : ''
}
/** Roles one may see, with their reach and whether they can be given. */
export function useRoles(): readonly { id: string; dataScope: string; grantable: boolean }[] {
  const found = useApi(roles.queryall, {}, { staleTime: 60_000, quiet: true })
  return (found.data ?? []).map((role) => ({
    id: text(role, 'id'),
    dataScope: text(role, 'dataScope'),
    grantable: role.grantable === true,
  }))
}
/** What a new user of a customer is proposed with: the role of its main account, else the smaller one. */
export function useCustomerRole(): string | null {
  const roles = useRoles().filter(({ grantable }) => grantable)
  const of = (scope: string) => roles.find(({ dataScope }) => dataScope === scope)
  return (of('customer') ?? of('sub'))?.id ?? null
}

const isForCustomers = (scope: string) => scope === 'customer' || scope === 'sub'

/**
 * Roles fit for staff or for a customer's user, each with its reach; those beyond the caller's own rights
 * are shown, but cannot be given.
 */
export function RoleChoice({
  value,
  onChange,
  customer,
  ...rest
}: FieldInputProps & { customer: boolean }) {
  const t = useT('users')
  const english = useLang() === 'en_US'
  const scopes = useDict('data_scope')
  const found = useApi(roles.queryall, {}, { staleTime: 60_000, quiet: true })
  const chosen = Array.isArray(value) ? value.map(String) : []
  const choices = (found.data ?? []).filter(
    (role) =>
      isForCustomers(text(role, 'dataScope')) === customer || chosen.includes(text(role, 'id')),
  )
  return (
    <ChoiceInput
      {...rest}
      many
      list="roles"
      value={chosen}
      {...(onChange ? { onChange } : {})}
      loading={found.isPending}
      popupMatchSelectWidth={360}
      options={choices.map((role) => {
        const id = text(role, 'id')
        const beyond = !role.grantable && !chosen.includes(id)
        const name = (english && text(role, 'roleNameEn')) || text(role, 'roleName')
        return {
          value: id,
          label: name,
          names: ['roleCode', 'roleName', 'roleNameEn'].map((key) => text(role, key)),
          disabled: beyond,
          note: beyond
            ? t('role.beyond')
            : (scopes.find((item) => item.value === text(role, 'dataScope'))?.text ?? ''),
        }
      })}
    />
  )
}
