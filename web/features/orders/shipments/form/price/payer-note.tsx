import { Link } from 'react-router'
import { charging } from '#contracts/orders/charging.ts'
import { recharges } from '#contracts/money/recharges.ts'
import { formatNumber } from '../../../../../kit/text/formats.ts'
import { useApi } from '../../../../../kit/http/query.ts'
import { useRightsCheck } from '../../../../../kit/session/permissions.tsx'
import { useT } from '../../../../../kit/text/i18n.ts'

/** To the recharges, for who may add one. */
export function RechargeLink() {
  const t = useT('charging')
  const may = useRightsCheck()
  return may(recharges.add) ? (
    <Link to="/shipment/recharges?_new=1">{t('payer.recharge')}</Link>
  ) : null
}

/** What is left of "save and confirm": `text`, and the way to a recharge where money is missing. */
export const unconfirmedHeading = (text: string, code: string | null | undefined) => (
  <>
    {text} {code === 'ledger.insufficient' && <RechargeLink />}
  </>
)

/** Which account pays a price and what it has; where that is too little, the way to a recharge. */
export function PayerNote({
  serviceId,
  customerId,
  country,
  total,
  currency,
}: {
  serviceId: string
  customerId?: string | null | undefined
  country?: string | null | undefined
  total: string
  currency: string
}) {
  const t = useT('charging')
  const { data } = useApi(
    charging.payer,
    { serviceId, currency, total, customerId: customerId ?? null, country: country ?? null },
    { quiet: true, keepPrevious: true },
  )
  if (!data) return null
  const { account, both, available, needed, missing } = data
  return (
    <p className={missing === null ? 'order-price-weights' : 'order-issue'} role="status">
      {available === null
        ? t(`payer.unseen.${account}`)
        : t(both ? `payer.both.${account}` : `payer.${account}`, {
            available: formatNumber(available),
            currency,
          })}
      {missing !== null && (
        <>
          {' '}
          {t('payer.missing', {
            missing: formatNumber(missing),
            needed: formatNumber(needed),
            currency,
          })}{' '}
          <RechargeLink />
        </>
      )}
    </p>
  )
}
