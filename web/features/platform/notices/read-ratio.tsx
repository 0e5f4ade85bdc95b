import { useT } from '../../../kit/text/i18n.ts'
import { useReadCount } from './read-counts.ts'

/** Read by how many of how many, as a bar and as numbers. */
export function ReadRatio({
  id,
  released,
  mustAck,
}: {
  id: string
  released: boolean
  mustAck: boolean
}) {
  const t = useT('notices')
  const count = useReadCount(id, released)
  if (!count) return null
  const done = mustAck ? count.acknowledged : count.read
  const share = count.total === 0 ? 0 : Math.floor((done * 100) / count.total)
  return (
    <span
      className="notice-ratio"
      title={t(mustAck ? 'ratio.ackTitle' : 'ratio.title', { done, total: count.total })}
    >
      <span className="notice-ratio-bar" aria-hidden>
        <span style={{ inlineSize: `${share}%` }} />
      </span>
      <span className="py-num">
        {done} / {count.total}
      </span>
    </span>
  )
}
