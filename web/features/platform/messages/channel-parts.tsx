import { SendOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { messageChannels } from '#contracts/platform/messaging/message-channels.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'

/** A password or key: whether there is one, and a field for another. It never comes back. */
export function SecretField({
  label,
  state,
  onForget,
}: {
  label: string
  state: { set: boolean; last4: string }
  onForget: () => void
}) {
  const t = useT('message-channels')
  return (
    <Form.Item
      name="secret"
      label={
        <span className="msg-secret">
          {label}{' '}
          {state.set ? (
            <StatusTag tone="done">
              {state.last4 ? t('secret.setLast4', { last4: state.last4 }) : t('secret.set')}
            </StatusTag>
          ) : (
            <StatusTag tone="idle">{t('secret.unset')}</StatusTag>
          )}
          {state.set && (
            <Button type="link" size="small" danger onClick={onForget}>
              {t('secret.forget')}
            </Button>
          )}
        </span>
      }
    >
      <Input.Password
        autoComplete="new-password"
        maxLength={500}
        visibilityToggle={false}
        placeholder={state.set ? t('secret.keep') : ''}
      />
    </Form.Item>
  )
}

/** Sends one message by what is saved, and shows what the other side answered. */
export function TestSend({
  channel,
  disabled,
}: {
  channel: 'email' | 'sms' | 'webhook'
  disabled: boolean
}) {
  const t = useT('message-channels')
  const [open, setOpen] = useState(false)
  const [to, setTo] = useState('')
  const [result, setResult] = useState<{ ok: boolean; detail: string } | null>(null)
  const test = useAction(messageChannels.test, { success: false, onDone: setResult })
  return (
    <>
      <Button
        icon={<SendOutlined />}
        disabled={disabled}
        onClick={() => {
          setResult(null)
          setOpen(true)
        }}
      >
        {t('test')}
      </Button>
      <Modal
        open={open}
        title={t('test')}
        okText={t('test')}
        cancelText={t('action.close')}
        confirmLoading={test.busy}
        okButtonProps={{ disabled: channel !== 'webhook' && to.trim() === '' }}
        onCancel={() => setOpen(false)}
        onOk={() => void test.run({ channel, to: to.trim() })}
        destroyOnHidden
      >
        <p className="msg-note">{t('test.note')}</p>
        {channel !== 'webhook' && (
          <Form layout="vertical">
            <Form.Item label={t('test.to')} htmlFor={`test-${channel}`}>
              <Input
                id={`test-${channel}`}
                value={to}
                maxLength={200}
                autoComplete="off"
                onChange={(event) => setTo(event.target.value)}
                onPressEnter={() => void test.run({ channel, to: to.trim() })}
              />
            </Form.Item>
          </Form>
        )}
        {result && (
          <Alert
            type={result.ok ? 'success' : 'error'}
            showIcon
            title={t(result.ok ? 'test.ok' : 'test.failed')}
            description={
              t.has(`test.reason.${result.detail}`)
                ? t(`test.reason.${result.detail}`)
                : result.detail
            }
          />
        )}
      </Modal>
    </>
  )
}
