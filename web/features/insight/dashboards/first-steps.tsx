import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { Link } from 'react-router'
import { Empty } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'

const STEPS = [
  { key: 'services', path: '/delivery/services', perm: 'dlv:service:edit' },
  { key: 'prices', path: '/delivery/fees', perm: 'dlv:fee:edit' },
  { key: 'numbers', path: '/delivery/number-segments', perm: 'dlv:segment:edit' },
  { key: 'customers', path: '/delivery/customers', perm: 'base:customer:add' },
  { key: 'sender', path: '/shipment/shippers', perm: 'base:shipper:add' },
  // Before the step that is paid from it.
  { key: 'recharge', path: '/shipment/recharges', perm: 'pay:recharge:add' },
  { key: 'order', path: '/shipment/all?new=1', perm: orderPerms('add') },
  { key: 'import', path: '/shipment/import', perm: orderPerms('import') },
  { key: 'into', path: '/warehouse/into', perm: 'wh:in:scan' },
] as const

/**
 * In place of a board of noughts: the way to the first order, as far as it is this person's to go.
 */
export function FirstSteps() {
  const t = useT('dashboards')
  const may = useRightsCheck()
  const steps = STEPS.filter((step) => may(step.perm))
  if (steps.length === 0) return <Empty kind="nothing" title={t('empty')} />
  return (
    <section className="dash-steps" aria-labelledby="dash-steps">
      <h2 id="dash-steps">{t('steps')}</h2>
      <p>{t('steps.hint')}</p>
      <ol>
        {steps.map((step) => (
          <li key={step.key}>
            <Link to={step.path}>{t(`step.${step.key}`)}</Link>
            <span>{t(`step.${step.key}.hint`)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
