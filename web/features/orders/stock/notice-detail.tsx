import { CheckOutlined, InboxOutlined, SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { stockNotices, type NoticeDetail as Detail } from '#contracts/orders/stock/stock-notices.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Empty } from '../../../kit/platform/empty.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { Moment, Num } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { skuText } from './sku-select.tsx'

type Line = Detail['lines'][number]
type Receipt = Detail['receipts'][number]

/** A notice next to its list: lines with what came, and every receipt. */
export default function NoticeDetail({
  id,
  onReceive,
  onAnnounce,
  onClose,
}: {
  id: string
  onReceive: () => void
  onAnnounce: () => void
  onClose: () => void
}) {
  const t = useT('stock-notices')
  const lang = useLang()
  const notice = useApi(stockNotices.queryById, { id }, { keepPrevious: true }).data
  if (!notice) return null
  const names = new Map(notice.lines.map((line) => [line.skuId, skuText(line, lang)]))
  const lines: Column<Line>[] = [
    {
      key: 'sku',
      title: t('lineSku'),
      width: 240,
      card: 'title',
      render: (line) => skuText(line, lang),
    },
    {
      key: 'expected',
      title: t('expected'),
      width: 90,
      align: 'right',
      render: (line) => <Num value={line.expected} />,
    },
    {
      key: 'received',
      title: t('received'),
      width: 90,
      align: 'right',
      render: (line) => <Num value={line.received} />,
    },
    {
      key: 'difference',
      title: t('difference'),
      width: 90,
      align: 'right',
      render: (line) => (
        <span className={line.difference < 0 && notice.closedAt ? 'py-negative' : undefined}>
          {line.difference > 0 ? `+${line.difference}` : line.difference}
        </span>
      ),
    },
  ]
  const receipts: Column<Receipt>[] = [
    {
      key: 'sku',
      title: t('lineSku'),
      width: 200,
      card: 'title',
      render: (row) => names.get(row.skuId) ?? row.skuId,
    },
    {
      key: 'quantity',
      title: t('quantity'),
      width: 80,
      align: 'right',
      render: (row) => <Num value={row.quantity} />,
    },
    { key: 'place', title: t('place'), width: 110 },
    { key: 'lot', title: t('lot'), width: 110 },
    {
      key: 'expiryDate',
      title: t('expiryDate'),
      width: 110,
      render: (row) => <Moment at={row.expiryDate} day />,
    },
    {
      key: 'createTime',
      title: t('at'),
      width: 140,
      render: (row) => <Moment at={row.createTime} />,
    },
    { key: 'createBy', title: t('by'), width: 110 },
  ]
  const open = (action: string) => notice.actions[action] === null
  return (
    <div className="stock-detail">
      <p className="stock-head">
        <DictTag code="stock_notice_status" value={notice.status} text={notice.status_dictText} />
        {notice.customerName} · {notice.depotCode}
        {notice.expectedDate && (
          <>
            {' · '}
            {t('expectedDate')} <Moment at={notice.expectedDate} day />
          </>
        )}
        {notice.reference && <> · {notice.reference}</>}
        {notice.carrier && <> · {notice.carrier}</>}
      </p>
      {notice.remark && <p>{notice.remark}</p>}
      <span className="py-actions">
        {open('announce') && (
          <Button type="primary" icon={<SendOutlined />} onClick={onAnnounce}>
            {t('announce')}
          </Button>
        )}
        {open('receive') && (
          <Button type="primary" icon={<InboxOutlined />} onClick={onReceive}>
            {t('receive')}
          </Button>
        )}
        {open('close') && (
          <Button icon={<CheckOutlined />} onClick={onClose}>
            {t('close')}
          </Button>
        )}
      </span>
      <DataTable<Line>
        label={t('lines')}
        columns={lines}
        rows={notice.lines}
        keys={false}
        empty={<Empty kind="nothing" />}
      />
      {notice.receipts.length > 0 && (
        <>
          <h3>{t('receipts')}</h3>
          <DataTable<Receipt>
            label={t('receipts')}
            columns={receipts}
            rows={notice.receipts}
            keys={false}
            empty={<Empty kind="nothing" />}
          />
        </>
      )}
    </div>
  )
}
