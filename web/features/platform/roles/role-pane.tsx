import { useState } from 'react'
import { useT } from '../../../kit/text/i18n.ts'
import { useMobile } from '../../../kit/platform/use-timing.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'

export interface RoleBrief {
  id: string
  name: string
  code: string
  scope: string
  scopeText: string
  grantable: boolean
  users: number
}

/** The roles with how many hold each; on a phone a choice above the list. */
export function RolePane({
  roles,
  value,
  onChange,
}: {
  roles: readonly RoleBrief[]
  value: string
  onChange: (id: string) => void
}) {
  const t = useT('role-users')
  const small = useMobile()
  const [typed, setTyped] = useState('')
  if (small)
    return (
      <ChoiceInput
        clearable={false}
        className="py-wide"
        aria-label={t('role')}
        value={value || null}
        onChange={(next) => typeof next === 'string' && onChange(next)}
        options={roles.map((role) => ({ value: role.id, label: `${role.name} (${role.users})` }))}
      />
    )
  const word = typed.trim().toLowerCase()
  return (
    <nav className="py-side-pane" aria-label={t('role')}>
      <input
        className="py-input"
        type="search"
        aria-label={t('find')}
        placeholder={t('find')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul>
        {roles
          .filter((role) => `${role.name} ${role.code}`.toLowerCase().includes(word))
          .map((role) => (
            <li key={role.id}>
              <button
                type="button"
                aria-pressed={value === role.id}
                onClick={() => onChange(role.id)}
              >
                <span>
                  {role.name}
                  <small>{role.scopeText}</small>
                </span>
                <small className="py-num">{role.users}</small>
              </button>
            </li>
          ))}
      </ul>
    </nav>
  )
}
