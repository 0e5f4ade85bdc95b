import type { raises } from '#contracts/commercial/prices/raises.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { startOf } from './version-strip.tsx'

type Raised = Out<typeof raises.preview>['tables'][number]

/** What a raise does with one table: for whom, how, and what a sample weight costs then. */
export function RaisedTable({ of, kg }: { of: Raised; kg: string }) {
  const t = useT('prices')
  const { service, table, currency, customers, way, whyNot, endsAt, changesAt, sample } = of
  const meanwhile = changesAt !== null || sample.some(({ now, before }) => now !== before)
  return (
    <section className="price-lifted" aria-label={service.code}>
      <h3>
        {service.code} {service.name}
        {table && ` · ${table.code} ${table.name}`}
        {currency && ` · ${currency}`}
      </h3>
      <p>{t('lift.for', { names: customers.map(({ name }) => name).join(t('list.comma')) })}</p>
      <p {...(whyNot ? { className: 'price-warned' } : {})}>
        {t(whyNot ? `lift.why.${whyNot}` : `lift.way.${way}`)}
      </p>
      {changesAt && <p className="price-warned">{t('lift.changes', { at: startOf(changesAt) })}</p>}
      {endsAt && <p className="price-warned">{t('lift.ends', { at: startOf(endsAt) })}</p>}
      {whyNot === null && sample.length === 0 && <p>{t('lift.noSample', { kg })}</p>}
      {sample.length > 0 && (
        <div
          className="price-compare"
          tabIndex={0}
          role="region"
          aria-label={`${service.code} ${t('lift.zones', { kg })}`}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">{t('lift.zones', { kg })}</th>
                <th scope="col">{t('lift.before')}</th>
                {meanwhile && <th scope="col">{t('lift.then')}</th>}
                <th scope="col">{t('lift.after')}</th>
              </tr>
            </thead>
            <tbody>
              {sample.map(({ zone, now, before, after }) => (
                <tr key={zone}>
                  <th scope="row">{zone}</th>
                  <td>{now ?? '–'}</td>
                  {meanwhile && <td>{before}</td>}
                  <td>{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
