import {
  DeleteOutlined,
  EditOutlined,
  EyeOutlined,
  PlusOutlined,
  RedoOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import { messageIssue, type MessageAction } from '#contracts/platform/messaging/messages.states.ts'
import { messageList, messages } from '#contracts/platform/messaging/messages.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import './messages.css'

const MessageBody = lazy(() => import('./message-body.tsx'))
const MessageForm = lazy(() => import('./message-form.tsx'))
const RevealDialog = lazy(() => import('./reveal-dialog.tsx'))
const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)
type Row = RowOf<typeof messageList>

/**
 * The outbox: what went out, what did not and why; sent again, cancelled, or read where nothing
 * sends it.
 */
export default function Messages() {
  const t = useT('messages')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const notify = useNotify()
  const { show } = useOpen()
  const [revealed, setRevealed] = useState<Row | null>(null)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const resend = useAction(messages.resend, { success: false })
  const cancel = useAction(messages.cancel, { success: false })
  const remove = useAction(messages.deleteBatch, { success: false })
  useKeys(may('sys:msg:add') ? { n: () => show({ kind: 'new', id: null }) } : {})

  const blocked = (action: MessageAction, row: Row): string | null => {
    const issue = messageIssue(action, { state: String(row.state), secret: row.secret === true })
    return issue === 'message.secretGone'
      ? t('blocked.secret')
      : issue
        ? t('blocked.state', { state: row.state_dictText ?? '' })
        : null
  }
  const act = async (action: 'resend' | 'cancel' | 'delete', rows: readonly Row[]) => {
    const count = rows.length
    const words =
      action === 'delete'
        ? {
            title: t('confirm.delete', { count }),
            ok: t('confirm.deleteOk', { count }),
            danger: true,
            content: t('confirm.forGood'),
          }
        : { title: t(`confirm.${action}`, { count }), ok: t(`confirm.${action}Ok`, { count }) }
    if (
      (await confirm({
        ...words,
        names: count > 1 ? rows.map((row) => String(row.esTitle || row.esReceiver)) : [],
      })) === null
    )
      return
    const done = await { resend, cancel, delete: remove }[action].run({
      ids: rows.map((row) => row.id),
    })
    if (!done.ok) return
    if (done.result.failed > 0) setOutcome({ title: words.title, result: done.result })
    else
      notify.success(
        action === 'delete' ? t('confirm.deleted', { count }) : t(`done.${action}`, { count }),
      )
  }
  const rowActions = (row: Row): RowAction[] => [
    ...(may(messages.resend)
      ? [
          {
            key: 'resend',
            label: t('action.resend'),
            icon: <RedoOutlined />,
            blocked: blocked('resend', row),
            onClick: () => void act('resend', [row]),
          },
          {
            key: 'cancel',
            label: t('action.cancelSend'),
            icon: <StopOutlined />,
            blocked: blocked('cancel', row),
            onClick: () => void act('cancel', [row]),
          },
        ]
      : []),
    ...(may('sys:msg:secret') && row.secret && row.state !== 'sent'
      ? [
          {
            key: 'reveal',
            label: t('action.reveal'),
            icon: <EyeOutlined />,
            onClick: () => setRevealed(row),
          },
        ]
      : []),
    ...(may('sys:msg:edit')
      ? [
          {
            key: 'edit',
            label: t('form.edit'),
            icon: <EditOutlined />,
            blocked: blocked('edit', row),
            onClick: () => show({ kind: 'edit', id: row.id }),
          },
        ]
      : []),
    ...(may(messages.deleteBatch)
      ? [
          {
            key: 'delete',
            label: t('action.delete'),
            icon: <DeleteOutlined />,
            danger: true,
            blocked: blocked('delete', row),
            onClick: () => void act('delete', [row]),
          },
        ]
      : []),
  ]

  return (
    <>
      <ResourceScreen
        of={messageList}
        columns={[
          'createTime',
          'esType',
          'esReceiver',
          'esTitle',
          'attached',
          'templateCode',
          'state',
          'esSendNum',
          'esSendTime',
          'esResult',
        ]}
        rowActions={rowActions}
        rowTone={(row) =>
          row.state === 'failed' ? 'bad' : row.state === 'unconfigured' ? 'warning' : undefined
        }
        cells={{
          esContent: (row) =>
            row.esContent ? (
              <Suspense>
                <MessageBody content={row.esContent} html={row.html === true} />
              </Suspense>
            ) : null,
        }}
        newButton={
          may('sys:msg:add') && (
            <Button
              type="primary"
              icon={<PlusOutlined />}
              onClick={() => show({ kind: 'new', id: null })}
            >
              {t('form.new')}
            </Button>
          )
        }
        actions={(selection) => (
          <>
            {may(messages.resend) && (
              <Button
                icon={<RedoOutlined />}
                loading={resend.busy}
                onClick={() => void act('resend', selection.rows)}
              >
                {t('action.resend')}
              </Button>
            )}
            {may(messages.resend) && (
              <Button
                icon={<StopOutlined />}
                loading={cancel.busy}
                onClick={() => void act('cancel', selection.rows)}
              >
                {t('action.cancelSend')}
              </Button>
            )}
            {may(messages.deleteBatch) && (
              <Button
                danger
                icon={<DeleteOutlined />}
                loading={remove.busy}
                onClick={() => void act('delete', selection.rows)}
              >
                {t('action.delete')}
              </Button>
            )}
          </>
        )}
        form={({ id, close }) => <MessageForm id={id} onClose={close} />}
      />
      <Suspense>
        {revealed && <RevealDialog id={revealed.id} onClose={() => setRevealed(null)} />}
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </>
  )
}
