import { Modal } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import type { In } from '#contracts/kit/endpoint.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { QUOTED_FOR } from '#contracts/platform/access/price-permission.ts'
import { orderChanges, SERVICE_BEFORE } from '#contracts/orders/order-changes.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { ChoiceInput } from '../../../../kit/form/choices/choice-input.tsx'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { Difference, TaxedSum } from '../../charging/index.ts'
import type { OrderState } from './order-state.ts'
import { useOpenServices, withBefore } from './use-open-services.ts'

/** Another service for orders: what it changes in money is shown before it is done. */
export default function OtherService({
  orders,
  back,
  onClose,
  onChosen,
}: {
  orders: readonly OrderState[]
  /** Back to the service before, to begin with. */
  back: boolean
  onClose: () => void
  onChosen: (change: In<typeof orderChanges.changeService>, service: string) => void
}) {
  const t = useT('shipments')
  const services = useOpenServices(orders)
  const mayPrice = useCan(QUOTED_FOR)
  const [serviceId, setServiceId] = useState<string | null>(null)
  const preview = useAction(orderChanges.previewService, { success: false })
  const [shown, setShown] = useState<Awaited<ReturnType<typeof ask>>>(null)
  async function ask(id: string) {
    const answer = await preview.run({ ids: orders.map((one) => one.id), serviceId: id })
    return answer.ok ? answer.result : null
  }
  const choose = async (next: string | readonly string[] | null) => {
    const id = typeof next === 'string' ? next : null
    setServiceId(id)
    setShown(null)
    if (id) setShown(await ask(id))
  }
  const toBefore = useEffectEvent(() => void choose(SERVICE_BEFORE))
  useEffect(() => {
    if (back) toBefore()
  }, [back])
  const open = shown?.rows.filter(({ key }) => key !== null) ?? []
  // Users who see no prices learn which orders can have the service.
  const priced = shown?.rows.some(({ before, after }) => before !== null || after !== null) ?? false
  const run = () => {
    if (!serviceId) return
    const keys = Object.fromEntries(open.map(({ id, key }) => [id, key ?? '']))
    const service = services?.find(({ value }) => value === serviceId)?.label ?? serviceId
    onChosen({ ids: open.map(({ id }) => id), serviceId, keys }, service)
  }
  return (
    <Modal
      open
      width={680}
      title={t('service.title', { count: orders.length })}
      okText={shown ? t('service.ok', { count: open.length }) : t('action.changeService')}
      okButtonProps={{ disabled: open.length === 0 }}
      onOk={run}
      onCancel={onClose}
    >
      <p className="py-none">
        {mayPrice && <span>{t('service.later')} </span>}
        {t('service.undo')}
        {orders.some(({ status }) => status === PARCEL.CONFIRMED) && (
          <span> {t('service.renumbered')}</span>
        )}
      </p>
      <label htmlFor="other-service">{t('serviceId')}</label>
      <ChoiceInput
        id="other-service"
        list="services"
        style={{ width: '100%' }}
        loading={services === null}
        options={withBefore(services, t)}
        value={serviceId}
        onChange={(next) => void choose(next)}
        notFoundContent={services === null ? t('state.loading') : t('service.noneOpen')}
      />
      {preview.busy && <p role="status">{t('price.updating')}</p>}
      {shown && (
        <div className="order-scroll" tabIndex={0} role="region" aria-label={t('service.prices')}>
          <table className="order-lines">
            <thead>
              <tr>
                <th scope="col">{t('serialNumber')}</th>
                {priced && (
                  <th scope="col" data-align="right">
                    {t('service.before')}
                  </th>
                )}
                <th scope="col" data-align="right">
                  {t(priced ? 'service.after' : 'service.possible')}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.rows.map((row) => (
                <tr key={row.id}>
                  <td>{row.label}</td>
                  {priced && (
                    <td data-align="right">
                      {row.before && <TaxedSum sum={row.before} currency={row.before.currency} />}
                    </td>
                  )}
                  <td data-align="right">
                    {row.message ??
                      (row.after ? (
                        <TaxedSum sum={row.after} currency={row.after.currency} />
                      ) : (
                        row.key && t('service.yes')
                      ))}
                  </td>
                </tr>
              ))}
              {shown.sums.map((sum) => (
                <tr key={sum.currency}>
                  <th scope="row">{t('service.difference', { currency: sum.currency })}</th>
                  <td data-align="right">
                    <TaxedSum sum={sum.before} currency={sum.currency} />
                  </td>
                  <td data-align="right">
                    <TaxedSum sum={sum.after} currency={sum.currency} /> (
                    <Difference of={sum.difference} />)
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Modal>
  )
}
