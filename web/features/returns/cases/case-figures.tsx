import { Link } from 'react-router'
import { cases } from '#contracts/returns/cases/cases.ts'
import { CASE_TYPES, UNDONE } from '#contracts/returns/cases/cases.states.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'

const AGES = ['0-2', '3-7', '8+'] as const

/** Open cases by type and by days since they were opened, for who handles them. */
export function CaseFigures() {
  return useCan(cases.figures) ? <Figures /> : null
}

function Figures() {
  const t = useT('cases')
  const found = useApi(cases.figures, {}, { keepPrevious: true, quiet: true })
  const rows = found.data ?? []
  const types = CASE_TYPES.filter((type) => rows.some((row) => row.type === type))
  if (types.length === 0) return null
  const of = (type: string, days: string) =>
    rows.find((row) => row.type === type && row.days === days)?.count ?? 0
  const status = UNDONE.join(',')
  return (
    <details className="case-figures">
      <summary>{t('figures')}</summary>
      <table aria-label={t('figures')}>
        <thead>
          <tr>
            <th scope="col">{t('type')}</th>
            {AGES.map((days) => (
              <th key={days} scope="col">
                {t(`figures.${days}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <tr key={type}>
              <th scope="row">
                <Link to={`/returns/cases?${new URLSearchParams({ type, status }).toString()}`}>
                  {rows.find((row) => row.type === type)?.type_dictText}
                </Link>
              </th>
              {AGES.map((days) => (
                <td key={days} className="py-num">
                  {formatNumber(of(type, days))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
