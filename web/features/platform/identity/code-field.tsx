import { useEffect, useState } from 'react'
import type { identity, SendableChannels } from '#contracts/platform/session/identity.ts'
import { call, type CallOf } from '../../../kit/http/api.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { problemOf } from './form-problem.ts'
import { requestedTenant } from './tenant.ts'
import './identity.css'

const sms: CallOf<typeof identity.sms> = { method: 'POST', path: '/sys/sms' }
const PAUSE_S = 60
const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/** What may be sent a code: a number or a mail address. */
export const isReceiver = (text: string): boolean =>
  MAIL.test(text) || /^\+?\d{6,20}$/.test(text.replace(/[\s()./-]/g, ''))

interface CodeFieldProps {
  id: string
  name: string
  smsmode: '0' | '1' | '2'
  channel?: 'phone' | 'email'
  /** Where the code is to go; null where it cannot go there, and the page shows why. */
  receiver: () => string | null
  onProblem: (text: string | null) => void
  /** By what codes leave here; null: not known yet. */
  channels: SendableChannels | null
  /** What is wrong with the code that was typed. */
  problem?: string | undefined
}

/** What is to be known before a code is asked for, where not every kind of message leaves here. */
const limitOf = ({ sms, email }: SendableChannels, registering: boolean): string | null =>
  !sms && !email
    ? registering
      ? 'code.none.register'
      : 'code.none'
    : !sms
      ? 'code.onlyEmail'
      : !email
        ? 'code.onlySms'
        : null

/** A code and the button that sends one; after each there is a minute's pause, counted down. */
export function CodeField({
  id,
  name,
  smsmode,
  channel,
  receiver,
  onProblem,
  channels,
  problem,
}: CodeFieldProps) {
  const t = useT('identity')
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(Date.now())
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<{ to: string; by: keyof SendableChannels } | null>(null)
  const registering = smsmode === '1'
  const limit = channels && limitOf(channels, registering)
  const left = Math.ceil((until - now) / 1000)
  const over = left <= 0
  useEffect(() => {
    if (over || until <= Date.now()) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [until, over])
  const ask = async () => {
    const mobile = receiver()
    if (mobile === null) return
    setBusy(true)
    onProblem(null)
    try {
      await call(
        sms,
        { mobile, smsmode, ...(channel ? { channel } : {}), ...requestedTenant() },
        { quiet: true },
      )
      const byMail = channel ? channel === 'email' : MAIL.test(mobile)
      setSent({ to: mobile, by: byMail ? 'email' : 'sms' })
      setNow(Date.now())
      setUntil(Date.now() + PAUSE_S * 1000)
    } catch (error) {
      onProblem(problemOf(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <label htmlFor={id}>{t('code')}</label>
      <span className="idn-code">
        <input
          id={id}
          name={name}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}note ${id}sent`}
        />
        <button type="button" disabled={busy || left > 0} onClick={() => void ask()}>
          {left > 0 ? t('code.wait', { seconds: left }) : t(sent ? 'code.again' : 'code.get')}
        </button>
      </span>
      {problem && <small className="idn-wrong">{problem}</small>}
      {limit && (
        <small className="py-note" id={`${id}note`}>
          {t(limit)}
        </small>
      )}
      <small className="py-note" id={`${id}sent`} role="status" hidden={!sent}>
        {sent &&
          ((channels?.[sent.by] ?? true)
            ? t(registering ? 'code.sent.register' : 'code.sent', { to: sent.to })
            : t(registering ? 'code.waiting.register' : 'code.waiting'))}
      </small>
    </>
  )
}
