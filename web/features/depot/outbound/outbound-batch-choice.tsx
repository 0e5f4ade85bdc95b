import { useId } from 'react'
import type { Page } from '#contracts/kit/page.ts'
import { outBatchList } from '#contracts/depot/outbound.ts'
import type { Callable } from '../../../kit/http/api.ts'
import { formatMoment } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'

interface Row {
  id: string
  no: string
  depotId_dictText: string
  createTime: string
}
const openBatches: Callable<object, Page<Row>> = {
  method: 'GET',
  path: outBatchList.endpoints.list.path,
}
const OPEN = { status: '0', pageNo: 1, pageSize: 100, column: 'createTime', order: 'desc' }

/** The open batch the station fills. */
export function OutboundBatchChoice({
  id,
  no,
  onChange,
}: {
  id: string | null
  no: string | null
  onChange: (id: string | null) => void
}) {
  const t = useT('scans')
  const label = useId()
  const open = useApi(openBatches, OPEN, { keepPrevious: true, quiet: true })
  const options = (open.data?.records ?? []).map((row) => ({
    value: row.id,
    label: `${row.no} · ${row.depotId_dictText}`,
  }))
  // A batch that was shipped meanwhile is no longer among the open ones; its number still is.
  if (id !== null && no !== null && !options.some((option) => option.value === id))
    options.unshift({ value: id, label: no })
  return (
    <div className="wh-batch">
      <label htmlFor={label}>{t('out.batch')}</label>
      <ChoiceInput
        id={label}
        clearable={false}
        size="large"
        placeholder={t('out.choose')}
        value={id}
        options={options}
        loading={open.isFetching}
        notFoundContent={t('out.noneOpen')}
        onChange={(next) => onChange(typeof next === 'string' ? next : null)}
      />
    </div>
  )
}

/** The open batches to choose from, where the station has none yet. */
export function OpenBatches({ onChoose }: { onChoose: (id: string) => void }) {
  const t = useT('scans')
  const open = useApi(openBatches, OPEN, { keepPrevious: true, quiet: true })
  if (!open.data) return null
  return (
    <section className="wh-panel" aria-label={t('out.openBatches')}>
      <h2>{t('out.openBatches')}</h2>
      {open.data.records.length === 0 ? (
        <p className="py-hint">{t('out.noneOpen')}</p>
      ) : (
        <ul className="wh-open-batches">
          {open.data.records.map((row) => (
            <li key={row.id}>
              <button type="button" onClick={() => onChoose(row.id)}>
                <strong className="py-num">{row.no}</strong>
                <span>{row.depotId_dictText}</span>
                <span className="py-num">{formatMoment(row.createTime)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
