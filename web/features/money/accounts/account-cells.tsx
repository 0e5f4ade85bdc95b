import { useQueries, useQuery } from '@tanstack/react-query'
import { AGES, type AccountFigures } from '#contracts/money/account-figures.ts'
import { accounts } from '#contracts/money/accounts.ts'
import { formatMoney, parseMoney } from '#contracts/kit/money.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { call } from '../../../kit/http/api.ts'
import { gathered } from '../../../kit/http/gathered.ts'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { Moment, Money } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { AccountRow } from './account-row.ts'

const figuresOf = gathered<AccountFigures>((ids) =>
  call(accounts.figures, { ids }, { quiet: true }),
)

const asked = (id: string) => ({
  queryKey: [accounts.figures.path, id],
  queryFn: () => figuresOf(id),
})

/** Forecast, ageing and alarm of an account; null until they are known. */
export function useFigures(id: string): AccountFigures | null {
  return useQuery(asked(id)).data ?? null
}

type Row = Pick<AccountRow, 'id' | 'currency' | 'kind' | 'status' | 'available'>
/** `alone`: of this account only. */
interface Spent {
  row: Row
  amount: string
  alone: boolean
}

/**
 * What orders may be charged, once per currency where all accounts of it pay any service; of a
 * customer whose accounts pay apart each account's own.
 */
export function useSpendable(rows: readonly Row[]): Spent[] {
  const found = useQueries({ queries: rows.map(({ id }) => asked(id)) })
  const known = rows.flatMap((row, at) => {
    const amount = found[at]?.data?.spendable
    return amount === undefined ? [] : [{ row, amount }]
  })
  return [...Map.groupBy(known, ({ row }) => row.currency).values()].flatMap((all): Spent[] => {
    // Of a frozen account nothing is charged: the figure of the other one counts.
    const open = all.filter(({ row }) => row.status !== 'frozen')
    const these = open.length > 0 ? open : all
    const one = these.every(({ amount }) => amount === these[0]!.amount)
    return one ? [{ ...these[0]!, alone: false }] : these.map((of) => ({ ...of, alone: true }))
  })
}

/** What is available on the account alone; a negative amount the other account pays is open, no lack. */
export function OnAccount({ row }: { row: Row }) {
  const t = useT('accounts')
  const figures = useFigures(row.id)
  const available = row.available ?? ''
  const covered =
    available.startsWith('-') &&
    row.status !== 'frozen' &&
    figures !== null &&
    !figures.spendable.startsWith('-')
  return (
    <>
      <div className="account-note">{t(covered ? `covered.${row.kind}` : 'own.available')}</div>
      <div className="account-big">
        <Money amount={covered ? available.slice(1) : available} currency={row.currency} />
      </div>
      <Reserved row={row} free={figures?.spendable ?? null} />
    </>
  )
}

/** Of prepaid money, what the open monthly bill takes of it. */
function Reserved({ row, free }: { row: Row; free: string | null }) {
  const t = useT('accounts')
  const { currency, kind, status } = row
  if (kind !== 'customer' || status === 'frozen' || currency === null || free === null) return null
  const minor = (text: string) => parseMoney(text, currency, 'any')?.minor ?? 0n
  const [left, available] = [minor(free), minor(row.available ?? '')]
  if (left < 0n || left >= available) return null
  const reserved = formatNumber(formatMoney({ minor: available - left, currency }))
  return (
    <p className="py-hint">{t('own.reserved', { reserved, free: formatNumber(free), currency })}</p>
  )
}

/** What orders of this account may be charged, as the order form has it, and what makes it up. */
export function Spendable({ row }: { row: Row }) {
  const t = useT('accounts')
  const figures = useFigures(row.id)
  if (!figures) return null
  const { own, credit, other } = figures.spendableOf
  const currency = row.currency ?? ''
  const frozen = row.status === 'frozen'
  const key = row.kind === 'customer' ? 'receivable' : 'customer'
  const parts = t(`spendable.parts.${key}`, {
    own: formatNumber(own),
    credit: formatNumber(credit),
    other: formatNumber(other),
    currency,
  })
  return (
    <span title={frozen ? t('spendable.frozen') : parts}>
      <Money amount={figures.spendable} currency={row.currency} />
      {!frozen && /[1-9]/.test(other) && (
        <small className="account-note">
          <br />
          {t(`spendable.with.${key}`, { other: formatNumber(other) })}
        </small>
      )}
    </span>
  )
}

