import { Alert, Spin } from 'antd'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { corrections } from '#contracts/orders/corrections.ts'
import { ApiError } from '../../../../kit/http/api-error.ts'
import { Money } from '../../../../kit/platform/cells.tsx'
import { useT, type T } from '../../../../kit/text/i18n.ts'
import { labelOf } from '../form/field-labels.ts'

type Preview = Out<typeof corrections.preview>

/** What the button does: labels that are void, the difference in money, or why it cannot be done. */
export function CorrectionEffect({
  asking,
  unchanged,
  preview,
  error,
}: {
  asking: boolean
  unchanged: boolean
  preview: Preview | null
  error: unknown
}) {
  const t = useT('shipments')
  return (
    <section className="order-effect" aria-label={t('correct.effect')} aria-live="polite">
      <h2>{t('correct.effect')}</h2>
      {unchanged && <p className="py-none">{t('correct.unchanged')}</p>}
      {asking && <Spin size="small" />}
      {error !== null && <Alert type="error" showIcon title={reasonOf(error, t)} />}
      {preview && (
        <>
          <Labels labels={preview.labels} />
          <Price price={preview.price} />
          {preview.doubts.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title={t('correct.doubts', { count: preview.doubts.length })}
              description={
                <ul>
                  {preview.doubts.map((one) => (
                    <li key={`${one.path} ${one.code}`}>{one.message}</li>
                  ))}
                </ul>
              }
            />
          )}
        </>
      )}
    </section>
  )
}

/** Refused fields by their names. */
function reasonOf(error: unknown, t: T): string {
  if (!(error instanceof ApiError)) return String(error)
  if (error.issues.length === 0) return error.message
  return error.issues
    .map(({ path, message }) => {
      const label = labelOf(path, t)
      return label ? `${label}: ${message}` : message
    })
    .join(' ')
}

function Labels({ labels }: Pick<Preview, 'labels'>) {
  const t = useT('shipments')
  if (labels.length === 0) return <p>{t('correct.noLabels')}</p>
  const bought = labels.some((one) => one.bought)
  return (
    <>
      <p>{t(bought ? 'correct.bought' : 'correct.own', { count: labels.length })}</p>
      <ul>
        {labels.slice(0, MOST).map((one) => (
          <li key={one.parcel}>
            {one.parcel} · {one.source_dictText} · {one.number}
          </li>
        ))}
        {labels.length > MOST && <li>{t('correct.more', { count: labels.length - MOST })}</li>}
      </ul>
    </>
  )
}
const MOST = 10

function Price({ price }: Pick<Preview, 'price'>) {
  const t = useT('shipments')
  if (!price) return null
  const { currency, before, after, difference, how } = price
  if (how === 'none') return <p>{t('correct.samePrice')}</p>
  const sums = [
    ['before', before],
    ['after', after],
    ['difference', difference],
  ] as const
  return (
    <>
      <table className="order-lines">
        <thead>
          <tr>
            <th scope="col">{t('correct.price')}</th>
            <th scope="col" data-align="right">
              {t('correct.net')}
            </th>
            <th scope="col" data-align="right">
              {t('correct.gross')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sums.map(([name, sum]) => (
            <tr key={name}>
              <th scope="row">{t(`correct.${name}`)}</th>
              <td data-align="right">
                <Money amount={sum.net} currency={currency} />
              </td>
              <td data-align="right">
                <Money amount={sum.gross} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t(`correct.how.${how}.${difference.gross.startsWith('-') ? 'less' : 'more'}`)}</p>
    </>
  )
}
