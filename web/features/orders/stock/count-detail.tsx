import { CheckOutlined, RedoOutlined, SaveOutlined, SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { stockCounts, type CountDetail as Detail } from '#contracts/orders/stock/stock-counts.ts'
import { COUNT, PIECES_MAX } from '#contracts/orders/stock/stock.states.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useUnsaved } from '../../../kit/platform/unsaved.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty } from '../../../kit/platform/empty.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { Moment, Num } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { skuText } from './sku-select.tsx'
import { nameOfAccount } from '../../../kit/session/account-names.ts'

type Row = Detail['lines'][number]

/** A count next to its list: quantities are entered here; differences show once it was handed in. */
export default function CountDetail({ id }: { id: string }) {
  const t = useT('stock-counts')
  const lang = useLang()
  const notify = useNotify()
  const confirm = useConfirm()
  const count = useApi(stockCounts.queryById, { id }, { keepPrevious: true }).data
  const [entered, setEntered] = useState<ReadonlyMap<string, number | null>>(new Map())
  const saved = useUnsaved(entered.size > 0)
  const enter = useAction(stockCounts.enter, { success: false })
  const submit = useAction(stockCounts.submit, {
    success: false,
    onDone: (done) =>
      notify.success(t(done.status === COUNT.done ? 'submit.done' : 'submit.waits')),
  })
  const approve = useAction(stockCounts.approve, { success: t('approve.done') })
  const recount = useAction(stockCounts.recount)
  const drop = useAction(stockCounts.drop)
  if (!count) return null
  const open = (action: string) => count.actions[action] === null
  const store = async (): Promise<boolean> => {
    if (entered.size === 0) return true
    const outcome = await enter.run({
      id,
      lines: [...entered].map(([line, counted]) => ({ id: line, counted })),
    })
    if (!outcome.ok) return false
    saved()
    setEntered(new Map())
    return true
  }
  const handIn = async () => {
    if (await store()) await submit.run({ id })
  }
  const askDrop = async () => {
    const answer = await confirm({ title: t('drop.ask', { no: count.no }), danger: true })
    if (answer !== null) await drop.run({ id })
  }
  const columns: Column<Row>[] = [
    { key: 'place', title: t('place'), width: 110, card: 'title' },
    { key: 'sku', title: t('lineSku'), width: 220, render: (row) => skuText(row, lang) },
    { key: 'lot', title: t('lot'), width: 100 },
    {
      key: 'expiryDate',
      title: t('expiryDate'),
      width: 110,
      render: (row) => <Moment at={row.expiryDate} day />,
    },
    {
      key: 'counted',
      title: t('counted'),
      width: 120,
      align: 'right',
      render: (row) =>
        open('enter') ? (
          <NumberInput
            className="stock-counted"
            min={0}
            max={PIECES_MAX}
            precision={0}
            aria-label={`${t('counted')} ${row.place} ${row.sku}`}
            value={entered.has(row.id) ? (entered.get(row.id) ?? null) : row.counted}
            onChange={(counted) => setEntered(new Map(entered).set(row.id, counted))}
          />
        ) : (
          <Num value={row.counted} />
        ),
    },
    {
      key: 'expected',
      title: t('expected'),
      width: 90,
      align: 'right',
      render: (row) => <Num value={row.expected} />,
    },
    {
      key: 'difference',
      title: t('difference'),
      width: 120,
      align: 'right',
      render: (row) =>
        row.difference === null || row.difference === 0 ? (
          row.difference
        ) : (
          <StatusTag tone={row.beyond ? 'bad' : 'warning'}>
            {row.difference > 0 ? `+${row.difference}` : String(row.difference)}
          </StatusTag>
        ),
    },
    { key: 'customerName', title: t('customer'), width: 140 },
  ]
  return (
    <div className="stock-detail">
      <p className="stock-head">
        <DictTag code="stock_count_status" value={count.status} text={count.status_dictText} />
        {count.depotCode} · {t('tolerance')} {count.tolerance}
        {count.countedBy && <> · {`${t('countedBy')} ${nameOfAccount(count.countedBy)}`}</>}
        {count.approvedBy && <> · {`${t('approvedBy')} ${nameOfAccount(count.approvedBy)}`}</>}
      </p>
      {count.remark && <p>{count.remark}</p>}
      {open('enter') && <p className="py-hint">{t('blind')}</p>}
      {count.actions.approve === 'stockCount.ownCount' && <p className="py-hint">{t('own')}</p>}
      <span className="py-actions">
        {open('enter') && (
          <Button
            icon={<SaveOutlined />}
            disabled={entered.size === 0}
            loading={enter.busy}
            onClick={() => void store().then((done) => done && notify.success(t('saved')))}
          >
            {t('save')}
          </Button>
        )}
        {open('submit') && (
          <Button
            type="primary"
            icon={<SendOutlined />}
            loading={submit.busy}
            onClick={() => void handIn()}
          >
            {t('submit')}
          </Button>
        )}
        {open('approve') && (
          <Button
            type="primary"
            icon={<CheckOutlined />}
            loading={approve.busy}
            onClick={() => void approve.run({ id })}
          >
            {t('approve')}
          </Button>
        )}
        {open('recount') && (
          <Button icon={<RedoOutlined />} onClick={() => void recount.run({ id })}>
            {t('recount')}
          </Button>
        )}
        {open('drop') && (
          <Button danger onClick={() => void askDrop()}>
            {t('drop')}
          </Button>
        )}
      </span>
      <DataTable<Row>
        label={t('lines')}
        columns={columns}
        rows={count.lines}
        keys={false}
        empty={<Empty kind="nothing" />}
      />
    </div>
  )
}
