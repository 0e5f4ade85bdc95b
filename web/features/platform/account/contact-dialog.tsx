import { Button, Form, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { account, type Contact } from '#contracts/platform/session/account.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { setUser } from '../../../kit/session/session.ts'

const PAUSE_S = 60
export interface NewContact {
  kind: Contact
  value: string
}

/**
 * The code that was sent to a new mail address or phone: with it the new one takes the place of the
 * old.
 */
export default function ContactDialog({ of, onClose }: { of: NewContact; onClose: () => void }) {
  const t = useT('account')
  const [code, setCode] = useState('')
  const [left, setLeft] = useState(PAUSE_S)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const confirm = useAction(account.confirmContact, {
    ownRefusals: true,
    success: t(`contact.done.${of.kind}`),
    onDone: ({ userInfo }) => {
      setUser(userInfo)
      onClose()
    },
  })
  const again = useAction(account.contactCode, { onDone: () => setLeft(PAUSE_S) })
  const send = () => {
    if (/^\d{6}$/.test(code)) void confirm.run({ ...of, code })
  }
  return (
    <Modal
      open
      title={t(`contact.title.${of.kind}`)}
      width={420}
      onCancel={onClose}
      okText={t('contact.confirm')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: confirm.busy, disabled: !/^\d{6}$/.test(code) }}
      onOk={send}
      mask={{ closable: false }}
    >
      <p>{t('contact.text', { to: of.value })}</p>
      <Form layout="vertical">
        <Form.Item
          label={t('totp.code')}
          htmlFor="contact-code"
          {...(confirm.error?.refused
            ? { validateStatus: 'error' as const, help: confirm.error.message }
            : {})}
        >
          <Input
            id="contact-code"
            value={code}
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
            onPressEnter={send}
          />
        </Form.Item>
      </Form>
      <Button
        type="link"
        className="acc-again"
        disabled={left > 0}
        loading={again.busy}
        onClick={() => void again.run(of)}
      >
        {left > 0 ? t('contact.wait', { seconds: left }) : t('contact.again')}
      </Button>
    </Modal>
  )
}
