import { charging } from '#contracts/orders/charging.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'

/** The supplier has no table for the service, or none that is valid. */
const NO_TABLE: ReadonlySet<string> = new Set(['noTable', 'rate.noFee'])

/** How many charges have no expected cost, by service, supplier and reason. */
export function MissingCosts() {
  const t = useT('charging')
  const lang = useLang()
  const { data, error, refetch } = useApi(charging.missingCosts, {})
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return null
  return (
    <section>
      <h2>{t('costs')}</h2>
      <p className="py-none">{t('costs.help')}</p>
      <p>{data.count === 0 ? t('costs.none') : t('costs.missing', { count: data.count })}</p>
      {data.count > 0 && (
        <table className="charging-costs">
          <thead>
            <tr>
              {(['service', 'supplier', 'why', 'count', 'last'] as const).map((one) => (
                <th key={one} scope="col">
                  {t(`costs.${one}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.services.map((one) => (
              <tr key={`${one.serviceCode} ${one.supplierName} ${one.why}`}>
                <th scope="row">
                  {one.serviceCode}{' '}
                  {(lang === 'en_US' ? one.serviceNameEn : null) ?? one.serviceName}
                </th>
                <td>{one.supplierName}</td>
                <td>{t(NO_TABLE.has(one.why) ? 'costs.noTable' : 'costs.noPrice')}</td>
                <td className="charging-count">{one.count}</td>
                <td>
                  <Moment at={one.lastAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
