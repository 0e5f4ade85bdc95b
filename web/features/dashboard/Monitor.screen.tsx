import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { dashboards } from '#contracts/dashboards.ts'
import { ErrorNote } from '../../kit/empty.tsx'
import { formatMoment } from '../../kit/formats.ts'
import { useT } from '../../kit/i18n.ts'
import { PageHeader } from '../../kit/page-header.tsx'
import { useApi } from '../../kit/query.ts'
import { MonitorPanels } from './monitor-panels.tsx'
import './dashboard.css'
import './monitor.css'

const EVERY_MS = 10_000

/** The screen on the depot's wall: how fast it goes, what lies too long, whether the carriers answer. */
export default function Monitor() {
  const t = useT('dashboards')
  const board = useRef<HTMLDivElement>(null)
  const [full, setFull] = useState(false)
  const found = useApi(dashboards.monitor, {}, { refetchInterval: EVERY_MS, keepPrevious: true, quiet: true })
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  const toggle = () => void (full ? document.exitFullscreen() : board.current?.requestFullscreen())

  return (
    <div className="dash monitor" ref={board} data-full={full || undefined}>
      <PageHeader title={t('monitor')} note={found.data && <span className="py-num" data-failed={found.isRefetchError || undefined}>{t(found.isRefetchError ? 'stale' : 'updated', { time: formatMoment(found.data.at).slice(11) })}</span>}>
        <Button icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />} onClick={toggle}>{t(full ? 'full.exit' : 'full')}</Button>
      </PageHeader>
      {found.data ? <MonitorPanels data={found.data} /> : found.error && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
    </div>
  )
}
