import { Link } from 'react-router'
import { rechargeList } from '#contracts/money/recharges.ts'
import { RECHARGE } from '#contracts/money/recharges.states.ts'
import type { Page } from '#contracts/kit/page.ts'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { COMPANY_ACCOUNT_CODE, customers } from '#contracts/parties/customers.ts'
import { shipperList } from '#contracts/parties/shippers.ts'
import { Empty } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { Callable } from '../../../kit/http/api.ts'
import { useApi } from '../../../kit/http/query.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useSession } from '../../../kit/session/session.ts'
import { pagesOf } from './pages.ts'

const STEPS = [
  { key: 'company', path: '/accounting/invoice-settings', perm: 'acc:invoice:setting' },
  { key: 'depot', path: '/delivery/depots', perm: 'dlv:depot:edit' },
  { key: 'services', path: '/delivery/services', perm: 'dlv:service:edit' },
  { key: 'prices', path: '/delivery/fees', perm: 'dlv:fee:edit' },
  { key: 'numbers', path: '/delivery/number-segments', perm: 'dlv:segment:edit' },
  { key: 'customers', path: '/delivery/customers', perm: 'base:customer:add' },
  { key: 'users', path: '/isystem/user', perm: 'sys:user:add' },
  { key: 'sender', path: '/shipment/shippers?_new=1', perm: 'base:shipper:add' },
  // Before the step that is paid from it.
  { key: 'recharge', path: '/shipment/recharges?_new=1', perm: 'pay:recharge:add' },
  { key: 'credit', path: '/accounting/recharges', perm: 'acc:recharge:add' },
  { key: 'order', path: '/shipment/all?new=1', perm: orderPerms('add') },
  { key: 'import', path: '/shipment/import', perm: orderPerms('import') },
  { key: 'into', path: '/warehouse/into', perm: 'wh:in:scan' },
] as const

const ANY_BUT_OURS = JSON.stringify([{ field: 'code', rule: 'ne', val: COMPANY_ACCOUNT_CODE }])
const CREDITED = { of: rechargeList, filter: { status: RECHARGE.confirmed } }
/** Steps that are done once there is such a row; the others are looked at again. */
const DONE = {
  customers: { of: customers, filter: { superQueryParams: ANY_BUT_OURS } },
  sender: { of: shipperList, filter: {} },
  recharge: CREDITED,
  credit: CREDITED,
}
const canBeDone = (key: string): key is keyof typeof DONE => key in DONE

function Done({ step }: { step: keyof typeof DONE }) {
  const t = useT('dashboards')
  const may = useRightsCheck()
  const { of, filter } = DONE[step]
  const { method, path } = of.endpoints.list
  const list: Callable<unknown, Page<object>> = { method, path }
  const input = { pageNo: 1, pageSize: 1, ...filter }
  const { data } = useApi(list, input, { quiet: true, enabled: may(of.endpoints.list) })
  return data && data.total > 0 ? <StatusTag tone="done">{t('step.done')}</StatusTag> : null
}

/**
 * In place of a board of noughts: the way to the first order, as far as it is this person's to go.
 */
export function FirstSteps() {
  const t = useT('dashboards')
  const may = useRightsCheck()
  const { rights } = useSession()
  const pages = new Set(pagesOf(rights?.menu ?? []).map(({ path }) => path))
  // Staff may ask for recharges, but have no page of their own ones.
  const steps = STEPS.filter(({ perm, path }) => may(perm) && pages.has(path.replace(/\?.*/, '')))
  if (steps.length === 0) return <Empty kind="nothing" title={t('empty')} />
  return (
    <section className="dash-steps" aria-labelledby="dash-steps">
      <h2 id="dash-steps">{t('steps')}</h2>
      <p>{t('steps.hint')}</p>
      <ol>
        {steps.map((step) => (
          <li key={step.key}>
            <Link to={step.path}>{t(`step.${step.key}`)}</Link>{' '}
            {canBeDone(step.key) && <Done step={step.key} />}
            <span>{t(`step.${step.key}.hint`)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
