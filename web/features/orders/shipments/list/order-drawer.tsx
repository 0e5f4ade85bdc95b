import { CopyOutlined, EditOutlined } from '@ant-design/icons'
import { Button, Drawer, Skeleton } from 'antd'
import { Link } from 'react-router'
import { intercepts } from '#contracts/depot/intercepts.ts'
import { orderPerm } from '#contracts/orders/kinds/kind-perms.ts'
import { revokeTaskList } from '#contracts/orders/revoke-tasks.ts'
import { FLAG, PARCEL } from '#contracts/orders/shipments.states.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { cases } from '#contracts/returns/cases/cases.ts'
import { CopyText } from '../../../../kit/platform/cells.tsx'
import { ErrorNote } from '../../../../kit/platform/empty.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { RowSteps, stepKeys } from '../../../../kit/table/row-steps.tsx'
import { useApi } from '../../../../kit/http/query.ts'
import { useNotify } from '../../../../kit/http/notify.tsx'
import { useRecent } from '../../../../kit/platform/history/recent.ts'
import { MoreActions } from '../../../../kit/platform/menu/more-actions.tsx'
import { DictTag } from '../../../../kit/platform/status-tag.tsx'
import { useKeys } from '../../../../kit/platform/use-keys.ts'
import { useDelayedFlag, usePhone } from '../../../../kit/platform/use-timing.ts'
import { Marks } from './order-columns.tsx'
import { StopOnArrival, StopsOfOrder } from '../../../depot/intercepts/index.ts'
import { CasesOf, OpenCaseButton } from '../../../returns/cases/index.ts'
import { OrderBody } from '../detail/order-body.tsx'
import { blockedBy, isOpen, stateOfDetail } from './order-state.ts'
import { SplitOrder } from '../regroup/split-order.tsx'
import { PrintButton } from '../print/print-button.tsx'
import { UnprintedLabel } from '../print/unprinted-label.tsx'
import { blockedFor, rightFor, type BulkAction, type OrderActions } from './use-order-actions.tsx'
import type { LabelPrinting } from '../print/use-print-labels.tsx'

