import { Button } from 'antd'
import { batchIn, type BatchSheet } from '#contracts/depot/batch-in.ts'
import { PREDICTED_ROW } from '#contracts/depot/scans.states.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useSelection } from '../../../kit/list/use-selection.ts'
import { CopyText, Moment, Weight } from '../../../kit/platform/cells.tsx'
import { Empty } from '../../../kit/platform/empty.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { BulkBar } from '../../../kit/table/bulk-bar.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Row = BatchSheet['rows'][number]

/** The rows of the sheet, what is outstanding first; marked as missing by those who look for them. */
export function SheetRows({ sheet }: { sheet: BatchSheet }) {
  const t = useT('batch-in')
  const selection = useSelection(sheet.rows)
  const mark = useAction(batchIn.missing, { success: false })
  const open = sheet.actions.receive === null
  const columns: Column<Row>[] = [
    {
      key: 'no',
      title: t('row.no'),
      width: 180,
      card: 'title',
      render: (row) => <CopyText text={row.trackNo ?? row.no} />,
    },
    {
      key: 'status',
      title: t('row.status'),
      width: 110,
      render: (row) => (
        <DictTag code="predicted_parcel_status" value={row.status} text={row.status_dictText} />
      ),
    },
    {
      key: 'receivedAt',
      title: t('row.received'),
      width: 150,
      render: (row) => row.receivedAt && <Moment at={row.receivedAt} />,
    },
    { key: 'scannedBy', title: t('row.by'), width: 120 },
    {
      key: 'declaredWeightKg',
      title: t('row.declared'),
      width: 110,
      align: 'right',
      render: (row) => row.declaredWeightKg && <Weight kg={row.declaredWeightKg} />,
    },
    {
      key: 'measuredWeightKg',
      title: t('row.measured'),
      width: 110,
      align: 'right',
      render: (row) => row.measuredWeightKg && <Weight kg={row.measuredWeightKg} />,
    },
  ]
  const put = async (missing: boolean) => {
    const done = await mark.run({ id: sheet.id, ids: [...selection.ids], missing })
    if (done.ok) selection.clear()
  }
  const all = (status: string) =>
    selection.rows.length > 0 && selection.rows.every((row) => row.status === status)
  return (
    <>
      <BulkBar selection={selection}>
        <Button
          disabled={!all(PREDICTED_ROW.expected)}
          loading={mark.busy}
          onClick={() => void put(true)}
        >
          {t('mark.missing')}
        </Button>
        <Button
          disabled={!all(PREDICTED_ROW.missing)}
          loading={mark.busy}
          onClick={() => void put(false)}
        >
          {t('mark.expected')}
        </Button>
      </BulkBar>
      <DataTable<Row>
        label={t('rows')}
        columns={columns}
        rows={sheet.rows}
        keys={false}
        empty={<Empty kind="nothing" />}
        {...(open ? { selection } : {})}
        rowTone={(row) =>
          row.status === PREDICTED_ROW.missing
            ? 'bad'
            : row.status === PREDICTED_ROW.extra
              ? 'warning'
              : undefined
        }
      />
    </>
  )
}
