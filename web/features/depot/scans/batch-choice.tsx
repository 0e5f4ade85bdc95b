import { useId } from 'react'
import { type InboundResult } from '#contracts/depot/inbound.ts'
import { predictedBatches, predictedBatchList } from '#contracts/depot/predicted.ts'
import type { Page } from '#contracts/kit/page.ts'
import type { Callable } from '../../../kit/http/api.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'

interface Row {
  id: string
  no: string
  customerId_dictText: string
  expectedDate: string | null
}
const openBatches: Callable<object, Page<Row>> = {
  method: 'GET',
  path: predictedBatchList.endpoints.list.path,
}
const OPEN = {
  status_MultiString: '1,2',
  pageNo: 1,
  pageSize: 100,
  column: 'createTime',
  order: 'desc',
}
type Counts = NonNullable<InboundResult['batch']>['counts']

/**
 * The announced batch that is being received, if any: only its parcels are taken, and its counters
 * run along.
 */
export function BatchChoice({
  id,
  onChange,
  fresh,
}: {
  id: string | null
  onChange: (id: string | null) => void
  /** Counters a scan just brought. */ fresh: InboundResult['batch']
}) {
  const t = useT('scans')
  const label = useId()
  const open = useApi(openBatches, OPEN, { keepPrevious: true, quiet: true })
  const counted = useApi(
    predictedBatches.counts,
    { ids: [id ?? '0'] },
    { enabled: id !== null, refetchInterval: 10_000, quiet: true },
  )
  const options = (open.data?.records ?? []).map((row) => ({
    value: row.id,
    label: [row.no, row.customerId_dictText, row.expectedDate].filter(Boolean).join(' · '),
  }))
  const counts =
    (fresh?.id === id ? fresh?.counts : null) ?? (id === null ? null : (counted.data?.[id] ?? null))
  return (
    <>
      <div className="wh-batch">
        <label htmlFor={label}>{t('batch.label')}</label>
        <ChoiceInput
          id={label}
          placeholder={t('batch.any')}
          value={id}
          options={options}
          loading={open.isFetching}
          onChange={(next) => onChange(typeof next === 'string' ? next : null)}
          notFoundContent={t('batch.none')}
        />
      </div>
      {counts && <BatchProgress counts={counts} />}
    </>
  )
}

export function BatchProgress({ counts }: { counts: Counts }) {
  const t = useT('scans')
  const share =
    counts.expected === 0 ? 0 : Math.min(100, Math.round((counts.received * 100) / counts.expected))
  return (
    <span className="wh-progress" role="status">
      <span className="wh-bar" aria-hidden>
        <i style={{ width: `${share}%` }} />
      </span>
      <b className="py-num">
        {counts.received} / {counts.expected}
      </b>{' '}
      {t('batch.received')}
      {counts.missing > 0 && (
        <span className="wh-missing">{t('batch.missing', { count: counts.missing })}</span>
      )}
      {counts.extra > 0 && (
        <span className="wh-extra">{t('batch.extra', { count: counts.extra })}</span>
      )}
    </span>
  )
}
