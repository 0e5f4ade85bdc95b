import { orderDetail, shipments, type OrderDetail } from '#contracts/orders/shipments.ts'
import { useEntry, type Entry } from '../../../../kit/form/use-entry.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { useNotify } from '../../../../kit/platform/notify.tsx'
import { useAction } from '../../../../kit/http/use-action.ts'
import { COMPARED, formPath, fromDetail, fromStored, toWire, type Draft } from './draft/draft.ts'
import { currencyOf } from './draft/draft-edit.ts'
import { labelOf, ORDER } from './field-labels.ts'
import { writeDefaults } from './order-defaults.ts'

export type AfterSave = 'close' | 'confirm' | 'next'
interface OrderFormOptions {
  start: Draft
  /** The order that is changed; null writes a new one. */
  order: OrderDetail | null
  userId: string
  /** Names the kept draft. */
  draft: string
  /** What saving leads to, asked when it is done. */
  after: () => AfterSave
  onSaved: (id: string, after: AfterSave) => void
}
type Saved = { id: string; serialNumber: string }

/** The order form: saving, confirming after it, and what the next order begins with. */
export function useOrderForm({
  start,
  order,
  userId,
  draft,
  after,
  onSaved,
}: OrderFormOptions): Entry<Draft> {
  const t = useT('shipments')
  const notify = useNotify()
  const quiet = { success: false } as const
  const add = useAction(shipments.add, { ...quiet, ownRefusals: true })
  const change = useAction(shipments.edit, { ...quiet, ownRefusals: true })
  const confirm = useAction(shipments.confirm, quiet)

  const confirmNow = async ({ id, serialNumber }: Saved) => {
    const done = await confirm.run({ ids: [id] })
    const row = done.ok ? done.result.rows[0] : undefined
    if (row?.ok) return notify.success(t('form.savedConfirmed', { number: serialNumber }))
    const reason = row?.message ?? (done.ok ? '' : done.error.message)
    notify.warning(t('form.notConfirmed', { number: serialNumber, reason }))
  }
  return useEntry<Draft>({
    name: ORDER,
    draft,
    restore: fromStored,
    start,
    version: order?.version ?? 0,
    save: (values, version) =>
      order
        ? change.run({ ...toWire(values), id: order.id, version: Number(version) })
        : add.run(toWire(values)),
    onSaved: async (result, values) => {
      const saved = result as Saved
      const { shipmentResource, customerId, serviceId, depotId } = values
      const currency = currencyOf(values) || 'EUR'
      // A change of an old order says nothing of the next new one.
      if (!order)
        writeDefaults(userId, { shipmentResource, customerId, serviceId, depotId, currency })
      const next = after()
      if (next === 'confirm') await confirmNow(saved)
      else notify.success(t('form.saved', { number: saved.serialNumber }))
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
}
