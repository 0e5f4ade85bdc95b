import { Link } from 'react-router'
import type { Share } from '#contracts/insight/dashboards.ts'
import { useDict } from '../../../../kit/http/dict.ts'
import { formatNumber } from '../../../../kit/text/formats.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { saveBars } from './picture.ts'
import { PictureButton } from './picture-button.tsx'

interface ShareListProps {
  title: string
  /** The span, for the picture. */
  note: string
  shares: { top: readonly Share[]; others: number }
  /** Where a share's words come from when it brings none. */
  dict?: string
  pathOf: (key: string) => string | null
}

/**
 * How orders share out: the largest first, each as long as it is large; to be saved as a picture.
 */
export function ShareList({ title, note, shares, dict, pathOf }: ShareListProps) {
  const t = useT('dashboards')
  const words = useDict(dict ?? '')
  const most = shares.top[0]?.orders ?? 1
  const wordOf = ({ key, text }: Share) =>
    dict ? (words.find((item) => item.value === key)?.text ?? key) : text
  const bars = [
    ...shares.top.map((share) => ({
      name: wordOf(share),
      count: formatNumber(share.orders),
      part: share.orders / most,
    })),
    ...(shares.others > 0
      ? [{ name: t('shares.others'), count: formatNumber(shares.others), part: 0 }]
      : []),
  ]
  return (
    <section className="dash-box dash-shares" aria-label={title}>
      <h2>
        {title}
        {bars.length > 0 && (
          <PictureButton
            name={title}
            draw={() => saveBars(bars, { title, note }, `${title} ${note}.png`)}
          />
        )}
      </h2>
      {shares.top.length === 0 ? (
        <p className="dash-none">{t('shares.none')}</p>
      ) : (
        <ul>
          {shares.top.map((share) => {
            const path = pathOf(share.key)
            const inside = (
              <>
                <span>{wordOf(share)}</span>
                <strong className="py-num">{formatNumber(share.orders)}</strong>
                <i aria-hidden style={{ width: `${(share.orders / most) * 100}%` }} />
              </>
            )
            return (
              <li key={share.key}>
                {path ? (
                  <Link to={path}>{inside}</Link>
                ) : (
                  <span className="dash-share">{inside}</span>
                )}
              </li>
            )
          })}
          {shares.others > 0 && (
            <li>
              <span className="dash-share">
                <span>{t('shares.others')}</span>
                <strong className="py-num">{formatNumber(shares.others)}</strong>
              </span>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}
