import { LinkOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { TRACK_PRECEDENCE, statusKey } from '#contracts/tracking/tracking.states.ts'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { copyText } from '../../../kit/text/clipboard.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { publicLink } from './numbers.ts'
import type { FoundParcel, ParcelSearch } from './use-parcel-search.ts'

/**
 * How many were found, which were not, and how the found ones stand: each status narrows the table.
 */
export function FoundBand({ search }: { search: ParcelSearch }) {
  const t = useT('tracking')
  const { rows, missing, numbers, parts } = search
  if (numbers.length === 0 || search.searching || search.error) return null
  const counted = [0, ...TRACK_PRECEDENCE]
    .map((status) => ({
      status,
      count: rows.filter((row) => (row.trackingStatus ?? 0) === status).length,
    }))
    .filter(({ count }) => count > 0)
  return (
    <>
      {missing.length > 0 && (
        <Alert
          banner
          type="warning"
          role="status"
          className="trk-band"
          title={
            <span className="trk-band-line">
              <strong>{t('search.missing', { count: missing.length })}</strong>
              <CopyText text={missing.join('\n')}>
                <span className="trk-missing">
                  {missing.slice(0, 12).join(' · ')}
                  {missing.length > 12 ? ' …' : ''}
                </span>
              </CopyText>
            </span>
          }
        />
      )}
      {parts.length > 0 && (
        <Alert
          banner
          type="info"
          role="status"
          className="trk-band"
          title={parts.map((part) => t('search.part', part)).join(' · ')}
        />
      )}
      {rows.length > 1 && (
        <div className="trk-chips" role="group" aria-label={t('search.byStatus')}>
          <Chip on={search.status === null} count={rows.length} onClick={() => search.filter(null)}>
            {t('search.all')}
          </Chip>
          {counted.map(({ status, count }) => (
            <Chip
              key={status}
              on={search.status === status}
              count={count}
              onClick={() => search.filter(search.status === status ? null : status)}
            >
              {status === 0 ? t('filter.silent') : t(statusKey(status))}
            </Chip>
          ))}
        </div>
      )}
    </>
  )
}

function Chip({
  on,
  count,
  onClick,
  children,
}: {
  on: boolean
  count: number
  onClick: () => void
  children: string
}) {
  return (
    <Button
      size="small"
      shape="round"
      type={on ? 'primary' : 'default'}
      ghost={on}
      aria-pressed={on}
      onClick={onClick}
    >
      {children} {count}
    </Button>
  )
}

/** The public page of the chosen parcels; only numbers it knows are worth sending. */
export function CopyLinks({ rows }: { rows: readonly FoundParcel[] }) {
  const t = useT('tracking')
  const notify = useNotify()
  const numbers = rows
    .flatMap((row) => (row.public && row.trackNo !== null ? [row.trackNo] : []))
    .slice(0, 40)
  if (numbers.length === 0) return null
  const copy = async () => {
    if (await copyText(publicLink(numbers))) notify.success(t('link.copied'))
  }
  return (
    <Button icon={<LinkOutlined />} onClick={() => void copy()}>
      {t('link.copy')}
    </Button>
  )
}
