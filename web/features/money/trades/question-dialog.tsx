import { Button, Input, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { tradeQuestions } from '#contracts/money/trade-questions.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { QuestionTag } from './question-tag.tsx'
import './trades.css'

/** What was asked and answered about a trade detail, and a field for more. */
export default function QuestionDialog({
  id,
  title,
  onClose,
}: {
  id: string
  title: string
  onClose: () => void
}) {
  const t = useT('trades')
  const may = useRightsCheck()
  const [text, setText] = useState('')
  const found = useApi(tradeQuestions.thread, { id }, { staleTime: 0 })
  const write = useAction(tradeQuestions.write, { onDone: () => setText('') })
  const close = useAction(tradeQuestions.close)
  const thread = found.data ?? null
  const sent = text.trim()
  return (
    <Modal
      open
      width={600}
      title={title}
      onCancel={onClose}
      destroyOnHidden
      footer={
        may(tradeQuestions.write) && (
          <>
            {thread && thread.state !== 'closed' && (
              <Button
                loading={close.busy}
                onClick={() => void close.run({ id, version: thread.version })}
              >
                {t('question.close')}
              </Button>
            )}
            <Button
              type="primary"
              loading={write.busy}
              disabled={sent === ''}
              onClick={() => void write.run({ id, text: sent })}
            >
              {t('question.send')}
            </Button>
          </>
        )
      }
    >
      {found.error && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Skeleton active />}
      {found.isSuccess && !thread && <p className="py-hint">{t('question.none')}</p>}
      {thread && (
        <>
          <QuestionTag state={thread.state} />
          <ol className="trade-thread">
            {thread.texts.map((one) => (
              <li key={one.id} className={one.ofStaff ? 'trade-staff' : undefined}>
                <div>
                  <b>{one.by}</b>{' '}
                  <span className="py-hint">
                    {t(one.ofStaff ? 'question.ofStaff' : 'question.ofCustomer')} ·{' '}
                    <Moment at={one.createTime} />
                  </span>
                </div>
                <p>{one.text}</p>
              </li>
            ))}
          </ol>
        </>
      )}
      {may(tradeQuestions.write) && (
        <Input.TextArea
          aria-label={t('question.text')}
          rows={3}
          maxLength={2000}
          showCount
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </Modal>
  )
}
