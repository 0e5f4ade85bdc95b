import { PlusOutlined, PrinterOutlined } from '@ant-design/icons'
import { Alert, Button, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { isOpenFor } from '#contracts/depot/fba-waybills.states.ts'
import { fbaWaybills } from '#contracts/depot/fba-waybills.ts'
import { RecordFiles } from '../../../kit/files/record-files.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { Outcome } from './outcome-dialog.tsx'
import type { Truck } from './truck.ts'
import '../../../kit/resource/desk/desk.css'

const AddOrders = lazy(() => import('./add-orders.tsx'))
const BookDialog = lazy(() => import('./book-dialog.tsx'))
const OutcomeDialog = lazy(() => import('./outcome-dialog.tsx'))
const OUTCOMES = ['arrive', 'deliver', 'refuse'] as const

/** A truck below its fields: what is on it, its appointment, papers, and what became of it. */
export function TruckAside({ id }: { id: string }) {
  const t = useT('fba-trucks')
  const found = useApi(fbaWaybills.detail, { id }, { keepPrevious: true })
  const truck = found.data
  if (found.error && !truck)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!truck) return <Skeleton active />
  const { slot, missing, attempts, storageDays } = truck
  return (
    <div className="py-desk-part">
      <Actions truck={truck} />
      {truck.status === '0' && missing.length > 0 && (
        <Alert type="info" showIcon title={t('missing', { fields: missing.join(', ') })} />
      )}
      {slot?.changed && <Alert type="warning" showIcon title={t('changed')} />}
      {slot && slot.lateDays !== null && (
        <Alert type="error" showIcon title={t('late', { days: slot.lateDays })} />
      )}
      <Orders truck={truck} />
      {attempts.length > 0 && (
        <>
          <h2>{t('attempts')}</h2>
          <ul className="py-desk-list">
            {attempts.map((one) => (
              <li key={one.at}>
                <strong>{one.no}</strong> <Moment at={one.at} /> <small>{one.reason}</small>
              </li>
            ))}
          </ul>
          {storageDays !== null && <p>{t('storage', { days: storageDays })}</p>}
        </>
      )}
      <h2>{t('files')}</h2>
      <RecordFiles ownerKind="fba_waybill" ownerId={id} kind="document" />
    </div>
  )
}

function Actions({ truck }: { truck: Truck }) {
  const t = useT('fba-trucks')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const [booking, setBooking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const dispatch = useAction(fbaWaybills.dispatch)
  const paper = useDownload(fbaWaybills.paper)
  const { id, version, no, status, warehouseCode } = truck
  const leave = async () => {
    const pieces = truck.orders.reduce((sum, one) => sum + one.pieces, 0)
    const agreed = await confirm({
      title: `${t('dispatch')} ${no}`,
      content: t('dispatch.effect', { pieces, warehouse: warehouseCode }),
      ok: t('dispatch'),
    })
    if (agreed !== null) await dispatch.run({ id, version })
  }
  return (
    <span className="py-actions">
      {may(fbaWaybills.book) && isOpenFor('book', status) && (
        <Button onClick={() => setBooking(true)}>{t('book')}</Button>
      )}
      {may(fbaWaybills.dispatch) && isOpenFor('dispatch', status) && (
        <Button type="primary" loading={dispatch.busy} onClick={() => void leave()}>
          {t('dispatch')}
        </Button>
      )}
      {OUTCOMES.filter((one) => may(fbaWaybills[one]) && isOpenFor(one, status)).map((one) => (
        <Button key={one} danger={one === 'refuse'} onClick={() => setOutcome(one)}>
          {t(one)}
        </Button>
      ))}
      {(['bol', 'pallets'] as const).map((kind) => (
        <Button
          key={kind}
          icon={<PrinterOutlined />}
          loading={paper.busy}
          onClick={() => void paper.run({ id, paper: kind }, `${no}-${kind}.pdf`)}
        >
          {t(`paper.print.${kind}`)}
        </Button>
      ))}
      <Suspense>
        {booking && <BookDialog truck={truck} onClose={() => setBooking(false)} />}
        {outcome && (
          <OutcomeDialog truck={truck} outcome={outcome} onClose={() => setOutcome(null)} />
        )}
      </Suspense>
    </span>
  )
}

function Orders({ truck }: { truck: Truck }) {
  const t = useT('fba-trucks')
  const may = useRightsCheck()
  const [adding, setAdding] = useState(false)
  const remove = useAction(fbaWaybills.removeOrder)
  const { id, version } = truck
  const isOpen = may(fbaWaybills.addOrders) && isOpenFor('load', truck.status)
  return (
    <>
      <h2>{t('orders')}</h2>
      <ul className="py-desk-list">
        {truck.orders.map((one) => (
          <li key={one.id}>
            <strong>{one.fbaCode}</strong>
            <span>
              {one.serialNumber} · {one.customerName} ·{' '}
              {t('orders.line', { pieces: one.pieces, weight: one.weightKg })}
            </span>
            {isOpen && (
              <Button
                size="small"
                danger
                loading={remove.busy}
                onClick={() => void remove.run({ id, version, orderId: one.id })}
              >
                {t('orders.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOpen && (
        <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          {t('orders.add')}
        </Button>
      )}
      <Suspense>{adding && <AddOrders truck={truck} onClose={() => setAdding(false)} />}</Suspense>
    </>
  )
}
