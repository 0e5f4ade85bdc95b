import { lazy, Suspense, useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { identity } from '#contracts/platform/session/identity.ts'
import { ApiError, call } from '../../../kit/http/api.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { setPageTitle } from '../../../kit/platform/page-title.ts'
import { dropDraft, readDraft, writeDraft } from '../../../kit/form/draft/form-draft.ts'
import { PasswordField } from '../../../kit/form/password-field.tsx'
import { PasswordMeter } from '../../../kit/form/password-meter.tsx'
import { CodeField, isReceiver } from './code-field.tsx'
import { problemOf } from './form-problem.ts'
import { storeReceipt } from './receipt.ts'
import { forTenant, requestedTenant } from './tenant.ts'
import { useSignInOptions } from './use-sign-in-options.ts'

const Terms = lazy(() => import('./terms.tsx'))
const NAMES = ['company', 'realname', 'username'] as const
/** In the order they stand in. */
const FIELDS = [...NAMES, 'phone', 'smscode', 'email', 'password', 'terms'] as const
type Field = (typeof FIELDS)[number]
/** What survives a reload, as its code does; no password does. */
const STORED = [...NAMES, 'phone', 'email'] as const
const DRAFT = 'registration'
type Wrong = Partial<Record<Field, string>>
const COMPLETE: Record<string, string> = {
  company: 'organization',
  realname: 'name',
  username: 'username',
}

const REFUSED: Record<string, Field> = {
  'register.usernameTaken': 'username',
  'register.phoneTaken': 'phone',
  'register.emailTaken': 'email',
  'code.wrong': 'smscode',
}
/** What the server refused, next to its fields. */
function refusedFields(error: unknown): Wrong {
  if (!(error instanceof ApiError)) return {}
  const named = FIELDS.flatMap((name) => {
    const issue = error.issues.find(({ path }) => path === name)
    return issue ? [[name, issue.message] as const] : []
  })
  if (named.length > 0) return Object.fromEntries(named)
  const code = error.error ?? ''
  const field = REFUSED[code] ?? (code.startsWith('password.') ? 'password' : null)
  return field ? { [field]: error.message } : {}
}

/** Whose country is known, as the server knows it: `+49…`, `0049…`, or a Chinese mobile. */
const hasCountry = (typed: string): boolean =>
  /^(\+|00[1-9]|(86)?1[3-9]\d{9}$)/.test(typed.replace(/[\s()./-]/g, ''))

/** A company asks to become a customer. */
export default function Register() {
  const t = useT('identity')
  const id = useId()
  const navigate = useNavigate()
  const [params] = useAddress()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  /** What is wrong with which field. */
  const [wrong, setWrong] = useState<Wrong>({})
  const options = useSignInOptions()
  const [reading, setReading] = useState(false)
  useEffect(() => setPageTitle(t('register')), [t])
  const text = (name: string): string => {
    const field = form.current?.elements.namedItem(name)
    return field instanceof HTMLInputElement ? field.value.trim() : ''
  }
  const [before] = useState(() => readDraft(DRAFT)?.values ?? {})
  const typedBefore = (name: string) => String(before[name] ?? '')
  const store = () =>
    writeDraft(DRAFT, Object.fromEntries(STORED.map((name) => [name, text(name)])))
  const aim = (name: string) => {
    const field = form.current?.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.focus()
  }
  /** All that is wrong at once, each next to its field; the first one is gone to. */
  const refuse = (found: Wrong, words: string | null = null): null => {
    const names = FIELDS.filter((name) => found[name])
    setWrong(found)
    setProblem(words ?? (names.length > 0 ? t('wrong', { count: names.length }) : null))
    if (names[0]) aim(names[0])
    return null
  }
  const terms = () => {
    const field = form.current?.elements.namedItem('terms')
    return field instanceof HTMLInputElement && field.checked
  }
  const phoneProblem = (): string | null => {
    if (!isReceiver(text('phone'))) return t('phone.error')
    return hasCountry(text('phone')) ? null : t('phone.country')
  }
  const phone = () => {
    const problem = phoneProblem()
    if (problem !== null) return refuse({ ...wrong, phone: problem })
    const { phone: _corrected, ...others } = wrong
    setWrong(others)
    return text('phone')
  }
  const check = (): Wrong => {
    const found: Wrong = {}
    for (const name of NAMES) if (!text(name)) found[name] = t(`missing.${name}`)
    const ofPhone = phoneProblem()
    if (ofPhone) found.phone = ofPhone
    if (!/^\d{6}$/.test(text('smscode'))) found.smscode = t('code.error')
    if (text('email') && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text('email')))
      found.email = t('format')
    if (!password) found.password = t('missing.password')
    if (!terms()) found.terms = t('terms.missing')
    return found
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const found = check()
    if (Object.keys(found).length > 0) return void refuse(found)
    refuse({})
    setBusy(true)
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
      dropDraft(DRAFT)
      storeReceipt({ ...answer, email: text('email') })
      void navigate(forTenant('/user/register-result'), { replace: true })
    } catch (error) {
      setBusy(false)
      refuse(refusedFields(error), problemOf(t, error))
    }
  }
  const marked = (name: Field) =>
    wrong[name] ? { 'aria-invalid': true, 'aria-describedby': `${id}${name}wrong` } : {}
  const wrongText = (name: Field) =>
    wrong[name] && (
      <small className="idn-wrong" id={`${id}${name}wrong`}>
        {wrong[name]}
      </small>
    )
  if (options && !options.registration) {
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
      onChange={store}
      noValidate
      aria-labelledby={`${id}title`}
      aria-busy={busy}
    >
      <h1 id={`${id}title`}>{t('register')}</h1>
      {options?.company && (
        <p className="idn-text">{t('register.with', { company: options.company })}</p>
      )}
      <div role="alert" className="py-problem-live">
        {problem && <p className="py-problem">{problem}</p>}
      </div>
      {NAMES.map((name) => (
        <div className="py-sign-fields" key={name}>
          <label htmlFor={id + name}>{t(name)}</label>
          <input
            id={id + name}
            name={name}
            defaultValue={typedBefore(name)}
            maxLength={name === 'company' ? 100 : 50}
            autoComplete={COMPLETE[name]}
            autoCapitalize={name === 'username' ? 'none' : undefined}
            spellCheck={false}
            required
            {...marked(name)}
          />
          {wrongText(name)}
        </div>
      ))}
      <label htmlFor={`${id}phone`}>{t('phone')}</label>
      <input
        id={`${id}phone`}
        name="phone"
        type="tel"
        defaultValue={typedBefore('phone')}
        autoComplete="tel"
        maxLength={30}
        placeholder={t('phone.example')}
        required
        {...marked('phone')}
      />
      {wrongText('phone')}
      <CodeField
        id={`${id}code`}
        name="smscode"
        smsmode="1"
        receiver={phone}
        onProblem={setProblem}
        channels={options?.codes.registration ?? null}
        problem={wrong.smscode}
      />
      <label htmlFor={`${id}email`}>{t('email')}</label>
      <input
        id={`${id}email`}
        name="email"
        type="email"
        defaultValue={typedBefore('email')}
        autoComplete="email"
        maxLength={200}
        {...marked('email')}
      />
      {wrongText('email')}
      <PasswordField
        id={`${id}password`}
        label={t('password')}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        required
        {...marked('password')}
      />
      {wrongText('password')}
      <div className="idn-meter">
        <PasswordMeter
          password={password}
          mode={options?.passwordMode ?? 'seed'}
          words={[text('username'), text('realname'), text('company')]}
        />
      </div>
      <label className="idn-terms">
        <input type="checkbox" name="terms" {...marked('terms')} /> <span>{t('terms')}</span>
      </label>
      {wrongText('terms')}
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
