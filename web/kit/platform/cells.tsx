import { useState, type MouseEvent, type ReactNode } from 'react'
import { copyText } from '../text/clipboard.ts'
import { ellipsis, formatDay, formatMoment, formatNumber, withDecimals } from '../text/formats.ts'
import { useCommon } from '../text/i18n.ts'

type Maybe = string | number | null | undefined

/**
 * An amount with grouped digits; the currency is next to it unless the column's header names it.
 */
export function Money({ amount, currency }: { amount: Maybe; currency?: string | null }) {
  if (amount === null || amount === undefined || amount === '') return null
  const negative = String(amount).startsWith('-')
  return (
    <span className={negative ? 'py-num py-negative' : 'py-num'}>
      {formatNumber(amount)}
      {currency && <small> {currency}</small>}
    </span>
  )
}

/** Sums of several currencies, one below the other; `none` where there is nothing to add. */
export function MoneySums({
  sums,
  none = null,
}: {
  sums: readonly { currency: string; amount: string }[]
  none?: ReactNode
}) {
  if (sums.length === 0) return <>{none}</>
  return (
    <>
      {sums.map(({ currency, amount }) => (
        <div key={currency}>
          <Money amount={amount} currency={currency} />
        </div>
      ))}
    </>
  )
}

/** Kilograms as the wire carries them. `unit` only where no header names it. */
export function Weight({ kg, unit = false }: { kg: Maybe; unit?: boolean }) {
  if (unit || kg === null || kg === undefined || kg === '')
    return <Num value={kg} unit={unit ? 'kg' : undefined} />
  return <Num value={withDecimals(String(kg), 3)} />
}
export function Num({ value, unit }: { value: Maybe; unit?: string | undefined }) {
  if (value === null || value === undefined || value === '') return null
  return (
    <span className="py-num">
      {formatNumber(value)}
      {unit && <small> {unit}</small>}
    </span>
  )
}

export function Moment({ at, day = false }: { at: string | null | undefined; day?: boolean }) {
  if (!at) return null
  return (
    <time dateTime={at} className="py-num">
      {day ? formatDay(at) : formatMoment(at)}
    </time>
  )
}

/** A country by its code, which distinguishes those of alike beginnings, and its word. */
export function Country({ code, word }: { code: string; word: string | null }) {
  return (
    <span>
      {code}
      {word && word !== code && ` ${word}`}
    </span>
  )
}

/** Text cut at 25 characters, whole on hover; `named`: also where its column cuts it. */
export function Short({
  text,
  limit = 25,
  named = false,
}: {
  text: Maybe
  limit?: number
  named?: boolean
}) {
  const whole = text === null || text === undefined ? '' : String(text)
  const cut = ellipsis(whole, limit)
  return cut === whole && !named ? <>{whole}</> : <span title={whole}>{cut}</span>
}

/**
 * A number people carry elsewhere, and next to it what copies it: the number itself opens its row.
 * `children`: words of their own, which copy themselves.
 */
export function CopyText({
  text,
  shown,
  children,
}: {
  text: Maybe
  /** As it reads, where that is not what is copied. */
  shown?: ReactNode
  children?: ReactNode
}) {
  const t = useCommon()
  const [done, setDone] = useState(false)
  if (text === null || text === undefined || text === '') return null
  const copy = async (event: MouseEvent) => {
    event.stopPropagation()
    if (!(await copyText(String(text)))) return
    setDone(true)
    setTimeout(() => setDone(false), 1200)
  }
  const copied = done && (
    <span role="status" className="py-copied">
      {t('action.copied')}
    </span>
  )
  const button = {
    type: 'button' as const,
    'data-done': done || undefined,
    onClick: (event: MouseEvent) => void copy(event),
    title: t(done ? 'action.copied' : 'action.copy'),
  }
  if (children)
    return (
      <button {...button} className="py-copy">
        {children}
        {copied}
      </button>
    )
  return (
    <span className="py-copyable">
      <span className="py-num" title={String(text)}>
        {shown ?? text}
      </span>
      <button {...button} className="py-copy" aria-label={t('action.copyText', { text })} />
      {copied}
    </span>
  )
}
