import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  DownOutlined,
  LoadingOutlined,
  UpOutlined,
} from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formatNumber } from '../kit/text/formats.ts'
import { useT } from '../kit/text/i18n.ts'
import { useSession } from '../kit/session/session.ts'
import {
  dropBackgroundTask,
  resumeBackgroundTasks,
  useBackgroundTasks,
  type BackgroundTask,
} from '../kit/platform/background-tasks.ts'
import './background-task-tray.css'

const SHOWN_MS = 8_000
const ICONS = {
  running: <LoadingOutlined />,
  done: <CheckCircleFilled />,
  failed: <CloseCircleFilled />,
} as const

/** Long work, wherever one goes meanwhile: how far it is, how it ended, and the way back to it. */
export default function BackgroundTaskTray() {
  const t = useT('palette')
  const { pathname } = useLocation()
  const { user } = useSession()
  useEffect(() => resumeBackgroundTasks(), [user?.id])
  const all = useBackgroundTasks()
  // Where it can be looked at in full it need not be reported twice; once it is over there, it has been
  // seen.
  const here = (work: BackgroundTask) => work.path?.split('?')[0] === pathname
  const tasks = all.filter((work) => !here(work))
  const seen = all
    .filter((work) => here(work) && work.state !== 'running')
    .map(({ id }) => id)
    .join(' ')
  useEffect(() => {
    for (const id of seen.split(' ').filter(Boolean)) dropBackgroundTask(id)
  }, [seen])
  const [open, setOpen] = useState(true)
  const [viewed, setViewed] = useState<BackgroundTask | null>(null)
  const running = tasks.filter((work) => work.state === 'running').length
  const head =
    running > 0 ? t('work.running', { count: running }) : t('work.over', { count: tasks.length })
  return (
    <>
      {tasks.length > 0 && (
        <section className="py-tray" aria-label={t('work.title')}>
          <header>
            <strong role="status">{head}</strong>
            <Button
              type="text"
              size="small"
              icon={open ? <DownOutlined /> : <UpOutlined />}
              aria-label={t(open ? 'work.fold' : 'work.unfold')}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            />
          </header>
          {open && (
            <ul>
              {tasks.map((work) => (
                <Line key={work.id} work={work} onView={() => setViewed(work)} />
              ))}
            </ul>
          )}
        </section>
      )}
      <Modal
        open={viewed !== null}
        title={viewed?.title}
        width={720}
        footer={
          <Button type="primary" onClick={() => setViewed(null)}>
            {t('action.close')}
          </Button>
        }
        onCancel={() => setViewed(null)}
        afterClose={() => viewed && dropBackgroundTask(viewed.id)}
      >
        {viewed?.view?.()}
      </Modal>
    </>
  )
}

function Line({ work, onView }: { work: BackgroundTask; onView: () => void }) {
  const t = useT('palette')
  const navigate = useNavigate()
  const { id, path, total, done } = work
  // What went well and leaves nothing to do clears itself away.
  const fleeting = work.state === 'done' && !work.view && !path
  useEffect(() => {
    if (!fleeting) return
    const timer = setTimeout(() => dropBackgroundTask(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [fleeting, id])
  return (
    <li data-state={work.state}>
      <span className="py-tray-icon" aria-hidden>
        {ICONS[work.state]}
      </span>
      <div>
        <span>{work.title}</span>
        {work.state === 'running' &&
          (total === null || done === null ? (
            <progress aria-label={work.title} />
          ) : (
            <progress aria-label={work.title} value={done} max={total} />
          ))}
        <small>
          {work.message ??
            (work.state !== 'running'
              ? t(`work.${work.state}`)
              : total === null || done === null
                ? t('work.going')
                : t('work.far', { done: formatNumber(done), total: formatNumber(total) }))}
        </small>
      </div>
      {work.view && (
        <Button size="small" onClick={onView}>
          {t('work.view')}
        </Button>
      )}
      {path && (
        <Button
          size="small"
          onClick={() => {
            if (work.state !== 'running') dropBackgroundTask(work.id)
            void navigate(path)
          }}
        >
          {t('work.view')}
        </Button>
      )}
      {work.state !== 'running' && (
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('work.dismiss', { title: work.title })}
          onClick={() => dropBackgroundTask(work.id)}
        />
      )}
    </li>
  )
}
