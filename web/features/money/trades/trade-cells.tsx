import { Link } from 'react-router'
import { ALL_ORDERS } from '#contracts/orders/kinds/kinds.ts'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { QuestionOf } from './question-tag.tsx'
import type { TradeRow } from './why-not-reverse.ts'

/** The order a trade is for, opened in its list. */
function OrderOf({ row }: { row: TradeRow }) {
  if (!row.shipmentNo) return null
  if (!row.shipmentId) return <CopyText text={row.shipmentNo} />
  return (
    <Link
      to={`${ALL_ORDERS}?open=${encodeURIComponent(row.shipmentId)}`}
      onClick={(event) => event.stopPropagation()}
    >
      {row.shipmentNo}
    </Link>
  )
}

function TypeOf({ row }: { row: TradeRow }) {
  const t = useT('trades')
  return (
    <>
      <DictTag code="money_trade_type" value={row.tradeType} />
      {row.reversedById && <StatusTag tone="idle">{t('reversed')}</StatusTag>}
      <QuestionOf id={row.id} />
    </>
  )
}

export const CELLS = {
  tradeType: (row: TradeRow) => <TypeOf row={row} />,
  shipmentNo: (row: TradeRow) => <OrderOf row={row} />,
  outTradeNo: (row: TradeRow) => <CopyText text={row.outTradeNo} />,
}
