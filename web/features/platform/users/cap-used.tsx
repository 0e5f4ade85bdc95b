import type { SubAccountRow } from '#contracts/platform/people/sub-accounts.ts'
import { Money } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** How much of its cap a sub-account has used: the money, and a bar that fills. */
export function CapUsed({ row }: { row: SubAccountRow }) {
  const t = useT('sub-accounts')
  const { spendCap, spendUsed, spendCurrency, spendPeriod } = row
  if (spendCap === null) return <span className="py-none">{t('cap.none')}</span>
  // Who sees no prices sees the limit, not what was spent of it.
  if (spendUsed === null)
    return (
      <span title={t(`period.${spendPeriod}`)}>
        <Money amount={spendCap} currency={spendCurrency} />
      </span>
    )
  const share = Number(spendCap) > 0 ? Math.min(1, Number(spendUsed) / Number(spendCap)) : 1
  return (
    <span className="usr-cap-used" title={t(`period.${spendPeriod}`)}>
      <span>
        <Money amount={spendUsed} currency={null} /> /{' '}
        <Money amount={spendCap} currency={spendCurrency} />
      </span>
      <span>
        <meter
          aria-label={t('cap.used', { used: spendUsed, cap: spendCap })}
          min={0}
          max={1}
          value={share}
          low={0.8}
          high={0.99}
          optimum={0}
        />
        {spendPeriod === 'month' && <small>{t('period.short')}</small>}
      </span>
    </span>
  )
}
