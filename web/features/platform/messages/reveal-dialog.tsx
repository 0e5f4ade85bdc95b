import { Alert, Modal, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { messageSecrets } from '#contracts/platform/messaging/messages.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import MessageBody from './message-body.tsx'

/** The true words of a message whose code nothing has sent. */
export default function RevealDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT('messages')
  const reveal = useAction(messageSecrets.reveal, { success: false })
  const [words, setWords] = useState<{ esTitle: string | null; esContent: string } | null>(null)
  const requested = useRef(false)
  useEffect(() => {
    if (requested.current) return
    requested.current = true
    void reveal.run({ id }).then((outcome) => (outcome.ok ? setWords(outcome.result) : onClose()))
  }, [id, reveal, onClose])
  return (
    <Modal
      open
      width={520}
      title={t('reveal.title')}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {words ? (
        <>
          <p className="msg-subject">{words.esTitle}</p>
          <MessageBody content={words.esContent} html={/<\w/.test(words.esContent)} />
        </>
      ) : (
        <Skeleton active />
      )}
      <Alert type="info" showIcon style={{ marginTop: 12 }} title={t('reveal.note')} />
    </Modal>
  )
}