interface OrderDrawerProps {
  id: string
  onClose: () => void
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onEdit: () => void
  onCopy: () => void
  onConvert: () => void
  actions: OrderActions
  printing: LabelPrinting
}
/** One order next to the list: j/k go on, e edits, p prints, Esc closes. */
export default function OrderDrawer({
  id,
  onClose,
  onPrevious,
  onNext,
  onEdit,
  onCopy,
  onConvert,
  actions,
  printing,
}: OrderDrawerProps) {
  const t = useT('shipments')
  const may = useRightsCheck()
  const phone = usePhone()
  const notify = useNotify()
  const found = useApi(shipments.queryById, { id }, { keepPrevious: true })
  const order = found.data
  const late = useDelayedFlag(!order)
  useRecent(order?.id === id ? order.serialNumber : null)
  const state = order ? stateOfDetail(order) : null
  const blocked = (action: 'edit' | 'print' | BulkAction) =>
    state
      ? action === 'edit' || action === 'print'
        ? blockedBy(action, state, t)
        : blockedFor(action, state, t)
      : ''
  const mayDo = (action: 'add' | 'edit' | BulkAction) =>
    state !== null &&
    may(orderPerm(state.kind, action === 'add' || action === 'edit' ? action : rightFor(action)))
  const canEdit = mayDo('edit') && blocked('edit') === null
  const canPrint = may('ship:label:print') && blocked('print') === null
  useKeys(
    {
      ...stepKeys({ onPrevious, onNext, onClose }),
      ...(mayDo('edit') ? { e: () => (canEdit ? onEdit() : notify.info(blocked('edit'))) } : {}),
      ...(may('ship:label:print') && state
        ? { p: () => (canPrint ? void printing.run([state]) : notify.info(blocked('print'))) }
        : {}),
    },
    { modal: true },
  )

  // A phone has no room for what cannot be done, nor a pointer to ask why.
  const shows = (action: 'edit' | 'print' | BulkAction) => !phone || blocked(action) === null
  const act = (action: BulkAction, more: object = {}) =>
    state &&
    mayDo(action) &&
    shows(action) && (
      <Button
        {...more}
        disabled={blocked(action) !== null}
        title={blocked(action) ?? undefined}
        loading={actions.busy === action}
        onClick={() => void actions.run(action, [state])}
      >
        {t(`action.${action}`)}
      </Button>
    )
  const coming =
    order?.parcels.filter(
      ({ parcelStatus }) => parcelStatus >= PARCEL.PREDICTED && parcelStatus < PARCEL.RECEIVED,
    ) ?? []
  return (
    <Drawer
      open
      size={860}
      onClose={onClose}
      keyboard={false}
      mask={{ enabled: false }}
      rootClassName="py-drawer order-drawer"
      title={
        order && (
          <span className="order-title">
            <CopyText text={order.serialNumber}>{order.serialNumber}</CopyText>
            <DictTag
              code="shipment_status"
              value={String(order.shipmentStatus)}
              text={order.shipmentStatus_dictText}
            />
            <Marks
              row={{ flags: order.flags, shipmentStatus: String(order.shipmentStatus) }}
              t={t}
            />
          </span>
        )
      }
      extra={
        <span className="py-actions">
          <RowSteps onPrevious={onPrevious} onNext={onNext} />
        </span>
      }
      footer={
        order &&
        state && (
          <div className="order-drawer-actions">
            {act('confirm', { type: 'primary' })}
            {may('ship:label:print') && shows('print') && (
              <PrintButton orders={[state]} printing={printing} blocked={blocked('print')}>
                {t('action.print')}
              </PrintButton>
            )}
            {mayDo('edit') && shows('edit') && (
              <Button
                icon={<EditOutlined />}
                disabled={!canEdit}
                title={blocked('edit') ?? 'e'}
                onClick={onEdit}
              >
                {t('action.edit')}
              </Button>
            )}
            {isOpen('release', state) && act('release', { type: 'primary' })}
            {isOpen('returned', state) && act('returned', { type: 'primary' })}
            <MoreActions label={t('bulk.more')}>
              {mayDo('add') && (
                <Button icon={<CopyOutlined />} onClick={onCopy}>
                  {phone ? t('action.copyShort') : t('action.copyOrder')}
                </Button>
              )}
              {mayDo('edit') && isOpen('changeService', state) && (
                <Button onClick={() => actions.otherService([state])}>
                  {t('action.changeService')}
                </Button>
              )}
              {mayDo('edit') && isOpen('correct', state) && (
                <Button onClick={() => actions.correct(state)}>{t('action.correct')}</Button>
              )}
              {isOpen('requote', state) && act('quote')}
              {state.kind.can.converts && canEdit && (
                <Button onClick={onConvert}>{t('action.convert')}</Button>
              )}
              {order.actions.split === null && order.parcels.length > 1 && (
                <SplitOrder order={order} />
              )}
              {may(cases.add) && (
                <OpenCaseButton
                  of={{
                    source: 'shipment',
                    record: order.id,
                    no: order.serialNumber,
                    customer: order.customerId_dictText,
                  }}
                />
              )}
              {may(intercepts.add) && coming.length > 0 && (
                <StopOnArrival
                  depotId={order.depotId ?? ''}
                  shipmentId={order.id}
                  parcels={coming}
                />
              )}
              {state && !isOpen('hold', state) ? null : act('hold')}
              {state && !isOpen('lost', state) ? null : act('lost', { danger: true })}
              {state && !isOpen('revoke', state) ? null : act('revoke', { danger: true })}
              {state && !isOpen('destroy', state) ? null : act('destroy', { danger: true })}
              {act('remark')}
              {act('withdraw')}
              {(state.flags & FLAG.revoking) !== 0 && may(revokeTaskList.endpoints.list) ? (
                <Link to={`/shipment/revoke-tasks?serialNumber=${state.serialNumber}`}>
                  {t('revoking.task')}
                </Link>
              ) : (
                act('cancel', { danger: true })
              )}
            </MoreActions>
          </div>
        )
      }
    >
      {found.isError && !order && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {!order && !found.isError && late && <Skeleton active />}
      {order && (
        <div className={found.isPlaceholderData ? 'py-stale' : undefined}>
          {canPrint && <UnprintedLabel order={order} printing={printing} />}
          <StopsOfOrder shipmentId={order.id} />
          <CasesOf source="shipment" record={order.id} />
          <OrderBody
            order={order}
            onCorrect={
              state && isOpen('correct', state)
                ? () => actions.correct(state, { goods: true })
                : null
            }
          />
        </div>
      )}
    </Drawer>
  )
}
