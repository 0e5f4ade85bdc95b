import { CheckOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { stockWaves, type WaveDetail as Detail } from '#contracts/orders/stock/stock-waves.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { useUnsaved } from '../../../kit/platform/unsaved.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty } from '../../../kit/platform/empty.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { Moment, Num } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { skuText } from '../stock/index.ts'
import { PickList } from './pick-list.tsx'
import { nameOfAccount } from '../../../kit/session/account-names.ts'

type Pick = Detail['picks'][number] & { id: string }

/** A wave next to its list: what to take where, entered as it is picked. */
export default function WaveDetail({ id }: { id: string }) {
  const t = useT('waves')
  const lang = useLang()
  const confirm = useConfirm()
  const wave = useApi(stockWaves.queryById, { id }, { keepPrevious: true }).data
  const [entered, setEntered] = useState<ReadonlyMap<string, number>>(new Map())
  const saved = useUnsaved(entered.size > 0)
  const close = useAction(stockWaves.close, { success: t('close.done') })
  const drop = useAction(stockWaves.drop)
  if (!wave) return null
  const open = (action: string) => wave.actions[action] === null
  const pickedOf = (pick: Detail['picks'][number]) =>
    // What was not entered was not picked.
    open('close') ? (entered.get(pick.balanceId) ?? 0) : pick.picked
  const askClose = async () => {
    const short = wave.picks.reduce((sum, pick) => sum + pick.quantity - pickedOf(pick), 0)
    const answer = await confirm({
      title: t('close.ask', { no: wave.no }),
      content: short > 0 ? t('close.short', { count: short }) : undefined,
      ok: t('close'),
      danger: short > 0,
    })
    if (answer === null) return
    const outcome = await close.run({
      id,
      picks: wave.picks.map((pick) => ({ balanceId: pick.balanceId, picked: pickedOf(pick) })),
    })
    if (!outcome.ok) return
    saved()
    setEntered(new Map())
  }
  const askDrop = async () => {
    const answer = await confirm({
      title: t('drop.ask', { no: wave.no }),
      content: t('drop.note'),
      danger: true,
    })
    if (answer !== null) await drop.run({ id })
  }
  const columns: Column<Pick>[] = [
    { key: 'place', title: t('place'), width: 110, card: 'title' },
    { key: 'sku', title: t('sku'), width: 220, render: (pick) => skuText(pick, lang) },
    { key: 'customerName', title: t('customer'), width: 140 },
    { key: 'lot', title: t('lot'), width: 100 },
    {
      key: 'expiryDate',
      title: t('expiryDate'),
      width: 110,
      render: (pick) => <Moment at={pick.expiryDate} day />,
    },
    {
      key: 'quantity',
      title: t('quantity'),
      width: 80,
      align: 'right',
      render: (pick) => <Num value={pick.quantity} />,
    },
    {
      key: 'picked',
      title: t('picked'),
      width: 120,
      align: 'right',
      render: (pick) =>
        open('close') ? (
          <NumberInput
            className="wave-picked"
            min={0}
            max={pick.quantity}
            precision={0}
            aria-label={[t('picked'), pick.place, pick.sku, pick.customerName, pick.lot]
              .filter(Boolean)
              .join(' ')}
            value={pickedOf(pick)}
            onChange={(picked) => setEntered(new Map(entered).set(pick.balanceId, picked ?? 0))}
          />
        ) : (
          <Num value={pick.picked} />
        ),
    },
    {
      key: 'orders',
      title: t('forOrders'),
      width: 200,
      render: (pick) =>
        pick.orders.map((order) => `${order.serialNumber} × ${order.quantity}`).join(', '),
    },
  ]
  return (
    <div className="wave-detail">
      <p className="wave-head">
        <DictTag code="stock_wave_status" value={wave.status} text={wave.status_dictText} />
        {wave.depotCode} · {t('orders.count', { count: wave.orders.length })}
        {wave.closedAt && (
          <>
            {' · '}
            <Moment at={wave.closedAt} /> {nameOfAccount(wave.closedBy)}
          </>
        )}
      </p>
      {wave.remark && <p>{wave.remark}</p>}
      <span className="py-actions">
        {open('close') && (
          <Button
            onClick={() =>
              setEntered(new Map(wave.picks.map((pick) => [pick.balanceId, pick.quantity])))
            }
          >
            {t('picks.all')}
          </Button>
        )}
        {open('close') && (
          <Button
            type="primary"
            icon={<CheckOutlined />}
            loading={close.busy}
            disabled={wave.picks.some((pick) => pickedOf(pick) > pick.quantity)}
            onClick={() => void askClose()}
          >
            {t('close')}
          </Button>
        )}
        <Button
          icon={<PrinterOutlined />}
          disabled={wave.picks.length === 0}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
        {open('drop') && (
          <Button danger loading={drop.busy} onClick={() => void askDrop()}>
            {t('drop')}
          </Button>
        )}
      </span>
      <DataTable<Pick>
        label={t('picks')}
        columns={columns}
        rows={wave.picks.map((pick) => ({ ...pick, id: pick.balanceId }))}
        keys={false}
        empty={<Empty kind="nothing" />}
      />
      <PickList wave={wave} />
    </div>
  )
}
