import { CheckOutlined, InboxOutlined, SendOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { stockNoticeList, stockNotices } from '#contracts/orders/stock/stock-notices.ts'
import { whyNotNotice, type NoticeAction } from '#contracts/orders/stock/stock.states.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNoticeCounts } from './counts-of-rows.ts'
import NoticeDetail from './notice-detail.tsx'
import './stock.css'

const NoticeForm = lazy(() => import('./notice-form.tsx'))
const ReceiveForm = lazy(() => import('./receive-form.tsx'))

type Row = RowOf<typeof stockNoticeList>
const COLUMNS = [
  'no',
  'customerId',
  'depotId',
  'status',
  'expectedDate',
  'progress',
  'variance',
  'reference',
  'createTime',
] as const
/** The depot's people have no list of customers; whose goods came they read all the same. */
const DEPOT_COLUMNS = COLUMNS.map((name) => (name === 'customerId' ? 'customer' : name))

/** What customers announced for their stock, and what of it came. */
export default function GoodsIn() {
  const t = useT('stock-notices')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const [receiving, setReceiving] = useState<string | null>(null)
  const announce = useAction(stockNotices.announce, { success: t('announce.done') })
  const close = useAction(stockNotices.close, { success: t('close.done') })

  const blocked = (row: Row, action: NoticeAction) => {
    const code = whyNotNotice(action, row.status ?? '')
    return code === null ? null : t(`blocked.${code}`)
  }
  const askClose = async (id: string, no: string) => {
    const answer = await confirm({ title: t('close.ask', { no }), content: t('close.note') })
    if (answer !== null) await close.run({ id })
  }
  const actions = (row: Row): RowAction[] => [
    ...(may(stockNotices.announce)
      ? [
          {
            key: 'announce',
            label: t('announce'),
            icon: <SendOutlined />,
            blocked: blocked(row, 'announce'),
            onClick: () => void announce.run({ id: row.id }),
          },
        ]
      : []),
    ...(may(stockNotices.receive)
      ? [
          {
            key: 'receive',
            label: t('receive'),
            icon: <InboxOutlined />,
            blocked: blocked(row, 'receive'),
            onClick: () => setReceiving(row.id),
          },
        ]
      : []),
    ...(may(stockNotices.close)
      ? [
          {
            key: 'close',
            label: t('close'),
            icon: <CheckOutlined />,
            blocked: blocked(row, 'close'),
            onClick: () => void askClose(row.id, row.no ?? ''),
          },
        ]
      : []),
  ]
  return (
    <>
      <ResourceScreen
        of={stockNoticeList}
        columns={may(stockNotices.receive) && !may('base:customer:list') ? DEPOT_COLUMNS : COLUMNS}
        rowActions={actions}
        form={({ id, close: shut }) => (
          <Suspense>
            <NoticeForm key={id ?? 'new'} id={id} onClose={shut} />
          </Suspense>
        )}
        detail={(row) => (
          <NoticeDetail
            id={row.id}
            onReceive={() => setReceiving(row.id)}
            onAnnounce={() => void announce.run({ id: row.id })}
            onClose={() => void askClose(row.id, row.no ?? '')}
          />
        )}
        cells={{
          customer: (row) => <CustomerName id={row.id} />,
          progress: (row) => <Progress id={row.id} />,
          variance: (row) => <Variance row={row} />,
        }}
      />
      <Suspense>
        {receiving && <ReceiveForm id={receiving} onClose={() => setReceiving(null)} />}
      </Suspense>
    </>
  )
}

function CustomerName({ id }: { id: string }) {
  return useNoticeCounts(id)?.customerName
}

function Progress({ id }: { id: string }) {
  const counts = useNoticeCounts(id)
  return (
    counts && (
      <span className="py-num">
        {counts.received} / {counts.expected}
      </span>
    )
  )
}

/** What is short is known once nothing more comes; what is over at once. */
function Variance({ row }: { row: Row }) {
  const t = useT('stock-notices')
  const counts = useNoticeCounts(row.id)
  if (!counts) return null
  return (
    <>
      {counts.short > 0 && row.closedAt !== null && (
        <StatusTag tone="bad">{t('short', { count: counts.short })}</StatusTag>
      )}{' '}
      {counts.over > 0 && <StatusTag tone="warning">{t('over', { count: counts.over })}</StatusTag>}
    </>
  )
}
