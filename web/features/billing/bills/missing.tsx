import { Button } from 'antd'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { FilterBar } from '../../../kit/list/filters/filter-bar.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { BulkBar } from '../../../kit/table/bulk-bar.tsx'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useSelection } from '../../../kit/list/use-selection.ts'
import { useList } from '../../../kit/list/use-list.ts'
import { CopyText, Moment, Money } from '../../../kit/platform/cells.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { DataTable } from '../../../kit/table/data-table.tsx'
import { Pager } from '../../../kit/table/pager.tsx'
import type { Column } from '../../../kit/table/table-types.ts'
import { useT } from '../../../kit/text/i18n.ts'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))
type Row = Out<typeof billRuns.missing>['records'][number]
const FILTERS = [{ key: 'supplierId', kind: 'eq' }] as const

/** Parcels that left long ago without any line of a bill; what was accrued for them can be taken back. */
export function Missing({ title, top }: { title: string; top: ReactNode }) {
  const t = useT('bills')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const list = useList(billRuns.missing, { filters: FILTERS, name: 'bill-missing' })
  const selection = useSelection(list.rows)
  const release = useAction(billRuns.release)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  // Without a cost there is nothing to take back.
  const rows = selection.rows.filter(({ expected }) => expected !== null)
  const ask = async () => {
    const note = await confirm({
      title: t('missing.release.title', { count: rows.length }),
      content: t('missing.release.effect'),
      names: rows.map(({ parcelNo }) => parcelNo),
      ok: t('missing.release'),
      reason: true,
    })
    if (note === null) return
    const answer = await release.run({ ids: rows.map(({ id }) => id), note })
    if (!answer.ok) return
    selection.clear()
    if (answer.result.failed > 0) setOutcome({ title: t('missing.release'), result: answer.result })
  }
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        key: 'parcelNo',
        title: t('missing.parcelNo'),
        width: 180,
        card: 'title',
        render: (row) => <CopyText text={row.parcelNo} />,
      },
      { key: 'trackNo', title: t('missing.trackNo'), width: 190, render: (row) => row.trackNo },
      { key: 'supplier', title: t('new.supplier'), width: 150, render: (row) => row.supplier },
      { key: 'customer', title: t('missing.customer'), width: 150, render: (row) => row.customer },
      {
        key: 'outboundAt',
        title: t('missing.outboundAt'),
        width: 150,
        render: (row) => <Moment at={row.outboundAt} />,
      },
      { key: 'days', title: t('missing.days'), width: 80, render: (row) => row.days },
      {
        key: 'expected',
        title: t('compare.expected'),
        width: 110,
        render: (row) =>
          row.expected !== null && <Money amount={row.expected} currency={row.currency} />,
      },
    ],
    [t],
  )
  return (
    <div className="py-list">
      <PageHeader title={title} />
      {top}
      <FilterBar
        list={list}
        items={[{ key: 'supplierId', label: t('new.supplier'), input: 'ref', ref: 'suppliers' }]}
      />
      <BulkBar selection={selection} list={list} columns={columns}>
        {may(billRuns.release) && rows.length > 0 && (
          <Button loading={release.busy} onClick={() => void ask()}>
            {t('missing.release')}
          </Button>
        )}
      </BulkBar>
      {list.error && list.rows.length === 0 ? (
        <ErrorNote error={list.error} retry={list.refetch} />
      ) : (
        <DataTable
          label={t('tab.missing')}
          columns={columns}
          list={list}
          {...(may(billRuns.release) ? { selection } : {})}
          empty={<Empty kind="nothing" title={t('missing.none')} hint={t('missing.hint')} />}
        />
      )}
      <Pager list={list} />
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </div>
  )
}
