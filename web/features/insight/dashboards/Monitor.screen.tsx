import {
  FullscreenExitOutlined,
  FullscreenOutlined,
  LeftOutlined,
  PauseOutlined,
  CaretRightOutlined,
  RightOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { dashboards } from '#contracts/insight/dashboards.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { formatMoment } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useSetting } from '../../../kit/platform/own/user-settings.ts'
import { MonitorPanels, pagesOfMonitor } from './monitor-panels.tsx'
import { EVERY, isEvery, useRotation, type Every } from './use-rotation.ts'
import './dashboard.css'
import './monitor.css'

const EVERY_MS = 10_000

/**
 * The screen on the depot's wall: its speed, what waits too long, whether the carriers
 * answer; all at once, or page by page.
 */
export default function Monitor() {
  const t = useT('dashboards')
  const board = useRef<HTMLDivElement>(null)
  const [full, setFull] = useState(false)
  const [every, setEvery] = useSetting<Every>('dashboard:monitor', isEvery, 0)
  const found = useApi(
    dashboards.monitor,
    {},
    { refetchInterval: EVERY_MS, keepPrevious: true, quiet: true },
  )
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  const toggle = () => void (full ? document.exitFullscreen() : board.current?.requestFullscreen())
  const pages = found.data ? pagesOfMonitor(found.data, t) : []
  const rotation = useRotation(pages.length, every)
  const page = every > 0 ? pages[rotation.at] : undefined

  return (
    <div className="dash monitor" ref={board} data-full={full || undefined}>
      <PageHeader
        title={t('monitor')}
        note={
          found.data && (
            <span className="py-num" data-failed={found.isRefetchError || undefined}>
              {t(found.isRefetchError ? 'stale' : 'updated', {
                time: formatMoment(found.data.at).slice(11),
              })}
            </span>
          )
        }
      >
        <label className="monitor-every">
          {t('rotate')}
          <select
            className="py-input"
            value={every}
            onChange={(event) => {
              const next = Number(event.currentTarget.value)
              if (isEvery(next)) setEvery(next)
            }}
          >
            {EVERY.map((seconds) => (
              <option key={seconds} value={seconds}>
                {seconds === 0 ? t('rotate.off') : t('rotate.every', { count: seconds })}
              </option>
            ))}
          </select>
        </label>
        {every > 0 && (
          <>
            <Button
              icon={<LeftOutlined />}
              aria-label={t('rotate.previous')}
              title={t('rotate.previous')}
              onClick={() => rotation.step(-1)}
            />
            <Button
              icon={rotation.stopped ? <CaretRightOutlined /> : <PauseOutlined />}
              aria-label={t(rotation.stopped ? 'rotate.go' : 'rotate.pause')}
              title={t(rotation.stopped ? 'rotate.go' : 'rotate.pause')}
              onClick={() => rotation.hold(!rotation.stopped)}
            />
            <Button
              icon={<RightOutlined />}
              aria-label={t('rotate.next')}
              title={t('rotate.next')}
              onClick={() => rotation.step(1)}
            />
          </>
        )}
        <Button icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />} onClick={toggle}>
          {t(full ? 'full.exit' : 'full')}
        </Button>
      </PageHeader>
      {found.data ? (
        page ? (
          <div
            className="monitor-page"
            role="group"
            aria-label={t('rotate.pages')}
            {...rotation.watch}
          >
            <p className="monitor-where">
              <span>
                {t('rotate.shown', { name: page.title, at: rotation.at + 1, count: pages.length })}
              </span>
              {rotation.paused && <em>{t('rotate.held')}</em>}
            </p>
            <div key={page.key} className="monitor-turn">
              {page.show()}
            </div>
          </div>
        ) : (
          <MonitorPanels data={found.data} />
        )
      ) : (
        found.error && <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
    </div>
  )
}
