import { CompressOutlined, ExpandOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { Moment } from '../../kit/platform/cells.tsx'
import { useT } from '../../kit/text/i18n.ts'
import { PriorityTag } from '../../kit/platform/priority-tag.tsx'
import { useAction } from '../../kit/http/use-action.ts'
import { usePhone } from '../../kit/platform/use-timing.ts'
import { useSession } from '../../kit/session/session.ts'
import { markRead, type Notice } from './notice-calls.ts'
import { isOutside, pageFor } from './notice-target.ts'
import { openTab } from '../../kit/platform/open-tab.ts'

const Content = lazy(() => import('./notice-content.tsx'))

/**
 * One announcement: title, sender, time, text, and the button that leads on (specification §2: 60 %
 * of the window, 80 % of its height).
 */
export default function NoticeDialog({
  notice,
  preview,
  onClose,
}: {
  notice: Notice
  preview: boolean
  onClose: () => void
}) {
  const t = useT('notice-bell')
  const navigate = useNavigate()
  const { rights } = useSession()
  const phone = usePhone()
  const [isOpen, setIsOpen] = useState(false)
  const full = isOpen || phone
  const understand = useAction(markRead, {
    success: t('acknowledged'),
    onDone: onClose,
  })
  const page = pageFor(notice, rights?.menu ?? [])

  const go = (to: string) => {
    if (isOutside(to)) return void openTab(to, 'noopener,noreferrer')
    onClose()
    void navigate(to)
  }
  return (
    <Modal
      open
      onCancel={onClose}
      width={full ? '100%' : '60%'}
      rootClassName="py-notice"
      {...(full ? { className: 'py-notice-full' } : {})}
      centered={!full}
      closable={{ 'aria-label': t('action.close') }}
      title={
        <span className="py-notice-title">
          <PriorityTag level={notice.priority}>{t(`priority.${notice.priority}`)}</PriorityTag>
          <span>{notice.titile}</span>
          {preview && <small>{t('preview')}</small>}
        </span>
      }
      footer={
        <>
          {!phone && (
            <Button
              type="text"
              className="py-notice-size"
              icon={full ? <CompressOutlined /> : <ExpandOutlined />}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t(full ? 'smaller' : 'full')}
            </Button>
          )}
          {!(phone && page) && <Button onClick={onClose}>{t('action.close')}</Button>}
          {page && (
            <Button type={notice.mustAck ? 'default' : 'primary'} onClick={() => go(page)}>
              {t('go')}
            </Button>
          )}
          {notice.mustAck && !preview && (
            <Button
              type="primary"
              loading={understand.busy}
              onClick={() => void understand.run({ anntId: notice.id, ack: true })}
            >
              {t('understood')}
            </Button>
          )}
        </>
      }
    >
      <p className="py-notice-from">
        <span>
          {t('from')} {notice.sender_dictText || notice.sender || '–'}
        </span>
        <span>
          {t('sent')} {notice.sendTime ? <Moment at={notice.sendTime} /> : '–'}
        </span>
      </p>
      {notice.msgContent ? (
        <Suspense fallback={<div className="py-notices-wait" aria-busy />}>
          <Content html={notice.msgContent} onLink={go} />
        </Suspense>
      ) : (
        <p className="py-notices-none">{notice.msgAbstract ?? t('empty')}</p>
      )}
    </Modal>
  )
}
