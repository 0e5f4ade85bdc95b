import { useEffect, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { identity } from '#contracts/platform/session/identity.ts'
import { call } from '../../../kit/http/api.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { setPageTitle } from '../../../kit/platform/page-title.ts'
import { problemOf } from './form-problem.ts'
import { storedReceipt } from './receipt.ts'
import { forTenant } from './tenant.ts'
import { useSignInOptions } from './use-sign-in-options.ts'
import './identity.css'

/** What came of a registration; the mail about it once more. */
export default function RegisterResult() {
  const t = useT('identity')
  const [found] = useState(storedReceipt)
  const [result, setResult] = useState<{ good: boolean; text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const options = useSignInOptions()
  useEffect(() => setPageTitle(t('result')), [t])
  const codes = options?.codes.registration
  // Without a message that could reach them, they have to ask.
  const leaves = !codes || codes[found?.email ? 'email' : 'sms']
  if (!found) return <Navigate to={forTenant('/user/login')} replace />
  const resend = async () => {
    setBusy(true)
    setResult(
      await call(identity.resendRegistered, { receipt: found.receipt }, { quiet: true }).then(
        () => ({ good: true, text: t('result.resent') }),
        (error: unknown) => ({ good: false, text: problemOf(t, error) }),
      ),
    )
    setBusy(false)
  }
  return (
    <section className="py-card-form">
      <h1>{t(`result.${found.state}`)}</h1>
      <p className="idn-text">
        {t(`result.${found.state}.text`)}{' '}
        {!leaves
          ? found.state === 'pending' && t('result.pending.ask')
          : found.email
            ? t('result.mail', { email: found.email })
            : t('result.sms')}
      </p>
      <div role="status">
        {result && <p className={result.good ? 'idn-text' : 'py-problem'}>{result.text}</p>}
      </div>
      <Link className="py-submit idn-link" to={forTenant('/user/login')} replace>
        {t('toLogin')}
      </Link>
      {leaves && (
        <button type="button" className="py-plain" disabled={busy} onClick={() => void resend()}>
          {t('result.resend')}
        </button>
      )}
    </section>
  )
}
