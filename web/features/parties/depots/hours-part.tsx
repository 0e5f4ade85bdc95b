import { Button } from 'antd'
import { useId, useState } from 'react'
import { depotDesk } from '#contracts/parties/depot-desk.ts'
import {
  periodsOf,
  periodsText,
  type Holiday,
  type WeekPeriod,
} from '#contracts/parties/depot-hours.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { newLineKey, type Line } from '../../../kit/form/lines/lines.ts'
import { useUnsaved } from '../../../kit/platform/unsaved.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { RowGrid } from '../../../kit/table/row-grid/row-grid.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Stored = Out<typeof depotDesk.hours>
const WEEK = [1, 2, 3, 4, 5, 6, 7] as const

interface HolidayLine extends Line {
  day: string
  name: string
  hours: string
}
const blank = (): HolidayLine => ({ lineKey: newLineKey(), day: '', name: '', hours: '' })
const isBlank = ({ day, name, hours }: HolidayLine) => `${day}${name}${hours}`.trim() === ''

/** `2026/12/5` and `5.12.2026` as 2026-12-05; null for what is no day. */
export function dayOf(text: string): string | null {
  const word = text.trim()
  const [, year, month, day] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(word) ?? []
  const [, lastDay, lastMonth, lastYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(word) ?? []
  const parts = year ? [year, month, day] : [lastYear, lastMonth, lastDay]
  if (!parts[0]) return null
  const iso = [parts[0], ...parts.slice(1).map((one) => one!.padStart(2, '0'))].join('-')
  const at = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null
}

function holidayOf({ day, name, hours }: HolidayLine): Holiday | null {
  const date = dayOf(day)
  const periods = periodsOf(hours)
  if (date === null || periods === null || periods.length > 1) return null
  const [period] = periods
  return {
    day: date,
    name: name.trim() || null,
    opens: period?.opens ?? null,
    closes: period?.closes ?? null,
  }
}

const lineOf = ({ day, name, opens, closes }: Holiday): HolidayLine => ({
  lineKey: newLineKey(),
  day,
  name: name ?? '',
  hours: opens !== null && closes !== null ? periodsText([{ opens, closes }]) : '',
})

/** The week of a depot and its days with other hours. */
export function HoursPart({ stored }: { stored: Stored }) {
  const t = useT('depots')
  const id = useId()
  const edit = useCan(depotDesk.saveHours)
  const [week, setWeek] = useState<readonly string[]>(() =>
    WEEK.map((weekday) => periodsText(stored.hours.filter((one) => one.weekday === weekday))),
  )
  const [days, setDays] = useState<readonly HolidayLine[]>(() => stored.holidays.map(lineOf))
  const [changed, setChanged] = useState(false)
  const saved = useUnsaved(changed)
  const save = useAction(depotDesk.saveHours, { onDone: () => saved() })
  const periods = week.map(periodsOf)
  const filled = days.filter((line) => !isBlank(line))
  const holidays = filled.map(holidayOf)
  const wrong = periods.includes(null) || holidays.includes(null)
  const change = <A,>(set: (next: A) => void) => {
    return (next: A) => {
      set(next)
      setChanged(true)
    }
  }
  const changeWeek = change(setWeek)
  const submit = () =>
    save.run({
      id: stored.id,
      version: stored.version,
      hours: periods.flatMap((list, at): WeekPeriod[] =>
        (list ?? []).map((period) => ({ weekday: at + 1, ...period })),
      ),
      holidays: holidays.filter((one) => one !== null),
    })
  return (
    <div className="py-desk-part">
      <h2>{t('hours.title')}</h2>
      <p className="py-hint">
        {t('hours.hint')} {t('hours.zone', { zone: stored.timeZone })}
      </p>
      <div className="dpt-week">
        {WEEK.map((weekday, at) => (
          <Day
            key={weekday}
            id={`${id}-${weekday}`}
            label={t(`weekday.${weekday}`)}
            value={week[at] ?? ''}
            isWrong={periods[at] === null}
            disabled={!edit}
            onChange={(text) => changeWeek(week.with(at, text))}
          />
        ))}
      </div>
      {edit && (
        <Button
          size="small"
          onClick={() => changeWeek(week.map((text, at) => (at >= 1 && at <= 4 ? week[0]! : text)))}
        >
          {t('hours.copy')}
        </Button>
      )}
      <h2>{t('holidays.title')}</h2>
      <p className="py-hint">{t('holidays.hint')}</p>
      <RowGrid<HolidayLine>
        id={`${id}-days`}
        label={t('holidays.title')}
        columns={[
          {
            key: 'day',
            title: t('holidays.day'),
            width: 120,
            required: true,
            aliases: ['date', '日期'],
            check: (text) => (dayOf(text) === null ? t('holidays.wrongDay') : undefined),
          },
          { key: 'name', title: t('holidays.name'), width: 220, max: 60 },
          {
            key: 'hours',
            title: t('holidays.hours'),
            width: 140,
            check: (text) =>
              (periodsOf(text)?.length ?? 2) > 1 ? t('holidays.wrongHours') : undefined,
          },
        ]}
        rows={days}
        onChange={change(setDays)}
        blank={blank}
        max={400}
        height={300}
        disabled={!edit}
      />
      <p className="py-hint">{t('hours.effect')}</p>
      {edit && (
        <div className="py-desk-bar">
          <Button
            type="primary"
            loading={save.busy}
            disabled={!changed || wrong}
            onClick={() => void submit()}
          >
            {t('action.save')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Day({
  id,
  label,
  value,
  isWrong,
  disabled,
  onChange,
}: {
  id: string
  label: string
  value: string
  isWrong: boolean
  disabled: boolean
  onChange: (text: string) => void
}) {
  const t = useT('depots')
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="py-input"
        value={value}
        disabled={disabled}
        placeholder={t('hours.closed')}
        autoComplete="off"
        aria-invalid={isWrong}
        {...(isWrong ? { 'aria-describedby': `${id}-wrong` } : {})}
        onChange={(event) => onChange(event.target.value)}
      />
      {isWrong && <small id={`${id}-wrong`}>{t('hours.wrong')}</small>}
    </>
  )
}
