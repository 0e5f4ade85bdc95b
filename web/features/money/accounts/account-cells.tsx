import { useQuery } from '@tanstack/react-query'
import { AGES, type AccountFigures } from '#contracts/money/account-figures.ts'
import { accounts } from '#contracts/money/accounts.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { call } from '../../../kit/http/api.ts'
import { gathered } from '../../../kit/http/gathered.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { Moment, Money } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const figuresOf = gathered<AccountFigures>((ids) =>
  call(accounts.figures, { ids }, { quiet: true }),
)

/** Forecast, ageing and alarm of an account; null until they are known. */
export function useFigures(id: string): AccountFigures | null {
  return (
    useQuery({ queryKey: [accounts.figures.path, id], queryFn: () => figuresOf(id) }).data ?? null
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

/** For how long the available amount lasts at the pace of the last days. */
export function DaysLeft({ id, currency }: Account) {
  const t = useT('accounts')
  const figures = useFigures(id)
  if (!figures) return null
  const { daysLeft, perDay } = figures
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

/** Debt by how late it is; the oldest part is named in the list. */
export function Ageing({ id, currency }: Account) {
  const t = useT('accounts')
  const figures = useFigures(id)
  if (!figures) return null
  const due = AGES.filter((age) => /[1-9]/.test(figures.ageing[age]))
  const oldest = due.at(-1)
  if (!oldest) return <span className="py-none">{t('ageing.none')}</span>
  const all = due.map((age) => `${t(`ageing.${age}`)}: ${figures.ageing[age]} ${currency ?? ''}`)
  return (
    <span title={all.join('\n')}>
      <StatusTag tone={oldest === 'notDue' ? 'idle' : oldest === 'd30' ? 'warning' : 'bad'}>
        {t(`ageing.${oldest}`)}
      </StatusTag>{' '}
      <Money amount={figures.ageing[oldest]} />
    </span>
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
