import { BellOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call } from '../../kit/http/api.ts'
import { announceFailure } from '../../kit/http/failures.ts'
import { withFeedback } from '../../kit/http/feedback.ts'
import { useT } from '../../kit/text/i18n.ts'
import { readNotices, type NoticeTarget } from '../../kit/platform/open-notice.ts'
import { useApi, useInvalidate } from '../../kit/http/query.ts'
import { useSocket } from '../../kit/http/socket.ts'
import { useNotify } from '../../kit/http/notify.tsx'
import { usePopover } from '../../kit/platform/menu/use-popover.ts'
import { currentSession, useSession } from '../../kit/session/session.ts'
import { lazyWithRetry } from '../layout/lazy-with-retry.tsx'
import {
  listByUser,
  markRead,
  queryById,
  type Notice,
  type WaitingNotices,
} from './notice-calls.ts'
import { pageFor } from './notice-target.ts'
import './notice-bell.css'

// The list brings menus and tabs along: a page that opens pays for the bell alone.
const Pop = lazyWithRetry(() => import('./notice-popover.tsx'))
const Dialog = lazy(() => import('./notice-dialog.tsx'))
/** Specification §9: how often the bell asks while no socket is open. */
export const POLL_MS = 6_000
const TOAST_S = 10

/** How many notices wait, the list of them, and the dialog in which one is read. */
export default function NoticeBell() {
  const t = useT('notice-bell')
  const { user } = useSession()
  const notify = useNotify()
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const pop = usePopover()
  const [reading, setReading] = useState<{ notice: Notice; preview: boolean } | null>(null)

  const reload = () => void invalidate(markRead)
  // The next quiet look finds out whether the session has ended.
  const up = useSocket(user?.id ?? null, { onMessage: reload, onGone: reload })
  const waiting = useApi(
    listByUser,
    {},
    { quiet: true, staleTime: 0, refetchInterval: up ? false : POLL_MS },
  )
  const count = (waiting.data?.anntMsgTotal ?? 0) + (waiting.data?.sysMsgTotal ?? 0)
  const read = async ({ id, preview = false }: NoticeTarget) => {
    pop.close()
    const notice = await call(queryById, { id }, { quiet: true }).catch(() => null)
    if (!notice) {
      notify.warning(t('gone'))
      return void invalidate(markRead)
    }
    if (!preview)
      void call(markRead, { anntId: id }, { quiet: true })
        .catch(() => undefined)
        .then(() => invalidate(markRead))
    const page =
      notice.openType === 'component' ? pageFor(notice, currentSession().rights?.menu ?? []) : null
    if (page && !preview && !notice.mustAck) return void navigate(page)
    setReading({ notice, preview })
  }
  const latest = useRef({ read, invalidate })
  latest.current = { read, invalidate }
  const reader = useCallback((target: NoticeTarget) => void latest.current.read(target), [])
  // What came while the line was down reached no user.
  useEffect(() => {
    if (up) void latest.current.invalidate(markRead)
  }, [up])
  useEffect(() => readNotices(reader), [reader])
  // What an ended session means is the shell's, however quietly it was noticed.
  const ended = waiting.error instanceof ApiError && waiting.error.status === 401 && waiting.error
  useEffect(() => {
    if (ended) announceFailure(ended)
  }, [ended])
  useUrgent(waiting.data, (notice) =>
    withFeedback(({ notification }) =>
      notification.warning({
        key: `notice-${notice.id}`,
        title: notice.titile,
        description: notice.msgAbstract ?? t('urgent'),
        duration: TOAST_S,
        role: 'alert',
        actions: (
          <Button
            size="small"
            type="primary"
            onClick={() => {
              notification.destroy(`notice-${notice.id}`)
              reader({ id: notice.id })
            }}
          >
            {t('read')}
          </Button>
        ),
      }),
    ),
  )

  return (
    <>
      <span className="py-menu-button">
        <Button
          type="text"
          className="py-bell"
          icon={<BellOutlined />}
          aria-label={t('bell', { count })}
          title={t('bell', { count })}
          aria-haspopup="dialog"
          aria-expanded={pop.open}
          {...pop.button}
        >
          {count > 0 && (
            <span className="py-bell-count" aria-hidden>
              {count > 99 ? '99+' : count}
            </span>
          )}
        </Button>
        {pop.open && (
          <Pop
            waiting={waiting.data ?? null}
            failed={waiting.isError}
            onRead={(id) => void read({ id })}
            onClose={pop.close}
            onGone={pop.close}
          />
        )}
      </span>
      <span className="py-hidden" role="status">
        {count > 0 ? t('bell', { count }) : ''}
      </span>
      {reading && (
        <Suspense>
          <Dialog {...reading} onClose={() => setReading(null)} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Calls back for urgent notices that came after the first look; what was there already waits in the
 * bell.
 */
function useUrgent(waiting: WaitingNotices | undefined, onUrgent: (notice: Notice) => void): void {
  const newest = useRef<string | null>(null)
  const latest = useRef(onUrgent)
  latest.current = onUrgent
  useEffect(() => {
    if (!waiting) return
    const all = [...waiting.anntMsgList, ...waiting.sysMsgList]
    const since = newest.current
    newest.current = all.reduce(
      (last, { sendTime }) => (sendTime && sendTime > last ? sendTime : last),
      since ?? '',
    )
    if (since === null) return
    for (const notice of all)
      if (notice.priority === 'H' && notice.sendTime !== null && notice.sendTime > since)
        latest.current(notice)
  }, [waiting])
}
