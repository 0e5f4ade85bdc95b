import { Link } from 'react-router'
import type { Share } from '#contracts/dashboards.ts'
import { useDictItem } from '../../kit/dict.ts'
import { formatNumber } from '../../kit/formats.ts'
import { useT } from '../../kit/i18n.ts'

interface ShareListProps {
  title: string
  shares: { top: readonly Share[]; others: number }
  /** Where a share's words come from when it brings none. */
  dict?: string
  pathOf: (key: string) => string | null
}

/** How orders share out: the largest first, each as long as it is large. */
export function ShareList({ title, shares, dict, pathOf }: ShareListProps) {
  const t = useT('dashboards')
  const most = shares.top[0]?.orders ?? 1
  return (
    <section className="dash-box dash-shares" aria-label={title}>
      <h2>{title}</h2>
      {shares.top.length === 0 ? <p className="dash-none">{t('shares.none')}</p> : (
        <ul>
          {shares.top.map(({ key, text, orders }) => {
            const path = pathOf(key)
            const inside = <>
              <span>{dict ? <Word dict={dict} value={key} /> : text}</span>
              <strong className="py-num">{formatNumber(orders)}</strong>
              <i aria-hidden style={{ width: `${(orders / most) * 100}%` }} />
            </>
            return <li key={key}>{path ? <Link to={path}>{inside}</Link> : <span className="dash-share">{inside}</span>}</li>
          })}
          {shares.others > 0 && <li><span className="dash-share"><span>{t('shares.others')}</span><strong className="py-num">{formatNumber(shares.others)}</strong></span></li>}
        </ul>
      )}
    </section>
  )
}

function Word({ dict, value }: { dict: string; value: string }) {
  return <>{useDictItem(dict, value)?.text ?? value}</>
}
