import { useQueries } from '@tanstack/react-query'
import { formatMoney, parseMoney } from '#contracts/kit/money.ts'
import { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import type { FeeSums, TrackDetail } from '#contracts/returns/return-tracks.shapes.ts'
import { call } from '../../../kit/http/api.ts'
import { keyOf } from '../../../kit/http/query.ts'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useSession } from '../../../kit/session/session.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** Of more than these the terms are not read one by one. */
const MOST = 20

/** Returns with what their terms charge; those that could not be read are left out. */
export function useTracks(rows: readonly { id: string }[]): {
  tracks: TrackDetail[]
  loading: boolean
} {
  const found = useQueries({
    queries: (rows.length > MOST ? [] : rows).map(({ id }) => ({
      queryKey: keyOf(returnTracks.queryById, { id }),
      queryFn: () => call(returnTracks.queryById, { id }, { quiet: true }),
    })),
  })
  return {
    tracks: found.flatMap(({ data }) => (data ? [data] : [])),
    loading: found.some(({ isPending }) => isPending),
  }
}

/** Amounts added up, each currency by itself: `165.00 EUR`. */
export function sumsOf(
  amounts: readonly (readonly [amount: string, currency: string])[],
): string[] {
  return [...Map.groupBy(amounts, ([, currency]) => currency)].map(([currency, all]) => {
    const minor = all.reduce(
      (sum, [amount]) => sum + (parseMoney(amount, currency, 'nonNegative')?.minor ?? 0n),
      0n,
    )
    return `${formatNumber(formatMoney({ minor, currency }))} ${currency}`
  })
}

/** What is charged for receiving once the returns have their owner, named before it is done. */
export function useReceiveFees(): (fees: FeeSums) => string {
  const t = useT('return-tracks')
  const words = useFeeWords()
  return (fees) => {
    if (fees === null) return t('fees.unknown')
    return fees.length === 0 ? t('receive.fees.none') : t('receive.fees', { fees: words(fees) })
  }
}

/** Gross with net next to it, added up. */
function useFeeWords(): (fees: NonNullable<FeeSums>) => string {
  const t = useT('return-tracks')
  return (fees) => {
    const sum = (key: 'net' | 'gross') =>
      sumsOf(fees.map((fee) => [fee[key], fee.currency] as const)).join(', ')
    return t('instruct.fees.of', { gross: sum('gross'), net: sum('net') })
  }
}

/** What a return's owner is charged once its instruction was carried out, with its storage. */
export function FinishFees({ track: { action, actionFees } }: { track: TrackDetail }) {
  const t = useT('return-tracks')
  const words = useFeeWords()
  if (actionFees === null) return <p className="py-form-wide">{t('fees.unknown')}</p>
  const due = actionFees.filter(
    (fee) => (fee.action === action || fee.action === 'storage') && charges(fee),
  )
  return (
    <p className="py-form-wide">
      {due.length > 0 ? t('finish.fees', { fees: words(due) }) : t('finish.fees.none')}
      {action === 'forward' && t('instruct.fees.forward')}
    </p>
  )
}

const charges = ({ gross }: { gross: string }): boolean => /[1-9]/.test(gross)

/** What each decision costs, gross with net next to it, before one is chosen. */
export function ActionFees({
  tracks,
  loading,
  all,
}: ReturnType<typeof useTracks> & { all: number }) {
  const t = useT('return-tracks')
  const own = (useSession().user?.customerId ?? null) !== null
  const words = useFeeWords()
  if (loading) return null
  if (tracks.some(({ actionFees }) => actionFees === null))
    return <p className="py-hint py-form-wide">{t('fees.unknown')}</p>
  const known = tracks.flatMap(({ actionFees }) => (actionFees ? [actionFees] : []))
  if (known.length < all)
    return (
      <p className="py-hint py-form-wide">
        {t(all > MOST ? 'instruct.fees.many' : 'instruct.fees.unread', { most: MOST })}
      </p>
    )
  const fees = known.flat()
  if (fees.length === 0) return null
  const storage = fees.filter((fee) => fee.action === 'storage' && charges(fee))
  const ofAction = fees.filter(({ action }) => action !== 'storage')
  return (
    <div className="py-form-wide">
      <p className="py-hint">{t(own ? 'instruct.fees.own' : 'instruct.fees', { count: all })}</p>
      <ul className="py-names">
        {[...Map.groupBy(ofAction, ({ action }) => action)].map(([action, own]) => {
          const charged = own.filter(charges)
          return (
            <li key={action}>
              <DictTag code="return_action" value={action} />{' '}
              {charged.length === 0 ? t('instruct.fees.none') : words(charged)}
              {action === 'forward' && t('instruct.fees.forward')}
            </li>
          )
        })}
      </ul>
      {storage.length > 0 && (
        <p>
          {t('instruct.fees.storage')} {words(storage)}
        </p>
      )}
    </div>
  )
}
