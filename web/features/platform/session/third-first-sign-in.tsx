import { useId, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import type { thirdLogin } from '#contracts/platform/session/identity-third.ts'
import type { LoginAnswer } from '#contracts/platform/session/session.ts'
import { ApiError, call, type CallOf } from '../../../kit/http/api.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { forTenant, problemOf } from '../identity/index.ts'
import { Captcha } from './captcha.tsx'
import { PasswordField } from '../../../kit/form/password-field.tsx'

const bind: CallOf<typeof thirdLogin.bind> = { method: 'POST', path: '/thirdLogin/bind' }
const getLoginUser: CallOf<typeof thirdLogin.getLoginUser> = {
  method: 'GET',
  path: '/thirdLogin/getLoginUser/{token}',
}

interface ThirdFirstProps {
  token: string
  need: 'account' | 'totp'
  registration: boolean
  enter: (answer: LoginAnswer, stay: boolean) => void
  onBack: () => void
}

/** An account elsewhere meets the one here for the first time: its password is shown once. */
export function ThirdFirstSignIn({ token, need, registration, enter, onBack }: ThirdFirstProps) {
  const t = useT('identity')
  const words = useT('session')
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [second, setSecond] = useState(need === 'totp')
  const [captchaKey, setCaptchaKey] = useState<number | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => {
      const value = fields.get(name)
      return typeof value === 'string' ? value : ''
    }
    const totp = second ? { totp: text('totp').trim() } : {}
    setBusy(true)
    setProblem(null)
    try {
      const answer =
        need === 'totp'
          ? await call(getLoginUser, { token, ...totp }, { quiet: true })
          : await call(
              bind,
              {
                token,
                username: text('username').trim(),
                password: text('password'),
                ...totp,
                ...(captchaKey === null
                  ? {}
                  : { captcha: text('captcha').trim(), checkKey: String(captchaKey) }),
              },
              { quiet: true },
            )
      enter({ sysAllDictItems: {}, ...answer }, true)
    } catch (error) {
      const code = error instanceof ApiError ? (error.error ?? '') : ''
      if (code === 'session.totpRequired') setSecond(true)
      if (captchaKey !== null || code.startsWith('session.captcha')) setCaptchaKey(Date.now())
      setProblem(problemOf(t, error))
    }
    setBusy(false)
  }
  return (
    <div className="py-select-veil">
      <form
        className="py-card-form"
        role="dialog"
        aria-modal="true"
        aria-labelledby={`${id}title`}
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        <h1 id={`${id}title`}>{t(need === 'totp' ? 'third.second' : 'third.first')}</h1>
        {need === 'account' && <p className="idn-text">{t('third.first.text')}</p>}
        <div role="alert" className="py-problem-live">
          {problem && <p className="py-problem">{problem}</p>}
        </div>
        {need === 'account' && (
          <>
            <label htmlFor={`${id}name`}>{words('username')}</label>
            <input
              id={`${id}name`}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
              autoFocus
            />
            <PasswordField id={`${id}password`} autoFocus={false} />
            {captchaKey !== null && (
              <Captcha
                id={`${id}captcha`}
                imageKey={captchaKey}
                onAnother={() => setCaptchaKey(Date.now())}
              />
            )}
          </>
        )}
        {second && (
          <>
            <label htmlFor={`${id}totp`}>{words('totp')}</label>
            <input
              id={`${id}totp`}
              name="totp"
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              autoFocus={need === 'totp'}
            />
          </>
        )}
        <button type="submit" className="py-submit" disabled={busy}>
          {t(need === 'totp' ? 'third.go' : 'third.bind')}
        </button>
        <div className="idn-row">
          {registration && (
            <Link to={forTenant('/user/register', { third: token })}>{t('third.create')}</Link>
          )}
          <button type="button" onClick={onBack}>
            {t('back')}
          </button>
        </div>
      </form>
    </div>
  )
}
