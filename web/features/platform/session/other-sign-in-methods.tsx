import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { thirdLogin } from '#contracts/platform/session/identity-third.ts'
import type { LoginAnswer } from '#contracts/platform/session/session.ts'
import { ApiError, call, type CallOf, BASE } from '../../../kit/http/api.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { forTenant, problemOf, requestedTenant, useSignInOptions } from '../identity/index.ts'
import { ThirdFirstSignIn } from './third-first-sign-in.tsx'
import { onThirdSignIn, thirdWindow } from './third-window.ts'

const getLoginUser: CallOf<typeof thirdLogin.getLoginUser> = {
  method: 'GET',
  path: '/thirdLogin/getLoginUser/{token}',
}

/**
 * Ways in other than those on the card: accounts elsewhere, registering. Only what the company has
 * set up is shown.
 */
export default function OtherSignInMethods({
  enter,
  inert,
}: {
  enter: (answer: LoginAnswer, stay: boolean) => void
  inert: boolean
}) {
  const t = useT('identity')
  const offered = useSignInOptions()
  const [problem, setProblem] = useState<string | null>(null)
  /** An account elsewhere that is bound to no user yet, or whose second factor is wanted. */
  const [first, setFirst] = useState<{
    token: string
    need: 'account' | 'totp'
    registration: boolean
  } | null>(null)
  const going = useRef(false)
  const exchange = async (token: string) => {
    try {
      enter(
        { sysAllDictItems: {}, ...(await call(getLoginUser, { token }, { quiet: true })) },
        true,
      )
    } catch (error) {
      const code = error instanceof ApiError ? error.error : null
      const registration =
        error instanceof ApiError &&
        typeof error.result === 'object' &&
        error.result !== null &&
        'registration' in error.result &&
        error.result.registration === true
      if (code === 'third.unbound' || code === 'session.totpRequired')
        setFirst({ token, need: code === 'third.unbound' ? 'account' : 'totp', registration })
      else setProblem(problemOf(t, error))
    }
  }
  const exchangeNow = useRef(exchange)
  exchangeNow.current = exchange
  useEffect(
    () =>
      onThirdSignIn((result) => {
        // Another page of ours may have begun it.
        if (!going.current) return
        going.current = false
        if (result.third === 'token') void exchangeNow.current(result.token)
        else if (result.third === 'error') setProblem(t('third.failed'))
      }),
    [t],
  )
  const start = (source: string) => {
    setProblem(null)
    going.current = true
    const query = new URLSearchParams(requestedTenant())
    if (!thirdWindow(`${BASE}/thirdLogin/render/${source}${query.size > 0 ? `?${query}` : ''}`))
      setProblem(t('third.blocked'))
  }
  // What is chosen next must not lie upon it.
  const enterFrom: typeof enter = (answer, stay) => {
    setFirst(null)
    enter(answer, stay)
  }
  if (first) return <ThirdFirstSignIn {...first} enter={enterFrom} onBack={() => setFirst(null)} />
  return (
    <div className="idn-third" inert={inert}>
      <div role="alert">{problem && <p className="py-problem">{problem}</p>}</div>
      {offered && offered.third.length > 0 && (
        <>
          <span>{t('third.with')}</span>
          <ul>
            {offered.third.map(({ source, name }) => (
              <li key={source}>
                <button type="button" onClick={() => start(source)}>
                  {name ?? t(`third.${source}`)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="idn-row">
        <a href="/track/search">{t('track')}</a>
        <Link to={forTenant('/user/alteration')}>{t('forgot')}</Link>
        {offered?.registration && <Link to={forTenant('/user/register')}>{t('register')}</Link>}
      </div>
    </div>
  )
}
