import { Checkbox, Select, Skeleton } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import { dataLogs, type DataLogRow } from '#contracts/platform/operations/logs.ts'
import { ErrorNote } from '../platform/empty.tsx'
import { formatMoment } from '../text/formats.ts'
import { useT, type T } from '../text/i18n.ts'
import { useApi } from '../http/query.ts'
import { isObject } from '../text/storage.ts'
import './record-history.css'

/** Fields without meaning for a user: keys, texts that follow from another field. */
const HIDDEN = /^(id|tenantId|version|createTime|createBy|updateTime|updateBy)$|_dictText$/

/**
 * The versions of one record, two of them side by side, field by field. Lazy by the one who shows
 * it: `const RecordHistory = lazy(() => import('…/kit/record-history.tsx'))`. Needs
 * `sys:datalog:list`; `table` is the entity's (`consignees.table`), `id` the record's. Secrets are
 * stars already in the log. `action` is below, for the older of the two and the newest.
 */
export default function RecordHistory({
  table,
  id,
  action,
}: {
  table: string
  id: string
  action?: (older: DataLogRow, newest: DataLogRow) => ReactNode
}) {
  const t = useT('logs')
  const found = useApi(
    dataLogs.versions,
    { dataTable: table, dataId: id },
    { staleTime: 0, quiet: true },
  )
  const [chosen, setChosen] = useState<{ left: string | null; right: string | null }>({
    left: null,
    right: null,
  })
  const [onlyDiff, setOnlyDiff] = useState(true)
  const versions = found.data
  if (found.error?.error === 'dataLog.none') return <p className="py-hint">{t('data.none')}</p>
  if (found.isError && !versions)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!versions) return <Skeleton active />
  const right = versions.find((one) => one.id === chosen.right) ?? versions[0]
  const left =
    versions.find((one) => one.id === chosen.left) ?? versions[versions.indexOf(right!) + 1] ?? null
  const options = versions.map((one) => ({
    value: one.id,
    label: [
      t('data.version', { version: one.dataVersion }),
      one.action_dictText,
      [one.createByName ?? one.createBy, one.behalfName ?? one.behalf].filter(Boolean).join(' → '),
      // Before the first line the time is unknown.
      one.action ? formatMoment(one.createTime) : '',
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <div className="hist">
      <div className="hist-pick">
        <label className="hist-version">
          {t('data.left')}
          <Select
            value={left?.id ?? null}
            options={options}
            placeholder={t('data.pick')}
            popupMatchSelectWidth={false}
            onChange={(value) => setChosen({ ...chosen, left: value })}
          />
        </label>
        <label className="hist-version">
          {t('data.right')}
          <Select
            value={right?.id ?? null}
            options={options}
            popupMatchSelectWidth={false}
            onChange={(value) => setChosen({ ...chosen, right: value })}
          />
        </label>
        <Checkbox checked={onlyDiff} onChange={(event) => setOnlyDiff(event.target.checked)}>
          {t('data.onlyDiff')}
        </Checkbox>
      </div>
      <Compared
        left={left}
        right={right ?? null}
        labels={{ ...left?.labels, ...right?.labels }}
        onlyDiff={onlyDiff}
        t={t}
      />
      {left && action?.(left, versions[0]!)}
    </div>
  )
}

function Compared({
  left,
  right,
  labels,
  onlyDiff,
  t,
}: {
  left: DataLogRow | null
  right: DataLogRow | null
  labels: Readonly<Record<string, string>>
  onlyDiff: boolean
  t: T
}) {
  const [before, after] = useMemo(() => [contentOf(left), contentOf(right)], [left, right])
  const lines = [...new Set([...Object.keys(after), ...Object.keys(before)])]
    .filter((name) => !HIDDEN.test(name))
    .map((name) => ({
      name,
      before: shown(before, name),
      after: shown(after, name),
      differs: JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
    }))
    .filter(({ differs }) => differs || !onlyDiff)
  if (lines.length === 0) return <p className="py-hint">{t('data.same')}</p>
  return (
    <div className="hist-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('data.field')}</th>
            <th scope="col">{t('data.left')}</th>
            <th scope="col">{t('data.right')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.name} data-differs={line.differs || undefined}>
              <th scope="row">{labels[line.name] ?? line.name}</th>
              <td>{line.before}</td>
              <td>{line.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function contentOf(row: DataLogRow | null): Record<string, unknown> {
  if (!row) return {}
  try {
    const content: unknown = JSON.parse(row.dataContent)
    return isObject(content) ? content : {}
  } catch {
    return {}
  }
}

/** A value as words: a choice by its text where the log stored it. */
function shown(content: Record<string, unknown>, name: string) {
  const value = content[name]
  const text = content[`${name}_dictText`]
  if (value === null || value === undefined || value === '')
    return <span className="hist-none">–</span>
  if (typeof text === 'string' && text) return text
  return typeof value === 'string' ? value : JSON.stringify(value)
}
