import { Link } from 'react-router'
import { formatNumber } from '../../../../kit/text/formats.ts'
import { DictTag } from '../../../../kit/platform/status-tag.tsx'
import type { StageCount } from './stages.ts'

interface StageCardProps {
  title: string
  stage: StageCount
  /** Of a stretch that is not among all orders. */
  note?: string
  /** Whose statuses they are. */
  dict?: string
  /** Null for those who have no list of orders: their figures lead nowhere. */
  pathOf: ((status: string) => string | null) | null
}

/** A stretch of the way with its statuses: icon, word, count, and how much of the stretch it is. */
export function StageCard({
  title,
  note,
  stage,
  dict = 'shipment_status',
  pathOf,
}: StageCardProps) {
  return (
    <section className="dash-stage" data-stage={stage.key} aria-label={title}>
      <h2>
        {title}
        <span className="py-num">{formatNumber(stage.total)}</span>
      </h2>
      {note && <p>{note}</p>}
      <ul>
        {stage.tiles.map(({ status, count }) => {
          const path = pathOf?.(status) ?? null
          const inside = (
            <>
              <DictTag code={dict} value={status} />
              <strong className="py-num">{formatNumber(count)}</strong>
              {count > 0 && (
                <i
                  aria-hidden
                  style={{ width: `calc((100% - 28px) * ${Math.max(0.01, count / stage.total)})` }}
                />
              )}
            </>
          )
          return (
            <li key={status} data-none={count === 0 || undefined}>
              {path ? <Link to={path}>{inside}</Link> : <span>{inside}</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
