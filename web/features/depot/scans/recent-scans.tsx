import { Button } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import type { ScanRow } from '#contracts/depot/scans.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { timeOf } from '../../../kit/scan/scan-list.tsx'
import type { Scan } from '../../../kit/scan/scan-queue.ts'
import { StatusTag, type Tone } from '../../../kit/platform/status-tag.tsx'
import { toneOf } from './scan-texts.ts'

const TONES = { ok: 'done', warning: 'warning', error: 'bad' } as const satisfies Record<
  string,
  Tone
>

/**
 * Scans that wait to be sent, then the caller's last twenty as the server has them, each with undo
 * for as long as it may be taken back.
 */
export function RecentScans({
  rows,
  waiting = [],
  noteOf,
  onUndo,
  actionOf,
  busy,
}: {
  rows: readonly ScanRow[]
  waiting?: readonly Scan[]
  /** What goes with a scan that waits, in words. */
  noteOf?: (scan: Scan) => string
  onUndo?: (row: ScanRow) => void
  /** Further actions of a row. */
  actionOf?: (row: ScanRow) => ReactNode
  busy?: boolean
}) {
  const t = useT('scans')
  const now = useClock(rows.some((row) => row.undoUntil !== null))
  if (rows.length === 0 && waiting.length === 0) return null
  return (
    <section className="py-scans wh-scans" aria-label={t('scan.last')}>
      <h2>{t('scan.last')}</h2>
      <ol>
        {waiting.map((scan) => (
          <li key={scan.key}>
            <b className="py-num">{scan.code}</b>
            <StatusTag tone="waiting">
              {[t('scan.waiting'), noteOf?.(scan)].filter(Boolean).join(' · ')}
            </StatusTag>
            <time>{timeOf(scan.at)}</time>
            <span />
          </li>
        ))}
        {rows.map((row) => {
          const left =
            row.undoUntil === null ? 0 : Math.ceil((Date.parse(row.undoUntil) - now) / 1000)
          return (
            <li key={row.id} data-undone={row.undoneAt !== null || undefined}>
              <b className="py-num">{row.no}</b>
              <StatusTag tone={TONES[toneOf(row.code, row.warnings)]}>
                {[row.message, ...row.warnings].join(' · ')}
              </StatusTag>
              <time dateTime={row.createTime}>{timeOf(Date.parse(row.createTime))}</time>
              {left > 0 && onUndo ? (
                <Button size="small" disabled={busy ?? false} onClick={() => onUndo(row)}>
                  {t('action.undo')}
                  {left < 100 && <small className="py-num">{left} s</small>}
                </Button>
              ) : (
                (actionOf?.(row) ?? <span />)
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
