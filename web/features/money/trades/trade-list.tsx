import {
  CalculatorOutlined,
  GiftOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
  RollbackOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { charges } from '#contracts/money/charges.ts'
import { goodwill } from '#contracts/money/corrections/goodwill.ts'
import { rerates } from '#contracts/money/rerates.ts'
import { tradeQuestions } from '#contracts/money/trade-questions.ts'
import { tradeList, trades } from '#contracts/money/trades.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { Selection } from '../../../kit/list/use-selection.ts'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { CELLS } from './trade-cells.tsx'
import { ReversalEffect } from './reversal-effect.tsx'
import { TradeSums } from './trade-sums.tsx'
import { whyNotReverse, type TradeRow } from './why-not-reverse.ts'
import './trades.css'

const QuestionDialog = lazy(() => import('./question-dialog.tsx'))
const TradeDetail = lazy(() => import('./trade-detail.tsx'))
const ChargeDialog = lazy(() => import('./charge-dialog.tsx'))
const GoodwillDialog = lazy(() => import('./goodwill-dialog.tsx'))
const RerateDialog = lazy(() => import('./rerate-dialog.tsx'))

const COLUMNS = [
  'createTime',
  'customerId',
  'tradeType',
  'tradeItem',
  'money',
  'balance',
  'paymentType',
  'taxCategory',
  'taxRate',
  'shipmentNo',
  'parcelNo',
  'note',
  'paymentChannel',
  'outTradeNo',
  'account',
  'operator',
] as const
/** A customer's own have one customer. */
const OWN = COLUMNS.filter((key) => key !== 'customerId' && key !== 'account')
const SUMS = ['money'] as const
const NUMBERS = ['shipmentNo', 'parcelNo', 'outTradeNo']
const IN_DRAWER = ['createTime', 'tradeType', 'tradeItem', 'money', 'balance', 'shipmentNo', 'note']

/** Every entry on accounts of customers; those who may take one back. */
export function TradeList({ title, own = false }: { title: string; own?: boolean }) {
  const t = useT('trades')
  const may = useRightsCheck()
  const reverse = useReverse()
  const [asking, setAsking] = useState<TradeRow | null>(null)
  const ask = (row: TradeRow): RowAction => ({
    key: 'question',
    label: t('question'),
    icon: <QuestionCircleOutlined />,
    onClick: () => setAsking(row),
  })
  const rowActions = (row: TradeRow): RowAction[] => [
    ...(may(tradeQuestions.thread) ? [ask(row)] : []),
    ...(own ? [] : reverse(row)),
    ...(!own && row.tradeType === 'charge' && may(goodwill.give)
      ? [
          {
            key: 'goodwill',
            label: t('goodwill'),
            icon: <GiftOutlined />,
            onClick: () => setGiving(row),
          },
        ]
      : []),
  ]
  const [rerating, setRerating] = useState<readonly string[] | null>(null)
  const rerateButton = (selection: Selection<TradeRow>) => (
    <Button icon={<CalculatorOutlined />} onClick={() => setRerating([...selection.ids])}>
      {t('rerate')}
    </Button>
  )
  const { show } = useOpen()
  const [charging, setCharging] = useState(false)
  const [giving, setGiving] = useState<TradeRow | null>(null)
  const rerate = !own && may(rerates.apply)
  return (
    <>
      <ResourceScreen
        of={tradeList}
        title={title}
        name={own ? 'my-trades' : 'trades'}
        columns={own ? OWN : COLUMNS}
        cells={CELLS}
        sums={SUMS}
        numbers={NUMBERS}
        cardTitle="tradeType"
        toolbar={(list) => <TradeSums list={list} />}
        rowActions={rowActions}
        aside={(row) => (
          <Suspense>
            <TradeDetail
              key={row.id}
              row={row}
              own={own}
              show={(id) => show({ kind: 'row', id })}
            />
          </Suspense>
        )}
        newButton={
          !own &&
          may(charges.charge) && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setCharging(true)}>
              {t('charge')}
            </Button>
          )
        }
        {...(rerate ? { actions: rerateButton } : {})}
      />
      <Suspense>
        {asking && (
          <QuestionDialog
            id={asking.id}
            title={[
              t('question'),
              asking.tradeType_dictText,
              asking.shipmentNo,
              formatNumber(asking.money),
              asking.currency,
            ]
              .filter(Boolean)
              .join(' · ')}
            onClose={() => setAsking(null)}
          />
        )}
        {giving && <GoodwillDialog row={giving} onClose={() => setGiving(null)} />}
        {charging && <ChargeDialog onClose={() => setCharging(false)} />}
        {rerating && <RerateDialog ids={rerating} onClose={() => setRerating(null)} />}
      </Suspense>
    </>
  )
}

/** The trades of one account, inside its drawer. */
export function TradesOf({ accountId }: { accountId: string }) {
  return (
    <ResourceScreen
      key={accountId}
      of={tradeList}
      header={false}
      columns={IN_DRAWER}
      cells={CELLS}
      cardTitle="tradeType"
      fixed={{ accountId }}
    />
  )
}

function useReverse(): (row: TradeRow) => RowAction[] {
  const t = useT('trades')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const notify = useNotify()
  const reverse = useAction(trades.reverse, { success: false })
  const preview = useAction(trades.reversal, { success: false })
  const run = async (row: TradeRow) => {
    const effect = await preview.run({ id: row.id })
    if (!effect.ok) return
    const reason = await confirm({
      title: t('reverse.title'),
      content: <ReversalEffect effect={effect.result} />,
      ok: t('reverse'),
      danger: true,
      reason: true,
    })
    if (reason === null) return
    const outcome = await reverse.run({ id: row.id, reason })
    if (!outcome.ok) return
    const { no } = outcome.result
    notify.success(no ? t('reverse.asked', { no }) : t('reverse.done'))
  }
  return (row) => {
    if (!may(trades.reverse)) return []
    const why = whyNotReverse(row)
    return [
      {
        key: 'reverse',
        label: t('reverse'),
        icon: <RollbackOutlined />,
        danger: true,
        blocked: why && t(`blocked.${why}`),
        onClick: () => void run(row),
      },
    ]
  }
}
