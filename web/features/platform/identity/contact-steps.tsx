import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { identity } from '#contracts/platform/session/identity.ts'
import { ApiError, call } from '../../../kit/http/api.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { setPageTitle } from '../../../kit/platform/page-title.ts'
import { PasswordField } from '../../../kit/form/password-field.tsx'
import { PasswordMeter } from '../../../kit/form/password-meter.tsx'
import { CodeField } from './code-field.tsx'
import { problemOf } from './form-problem.ts'
import { forTenant } from './tenant.ts'
import { useSignInOptions } from './use-sign-in-options.ts'

const STEPS = ['account', 'verify', 'password', 'done'] as const

/**
 * A forgotten password, in four steps. Nothing here reveals whether an account exists until a code
 * was right.
 */
export default function ContactSteps() {
  const t = useT('identity')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [step, setStep] = useState(0)
  const [account, setAccount] = useState('')
  const [channel, setChannel] = useState<'phone' | 'email'>('phone')
  const [proof, setProof] = useState<{ username: string; smscode: string } | null>(null)
  const [password, setPassword] = useState('')
  const options = useSignInOptions()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => setPageTitle(t('forgot')), [t])
  const codes = options?.codes.account ?? null
  const sends = !codes || codes.sms || codes.email
  // Each step begins at its first field.
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input:not([type=radio], [hidden])')?.focus()
  }, [step])
  const text = (name: string): string => {
    const field = form.current?.elements.namedItem(name)
    return field instanceof HTMLInputElement ? field.value.trim() : ''
  }
  const go = (to: number) => {
    setProblem(null)
    setStep(to)
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setProblem(null)
    if (step === 0) {
      if (!account.trim()) return setProblem(t('missing.account'))
      const byMail = account.includes('@') || (codes?.email && !codes.sms)
      setChannel(byMail ? 'email' : 'phone')
      return go(1)
    }
    if (step === 1 && !/^\d{6}$/.test(text('smscode'))) return setProblem(t('code.error'))
    if (step === 2 && password !== text('again')) return setProblem(t('password.differ'))
    setBusy(true)
    try {
      if (step === 1) {
        const found = await call(
          identity.phoneVerification,
          { phone: account.trim(), smscode: text('smscode') },
          { quiet: true },
        )
        setProof(found)
      } else if (proof)
        await call(
          identity.passwordChange,
          { ...proof, phone: account.trim(), password },
          { quiet: true },
        )
      go(step + 1)
    } catch (error) {
      // A code that ran out meanwhile is asked for again.
      if (step === 2 && error instanceof ApiError && error.error === 'code.wrong') setStep(1)
      setProblem(problemOf(t, error))
    } finally {
      setBusy(false)
    }
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
      <h1 id={`${id}title`}>{t('forgot')}</h1>
      <ol className="idn-steps">
        {STEPS.map((name, at) => (
          <li
            key={name}
            aria-current={at === step ? 'step' : undefined}
            data-done={at < step || undefined}
          >
            {t(`forgot.step.${name}`)}
          </li>
        ))}
      </ol>
      <div role="alert" className="py-problem-live">
        {problem && <p className="py-problem">{problem}</p>}
      </div>
      {step === 0 && (
        <>
          <label htmlFor={`${id}account`}>{t('forgot.account')}</label>
          <input
            id={`${id}account`}
            name="account"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            value={account}
            onChange={(event) => setAccount(event.target.value)}
          />
        </>
      )}
      {step === 1 && (
        <>
          {sends && <p className="idn-text">{t('forgot.verify', { account: account.trim() })}</p>}
          <fieldset className="idn-choice" hidden={!sends}>
            <legend className="py-hidden">{t('forgot.by')}</legend>
            {(['phone', 'email'] as const).map((one) => (
              <label key={one}>
                <input
                  type="radio"
                  name="by"
                  checked={channel === one}
                  disabled={codes !== null && !codes[one === 'phone' ? 'sms' : 'email']}
                  onChange={() => setChannel(one)}
                />{' '}
                {t(`forgot.by.${one}`)}
              </label>
            ))}
          </fieldset>
          <CodeField
            id={`${id}code`}
            name="smscode"
            smsmode="2"
            channel={channel}
            receiver={() => account.trim()}
            onProblem={setProblem}
            channels={codes}
          />
        </>
      )}
      {step === 2 && proof && (
        <>
          <p className="idn-text">{t('forgot.for', { username: proof.username })}</p>
          <input hidden readOnly autoComplete="username" value={proof.username} />
          <PasswordField
            id={`${id}password`}
            label={t('password.new')}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <div className="idn-meter">
            <PasswordMeter
              password={password}
              mode={options?.passwordMode ?? 'seed'}
              words={[proof.username]}
            />
          </div>
          <label htmlFor={`${id}again`}>{t('password.again')}</label>
          <input
            id={`${id}again`}
            name="again"
            type="password"
            autoComplete="new-password"
            maxLength={128}
          />
        </>
      )}
      {step === 3 && (
        <p className="idn-text" role="status">
          {t('forgot.done')}
        </p>
      )}
      {step < 3 ? (
        <button type="submit" className="py-submit" disabled={busy}>
          {t(step === 2 ? 'forgot.save' : 'next')}
        </button>
      ) : (
        <Link className="py-submit idn-link" to={forTenant('/user/login')} replace>
          {t('toLogin')}
        </Link>
      )}
      {step < 3 && (
        <div className="idn-row">
          {step > 0 ? (
            <button type="button" onClick={() => go(step - 1)}>
              {t('back')}
            </button>
          ) : (
            <Link to={forTenant('/user/login')}>{t('toLogin')}</Link>
          )}
        </div>
      )}
    </form>
  )
}
