import { Link } from 'react-router'
import { serviceDesk, type CustomerTable } from '#contracts/commercial/services.ts'
import { useApi } from '../../../kit/http/query.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { dayBegunAt } from '../../../kit/session/company-zone.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { formatMoment } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { changeText } from '../prices/index.ts'

/** The services of a customer: open to all, assigned, or closed. */
export default function ServicesOf({ customerId }: { customerId: string }) {
  const t = useT('services')
  const found = useApi(serviceDesk.ofCustomer, { customerId }, { staleTime: 0 })
  return (
    <section className="svc-prices" aria-label={t('of.title')}>
      <h2>{t('of.title')}</h2>
      <ul className="svc-tables">
        {found.data?.map(({ id, code, name, restricted, assigned, open, table }) => (
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
            {table && <Prices table={table} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The table whose prices count for the customer, and when they change. */
function Prices({ table }: { table: CustomerTable }) {
  const t = useT('services')
  const linked = useCan(serviceDesk.tables)
  const { id, code, name, currency, own, percentBp, changesAt } = table
  return (
    <p>
      {t(own ? 'of.table.own' : 'of.table.standard')}{' '}
      {linked ? (
        <Link to={`/delivery/prices?fee=${id}`}>
          {code} {name}
        </Link>
      ) : (
        `${code} ${name}`
      )}{' '}
      {currency}
      {percentBp !== null && percentBp !== 0 && ` · ${changeText(percentBp)}`}
      {' · '}
      {changesAt === null
        ? t('of.table.unchanged')
        : t('of.table.changes', { at: dayBegunAt(changesAt) ?? formatMoment(changesAt) })}
    </p>
  )
}
