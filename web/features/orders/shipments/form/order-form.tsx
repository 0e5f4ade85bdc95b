import { Alert, Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { ErrorSummary } from '../../../../kit/form/error-summary.tsx'
import { formatMoment } from '../../../../kit/form/formats.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { ConsigneeSection } from './consignee-section.tsx'
import { blankDraft, fromDetail } from './draft.ts'
import { focusField } from './field-labels.ts'
import { HeadSection } from './head-section.tsx'
import { readDefaults } from './order-defaults.ts'
import { ParcelsSection } from './parcels-section.tsx'
import { PricePanel } from './price-panel.tsx'
import { SenderSection } from './sender-section.tsx'
import { StaleOrder } from './stale-order.tsx'
import { useDefaultShipper } from './use-default-shipper.ts'
import { useOrderChoices } from './use-order-choices.ts'
import { useOrderForm, type AfterSave } from './use-order-form.ts'

interface OrderFormProps {
  formId: string
  order: OrderDetail | null
  copy: OrderDetail | null
  userId: string
  staff: boolean
  /** What saving leads to: set by the button that was pressed. */
  after: AfterSave
  onAfter: (after: AfterSave) => void
  onStatus: (status: { busy: boolean; changed: boolean }) => void
  onSaved: (id: string, after: AfterSave) => void
}

/** The order form: service, sender, consignee, parcels; the price beside it. */
export function OrderForm({
  formId,
  order,
  copy,
  userId,
  staff,
  after,
  onAfter,
  onStatus,
  onSaved,
}: OrderFormProps) {
  const t = useT('shipments')
  // What the form begins with is settled when it opens.
  const [start] = useState(() => {
    if (order) return fromDetail(order)
    if (copy) return fromDetail(copy, true)
    const { currency, customerId, ...head } = readDefaults(userId)
    return blankDraft({ ...head, ...(staff ? { customerId } : {}) }, currency)
  })
  const form = useOrderForm({
    start,
    order,
    userId,
    draftKey: `${userId}:orders:${order?.id ?? (copy ? `copy-${copy.id}` : 'new')}`,
    onSaved,
  })
  const { draft, issues, set, edit, busy, changed } = form
  const choices = useOrderChoices(staff ? draft.customerId : '', form.propose, order === null)
  useDefaultShipper(draft, form.propose, { enabled: order === null && copy === null, staff })
  useEffect(() => onStatus({ busy, changed }), [busy, changed, onStatus])
  const focusFirst = useEffectEvent(() => {
    // What the last order left is already there.
    const empty = (['customerId', 'serviceId'] as const).find(
      (field) => (field === 'customerId' ? staff && !order : true) && !draft[field],
    )
    focusField(empty ?? 'reference')
  })
  useEffect(() => {
    const timer = setTimeout(() => focusFirst(), 150)
    return () => clearTimeout(timer)
  }, [])
  // Another customer's senders and addresses are not this one's.
  const setHead = (path: string, value: string) => {
    if (path === 'customerId' && value !== draft.customerId)
      edit((now) => ({ ...now, shipperId: '', sender: null }))
    set(path, value)
  }
  /** Enter comes through the hidden button and always means plain saving; the drawer's buttons have said what they mean. */
  const submit = (event: Event) => {
    const byEnter = event instanceof SubmitEvent && event.submitter !== null
    if (byEnter) onAfter('close')
    void form.save(byEnter ? 'close' : after)
  }
  const from = order ?? copy
  // The label that came with the order holds while the choice does.
  const texts = from
    ? Object.fromEntries(
        (['customerId', 'serviceId', 'depotId'] as const)
          .filter((field) => draft[field] === from[field])
          .map((field) => [field, from[`${field}_dictText`]]),
      )
    : {}
  return (
    <form
      id={formId}
      className="order-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.nativeEvent)
      }}
    >
      <fieldset disabled={busy} className="order-form-main">
        <button type="submit" hidden aria-hidden tabIndex={-1} />
        {form.restored !== null && (
          <Alert
            type="info"
            className="py-summary"
            title={t('form.draft', { at: formatMoment(new Date(form.restored).toISOString()) })}
            action={
              <Button size="small" onClick={form.discard}>
                {t('form.dropDraft')}
              </Button>
            }
          />
        )}
        {form.theirs && (
          <StaleOrder
            mine={form.stored}
            theirs={form.theirs}
            onMine={form.keepMine}
            onTheirs={form.takeTheirs}
          />
        )}
        <ErrorSummary issues={form.refusals} onJump={focusField} />
        <HeadSection
          draft={draft}
          issues={issues}
          set={setHead}
          staff={staff}
          editing={order !== null}
          choices={choices}
          texts={texts}
        />
        <SenderSection
          draft={draft}
          issues={issues}
          set={set}
          edit={edit}
          customerId={staff ? draft.customerId : ''}
        />
        <ConsigneeSection
          draft={draft}
          issues={issues}
          set={set}
          edit={edit}
          customerId={staff ? draft.customerId : ''}
        />
        <ParcelsSection parcels={draft.parcels} issues={issues} set={set} edit={edit} />
      </fieldset>
      <PricePanel draft={draft} limit={choices?.limit} />
    </form>
  )
}
