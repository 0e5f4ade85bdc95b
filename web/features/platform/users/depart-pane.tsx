import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { departUsers } from '#contracts/platform/people/users.departments.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useMobile } from '../../../kit/platform/use-timing.ts'

interface Depart {
  id: string
  parentId: string | null
  orgCode: string
  departName: string
  departNameEn: string | null
  users: number
}

/**
 * Departments with how many people each holds, those below it included; one of them narrows the
 * list next to it. On a phone a choice above it.
 */
export function DepartPane({
  value,
  onChange,
}: {
  value: string
  onChange: (orgCode: string | null) => void
}) {
  const t = useT('address-book')
  const english = useLang() === 'en_US'
  const small = useMobile()
  const [typed, setTyped] = useState('')
  const found = useApi(departUsers.departTree, {}, { staleTime: 60_000, quiet: true })
  const departs = useMemo(() => ordered(found.data ?? []), [found.data])
  const nameOf = (depart: Depart) => (english && depart.departNameEn) || depart.departName
  if (small) {
    return (
      <Select<string>
        className="py-wide usr-depart-choice"
        aria-label={t('departName')}
        value={value || ''}
        onChange={(code) => onChange(code || null)}
        options={[
          { value: '', label: t('all') },
          ...departs.map(({ depart, depth }) => ({
            value: depart.orgCode,
            label: `${'　'.repeat(depth)}${nameOf(depart)} (${depart.users})`,
          })),
        ]}
      />
    )
  }
  const word = typed.trim().toLowerCase()
  const shown = departs.filter(
    ({ depart }) => word === '' || nameOf(depart).toLowerCase().includes(word),
  )
  return (
    <nav className="py-side-pane" aria-label={t('departName')}>
      <input
        className="py-input"
        type="search"
        aria-label={t('findDepart')}
        placeholder={t('findDepart')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul>
        <li>
          <button type="button" aria-pressed={value === ''} onClick={() => onChange(null)}>
            <span>{t('all')}</span>
          </button>
        </li>
        {shown.map(({ depart, depth }) => (
          <li key={depart.id}>
            <button
              type="button"
              aria-pressed={value === depart.orgCode}
              style={{ paddingInlineStart: 12 + (word ? 0 : depth) * 16 }}
              onClick={() => onChange(depart.orgCode)}
            >
              <span>{nameOf(depart)}</span>
              <small className="py-num">{depart.users}</small>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Parents before their children, as the tree reads from above. */
function ordered(rows: readonly Depart[]): { depart: Depart; depth: number }[] {
  const children = Map.groupBy(rows, (row) => row.parentId)
  const walk = (parent: string | null, depth: number): { depart: Depart; depth: number }[] =>
    (children.get(parent) ?? []).flatMap((depart) => [
      { depart, depth },
      ...walk(depart.id, depth + 1),
    ])
  return walk(null, 0)
}
