import { CheckCircleOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { stockBalanceList, stockBalances } from '#contracts/orders/stock/stock-balances.ts'
import { stockEntryList } from '#contracts/orders/stock/stock-entries.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { date, int, text } from '#contracts/kit/field.ts'
import { call } from '../../../kit/http/api.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { DetailList } from '../../../kit/resource/detail-list.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { Moment, Num } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import './stock.css'

const OpeningForm = lazy(() => import('./opening-form.tsx'))
const ImportDialog = lazy(() => import('../../../kit/resource/import-dialog.tsx'))

type Row = RowOf<typeof stockBalanceList>
const COLUMNS = [
  'skuId',
  'customerId',
  'depotId',
  'placeId',
  'lot',
  'expiryDate',
  'available',
  'reserved',
  'picked',
  'onHand',
  'toCount',
  'firstIn',
] as const
const SUMS = ['onHand', 'reserved', 'picked', 'available'] as const
const CELLS = { toCount: (row: Row) => <ToCount row={row} /> }
const ENTRY_COLUMNS = ['kind', 'quantity', 'refNo', 'refKind', 'reason', 'createTime', 'createBy']

/** What the import dialog asks of the sheet of opening balances. */
const sheet = {
  name: 'stock-opening',
  path: '/erp/stock/opening',
  endpoints: { importExcel: stockBalances.importOpening },
  fields: {
    customer: text({ required: true }),
    depot: text({ required: true }),
    sku: text({ required: true }),
    place: text({ required: true }),
    lot: text(),
    expiryDate: date(),
    quantity: int({ required: true }),
    remark: text(),
  },
}

/** Stock per SKU, lot and place, with the entries behind each figure. */
export default function Stock({ title }: { title: string }) {
  const t = useT('stock-balances')
  const opening = useT('stock-opening')
  const may = useRightsCheck()
  const notify = useNotify()
  const [adding, setAdding] = useState(false)
  const [importing, setImporting] = useState(false)
  const check = async () => {
    const { checked, wrong } = await call(stockBalances.check, {})
    if (wrong.length === 0) notify.success(t('check.ok', { count: checked }))
    else
      notify.warning(
        t('check.wrong', {
          count: wrong.length,
          list: wrong.map((one) => `${one.sku} ${one.place}`).join(', '),
        }),
      )
  }
  return (
    <>
      <ResourceScreen
        of={stockBalanceList}
        title={title}
        columns={COLUMNS}
        sums={SUMS}
        cells={CELLS}
        cardTitle="skuId"
        detail={(row) => <Balance row={row} />}
        toolbar={() => (
          <>
            {may(stockBalances.check) && (
              <Button icon={<CheckCircleOutlined />} onClick={() => void check()}>
                {t('check')}
              </Button>
            )}
            {may(stockBalances.importOpening) && (
              <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
                {t('opening.import')}
              </Button>
            )}
          </>
        )}
        newButton={
          may(stockBalances.addOpening) && (
            <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              {t('opening.new')}
            </Button>
          )
        }
      />
      <Suspense>
        {adding && <OpeningForm onClose={() => setAdding(false)} />}
        {importing && (
          <ImportDialog
            of={sheet as never}
            t={opening}
            title={t('opening.import')}
            onClose={() => setImporting(false)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Nothing is reserved where pieces were not found, until it was counted. */
function ToCount({ row }: { row: Row }) {
  const t = useT('stock-balances')
  return row.toCount ? <StatusTag tone="warning">{t('toCount')}</StatusTag> : null
}

function Balance({ row }: { row: Row }) {
  const t = useT('stock-balances')
  return (
    <div className="stock-detail">
      <DetailList
        items={[
          { key: 'skuId', label: t('skuId'), value: row.skuId_dictText, wide: true },
          { key: 'depotId', label: t('depotId'), value: row.depotId_dictText },
          { key: 'placeId', label: t('placeId'), value: row.placeId_dictText },
          { key: 'lot', label: t('lot'), value: row.lot },
          { key: 'expiryDate', label: t('expiryDate'), value: row.expiryDate },
          { key: 'firstIn', label: t('firstIn'), value: <Moment at={row.firstIn} /> },
          { key: 'onHand', label: t('onHand'), value: <Num value={row.onHand} /> },
          { key: 'reserved', label: t('reserved'), value: <Num value={row.reserved} /> },
          { key: 'picked', label: t('picked'), value: <Num value={row.picked} /> },
          { key: 'toCount', label: t('toCount'), value: <ToCount row={row} /> },
          { key: 'available', label: t('available'), value: <Num value={row.available} /> },
        ]}
      />
      <h3>{t('entries')}</h3>
      <ResourceScreen
        key={row.id}
        of={stockEntryList}
        header={false}
        columns={ENTRY_COLUMNS}
        cardTitle="kind"
        fixed={{ balanceId: row.id }}
      />
    </div>
  )
}
