import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  ScanOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useT } from '../text/i18n.ts'
import type { Scan } from './scan-queue.ts'
import { useKeys } from '../platform/use-keys.ts'

export type BandTone = 'ready' | 'ok' | 'warning' | 'error'
const ICONS: Record<BandTone, ReactNode> = {
  ready: <ScanOutlined />,
  ok: <CheckCircleFilled />,
  warning: <ExclamationCircleFilled />,
  error: <CloseCircleFilled />,
}

/**
 * The result of the last scan, across the page and readable from three metres: colour, icon and
 * words. It stays until the next scan; Esc clears it, the mouse is never needed.
 */
export function ScanBand({
  scan,
  pending = 0,
  stuck = false,
  onClear,
  ready,
}: {
  scan: Scan | null
  pending?: number
  stuck?: boolean
  onClear: () => void
  ready?: ReactNode
}) {
  const t = useT()
  useKeys({ Escape: onClear }, { enabled: scan !== null })
  const tone: BandTone =
    scan?.state === 'ok' || scan?.state === 'warning' || scan?.state === 'error'
      ? scan.state
      : 'ready'
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
          {scan?.title ?? (tone === 'ready' ? (ready ?? t('scan.ready')) : t(`scan.${tone}`))}
        </strong>
        {scan && (
          <span>
            <b className="py-num">{scan.code}</b>
            {scan.detail && ` · ${scan.detail}`}
          </span>
        )}
      </div>
      {pending > 0 && (
        <span className="py-band-pending" role="status">
          {stuck ? t('scan.offline') : t('scan.pending', { count: pending })}
        </span>
      )}
    </section>
  )
}
