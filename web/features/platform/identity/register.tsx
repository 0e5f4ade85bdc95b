import { lazy, Suspense, useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { identity } from '#contracts/platform/identity.ts'
import { ApiError, call } from '../../../kit/http/api.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { setPageTitle } from '../../../kit/platform/page-title.ts'
import { PasswordMeter } from '../../../kit/form/password-meter.tsx'
import { CodeField, isReceiver } from './code-field.tsx'
import { problemOf } from './form-problem.ts'
import { storeReceipt } from './receipt.ts'
import { forTenant, requestedTenant } from './tenant.ts'

const Terms = lazy(() => import('./terms.tsx'))
const FIELDS = ['company', 'realname', 'username'] as const
const COMPLETE: Record<string, string> = {
  company: 'organization',
  realname: 'name',
  username: 'username',
}

/** A company asks to become a customer. */
export default function Register() {
  const t = useT('identity')
  const id = useId()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const [mode, setMode] = useState<'seed' | 'nist'>('seed')
  const [closed, setClosed] = useState(false)
  const [reading, setReading] = useState(false)
  useEffect(() => setPageTitle(t('register')), [t])
  useEffect(() => {
    call(identity.options, requestedTenant(), { quiet: true }).then(
      (found) => {
        setMode(found.passwordMode)
        setClosed(!found.registration)
      },
      () => undefined,
    )
  }, [])
  const text = (name: string): string => {
    const field = form.current?.elements.namedItem(name)
    return field instanceof HTMLInputElement ? field.value.trim() : ''
  }
  const aim = (name: string, words: string): null => {
    setProblem(words)
    const field = form.current?.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.focus()
    return null
  }
  const phone = () => (isReceiver(text('phone')) ? text('phone') : aim('phone', t('phone.error')))
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    for (const name of FIELDS)
      if (!text(name)) return void aim(name, t('missing', { field: t(name) }))
    if (phone() === null) return
    if (!/^\d{6}$/.test(text('smscode'))) return void aim('smscode', t('code.error'))
    if (text('email') && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text('email')))
      return void aim('email', t('format'))
    if (!password) return void aim('password', t('missing', { field: t('password') }))
    const terms = form.current?.elements.namedItem('terms')
    if (!(terms instanceof HTMLInputElement && terms.checked))
      return void aim('terms', t('terms.missing'))
    setBusy(true)
    setProblem(null)
    try {
      const third = params.get('third')
      const answer = await call(
        identity.register,
        {
          company: text('company'),
          realname: text('realname'),
          username: text('username'),
          phone: text('phone'),
          smscode: text('smscode'),
          email: text('email'),
          password,
          ...requestedTenant(),
          ...(third ? { third } : {}),
        },
        { quiet: true },
      )
      storeReceipt({ ...answer, email: text('email') })
      void navigate(forTenant('/user/register-result'), { replace: true })
    } catch (error) {
      setBusy(false)
      const names: Record<string, string> = {
        'register.usernameTaken': 'username',
        'register.phoneTaken': 'phone',
        'register.emailTaken': 'email',
        'code.wrong': 'smscode',
      }
      aim(
        names[error instanceof ApiError ? (error.error ?? '') : ''] ?? 'password',
        problemOf(t, error),
      )
    }
  }
  if (closed) {
    return (
      <section className="py-card-form">
        <h1>{t('register')}</h1>
        <p className="idn-text">{t('register.closed')}</p>
        <div className="idn-row">
          <Link to={forTenant('/user/login')}>{t('toLogin')}</Link>
        </div>
      </section>
    )
  }
  return (
    <form
      className="py-card-form idn-wide"
      ref={form}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-labelledby={`${id}title`}
      aria-busy={busy}
    >
      <h1 id={`${id}title`}>{t('register')}</h1>
      <div role="alert" className="py-problem-live">
        {problem && <p className="py-problem">{problem}</p>}
      </div>
      {FIELDS.map((name) => (
        <div className="py-fields" key={name}>
          <label htmlFor={id + name}>{t(name)}</label>
          <input
            id={id + name}
            name={name}
            maxLength={name === 'company' ? 100 : 50}
            autoComplete={COMPLETE[name]}
            autoCapitalize={name === 'username' ? 'none' : undefined}
            spellCheck={false}
            required
          />
        </div>
      ))}
      <label htmlFor={`${id}phone`}>{t('phone')}</label>
      <input id={`${id}phone`} name="phone" type="tel" autoComplete="tel" maxLength={30} required />
      <CodeField
        id={`${id}code`}
        name="smscode"
        smsmode="1"
        receiver={phone}
        onProblem={setProblem}
      />
      <label htmlFor={`${id}email`}>{t('email')}</label>
      <input id={`${id}email`} name="email" type="email" autoComplete="email" maxLength={200} />
      <label htmlFor={`${id}password`}>{t('password')}</label>
      <input
        id={`${id}password`}
        name="password"
        type="password"
        autoComplete="new-password"
        maxLength={128}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        required
      />
      <div className="idn-meter">
        <PasswordMeter
          password={password}
          mode={mode}
          words={[text('username'), text('realname'), text('company')]}
        />
      </div>
      <label className="idn-terms">
        <input type="checkbox" name="terms" /> <span>{t('terms')}</span>
      </label>
      <button type="button" className="idn-terms-read" onClick={() => setReading(true)}>
        {t('terms.read')}
      </button>
      <Suspense>{reading && <Terms onClose={() => setReading(false)} />}</Suspense>
      <button type="submit" className="py-submit" disabled={busy}>
        {t(busy ? 'sending' : 'register')}
      </button>
      <div className="idn-row">
        <Link to={forTenant('/user/login')}>{t('haveAccount')}</Link>
      </div>
    </form>
  )
}
