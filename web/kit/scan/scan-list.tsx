import { Button } from 'antd'
import { formatMoment } from '../text/formats.ts'
import { useT } from '../text/i18n.ts'
import { isPending, type Scan } from './scan-queue.ts'
import { StatusTag, type Tone } from '../platform/status-tag.tsx'

const TONES: Record<Scan['state'], Tone> = {
  waiting: 'waiting',
  sending: 'moving',
  ok: 'done',
  warning: 'warning',
  error: 'bad',
}

/** The time of a scan; with its date where that is not today. */
export function timeOf(at: number): string {
  const [moment, now] = [at, Date.now()].map((one) => formatMoment(new Date(one).toISOString()))
  return moment?.slice(0, 10) === now?.slice(0, 10)
    ? (moment ?? '').slice(11)
    : (moment ?? '').slice(5)
}

/** The last twenty scans, newest first, with undo where the station can take one back. */
export function ScanList({
  scans,
  onUndo,
  mayUndo,
}: {
  scans: readonly Scan[]
  onUndo: (scan: Scan) => void
  mayUndo: (scan: Scan) => boolean
}) {
  const t = useT()
  if (scans.length === 0) return null
  return (
    <section className="py-scans" aria-label={t('scan.last')}>
      <h2>{t('scan.last')}</h2>
      <ol>
        {scans.map((scan) => (
          <li key={scan.key} data-undone={scan.undone || undefined}>
            <StatusTag tone={TONES[scan.state]}>
              {isPending(scan) ? t('scan.waiting') : t(`scan.${scan.state}`)}
            </StatusTag>
            <b className="py-num">{scan.code}</b>
            <span>{scan.title}</span>
            <time>{timeOf(scan.at)}</time>
            {mayUndo(scan) && (
              <Button size="small" onClick={() => onUndo(scan)}>
                {t('action.undo')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
