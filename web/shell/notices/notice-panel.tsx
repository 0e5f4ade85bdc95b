import { CheckOutlined, PushpinOutlined } from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Moment } from '../../kit/platform/cells.tsx'
import { useT } from '../../kit/text/i18n.ts'
import { PriorityTag } from '../../kit/platform/priority-tag.tsx'
import { useAction } from '../../kit/http/use-action.ts'
import { ALL_NOTICES, readAll, type Notice, type WaitingNotices } from './notice-calls.ts'

interface PanelProps {
  waiting: WaitingNotices | null
  failed: boolean
  onRead: (id: string) => void
  onClose: () => void
}

/** What waits to be read, by kind: the newest five of each. */
export default function NoticePanel({ waiting, failed, onRead, onClose }: PanelProps) {
  const t = useT('notice-bell')
  const navigate = useNavigate()
  const all = useAction(readAll, { success: false })
  const { anntMsgList = [], anntMsgTotal = 0, sysMsgList = [], sysMsgTotal = 0 } = waiting ?? {}
  // The tab that has something, as long as the user chose no other.
  const [tab, setTab] = useState<string | null>(null)
  const list = (rows: readonly Notice[]) =>
    rows.length === 0 ? (
      <p className="py-notices-none">
        {t(waiting === null ? (failed ? 'failed' : 'state.loading') : 'none')}
      </p>
    ) : (
      <ul>
        {rows.map((notice) => (
          <li key={notice.id}>
            <button type="button" onClick={() => onRead(notice.id)}>
              <PriorityTag level={notice.priority}>{t(`priority.${notice.priority}`)}</PriorityTag>
              <span className="py-notices-title">
                {notice.pinned && (
                  <PushpinOutlined className="py-notices-pin" aria-label={t('pinned')} />
                )}
                {notice.titile}
              </span>
              <span className="py-notices-time">
                {notice.sender_dictText} <Moment at={notice.sendTime} />
                {notice.mustAck && <> · {t('mustAck')}</>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    )
  return (
    <>
      <Tabs
        size="small"
        centered
        activeKey={tab ?? (anntMsgTotal === 0 && sysMsgTotal > 0 ? 'system' : 'notice')}
        onChange={setTab}
        items={[
          {
            key: 'notice',
            label: t('tab.notice', { count: anntMsgTotal }),
            children: list(anntMsgList),
          },
          {
            key: 'system',
            label: t('tab.system', { count: sysMsgTotal }),
            children: list(sysMsgList),
          },
        ]}
      />
      <footer className="py-notices-foot">
        <Button
          type="text"
          icon={<CheckOutlined />}
          loading={all.busy}
          disabled={anntMsgTotal + sysMsgTotal === 0}
          onClick={() => void all.run({})}
        >
          {t('readAll')}
        </Button>
        <Button
          type="link"
          onClick={() => {
            onClose()
            void navigate(ALL_NOTICES)
          }}
        >
          {t('more')}
        </Button>
      </footer>
    </>
  )
}
