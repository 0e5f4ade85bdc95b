import { Button, Pagination } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { ImportColumn } from '#contracts/orders/imports/import-fields.ts'
import { shipmentImports, type ImportRow } from '#contracts/orders/imports/shipment-imports.ts'
import { formatNumber } from '../../../../kit/text/formats.ts'
import type { Line } from '../../../../kit/form/lines/lines.ts'
import { useUnsaved } from '../../../../kit/platform/unsaved.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { RowGrid } from '../../../../kit/table/row-grid/row-grid.tsx'
import type { GridColumn } from '../../../../kit/table/row-grid/grid-types.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { fieldsOf, MendAll } from './import-mend-all.tsx'
import type { ImportDetail } from './use-import.ts'

/** Rows in the grid at a time. */
const ROWS = 500
const PROPOSALS_SHOWN = 5

/** `#errors` is no column of a file; an address has a `state`. */
type RowLine = Line & { row: string; '#errors': string } & Partial<Record<ImportColumn, string>>

/** Rows of refused orders in a grid: cells are changed where they are, their orders checked again. */
export function ImportMend({
  state,
  onDirty,
  onChecked,
  onStarted,
}: {
  state: ImportDetail
  /** Whether cells were changed that were not checked yet. */
  onDirty?: (dirty: boolean) => void
  onChecked: () => void
  /** All of it is checked again. */
  onStarted: () => void
}) {
  const t = useT('shipment-imports')
  const [page, setPage] = useState(1)
  const [dirty, setDirty] = useState(false)
  useEffect(() => {
    onDirty?.(dirty)
    return () => onDirty?.(false)
  }, [dirty, onDirty])
  const found = useApi(
    shipmentImports.rows,
    { id: state.id, pageNo: page, pageSize: ROWS },
    { staleTime: 0, keepPrevious: true },
  )
  const { data } = found
  if (!data || data.total === 0) return null
  const rows = data.records
  return (
    <section className="import-mend">
      <h3>{t('mend.title')}</h3>
      <p className="order-help">{t('mend.intro')}</p>
      <MendAll
        id={state.id}
        rows={rows}
        dirty={dirty}
        undoable={state.undoable}
        onChecked={onStarted}
      />
      <MendGrid
        key={found.dataUpdatedAt}
        id={state.id}
        rows={rows}
        onDirty={setDirty}
        onChecked={() => {
          void found.refetch()
          onChecked()
        }}
      />
      {data.total > ROWS && (
        <Pagination
          current={page}
          pageSize={ROWS}
          total={data.total}
          disabled={dirty}
          showSizeChanger={false}
          showTotal={(total, [from, to]) =>
            t('mend.rows', {
              from: formatNumber(from),
              to: formatNumber(to),
              total: formatNumber(total),
            })
          }
          onChange={setPage}
        />
      )}
    </section>
  )
}

function MendGrid({
  id,
  rows,
  onDirty,
  onChecked,
}: {
  id: string
  rows: readonly ImportRow[]
  onDirty: (dirty: boolean) => void
  onChecked: () => void
}) {
  const t = useT('shipment-imports')
  const fields = useMemo(() => fieldsOf(rows), [rows])
  const start = useMemo(
    () =>
      rows.map((row): RowLine => ({
        lineKey: String(row.row),
        row: String(row.row),
        '#errors': row.ready
          ? t(row.warnings.length > 0 ? 'mend.look' : 'mend.ready')
          : String(row.errors.length),
        ...row.values,
      })),
    [rows, t],
  )
  const [lines, setLines] = useState<readonly RowLine[]>(start)
  const send = useAction(shipmentImports.mend, { success: false })
  const changed = changesIn(start, lines, fields)
  const dirty = changed.length > 0
  const saved = useUnsaved(dirty)
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const columns = useMemo(
    (): readonly GridColumn<RowLine>[] => [
      { key: 'row', title: t('errors.row'), width: 64, readOnly: true },
      { key: '#errors', title: t('mend.errors'), width: 76, readOnly: true },
      ...fields.map(({ name, kind }) => ({
        key: name,
        title: t(`column.${name}`),
        width: kind === 'decimal' || kind === 'integer' ? 96 : 140,
      })),
    ],
    [fields, t],
  )
  // What was changed since is no longer what was refused, or worth a look.
  const touched = new Set(
    changed.flatMap(({ at, cells }) => Object.keys(cells).map((field) => `${at}.${field}`)),
  )
  const issues = marksIn(rows, 'errors', touched)
  const doubts = marksIn(rows, 'warnings', touched)
  const proposals = rows.flatMap((row, at) =>
    Object.entries(row.proposed).flatMap(([field, value]) =>
      // What was changed by hand is wanted as it is.
      lines[at]?.[field as ImportColumn] === start[at]?.[field as ImportColumn]
        ? [{ at, field: field as ImportColumn, value }]
        : [],
    ),
  )
  const takeProposals = () =>
    setLines(
      lines.map((line, at) => ({
        ...line,
        ...Object.fromEntries(
          proposals.filter((one) => one.at === at).map(({ field, value }) => [field, value]),
        ),
      })),
    )
  const check = async () => {
    const sent = await send.run({
      id,
      rows: changed.map(({ row, cells }) => ({ row, cells })),
    })
    if (!sent.ok) return
    saved()
    onChecked()
  }
  return (
    <>
      <RowGrid<RowLine>
        id="import-mend"
        label={t('mend.title')}
        columns={columns}
        rows={lines}
        onChange={setLines}
        blank={() => start[0]!}
        max={lines.length}
        issues={issues}
        warnings={doubts}
        fixedRows
        undoesOutside
      />
      {proposals.length > 0 && (
        <div className="import-proposed">
          <Button onClick={takeProposals}>{t('mend.propose', { count: proposals.length })}</Button>
          <span className="order-help">
            {proposals
              .slice(0, PROPOSALS_SHOWN)
              .map(({ at, field, value }) =>
                t('mend.proposed', {
                  row: rows[at]?.row ?? '',
                  field: t(`column.${field}`),
                  from: rows[at]?.values[field] || '–',
                  to: value,
                }),
              )
              .join(t('mend.between'))}
            {proposals.length > PROPOSALS_SHOWN && ' …'} {t('mend.keep')}
          </span>
        </div>
      )}
      <p className="order-line">
        <Button
          type={changed.length > 0 ? 'primary' : 'default'}
          disabled={changed.length === 0}
          loading={send.busy}
          onClick={() => void check()}
        >
          {t('mend.save', { count: changed.length })}
        </Button>
      </p>
    </>
  )
}

/** What is written at cells, by `<row>.<column>`, save at those that were changed. */
const marksIn = (
  rows: readonly ImportRow[],
  of: 'errors' | 'warnings',
  touched: ReadonlySet<string>,
): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap((row, at) =>
      row[of]
        .map(({ column, message }) => [`${at}.${column}`, message] as const)
        .filter(([place]) => !touched.has(place)),
    ),
  )

interface Change {
  at: number
  row: number
  cells: Partial<Record<ImportColumn, string>>
}
function changesIn(
  start: readonly RowLine[],
  lines: readonly RowLine[],
  fields: ReturnType<typeof fieldsOf>,
): Change[] {
  return lines.flatMap((line, at) => {
    const before = start[at]
    if (!before || before === line) return []
    const cells = Object.fromEntries(
      fields
        .filter(({ name }) => (line[name] ?? '') !== (before[name] ?? ''))
        .map(({ name }) => [name, line[name] ?? '']),
    )
    return Object.keys(cells).length > 0 ? [{ at, row: Number(line.row), cells }] : []
  })
}
