import { message, Modal, notification } from 'antd'
import { useEffect } from 'react'
import { provideFeedback } from './feedback.ts'

/** Where messages, notices and dialogs are drawn; once per page. */
export default function FeedbackHost() {
  const [messageApi, messages] = message.useMessage({ maxCount: 3, top: 12 })
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
