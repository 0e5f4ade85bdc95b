import { Link } from 'react-router'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { useApi } from '../../../kit/http/query.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** The services of a customer: open to all, assigned, or closed. */
export default function ServicesOf({ customerId }: { customerId: string }) {
  const t = useT('services')
  const found = useApi(serviceDesk.ofCustomer, { customerId }, { staleTime: 0 })
  return (
    <section className="svc-prices" aria-label={t('of.title')}>
      <h2>{t('of.title')}</h2>
      <ul className="svc-tables">
        {found.data?.map(({ id, code, name, restricted, assigned, open }) => (
          <li key={id}>
            <div className="svc-table-head">
              <Link to={`/delivery/services/${id}?part=customers`}>
                {code} {name}
              </Link>
              <StatusTag tone={open ? 'done' : 'idle'}>
                {open
                  ? t(restricted ? 'of.assigned' : 'of.all')
                  : t(restricted && !assigned ? 'of.closed' : 'of.disabled')}
              </StatusTag>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
