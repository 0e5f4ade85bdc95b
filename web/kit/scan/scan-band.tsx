import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  CloudUploadOutlined,
  ScanOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useT } from '../text/i18n.ts'
import type { Scan } from './scan-queue.ts'
import { useKeys } from '../platform/use-keys.ts'

export type BandTone = 'ready' | 'waiting' | 'ok' | 'warning' | 'error'
const ICONS: Record<BandTone, ReactNode> = {
  ready: <ScanOutlined />,
  waiting: <CloudUploadOutlined />,
  ok: <CheckCircleFilled />,
  warning: <ExclamationCircleFilled />,
  error: <CloseCircleFilled />,
}

/**
 * The result of the last scan, across the page and readable from three metres: colour, icon and
 * words. It stays until the next scan; Esc clears it, the mouse is never needed. While nothing gets
 * through it shows how many scans wait, instead of the last result.
 */
export function ScanBand({
  scan,
  waiting = [],
  stuck = false,
  onClear,
  ready,
  children,
}: {
  scan: Scan | null
  /** Scans without an answer, newest first. */
  waiting?: readonly Scan[]
  stuck?: boolean
  onClear: () => void
  ready?: ReactNode
  /** What is armed for the next scan. */
  children?: ReactNode
}) {
  const t = useT()
  useKeys({ Escape: onClear }, { enabled: scan !== null })
  const answered =
    scan?.state === 'ok' || scan?.state === 'warning' || scan?.state === 'error'
      ? scan.state
      : 'ready'
  // Several entries of one number (a scan, its weight) are one piece in hand.
  const pieces = new Set(waiting.map(({ code }) => code)).size
  const held = stuck && pieces > 0
  const tone: BandTone = held ? 'waiting' : answered
  const line = held ? (waiting[0] ?? null) : scan
  return (
    <section
      className={`py-band py-band-${tone}`}
      aria-live="assertive"
      aria-label={t('scan.label')}
    >
      <span className="py-band-icon" aria-hidden>
        {ICONS[tone]}
      </span>
      <div className="py-band-words">
        <strong>
          {held
            ? t('scan.stored', { count: pieces })
            : (scan?.title ?? (tone === 'ready' ? (ready ?? t('scan.ready')) : t(`scan.${tone}`)))}
        </strong>
        {line && (
          <span>
            <b className="py-num">{line.code}</b>
            {held ? ` · ${t('scan.offline')}` : line.detail && ` · ${line.detail}`}
          </span>
        )}
      </div>
      {pieces > 0 && !held && (
        <span className="py-band-pending" role="status">
          {t('scan.pending', { count: pieces })}
        </span>
      )}
      {children}
    </section>
  )
}
