import { Button, Form, Input, Modal, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { accountSecurity } from '#contracts/platform/session/account-security.ts'
import { session } from '#contracts/platform/session/session.ts'
import { ApiError, call } from '../../kit/http/api.ts'
import { useApi } from '../../kit/http/query.ts'
import { useT } from '../../kit/text/i18n.ts'
import { reasonOf } from '../../kit/http/notify.tsx'
import { useSession } from '../../kit/session/session.ts'

/**
 * Asks who one is once more before something sensitive: the password, or a code. `onDone(true)`:
 * the call may be repeated.
 */
export default function AuthDialog({
  open,
  onDone,
  onGone,
}: {
  open: boolean
  onDone: (proved: boolean) => void
  onGone: () => void
}) {
  const t = useT('account')
  const { user } = useSession()
  const [by, setBy] = useState<'password' | 'totp'>('password')
  const [value, setValue] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<InputRef>(null)
  // A code is offered to those who have the second factor.
  const security = useApi(accountSecurity.overview, {}, { enabled: open, quiet: true })
  const twoFactor = by === 'totp' || security.data?.totp.on === true

  const change = (to: 'password' | 'totp') => {
    setBy(to)
    setValue('')
    setProblem(null)
  }
  const send = async () => {
    if (value.trim() === '') return setProblem(t(`auth.${by}.required`))
    setBusy(true)
    setProblem(null)
    try {
      await call(session.stepUp, by === 'password' ? { password: value } : { totp: value.trim() }, {
        quiet: true,
      })
      onDone(true)
    } catch (error) {
      // With a second factor the password alone does not do.
      if (error instanceof ApiError && error.error === 'session.totpRequired') change('totp')
      setProblem(
        error instanceof ApiError && error.status === 429 && error.retryAfter
          ? t('failure.429wait', { wait: error.retryAfter })
          : reasonOf(error, t),
      )
      field.current?.select()
    } finally {
      setBusy(false)
    }
  }
  const other = by === 'password' ? 'totp' : 'password'
  const input = {
    ref: field,
    value,
    maxLength: 128,
    autoFocus: true,
    id: 'auth-proof',
    onChange: (event: { target: { value: string } }) => setValue(event.target.value),
    onPressEnter: () => void send(),
  }
  return (
    <Modal
      title={t('auth.title')}
      open={open}
      width={420}
      onCancel={() => onDone(false)}
      afterOpenChange={(shown) => {
        if (shown) field.current?.focus()
        else onGone()
      }}
      mask={{ closable: false }}
      okText={t('action.confirm')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: busy }}
      onOk={() => void send()}
      zIndex={1200}
    >
      <p>{t('auth.text')}</p>
      <Form layout="vertical">
        <input
          className="py-hidden"
          tabIndex={-1}
          aria-hidden
          autoComplete="username"
          readOnly
          value={user?.username ?? ''}
        />
        <Form.Item
          label={t(`auth.${by}`)}
          htmlFor="auth-proof"
          {...(problem ? { validateStatus: 'error' as const, help: problem } : {})}
        >
          {by === 'password' ? (
            <Input.Password {...input} autoComplete="current-password" />
          ) : (
            <Input {...input} autoComplete="one-time-code" />
          )}
        </Form.Item>
      </Form>
      {twoFactor && (
        <Button type="link" size="small" className="py-link" onClick={() => change(other)}>
          {t(`auth.other.${other}`)}
        </Button>
      )}
    </Modal>
  )
}
