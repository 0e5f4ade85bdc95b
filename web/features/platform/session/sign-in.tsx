import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentType,
  type FormEvent,
} from 'react'
import type { LoginAnswer, session } from '#contracts/platform/session/session.ts'
import { ApiError, call, type CallOf } from '../../../kit/http/api.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { setPageTitle } from '../../../kit/platform/page-title.ts'
import { endedSession } from '../../../kit/session/ended-session.ts'
import { storageRemove, isText, storageSet, storageGet } from '../../../kit/text/storage.ts'
import { Captcha } from './captcha.tsx'
import { useEnter } from './enter.tsx'
import { PasswordField } from '../../../kit/form/password-field.tsx'
import { isAboutNew, messageOf, ruleOf, triesLeft } from './refused-sign-in.ts'
import { CodeFields, NewPasswordFields } from './sign-in-steps.tsx'

// Written out, not imported: the contract's schemas would double the weight of this page. Types and
// paths are checked.
const login: CallOf<typeof session.login> = { method: 'POST', path: '/sys/login' }
const NAME = 'Login_Remembered'

const PhoneSignIn = lazy(() => import('./phone-sign-in.tsx'))

interface SignInProps {
  /** Called when the user begins to type: time to fetch what comes behind this page. */
  onTyping?: () => void
  /** What else stands below the card; it comes after the page. */
  Others?: ComponentType<{ enter: (answer: LoginAnswer, stay: boolean) => void; inert: boolean }>
}

/**
 * Account and password; after some failures also a captcha, for some people a code of their
 * authenticator. Plain fields: this page must be there at once.
 */
