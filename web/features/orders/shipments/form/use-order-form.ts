import { useState } from 'react'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { orderDetail, shipments, type OrderDetail } from '#contracts/orders/shipments.ts'
import { useEntry, type Entry } from '../../../../kit/form/use-entry.tsx'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { useNotify } from '../../../../kit/http/notify.tsx'
import { ApiError } from '../../../../kit/http/api-error.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { COMPARED, formPath, fromDetail, fromStored, toWire, type Draft } from './draft/draft.ts'
import { currencyOf } from './draft/draft-edit.ts'
import { doubtsInWords } from '../doubts.tsx'
import { labelOf, ORDER } from './field-labels.ts'
import { writeDefaults } from './order-defaults.ts'
import { withPrice } from './price/saved-price.tsx'
import { unconfirmedHeading } from './price/payer-note.tsx'

export type AfterSave = 'close' | 'confirm' | 'next'
interface OrderFormOptions {
  start: Draft
  /** Whose order it is, they choose. */
  staff: boolean
  /** The order that is changed; null writes a new one. */
  order: OrderDetail | null
  userId: string
  /** Names the kept draft. */
  draft: string
  /** What saving leads to, asked when it is done. */
  after: () => AfterSave
  onSaved: (id: string, after: AfterSave) => void
  /** It is saved and could not be confirmed: the form stays open on it. */
  onUnconfirmed: (order: OrderDetail) => void
}

/**
 * The order form: saving, confirming after it, and what the next order begins with. What is saved
 * and cannot be confirmed stays open, with all reasons; `stored` is what the form changes.
 */
export function useOrderForm({
  start,
  staff,
  order,
  userId,
  draft,
  after,
  onSaved,
  onUnconfirmed,
}: OrderFormOptions): Entry<Draft> & { stored: OrderDetail | null } {
  const t = useT('shipments')
  const notify = useNotify()
  const quiet = { success: false } as const
  const add = useAction(shipments.add, { ...quiet, ownRefusals: true })
  const change = useAction(shipments.edit, { ...quiet, ownRefusals: true })
  const confirm = useAction(shipments.confirm, quiet)

  const message = t('error.customer.whose')
  const unowned = { path: 'customerId', code: 'customer.whose', message }
  const mayEdit = useCan(orderPerms('edit'))
  const [stored, setStored] = useState(order)

  /** The reasons where it was refused and can be mended here. */
  const confirmNow = async (saved: OrderDetail) => {
    const { id, serialNumber } = saved
    const done = await confirm.run({ ids: [id] })
    const row = done.ok ? done.result.rows[0] : undefined
    if (row?.ok) {
      const warnings = row.warnings ?? []
      if (warnings.length === 0)
        notify.success(withPrice(t('form.savedConfirmed', { number: serialNumber }), saved))
      else {
        const text = doubtsInWords(t, 'form.confirmedDoubts', serialNumber, warnings)
        // Another price of the moment is named among the doubts.
        const repriced = warnings.some(({ code }) => code === 'shipment.repriced')
        notify.warning(repriced ? text : withPrice(text, saved))
      }
      return null
    }
    const reason = row?.message ?? (done.ok ? '' : done.error.message)
    if (row && mayEdit) {
      const heading = unconfirmedHeading(t('form.stillDraft', { number: serialNumber }), row.code)
      return (row.issues ?? [{ path: '', message: reason }]).map((one) => ({ ...one, heading }))
    }
    notify.warning(t('form.notConfirmed', { number: serialNumber, reason }))
    return null
  }
  const entry = useEntry<Draft>({
    name: ORDER,
    draft: stored ? `orders:${stored.id}` : draft,
    restore: fromStored,
    start,
    version: stored?.version,
    save: async (values, version) => {
      if (stored) return change.run({ ...toWire(values), id: stored.id, version: Number(version) })
      if (staff && !values.customerId)
        return { ok: false, error: new ApiError({ status: 200, message, issues: [unowned] }) }
      return add.run(toWire(values))
    },
    onSaved: async (result, values, refuse) => {
      const saved = result as OrderDetail
      const { shipmentResource, serviceId, depotId } = values
      const currency = currencyOf(values) || 'EUR'
      // A change of an old order does not apply to the next new one.
      if (!stored) writeDefaults(userId, { shipmentResource, serviceId, depotId, currency })
      const next = after()
      const reasons = next === 'confirm' ? await confirmNow(saved) : null
      if (reasons) {
        setStored(saved)
        onUnconfirmed(saved)
        return refuse(reasons)
      }
      if (next !== 'confirm')
        notify.success(withPrice(t('form.saved', { number: saved.serialNumber }), saved))
      onSaved(saved.id, next)
    },
    label: (path) => labelOf(path, t),
    pathOf: formPath,
    fields: COMPARED,
    valuesOf: (row) => {
      const found = orderDetail.safeParse(row)
      return found.success ? fromDetail(found.data) : start
    },
  })
  return { ...entry, stored }
}
