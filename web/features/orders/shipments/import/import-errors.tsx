import { DownloadOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { CopyText, Num } from '../../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../../kit/table/data-table.tsx'
import { formatNumber } from '../../../../kit/text/formats.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { useDownload } from '../../../../kit/http/use-download.ts'
import type { ImportDetail } from './use-import.ts'

/** Where the figures of the summary lead. */
export const IMPORT_ERRORS = 'import-errors'

type ErrorRow = ImportDetail['errors'][number] & { id: string }

/**
 * Refused cells by row, as the sheet counts them; one kind of error at a time where there are many.
 */
export function ImportErrors({ state }: { state: ImportDetail }) {
  const t = useT('shipment-imports')
  const file = useDownload(shipmentImports.exportErrors)
  const [code, setCode] = useState<string | null>(null)
  const all = useMemo(() => [...state.errors, ...state.warnings], [state])
  const kinds = useMemo(() => kindsOf(all), [all])
  const rows = useMemo<ErrorRow[]>(
    () =>
      all
        .map((error, at) => ({ ...error, id: String(at) }))
        .filter((error) => code === null || error.code === code),
    [all, code],
  )
  const columnName = (column: string) =>
    t.has(`column.${column}`) ? t(`column.${column}`) : column
  const columns: Column<ErrorRow>[] = [
    {
      key: 'row',
      title: t('errors.row'),
      width: 80,
      align: 'right',
      render: (error) => <Num value={error.row} />,
      card: 'title',
    },
    {
      key: 'reference',
      title: t('errors.reference'),
      width: 180,
      render: (error) => <CopyText text={error.reference} />,
    },
    {
      key: 'column',
      title: t('errors.column'),
      width: 180,
      render: (error) => columnName(error.column),
    },
    {
      key: 'value',
      title: t('errors.value'),
      width: 180,
      render: (error) =>
        error.value === null ? (
          <span className="py-none">{t('errors.empty')}</span>
        ) : (
          <span title={error.value}>{error.value}</span>
        ),
    },
    {
      key: 'message',
      title: t('errors.reason'),
      width: 420,
      render: (error) => (
        <span title={error.message}>
          {error.warning && `${t('errors.warning')}: `}
          {error.message}
        </span>
      ),
    },
  ]
  return (
    <div className="import-errors" id={IMPORT_ERRORS}>
      <h3>
        {t('errors.title')}
        {kinds.length > 1 && (
          <Select<string>
            size="small"
            aria-label={t('errors.filter')}
            value={code ?? ''}
            popupMatchSelectWidth={false}
            onChange={(next) => setCode(next || null)}
            options={[
              { value: '', label: t('errors.all', { count: formatNumber(all.length) }) },
              ...kinds.map((kind) => ({
                value: kind.code,
                label: t('errors.fewer', { reason: kind.message, count: formatNumber(kind.count) }),
              })),
            ]}
          />
        )}
        <span className="import-tools">
          {(['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={format}
              icon={<DownloadOutlined />}
              disabled={file.busy}
              onClick={() => void file.run({ id: state.id, format }, `errors.${format}`)}
            >
              {t(`errors.download.${format}`)}
            </Button>
          ))}
        </span>
      </h3>
      {state.errorsCapped && (
        <p className="order-help">
          {t('errors.capped', { count: formatNumber(state.errors.length) })}
        </p>
      )}
      <DataTable<ErrorRow> label={t('errors.title')} columns={columns} rows={rows} keys={false} />
    </div>
  )
}

/** Kinds of errors, the most frequent first, each with one of its sentences. */
export function kindsOf(
  errors: ImportDetail['errors'],
): { code: string; message: string; count: number }[] {
  const found = new Map<string, { code: string; message: string; count: number }>()
  for (const { code, message } of errors)
    found.set(code, {
      code,
      message: found.get(code)?.message ?? message,
      count: (found.get(code)?.count ?? 0) + 1,
    })
  return [...found.values()].sort((a, b) => b.count - a.count)
}
