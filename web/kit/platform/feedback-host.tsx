import { message, Modal, notification } from 'antd'
import { useEffect } from 'react'
import { provideFeedback } from '../http/feedback.ts'

/**
 * Where messages, notices and dialogs are drawn; once per page. Messages begin below the head of
 * a drawer, which often names what they are about.
 */
export default function FeedbackHost() {
  const [messageApi, messages] = message.useMessage({ maxCount: 3, top: 60 })
  const [notify, notices] = notification.useNotification({ placement: 'topRight', maxCount: 4 })
  const [ask, dialogs] = Modal.useModal()
  useEffect(() => {
    provideFeedback({ message: messageApi, notification: notify, modal: ask })
    return () => provideFeedback(null)
  }, [messageApi, notify, ask])
  return (
    <>
      {messages}
      {notices}
      {dialogs}
    </>
  )
}
