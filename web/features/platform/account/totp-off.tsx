import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { accountSecurity } from '#contracts/platform/session/account-security.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'

/** Back to the password alone, which has to be shown for it. */
export default function TotpOff({ onClose }: { onClose: () => void }) {
  const t = useT('account')
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const end = useAction(accountSecurity.endTotp, {
    ownRefusals: true,
    success: t('totp.ended'),
    onDone: onClose,
  })
  const complete = password !== '' && totp.trim() !== ''
  const send = () => {
    if (complete) void end.run({ password, totp: totp.trim() })
  }
  return (
    <Modal
      open
      title={t('totp.end.title')}
      width={420}
      onCancel={onClose}
      okText={t('totp.end')}
      cancelText={t('action.cancel')}
      okButtonProps={{ danger: true, loading: end.busy, disabled: !complete }}
      onOk={send}
    >
      <p>{t('totp.end.text')}</p>
      <Form layout="vertical">
        <Form.Item
          label={t('auth.password')}
          htmlFor="totp-off"
          {...(end.error?.refused
            ? { validateStatus: 'error' as const, help: end.error.message }
            : {})}
        >
          <Input.Password
            id="totp-off"
            value={password}
            autoFocus
            autoComplete="current-password"
            maxLength={128}
            onChange={(event) => setPassword(event.target.value)}
            onPressEnter={send}
          />
        </Form.Item>
        <Form.Item label={t('auth.totp')} htmlFor="totp-off-code">
          <Input
            id="totp-off-code"
            value={totp}
            autoComplete="one-time-code"
            maxLength={128}
            onChange={(event) => setTotp(event.target.value)}
            onPressEnter={send}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
