import { DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { boundsOf } from '#contracts/kit/zone-days.ts'
import { reports, type ReportQueryField } from '#contracts/insight/reports.ts'
import { focusFirst } from '../form/focus-first.ts'
import { DictSelect } from '../form/choices/dict-select.tsx'
import { companyZone } from '../session/company-zone.ts'
import { useT } from '../text/i18n.ts'
import { askReport } from './popup-rules.ts'
import { RefSelect } from '../form/choices/ref-select.tsx'

const DayRange = lazy(() => import('../list/filters/day-range.tsx'))
type Values = Record<string, string>

/**
 * The query form a report describes: two fields at once, the hidden ones behind "more". Enter asks.
 */
export function PopupQuery({
  id,
  formId,
  groupId,
  onAsk,
}: {
  id: string
  formId: string
  groupId: string | undefined
  onAsk: (values: Values) => void
}) {
  const t = useT('reports')
  const own = useId()
  const [values, setValues] = useState<Values>({})
  const [all, setAll] = useState(false)
  const fields =
    useQuery({
      queryKey: [reports.getQueryInfo.path, id, groupId],
      queryFn: ({ signal }) =>
        askReport(reports.getQueryInfo, { cgRpConfigId: id }, groupId, signal),
      retry: false,
      staleTime: 0,
    }).data ?? []
  const described = fields.length > 0
  // The fields come after the window: who opened it types at once.
  useEffect(() => {
    if (described) focusFirst(formId)
  }, [described, formId])
  if (!described) return null
  const put = (change: Record<string, string | null>) =>
    setValues((now) =>
      Object.fromEntries(
        Object.entries({ ...now, ...change }).filter((one): one is [string, string] =>
          Boolean(one[1]),
        ),
      ),
    )
  return (
    <form
      id={formId}
      className="py-popup-query"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onAsk(wireOf(values, fields))
      }}
    >
      {fields
        .filter((field) => all || field.hidden !== '1')
        .map((field) => (
          <div key={field.field} className="py-popup-field">
            <label htmlFor={own + field.field}>{field.label}</label>
            <QueryInput id={own + field.field} field={field} values={values} put={put} />
          </div>
        ))}
      <span className="py-popup-buttons">
        <Button type="primary" htmlType="submit">
          {t('popup.query')}
        </Button>
        <Button
          onClick={() => {
            setValues({})
            onAsk({})
          }}
        >
          {t('popup.reset')}
        </Button>
        {fields.some((field) => field.hidden === '1') && (
          <Button
            type="link"
            aria-expanded={all}
            icon={<DownOutlined rotate={all ? 180 : 0} />}
            iconPlacement="end"
            onClick={() => setAll(!all)}
          >
            {t(all ? 'filter.less' : 'filter.more')}
          </Button>
        )}
      </span>
    </form>
  )
}

/** A picked day of a moment is the company's: its first and last moment travel as UTC. */
function wireOf(values: Values, fields: readonly ReportQueryField[]): Values {
  const moments = new Set(
    fields.filter(({ view }) => view === 'datetime').map(({ field }) => field),
  )
  const of = (name: string, day: string): string => {
    if (name.endsWith('_begin') && moments.has(name.slice(0, -6)))
      return boundsOf(day, companyZone()).first
    return name.endsWith('_end') && moments.has(name.slice(0, -4))
      ? boundsOf(day, companyZone()).last
      : day
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, of(name, value.trim())]),
  )
}

function QueryInput({
  id,
  field: { field, label, view, mode, dictCode, ref },
  values,
  put,
}: {
  id: string
  field: ReportQueryField
  values: Values
  put: (change: Record<string, string | null>) => void
}) {
  const t = useT('reports')
  const [begin, end] = [`${field}_begin`, `${field}_end`]
  const one = values[field] ?? null
  const choose = (next: string | readonly string[] | null) =>
    put({ [field]: typeof next === 'string' ? next : null })
  const text = (name: string, more: { id?: string; label?: string }) => (
    <input
      {...(more.id ? { id: more.id } : {})}
      aria-label={more.label}
      className="py-input"
      autoComplete="off"
      {...(mode === 'group' ? { inputMode: 'decimal' as const } : {})}
      value={values[name] ?? ''}
      onChange={(event) => put({ [name]: event.target.value.trimStart() })}
    />
  )
  if (mode === 'group' && (view === 'date' || view === 'datetime'))
    return (
      <Suspense fallback={<input id={id} className="py-input" readOnly />}>
        <DayRange
          id={id}
          begin={values[begin] ?? null}
          end={values[end] ?? null}
          onChange={(from, to) => put({ [begin]: from, [end]: to })}
        />
      </Suspense>
    )
  if (mode === 'group')
    return (
      <span className="py-filter-range">
        {text(begin, { id })}
        <span aria-hidden>–</span>
        {text(end, { label: t('filter.upTo', { label }) })}
      </span>
    )
  if (dictCode) return <DictSelect id={id} code={dictCode} value={one} onChange={choose} />
  if (ref) return <RefSelect id={id} of={ref} value={one} onChange={choose} />
  if (view === 'switch')
    return (
      <Select
        id={id}
        allowClear
        value={one}
        onChange={(next: string | null | undefined) => choose(next ?? null)}
        options={[
          { value: 'true', label: t('value.yes') },
          { value: 'false', label: t('value.no') },
        ]}
      />
    )
  return text(field, { id })
}
