import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { SCAN, type ScanRow } from '#contracts/depot/scans.ts'
import { formatMoment } from '../../../kit/form/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { StatusTag, type Tone } from '../../../kit/platform/status-tag.tsx'

const toneOf = (code: number): Tone =>
  code === SCAN.ok ? 'done' : code === SCAN.notPredicted ? 'bad' : 'warning'

/**
 * The caller's last twenty scans as the server has them, each with undo for as long as it may be
 * taken back.
 */
export function RecentScans({
  rows,
  onUndo,
  busy,
}: {
  rows: readonly ScanRow[]
  onUndo: (row: ScanRow) => void
  busy: boolean
}) {
  const t = useT('scans')
  const now = useClock(rows.some((row) => row.undoUntil !== null))
  if (rows.length === 0) return null
  return (
    <section className="py-scans wh-scans" aria-label={t('scan.last')}>
      <h2>{t('scan.last')}</h2>
      <ol>
        {rows.map((row) => {
          const left =
            row.undoUntil === null ? 0 : Math.ceil((Date.parse(row.undoUntil) - now) / 1000)
          return (
            <li key={row.id} data-undone={row.undoneAt !== null || undefined}>
              <b className="py-num">{row.no}</b>
              <StatusTag tone={toneOf(row.code)}>{row.message}</StatusTag>
              <time dateTime={row.createTime}>{formatMoment(row.createTime).slice(11)}</time>
              {left > 0 ? (
                <Button size="small" disabled={busy} onClick={() => onUndo(row)}>
                  {t('action.undo')}
                  {left < 100 && <small className="py-num">{left} s</small>}
                </Button>
              ) : (
                <span />
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** The time, renewed each second while something on the screen runs out. */
function useClock(on: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!on) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [on])
  return now
}
