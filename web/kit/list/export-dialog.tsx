import { Button, Checkbox, Modal, Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Method } from '#contracts/kit/endpoint.ts'
import { fetchFile } from '../http/fetch-file.ts'
import { saveBlob } from '../text/csv.ts'
import { formatNumber, formatTotal } from '../text/formats.ts'
import { useT } from '../text/i18n.ts'
import { readable } from '../http/long-query.ts'
import { reasonOf } from '../http/notify.tsx'
import { isObject, storageSet, storageGet } from '../text/storage.ts'
import type { List } from './list.ts'
import { startBackgroundTask } from '../platform/background-tasks.ts'

interface FileCall {
  readonly method: Method
  readonly path: string
  readonly also?: readonly Method[]
}
export interface ExportDialogProps<R> {
  /** Takes `exportFormat`, `exportColumns` and `selections` in addition to the list's filters. */
  endpoint: FileCall
  /** The same rows in another layout, which has its own columns; offered under `title`. */
  layout?: { endpoint: FileCall; title: string }
  /** Names the file and what is remembered of the choice. */
  name: string
  title: string
  list: Pick<List<R>, 'wire' | 'narrowed' | 'total' | 'capped'>
  /** Ids of chosen rows; empty where none are. */
  selected: ReadonlySet<string>
  /** Parameters that hold for all rows too (`{ dictId }`). */
  fixed?: Record<string, string | number>
  /** The columns there are, in order; nothing is asked where the call knows none. */
  columns?: readonly { key: string; title: ReactNode }[]
  onClose: () => void
}
type Scope = 'selected' | 'filter' | 'all'
type Format = 'xlsx' | 'csv'
interface Chosen {
  format: Format
  columns: string[] | null
  layout?: boolean
}
const isChosen = (value: unknown): value is Chosen =>
  isObject(value) &&
  (value.format === 'xlsx' || value.format === 'csv') &&
  (value.columns === null || Array.isArray(value.columns))

/**
 * Which rows, which columns, which kind of file. The file is fetched in the background: the dialog
 * closes, the tray shows its progress.
 */
export default function ExportDialog<R>({
  endpoint,
  layout,
  name,
  title,
  list,
  selected,
  fixed = {},
  columns = [],
  onClose,
}: ExportDialogProps<R>) {
  const t = useT()
  const [remembered] = useState(() => storageGet(`export:${name}`, isChosen))
  const [scope, setScope] = useState<Scope>(
    selected.size > 0 ? 'selected' : list.narrowed ? 'filter' : 'all',
  )
  const [format, setFormat] = useState<Format>(remembered?.format ?? 'xlsx')
  const [chosen, setChosen] = useState<string[]>(() =>
    columns.map(({ key }) => key).filter((key) => remembered?.columns?.includes(key) ?? true),
  )
  const [inLayout, setInLayout] = useState(layout !== undefined && remembered?.layout === true)
  const all = chosen.length === columns.length

  // What `list` counts are the rows of its filter; all of them where it has none.
  const empty =
    list.total === 0 && !list.capped && (scope === 'filter' || (scope === 'all' && !list.narrowed))
  const run = () => {
    storageSet(
      `export:${name}`,
      { format, columns: all ? null : chosen, layout: inLayout } satisfies Chosen,
      null,
    )
    const rows =
      scope === 'selected'
        ? { ...fixed, selections: [...selected].join(',') }
        : scope === 'filter'
          ? list.wire
          : fixed
    const requested = {
      ...rows,
      exportFormat: format,
      ...(all || inLayout || columns.length === 0
        ? {}
        : {
            exportColumns: columns
              .filter(({ key }) => chosen.includes(key))
              .map(({ key }) => key)
              .join(','),
          }),
    }
    const work = startBackgroundTask(t('export.file', { title }))
    const call = readable<Record<string, unknown>, unknown>(
      inLayout && layout ? layout.endpoint : endpoint,
      requested,
    )
    fetchFile(call.endpoint, call.input, { quiet: true }).then(
      ({ blob, name: own }) => {
        saveBlob(blob, own ?? `${name}.${format}`)
        work.done(t('export.done', { name: own ?? `${name}.${format}` }))
      },
      (error: unknown) => work.failed(reasonOf(error, t)),
    )
    onClose()
  }
  return (
    <Modal
      open
      title={t('export.title', { title })}
      onCancel={onClose}
      okText={t('action.export')}
      cancelText={t('action.cancel')}
      okButtonProps={{
        disabled: empty || (!inLayout && columns.length > 0 && chosen.length === 0),
      }}
      onOk={run}
      width={560}
    >
      <fieldset className="py-choices">
        <legend>{t('export.rows')}</legend>
        <Radio.Group value={scope} onChange={(event) => setScope(event.target.value as Scope)}>
          {selected.size > 0 && (
            <Radio value="selected">
              {t('export.selected', { count: formatNumber(selected.size) })}
            </Radio>
          )}
          {list.narrowed && (
            <Radio value="filter">
              {t('export.filter', { count: formatTotal(list.total, list.capped) })}
            </Radio>
          )}
          <Radio value="all">
            {list.narrowed
              ? t('export.all')
              : t('export.allOf', { count: formatTotal(list.total, list.capped) })}
          </Radio>
        </Radio.Group>
      </fieldset>
      <fieldset className="py-choices">
        <legend>{t('export.format')}</legend>
        <Radio.Group value={format} onChange={(event) => setFormat(event.target.value as Format)}>
          <Radio value="xlsx">{t('export.xlsx')}</Radio>
          <Radio value="csv">{t('export.csv')}</Radio>
        </Radio.Group>
      </fieldset>
      {layout && (
        <fieldset className="py-choices">
          <legend>{t('export.layout')}</legend>
          <Radio.Group
            value={inLayout}
            onChange={(event) => setInLayout(event.target.value as boolean)}
          >
            <Radio value={false}>{t('export.list')}</Radio>
            <Radio value>{layout.title}</Radio>
          </Radio.Group>
        </fieldset>
      )}
      {columns.length > 0 && !inLayout && (
        <fieldset className="py-choices">
          <legend>
            {t('export.columns', { count: chosen.length, total: columns.length })}{' '}
            <Button
              type="link"
              size="small"
              onClick={() => setChosen(all ? [] : columns.map(({ key }) => key))}
            >
              {t(all ? 'export.none' : 'export.every')}
            </Button>
          </legend>
          <Checkbox.Group
            className="py-columns"
            value={chosen}
            onChange={(next) => setChosen(next)}
            options={columns.map(({ key, title: label }) => ({ value: key, label }))}
          />
        </fieldset>
      )}
    </Modal>
  )
}
