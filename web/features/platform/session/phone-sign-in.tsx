import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { identity } from '#contracts/platform/session/identity.ts'
import type { LoginAnswer } from '#contracts/platform/session/session.ts'
import { ApiError, call, type CallOf } from '../../../kit/http/api.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { CodeField, isReceiver, problemOf, useSignInOptions } from '../identity/index.ts'

const phoneLogin: CallOf<typeof identity.phoneLogin> = { method: 'POST', path: '/sys/phoneLogin' }

/** Phone (or mail address) and a code; for some people also one of their authenticator. */
export default function PhoneSignIn({
  head,
  inert,
  enter,
}: {
  head: ReactNode
  inert: boolean
  enter: (answer: LoginAnswer, stay: boolean) => void
}) {
  const t = useT('identity')
  const words = useT('session')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const options = useSignInOptions()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const lang = useLang()
  // The server's message is in the language before.
  useEffect(() => setProblem(null), [lang])
  const [second, setSecond] = useState(false)
  const field = (name: string) => {
    const found = form.current?.elements.namedItem(name)
    return found instanceof HTMLInputElement ? found : null
  }
  const text = (name: string) => field(name)?.value.trim() ?? ''
  const aim = (name: string, message: string): null => {
    setProblem(message)
    field(name)?.focus()
    return null
  }
  const receiver = () =>
    isReceiver(text('mobile')) ? text('mobile') : aim('mobile', t('phone.error'))
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setFailed(false)
    if (busy || receiver() === null) return
    if (!/^\d{6}$/.test(text('captcha'))) return void aim('captcha', t('code.error'))
    setBusy(true)
    setProblem(null)
    const stay = field('stay')?.checked ?? true
    try {
      enter(
        await call(
          phoneLogin,
          {
            mobile: text('mobile'),
            captcha: text('captcha'),
            remember_me: stay,
            ...(second ? { totp: text('totp') } : {}),
          },
          { quiet: true },
        ),
        stay,
      )
    } catch (error) {
      if (error instanceof ApiError && error.error === 'session.totpRequired') setSecond(true)
      else setFailed(true)
      aim(second ? 'totp' : 'captcha', problemOf(t, error))
    }
    setBusy(false)
  }
  return (
    <form
      className="py-card-form"
      ref={form}
      onSubmit={(event) => void submit(event)}
      noValidate
      inert={inert}
      aria-label={t('byPhone')}
      aria-busy={busy}
    >
      {head}
      <div role="alert" className="py-problem-live">
        {problem && failed && <strong className="py-problem-title">{words('failed')}</strong>}
        {problem && <p className="py-problem">{problem}</p>}
      </div>
      <label htmlFor={`${id}mobile`}>{t('mobile')}</label>
      <input
        id={`${id}mobile`}
        name="mobile"
        autoComplete="tel"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        autoFocus
      />
      <CodeField
        id={`${id}code`}
        name="captcha"
        smsmode="0"
        receiver={receiver}
        onProblem={setProblem}
        channels={options?.codes.account ?? null}
      />
      {second && (
        <>
          <label htmlFor={`${id}totp`}>{words('totp')}</label>
          <input
            id={`${id}totp`}
            name="totp"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
          />
        </>
      )}
      <div className="py-checks">
        <label title={words('stay.note')}>
          <input type="checkbox" name="stay" /> {words('stay')}
        </label>
      </div>
      <button type="submit" className="py-submit" disabled={busy}>
        {words(busy ? 'signingIn' : 'signIn')}
      </button>
    </form>
  )
}