export function SignIn({ onTyping, Others }: SignInProps) {
  const t = useT('session')
  const id = useId()
  const [remembered] = useState(() => storageGet(NAME, isText) ?? '')
  const [ended] = useState(endedSession)
  const known = ended ?? remembered
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** The server was asked and did not open a session. */
  const [failed, setFailed] = useState(false)
  const lang = useLang()
  // The server's message is in the language before.
  useEffect(() => setProblem(null), [lang])
  const [captchaKey, setCaptchaKey] = useState<number | null>(null)
  /** The password was right, and a second proof is wanted. */
  const [second, setSecond] = useState(false)
  /** The password was a one-time one, and another is to be chosen. */
  const [renewing, setRenewing] = useState(false)
  const [rule, setRule] = useState<ReturnType<typeof ruleOf>>('seed')
  const [phone, setPhone] = useState(false)
  const [aim, setAim] = useState<{
    name: 'username' | 'password' | 'captcha' | 'totp' | 'newpassword'
  } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const step = second ? 'totp' : renewing ? 'renew' : 'name'
  const title = t(step === 'name' ? 'title' : `${step}.title`)
  const { enter, choosing } = useEnter((error) => {
    setBusy(false)
    setSecond(false)
    setRenewing(false)
    refused(error)
  })
  useEffect(() => setPageTitle(title), [title])
  // After the draw: the captcha's field may only just have come.
  useEffect(() => {
    const field = aim && form.current?.elements.namedItem(aim.name)
    if (field instanceof HTMLInputElement) {
      field.focus()
      field.select()
    }
  }, [aim])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setFailed(false)
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => {
      const value = fields.get(name)
      return typeof value === 'string' ? value : ''
    }
    const [username, password] = [text('username').trim(), text('password')]
    if (second && !text('totp').trim()) {
      setProblem(t('totp.required'))
      return setAim({ name: 'totp' })
    }
    const fresh = text('newpassword')
    if (step === 'renew' && (fresh === '' || fresh !== text('again'))) {
      setProblem(t(fresh === '' ? 'renew.required' : 'renew.differ'))
      return setAim({ name: 'newpassword' })
    }
    if (!username || !password) {
      setProblem(t(username ? 'password.required' : 'username.required'))
      return setAim({ name: username ? 'password' : 'username' })
    }
    setBusy(true)
    setProblem(null)
    const stay = fields.has('stay')
    try {
      const answer = await call(
        login,
        {
          username,
          password,
          remember_me: stay,
          ...(captchaKey === null
            ? {}
            : { captcha: text('captcha').trim(), checkKey: String(captchaKey) }),
          ...(second ? { totp: text('totp').trim() } : {}),
          ...(renewing ? { newpassword: fresh } : {}),
        },
        { quiet: true },
      )
      if (fields.has('remember')) storageSet(NAME, username, null)
      else storageRemove(NAME)
      enter(answer, stay)
    } catch (error) {
      setBusy(false)
      refused(error)
    }
  }
  const refused = (error: unknown) => {
    const code = error instanceof ApiError ? error.error : null
    if (code === 'session.totpRequired' && !second) {
      setSecond(true)
      setCaptchaKey(null)
      return setAim({ name: 'totp' })
    }
    if (code === 'session.passwordOnce' && !renewing) {
      setRenewing(true)
      setRule(ruleOf(error))
      setCaptchaKey(null)
      return setAim({ name: 'newpassword' })
    }
    // An image is good for one try.
    if (captchaKey !== null || code?.startsWith('session.captcha')) setCaptchaKey(Date.now())
    // A new password that breaks the rule, or a captcha that is wanted, is a field to fill in.
    const ofNew = renewing && isAboutNew(code)
    setFailed(!ofNew && code !== 'session.captchaRequired')
    const left = triesLeft(error)
    setProblem(
      [messageOf(error, t), left === null ? '' : t('triesLeft', { count: left })].join(' ').trim(),
    )
    if (ofNew) setSecond(false)
    setAim({
      name: ofNew
        ? 'newpassword'
        : code?.startsWith('session.captcha')
          ? 'captcha'
          : second && code?.startsWith('session.t')
            ? 'totp'
            : 'password',
    })
    if (ofNew || code?.startsWith('session.t')) return
    setSecond(false)
    setRenewing(false)
  }
  const head = (
    <>
      <h1 id={`${id}title`}>{title}</h1>
      {step === 'name' && (
        <div role="tablist" className="py-tabs">
          {[false, true].map((one) => (
            <button
              key={String(one)}
              type="button"
              role="tab"
              aria-selected={phone === one}
              onClick={() => {
                setProblem(null)
                setFailed(false)
                setPhone(one)
              }}
            >
              {t(one ? 'tab.phone' : 'tab.password')}
            </button>
          ))}
        </div>
      )}
    </>
  )
  return (
    <div className="py-sign-in">
      {phone ? (
        <Suspense>
          <PhoneSignIn head={head} inert={choosing !== null} enter={enter} />
        </Suspense>
      ) : (
        <form
          className="py-card-form"
          ref={form}
          onSubmit={(event) => void submit(event)}
          onInput={onTyping}
          noValidate
          inert={choosing !== null}
          aria-labelledby={`${id}title`}
          aria-busy={busy}
        >
          {head}
          <div role="alert" className="py-problem-live">
            {problem && failed && <strong className="py-problem-title">{t('failed')}</strong>}
            {problem && (
              <p className="py-problem" id={`${id}problem`}>
                {problem}
              </p>
            )}
          </div>
          {ended !== null && step === 'name' && !problem && (
            <p className="py-ended" role="status">
              {t('ended')}
            </p>
          )}
          <div className="py-sign-fields" hidden={step !== 'name'}>
            <label htmlFor={`${id}name`}>{t('username')}</label>
            <input
              id={`${id}name`}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
              defaultValue={known}
              autoFocus={!known}
              aria-describedby={problem ? `${id}problem` : undefined}
            />
            <PasswordField id={`${id}password`} autoFocus={known !== ''} />
            {captchaKey !== null && (
              <Captcha
                id={`${id}captcha`}
                imageKey={captchaKey}
                onAnother={() => setCaptchaKey(Date.now())}
              />
            )}
            <div className="py-checks">
              <label>
                <input type="checkbox" name="remember" defaultChecked={remembered !== ''} />{' '}
                {t('remember')}
              </label>
              <label title={t('stay.note')}>
                <input type="checkbox" name="stay" /> {t('stay')}
              </label>
            </div>
          </div>
          {renewing && <NewPasswordFields id={id} hidden={second} rule={rule} />}
          {second && <CodeFields id={id} />}
          <button type="submit" className="py-submit" disabled={busy}>
            {busy ? t('signingIn') : t(step === 'renew' ? 'renew.ok' : 'signIn')}
          </button>
          {step !== 'name' && (
            <button
              type="button"
              className="py-plain"
              onClick={() => {
                setSecond(false)
                setRenewing(false)
                setProblem(null)
                setAim({ name: 'password' })
              }}
            >
              {t('totp.back')}
            </button>
          )}
        </form>
      )}
      {Others && step === 'name' && (
        <Suspense>
          <Others enter={enter} inert={choosing !== null} />
        </Suspense>
      )}
      {choosing}
    </div>
  )
}
