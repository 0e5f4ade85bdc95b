import { charging } from '#contracts/orders/charging.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { ApiError } from '../../../kit/http/api-error.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Money } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** What a price comes to as it is charged, with net and VAT next to it; the price itself untaxed. */
export function TaxedTotal({
  total,
  currency,
  customerId,
  country,
  settled = false,
}: {
  total: string
  currency: string
  customerId?: string | null | undefined
  country?: string | null | undefined
  /** Nothing until its tax is known: what is not on the page long enough to be corrected. */
  settled?: boolean
}) {
  const t = useT('charging')
  const { data, error, isPending } = useApi(
    charging.taxed,
    { total, currency, customerId: customerId ?? null, country: country ?? null },
    { quiet: true, keepPrevious: true },
  )
  if (settled && isPending) return null
  return (
    <>
      <Money amount={data?.gross ?? total} currency={currency} />
      {data && (
        <small className="charge-parts">
          {t('total.parts', { net: formatNumber(data.net), tax: formatNumber(data.tax) })}
        </small>
      )}
      {error instanceof ApiError && error.error === 'tax.noRate' && <Unrated />}
    </>
  )
}

function Unrated() {
  return <small className="charge-parts">{useT('charging')('total.unrated')}</small>
}

/**
 * A sum that was taxed by the server: gross, with net next to it where it is another amount; as
 * priced, and marked so, where the rate of its tax is missing.
 */
export function TaxedSum({
  sum: { net, gross },
  currency,
}: {
  sum: { net: string; gross: string | null }
  currency: string
}) {
  const t = useT('charging')
  return (
    <>
      <Money amount={gross ?? net} currency={currency} />
      {gross === null && <Unrated />}
      {gross !== null && net !== gross && (
        <small className="charge-parts">{t('total.net', { net: formatNumber(net) })}</small>
      )}
    </>
  )
}

/** What lies between two such sums, with its sign. */
export function Difference({ of: { net, gross } }: { of: { net: string; gross: string | null } }) {
  const amount = gross ?? net
  return `${amount.startsWith('-') ? '' : '+'}${amount}`
}
