import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useSession } from '../../../kit/session/session.ts'

interface NarrowProps {
  depotId: string | null
  customerId: string | null
  onChange: (key: string, value: string | null) => void
}
const one = (value: string | readonly string[] | null) =>
  typeof value === 'string' ? value : (value?.[0] ?? null)

/** One depot, one customer; a customer's own people have only one of the latter. */
export default function Narrow({ depotId, customerId, onChange }: NarrowProps) {
  const t = useT('dashboards')
  const { user } = useSession()
  const customers = useCan('base:customer:list') && !user?.customerId
  return (
    <div className="dash-narrow">
      <label htmlFor="dash-depot">{t('depot')}</label>
      <RefSelect
        id="dash-depot"
        of="depots"
        placeholder={t('filter.any')}
        value={depotId}
        onChange={(value) => onChange('depotId', one(value))}
      />
      {customers && (
        <>
          <label htmlFor="dash-customer">{t('customer')}</label>
          <RefSelect
            id="dash-customer"
            of="customers"
            placeholder={t('filter.any')}
            value={customerId}
            onChange={(value) => onChange('customerId', one(value))}
          />
        </>
      )}
    </div>
  )
}
