import { Alert, Button, Drawer, Skeleton } from 'antd'
import { useId, useRef, useState } from 'react'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import type { KindCode } from '#contracts/orders/kinds/kinds.ts'
import { shipments, type OrderDetail } from '#contracts/orders/shipments.ts'
import { ErrorNote } from '../../../../kit/platform/empty.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { useKeys } from '../../../../kit/platform/use-keys.ts'
import { useDelayedFlag } from '../../../../kit/platform/use-timing.ts'
import { useSession } from '../../../../kit/session/session.ts'
import { partyCall } from './address/party-picker.tsx'
import { CONSIGNEE_PICKER } from './address/consignee-section.tsx'
import { OrderForm } from './order-form.tsx'
import { PRICE_BAR } from './price/price-panel.tsx'
import type { AfterSave } from './use-order-form.ts'

export interface OrderFormDrawerProps {
  /** The kind a new order begins as; null where the list holds all. */
  kind: KindCode | null
  /** The order to change; null writes a new one, from `copyOf` where given. */
  id: string | null
  copyOf: string | null
  /** The kind an order that is changed becomes, where that was chosen before. */
  convertTo?: KindCode | null
  /** A consignee of the address book a new order goes to. */
  consigneeId?: string | null
  /** The service a new order begins with. */
  serviceId?: string | null
  onClose: () => void
  onSaved: (id: string) => void
  /** Where "save and next" goes while editing. */
  onNext: (() => void) | null
}

/**
 * Writing or changing an order next to the list. Enter saves, Ctrl+Enter saves and goes on to the
 * next.
 */
export default function OrderFormDrawer({
  kind,
  id,
  copyOf,
  convertTo = null,
  consigneeId = null,
  serviceId = null,
  onClose,
  onSaved,
  onNext,
}: OrderFormDrawerProps) {
  const t = useT('shipments')
  const common = useT()
  const formId = useId()
  const { user } = useSession()
  const mayConfirm = useCan(orderPerms('confirm'))
  const source = id ?? copyOf
  // The order as it is now, not as the list showed it: an old version would be refused.
  const found = useApi(
    shipments.queryById,
    { id: source ?? '' },
    { enabled: source !== null, staleTime: 0 },
  )
  const [loaded, setLoaded] = useState<OrderDetail | null>(null)
  // A new order that is saved and stays open, since it could not be confirmed.
  const [unconfirmed, setUnconfirmed] = useState<OrderDetail | null>(null)
  const [status, setStatus] = useState({ busy: false, changed: false })
  // What saving leads to; drawn on the buttons, read when it is done.
  const asked = useRef<AfterSave>('close')
  const [after, setAfter] = useState<AfterSave>('close')
  const [round, setRound] = useState(0)
  // What the form began with stays, whatever is fetched while it is open.
  if (found.data && !found.isFetching && loaded === null) setLoaded(found.data)
  // A receiver chosen elsewhere: in the address book.
  const receiver = useApi(
    partyCall('consignees'),
    { id: consigneeId ?? '' },
    { enabled: source === null && consigneeId !== null },
  )
  const ready = source === null ? consigneeId === null || !receiver.isPending : loaded !== null
  const late = useDelayedFlag(!ready)
  const closed =
    id !== null && loaded !== null && loaded.actions.edit
      ? t('blocked.edit', { status: loaded.shipmentStatus_dictText })
      : null

  const lead = (next: AfterSave) => {
    asked.current = next
    setAfter(next)
  }
  const submit = (next: AfterSave) => {
    lead(next)
    const form = document.getElementById(formId)
    if (form instanceof HTMLFormElement) form.requestSubmit()
  }
  useKeys(
    {
      'mod+enter': () => submit('next'),
      ...(mayConfirm ? { 'mod+shift+enter': () => submit('confirm') } : {}),
      'alt+c': () => document.getElementById(CONSIGNEE_PICKER)?.focus(),
      Escape: onClose,
    },
    { modal: true },
  )
  const done = (savedId: string, how: AfterSave) => {
    if (how !== 'next') return onSaved(savedId)
    if (id !== null) return onNext ? onNext() : onSaved(savedId)
    lead('close')
    setUnconfirmed(null)
    setRound(round + 1)
  }
  const stored = unconfirmed ?? (id ? loaded : null)
  const title = id || unconfirmed ? t('form.edit') : copyOf ? t('form.copy') : t('form.new')
  const off = !ready || closed !== null
  return (
    <Drawer
      open
      size={1280}
      onClose={onClose}
      keyboard={false}
      mask={{ closable: !status.changed }}
      rootClassName="py-drawer order-form-drawer"
      title={stored ? `${title} · ${stored.serialNumber}` : title}
      footer={
        <div className="py-drawer-footer">
          <span id={PRICE_BAR} className="order-price-bar" />
          <span className="py-hint">{t('form.keys')}</span>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
          <Button
            loading={status.busy && after === 'next'}
            disabled={off}
            onClick={() => submit('next')}
          >
            {id ? t('form.saveNext') : common('form.saveAndNew')}
          </Button>
          <Button
            type={mayConfirm ? 'default' : 'primary'}
            loading={status.busy && after === 'close'}
            disabled={off}
            onClick={() => submit('close')}
          >
            {t('form.save')}
          </Button>
          {mayConfirm && (
            <Button
              type="primary"
              loading={status.busy && after === 'confirm'}
              disabled={off}
              onClick={() => submit('confirm')}
            >
              {t('form.saveConfirm')}
            </Button>
          )}
        </div>
      }
    >
      {found.isError && !ready && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {!ready && !found.isError && late && <Skeleton active />}
      {closed && <Alert type="warning" title={closed} className="py-summary" />}
      {ready && user && !closed && (
        <OrderForm
          key={round}
          formId={formId}
          kind={kind}
          convertTo={convertTo}
          order={id ? loaded : null}
          copy={id ? null : loaded}
          serviceId={serviceId}
          receiver={round === 0 ? (receiver.data ?? null) : null}
          userId={user.id}
          staff={user.customerId === null}
          after={() => asked.current}
          onEnter={() => lead('close')}
          onStatus={setStatus}
          onSaved={done}
          onUnconfirmed={setUnconfirmed}
        />
      )}
    </Drawer>
  )
}
