import type { ExportRecord } from '#contracts/money/accounting-export/accounting-export.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { Moment, Num } from '../../../kit/platform/cells.tsx'
import { DataTable } from '../../../kit/table/data-table.tsx'
import { Empty } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Who exported the month, when, and what the file was. */
export function ExportRecords({ records }: { records: readonly ExportRecord[] }) {
  const t = useT('accounting-export')
  return (
    <section className="acx-records">
      <h2>{t('exports')}</h2>
      <DataTable<ExportRecord>
        label={t('exports')}
        rows={records}
        columns={[
          {
            key: 'createTime',
            title: t('exports.at'),
            width: 170,
            card: 'title',
            render: (row) => <Moment at={row.createTime} />,
          },
          { key: 'createBy', title: t('exports.by'), width: 130 },
          {
            key: 'format',
            title: t('exports.format'),
            width: 90,
            render: (row) => t(`format.${row.format}`),
          },
          {
            key: 'closed',
            title: t('exports.month'),
            width: 110,
            render: (row) => t(row.closed ? 'status.closed' : 'status.open'),
          },
          {
            key: 'lines',
            title: t('exports.lines'),
            width: 90,
            align: 'right',
            render: (row) =>
              row.lines === null ? (
                <StatusTag tone="warning">{t('exports.unfinished')}</StatusTag>
              ) : (
                <Num value={row.lines} />
              ),
          },
          { key: 'sha256', title: t('exports.hash'), width: 480 },
        ]}
        empty={<Empty kind="nothing" title={t('exports.none')} />}
      />
    </section>
  )
}
