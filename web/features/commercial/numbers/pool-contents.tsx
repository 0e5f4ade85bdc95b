import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import {
  POOL_ACTIONS,
  POOL_STATES,
  poolNumbers,
  type NumberImport,
  type PoolState,
} from '#contracts/commercial/numbers/number-pools.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { CopyText, Moment, Num } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useSelection } from '../../../kit/list/use-selection.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { NumberState } from './number-state.tsx'
import { nameOfAccount } from '../../../kit/session/account-names.ts'

const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)
type Row = Out<typeof poolNumbers.numbers>['records'][number]
const PAGE = 20
const NONE: Row[] = []

/** The numbers of a pool and the files they came with. */
export function PoolContents({ id }: { id: string }) {
  return (
    <>
      <PoolNumbers id={id} />
      <ImportList id={id} />
    </>
  )
}

function PoolNumbers({ id }: { id: string }) {
  const t = useT('numbers')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const [text, setText] = useState('')
  const [state, setState] = useState<PoolState | ''>('')
  const [pageNo, setPageNo] = useState(1)
  const [outcome, setOutcome] = useState<{ title: string; result: BulkResult } | null>(null)
  const number = useDebouncedValue(text.trim())
  const page = useApi(
    poolNumbers.numbers,
    {
      poolId: id,
      ...(state ? { state } : {}),
      ...(number ? { number } : {}),
      pageNo,
      pageSize: PAGE,
    },
    { keepPrevious: true },
  ).data
  const selection = useSelection<Row>(page?.records ?? NONE)
  const show = (title: string) => (result: BulkResult) => {
    if (result.failed > 0) setOutcome({ title, result })
    selection.clear()
  }
  const gone = useAction(poolNumbers.voidNumbers, { onDone: show(t('void')) })
  const release = useAction(poolNumbers.release, { onDone: show(t('release')) })
  const chosen = (action: 'void' | 'release') =>
    selection.rows.filter((row) =>
      (POOL_ACTIONS[action] as readonly PoolState[]).includes(row.state),
    )
  const ask = async (action: 'void' | 'release') => {
    const ids = chosen(action).map((row) => row.id)
    const title = t(`${action}.ask`, { count: ids.length })
    const danger = action === 'void'
    if ((await confirm({ title, content: t(`${action}.note`), danger })) === null) return
    await (action === 'void' ? gone : release).run({ ids })
  }
  const columns: Column<Row>[] = [
    {
      key: 'number',
      title: t('file.number'),
      width: 190,
      card: 'title',
      render: (row) => <CopyText text={row.number} />,
    },
    {
      key: 'state',
      title: t('numbers.state'),
      width: 100,
      render: (row) => <NumberState state={row.state} />,
    },
    { key: 'thirdId', title: t('file.thirdId'), width: 150, render: (row) => row.thirdId },
    { key: 'thirdMark', title: t('file.thirdMark'), width: 110, render: (row) => row.thirdMark },
    { key: 'when', title: t('numbers.when'), width: 200, render: (row) => <When row={row} /> },
  ]
  const change = (apply: () => void) => {
    apply()
    setPageNo(1)
    selection.clear()
  }
  const pages = page?.pages ?? 0
  return (
    <section className="number-part">
      <h3>{t('numbers')}</h3>
      <div className="number-tools">
        <input
          className="py-input"
          aria-label={t('numbers.find')}
          placeholder={t('numbers.find')}
          value={text}
          onChange={({ currentTarget: { value } }) => change(() => setText(value))}
        />
        <select
          className="py-input"
          aria-label={t('numbers.state')}
          value={state}
          onChange={({ currentTarget: { value } }) =>
            change(() => setState(POOL_STATES.find((one) => one === value) ?? ''))
          }
        >
          <option value="">{t('numbers.all')}</option>
          {POOL_STATES.map((one) => (
            <option key={one} value={one}>
              {t(`state.${one}`)}
            </option>
          ))}
        </select>
        {may(poolNumbers.voidNumbers) && (
          <Button
            danger
            disabled={chosen('void').length === 0}
            loading={gone.busy}
            onClick={() => void ask('void')}
          >
            {t('void')}
          </Button>
        )}
        {may(poolNumbers.release) && (
          <Button
            disabled={chosen('release').length === 0}
            loading={release.busy}
            onClick={() => void ask('release')}
          >
            {t('release')}
          </Button>
        )}
      </div>
      <DataTable<Row>
        label={t('numbers')}
        columns={columns}
        rows={page?.records ?? NONE}
        selection={selection}
        keys={false}
        empty={<p>{t('numbers.none')}</p>}
      />
      {pages > 1 && (
        <div className="number-tools">
          <Button size="small" disabled={pageNo <= 1} onClick={() => setPageNo(pageNo - 1)}>
            ‹
          </Button>
          <span className="py-num">
            {pageNo} / {formatNumber(pages)}
          </span>
          <Button size="small" disabled={pageNo >= pages} onClick={() => setPageNo(pageNo + 1)}>
            ›
          </Button>
        </div>
      )}
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </section>
  )
}

function When({ row }: { row: Row }) {
  const t = useT('numbers')
  if (row.state === 'reserved')
    return (
      <span>
        {t('numbers.reserved', { for: row.reservedFor ?? '' })}
        {row.reservedUntil && (
          <>
            {' '}
            <Moment at={row.reservedUntil} />
          </>
        )}
      </span>
    )
  const at = row.voidedAt ?? row.takenAt
  return at && <Moment at={at} />
}

function ImportList({ id }: { id: string }) {
  const t = useT('numbers')
  const imports = useApi(poolNumbers.imports, { poolId: id, pageNo: 1, pageSize: 20 }).data
  if (!imports || imports.records.length === 0) return null
  const columns: Column<NumberImport>[] = [
    {
      key: 'fileName',
      title: t('file.name'),
      width: 200,
      card: 'title',
      render: (row) => row.fileName,
    },
    {
      key: 'kind',
      title: t('import'),
      width: 130,
      render: (row) =>
        `${t(row.dryRun ? 'import.dryRun' : 'import.real')} · ${t(`import.status.${row.status}`)}`,
    },
    {
      key: 'accepted',
      title: t('file.accepted'),
      width: 100,
      align: 'right',
      render: (row) => <Num value={row.accepted} />,
    },
    {
      key: 'refused',
      title: t('file.refused'),
      width: 100,
      align: 'right',
      render: (row) => <Num value={row.refused} />,
    },
    { key: 'by', title: t('file.by'), width: 110, render: (row) => nameOfAccount(row.createBy) },
    {
      key: 'time',
      title: t('file.time'),
      width: 150,
      render: (row) => <Moment at={row.createTime} />,
    },
  ]
  return (
    <section className="number-part">
      <h3>{t('import.history')}</h3>
      <DataTable<NumberImport>
        label={t('import.history')}
        columns={columns}
        rows={imports.records}
        keys={false}
      />
    </section>
  )
}
