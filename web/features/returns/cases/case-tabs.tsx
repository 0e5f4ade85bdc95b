import { useQueries } from '@tanstack/react-query'
import { cases } from '#contracts/returns/cases/cases.ts'
import { CASE_STATUS } from '#contracts/returns/cases/cases.states.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useApi } from '../../../kit/http/query.ts'
import type { List } from '../../../kit/list/list.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useCaseStatus } from './case-status.tsx'

const ALL = ''
const FRESH_MS = 60_000

/** How many cases each tab has: with other filters, of those they leave. */
function useCounts<R>(list: List<R>): (status: string) => number | undefined {
  const { status: _, ...others } = list.state.filters
  const narrowed = Object.keys(others).length > 0
  const all = useApi(cases.counts, {}, { keepPrevious: true })
  const answers = useQueries({
    queries: CASE_STATUS.map((status) => ({
      // Under the path of the counts: what changes cases asks for these again as well.
      queryKey: [cases.counts.path, list.scope, status, others],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        list.fetchPage(1, 1, { ...others, status }, signal),
      enabled: narrowed && !list.loading && !list.stale,
      staleTime: FRESH_MS,
      retry: false,
    })),
  })
  return (status) =>
    narrowed
      ? answers[CASE_STATUS.findIndex((one) => one === status)]?.data?.total
      : (all.data?.[status] ?? 0)
}

/** The list by status: a tab is the filter by one status, in the address like any other. */
export function CaseTabs<R>({ list }: { list: List<R> }) {
  const t = useT('cases')
  const [address, setAddress] = useAddress()
  const statusText = useCaseStatus()
  const count = useCounts(list)
  const counts = CASE_STATUS.map(count)
  const all = counts.some((one) => one === undefined)
    ? ''
    : counts.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  return (
    <Segments
      className="ret-tabs"
      options={[
        { value: ALL, label: `${t('tab.all')} ${all}` },
        ...CASE_STATUS.map((value, at) => ({
          value: value as string,
          label: `${statusText(value)} ${counts[at] ?? ''}`,
        })),
      ]}
      value={address.get('status') ?? ALL}
      onChange={(next) =>
        setAddress((now) => {
          now.delete('pageNo')
          if (next === ALL) now.delete('status')
          else now.set('status', next)
          return now
        })
      }
      aria-label={t('tabs')}
    />
  )
}
