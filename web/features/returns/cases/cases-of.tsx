import { Suspense } from 'react'
import { Link } from 'react-router'
import type { RowOf } from '#contracts/kit/entity.ts'
import { caseList } from '#contracts/returns/cases/cases.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { CaseStatus } from './case-status.tsx'
import type { CaseOf } from './open-case-dialog.tsx'
import './cases.css'

type Of = Pick<CaseOf, 'source' | 'record'>
/** Of one record so many are shown; the rest are in the list. */
const SHOWN = 10

/** The cases about a record, each with the way to its thread; nothing where there are none. */
export function CasesOf(of: Of) {
  return useCan(caseList.endpoints.list) ? (
    <Suspense>
      <Found {...of} />
    </Suspense>
  ) : null
}

function Found({ source, record }: Of) {
  const t = useT('cases')
  const about = `${source}:${record}`
  const found = useApi(
    caseList.endpoints.list,
    { about, pageSize: SHOWN },
    { quiet: true, refetchInterval: 60_000 },
  )
  const rows = (found.data?.records ?? []) as RowOf<typeof caseList>[]
  if (rows.length === 0) return null
  return (
    <section className="py-details" aria-label={t('of.title')}>
      <h3>{t('of.title')}</h3>
      <ul className="case-list">
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={`/returns/cases?_row=${row.id}`}>{row.no}</Link>{' '}
            <CaseStatus status={String(row.status)} /> {row.subject}{' '}
            {row.lastAt && <Moment at={row.lastAt} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
