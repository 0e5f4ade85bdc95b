import { useState } from 'react'
import type { roles } from '#contracts/platform/access/roles.ts'
import type { CallOf } from '../kit/http/api.ts'
import { ChoiceInput } from '../kit/form/choices/choice-input.tsx'
import { chosenOf } from '../kit/form/choices/chosen.ts'
import type { ChoiceProps } from '../kit/form/choices/dict-select.tsx'
import { useLang, useT } from '../kit/text/i18n.ts'
import { useApi } from '../kit/http/query.ts'

const all: CallOf<typeof roles.queryall> = { method: 'GET', path: '/sys/role/queryall' }

/**
 * Roles by name or code. With `grant` those the person could not give away (beyond their own
 * rights) are shown grey; what is already given stays.
 */
export function RoleSelect({
  value = null,
  onChange,
  many = false,
  grant = false,
  ...rest
}: ChoiceProps & { grant?: boolean }) {
  const t = useT()
  const english = useLang() === 'en_US'
  const [open, setOpen] = useState(false)
  const chosen = chosenOf(value, many)
  const found = useApi(
    all,
    {},
    { enabled: open || chosen.length > 0, staleTime: 60_000, quiet: true },
  )
  const text = (role: object, key: string): string => {
    const word: unknown = Reflect.get(role, key)
    return typeof word === 'string' ? word : ''
  }
  return (
    <ChoiceInput
      {...rest}
      many={many}
      list="roles"
      loading={found.isFetching}
      onOpenChange={setOpen}
      value={many ? chosen : (chosen[0] ?? null)}
      {...(onChange ? { onChange } : {})}
      options={(found.data ?? []).map((role) => ({
        value: text(role, 'id'),
        label: (english && text(role, 'roleNameEn')) || text(role, 'roleName'),
        names: ['roleCode', 'roleName', 'roleNameEn'].map((key) => text(role, key)),
        disabled: grant && !role.grantable && !chosen.includes(text(role, 'id')),
        title: grant && !role.grantable ? t('choice.beyond') : '',
      }))}
      notFoundContent={
        found.isPending
          ? t('state.loading')
          : found.isError
            ? t('failure.loading')
            : t('empty.noMatch')
      }
    />
  )
}
