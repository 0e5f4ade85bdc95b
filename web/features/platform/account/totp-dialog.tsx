import { Button, Form, Input, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { accountSecurity } from '#contracts/platform/session/account-security.ts'
import { ApiError, call } from '../../../kit/http/api.ts'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { QrCode } from '../../../kit/platform/qr-code.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'

/** Scan, type the first code, and the second factor is in force. */
export default function TotpDialog({
  onClose,
  onCodes,
}: {
  onClose: () => void
  onCodes: (codes: readonly string[]) => void
}) {
  const t = useT('account')
  const notify = useNotify()
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const [code, setCode] = useState('')
  const confirm = useAction(accountSecurity.confirmTotp, {
    ownRefusals: true,
    success: t('totp.done'),
    onDone: ({ codes }) => onCodes(codes),
  })
  const latest = useRef({ notify, onClose })
  latest.current = { notify, onClose }
  useEffect(() => {
    call(accountSecurity.beginTotp, {}).then(setBegun, (error: unknown) => {
      if (error instanceof ApiError && error.refused && error.error !== 'session.stepUp')
        latest.current.notify.failed(error)
      latest.current.onClose()
    })
  }, [])
  if (!begun) return null
  const send = () => {
    if (code.trim() !== '') void confirm.run({ code: code.trim() })
  }
  return (
    <Modal
      open
      title={t('totp.begin.title')}
      width={460}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            type="primary"
            loading={confirm.busy}
            disabled={code.trim() === ''}
            onClick={send}
          >
            {t('totp.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('totp.scan')}</p>
      <div className="acc-qr">
        <QrCode text={begun.uri} label={t('totp.qr')} />
        <span>{t('totp.byHand')}</span>
        <span className="acc-key">
          <CopyText text={begun.secret}>{begun.secret.match(/.{4}/g)?.join(' ')}</CopyText>
        </span>
      </div>
      <Form layout="vertical" onFinish={send}>
        <Form.Item
          label={t('totp.code')}
          htmlFor="totp-code"
          {...(confirm.error
            ? { validateStatus: 'error' as const, help: confirm.error.message }
            : {})}
        >
          <Input
            id="totp-code"
            value={code}
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            onChange={(event) => setCode(event.target.value)}
            onPressEnter={send}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