interface Account {
  id: string
  currency: string | null
  /** In a list: what fits, the rest on hover. */
  short?: boolean
}

/** Days beyond which their number is of no use. */
const YEAR = 365

/** For how long the account's money lasts at its pace of the last days; `together`: that of both. */
export function DaysLeft({
  id,
  currency,
  together = false,
}: Pick<Account, 'id' | 'currency'> & { together?: boolean }) {
  const t = useT('accounts')
  const figures = useFigures(id)
  if (!figures) return null
  const { daysLeft, perDay } = together ? figures.together : figures
  if (figures.spendable.startsWith('-')) return <StatusTag tone="bad">{t('days.over')}</StatusTag>
  if (daysLeft === null || perDay === null) return <span className="py-none">{t('days.none')}</span>
  return (
    <span title={t('days.pace', { amount: formatNumber(perDay), currency: currency ?? '' })}>
      {daysLeft === 0
        ? t('days.empty')
        : daysLeft > YEAR
          ? t('days.year')
          : t('days.left', { count: daysLeft })}
    </span>
  )
}

/** When the account was recharged last, and with how much. */
export function LastRecharge({ id, currency, short = false }: Account) {
  const t = useT('accounts')
  const figures = useFigures(id)
  if (!figures) return null
  if (!figures.lastRechargeAt) return <span className="py-none">{t('lastRecharge.none')}</span>
  if (short)
    return (
      <span title={`${formatNumber(figures.lastRecharge)} ${currency ?? ''}`}>
        <Moment at={figures.lastRechargeAt} day />
      </span>
    )
  return (
    <>
      <Moment at={figures.lastRechargeAt} day />{' '}
      <Money amount={figures.lastRecharge} currency={currency} />
    </>
  )
}

const LATE = ['d30', 'd60', 'd90', 'older'] as const

/** Debt by how late it is, every part of it, the oldest first. */
export function Ageing({ id, currency }: Account) {
  const t = useT('accounts')
  const figures = useFigures(id)
  if (!figures) return null
  const due = AGES.filter((age) => /[1-9]/.test(figures.ageing[age]))
  if (due.length === 0) return <span className="py-none">{t('ageing.none')}</span>
  return (
    <ul className="account-ages">
      {due.toReversed().map((age) => (
        <li key={age}>
          <StatusTag
            tone={age === 'notDue' ? 'idle' : age === 'due' || age === 'd30' ? 'warning' : 'bad'}
          >
            {t(`ageing.${age}`)}
          </StatusTag>{' '}
          <Money amount={figures.ageing[age]} currency={currency} />
        </li>
      ))}
    </ul>
  )
}

/** Whether it is spent from; of an open one whether its debt is late. */
export function AccountState({ row: { id, status } }: { row: Pick<Row, 'id' | 'status'> }) {
  const t = useT('accounts')
  const figures = useFigures(id)
  const late = figures && LATE.some((age) => /[1-9]/.test(figures.ageing[age]))
  return late && status === 'open' ? (
    <StatusTag tone="warning">{t('state.overdue')}</StatusTag>
  ) : (
    <DictTag code="account_status" value={status} />
  )
}

/** The level the customer set, and how the account stands with it. */
export function Alarm({ id, currency, short = false }: Account) {
  const t = useT('accounts')
  const figures = useFigures(id)
  if (!figures) return null
  if (figures.alarmLevel === null) return <span className="py-none">{t('alarm.none')}</span>
  const { level } = figures
  if (short && level === 'ok') return <Money amount={figures.alarmLevel} currency={currency} />
  const tone = level === 'ok' ? 'done' : level === 'low' ? 'warning' : 'bad'
  return (
    <>
      <StatusTag tone={tone}>{t(`level.${level}`)}</StatusTag>{' '}
      {!short && <Money amount={figures.alarmLevel} currency={currency} />}
    </>
  )
}
