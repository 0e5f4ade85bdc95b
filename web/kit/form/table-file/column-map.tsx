import { Button } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { useT } from '../../text/i18n.ts'
import { ChoiceInput } from '../choices/choice-input.tsx'
import './column-map.css'

export interface TableRow {
  line: number
  cells: readonly string[]
}
interface Option {
  value: string
  label: string
  names: readonly string[]
}
const SHOWN = 6

/** The notation of a table: where its headings are, how it writes amounts and days. */
export interface Notation {
  heading: number
  decimal: 'comma' | 'point'
  dates: 'YMD' | 'DMY' | 'MDY'
}

/** What a table's columns probably are, and how the cells of each are written. */
interface Guess {
  heading?: number
  columns: Partial<Record<string, number>>
  decimals?: readonly (Notation['decimal'] | null)[]
  dates?: readonly (Notation['dates'] | null)[]
}

/** What the columns of a table are; asked once per headings. `label` has the columns' names. */
export function ColumnMap<C extends string>({
  rows,
  busy,
  columns: names,
  needed,
  start,
  label,
  guess,
  amount,
  day,
  more,
  onMapped,
}: {
  rows: readonly TableRow[]
  busy: boolean
  columns: readonly C[]
  needed: readonly C[]
  start: Omit<Notation, 'heading'>
  label: (name: C) => string
  guess: Guess
  /** The columns by which decimal sign and dates are guessed. */
  amount: C
  day: C
  /** Further questions about the columns. */
  more?: (options: readonly Option[]) => ReactNode
  onMapped: (of: Notation, column: (name: C) => number | null) => void
}) {
  const t = useT()
  const id = useId()
  const [heading, setHeading] = useState(() => String(guess.heading ?? rows[0]?.line ?? 1))
  const [columns, setColumns] = useState<Partial<Record<C, string>>>(
    () =>
      Object.fromEntries(
        names.flatMap((name) => {
          const at = guess.columns[name]
          return at === undefined ? [] : [[name, String(at)]]
        }),
      ) as Partial<Record<C, string>>,
  )
  const [chosenDecimal, setDecimal] = useState<Notation['decimal'] | null>(null)
  const [chosenDates, setDates] = useState<Notation['dates'] | null>(null)
  const titles = rows.find(({ line }) => String(line) === heading)?.cells ?? []
  const options = titles.map((title, at) => ({
    value: String(at),
    label: title.trim() || String(at + 1),
    names: [title],
  }))
  const column = (name: C) => (columns[name] === undefined ? null : Number(columns[name]))
  const decimal = chosenDecimal ?? guess.decimals?.[column(amount) ?? -1] ?? start.decimal
  const dates = chosenDates ?? guess.dates?.[column(day) ?? -1] ?? start.dates
  const choice = (value: string | readonly string[] | null) =>
    typeof value === 'string' ? value : undefined
  return (
    <section>
      <h3>{t('columnMap.title')}</h3>
      <p className="py-hint">{t('columnMap.hint')}</p>
      <div className="py-column-sample">
        <table>
          <tbody>
            {rows.slice(0, SHOWN).map(({ line, cells }) => (
              <tr key={line}>
                <td>{line}</td>
                {cells.map((cell, at) => (
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="py-column-map">
        <label htmlFor={`${id}-heading`}>
          {t('columnMap.heading')}
          <ChoiceInput
            id={`${id}-heading`}
            value={heading}
            options={rows.map(({ line }) => ({
              value: String(line),
              label: String(line),
              names: [],
            }))}
            onChange={(value) => setHeading(choice(value) ?? heading)}
          />
        </label>
        {names.map((name) => (
          <label key={name} htmlFor={`${id}-${name}`}>
            {label(name)}
            <ChoiceInput
              id={`${id}-${name}`}
              value={columns[name] ?? null}
              options={options}
              onChange={(value) => setColumns(withChoice(columns, name, choice(value)))}
            />
          </label>
        ))}
        {more?.(options)}
        <label htmlFor={`${id}-decimal`}>
          {t('columnMap.decimal')}
          <ChoiceInput
            id={`${id}-decimal`}
            value={decimal}
            options={(['comma', 'point'] as const).map((value) => ({
              value,
              label: t(`columnMap.decimal.${value}`),
              names: [],
            }))}
            onChange={(value) => setDecimal(value === 'point' ? 'point' : 'comma')}
          />
        </label>
        <label htmlFor={`${id}-dates`}>
          {t('columnMap.dates')}
          <ChoiceInput
            id={`${id}-dates`}
            value={dates}
            options={(['YMD', 'DMY', 'MDY'] as const).map((value) => ({
              value,
              label: t(`columnMap.dates.${value}`),
              names: [],
            }))}
            onChange={(value) => setDates(value === 'YMD' || value === 'MDY' ? value : 'DMY')}
          />
        </label>
      </div>
      <Button
        type="primary"
        loading={busy}
        disabled={needed.some((name) => column(name) === null)}
        onClick={() => onMapped({ heading: Number(heading), decimal, dates }, column)}
      >
        {t('columnMap.ok')}
      </Button>
    </section>
  )
}

function withChoice<C extends string>(
  columns: Partial<Record<C, string>>,
  name: C,
  chosen: string | undefined,
): Partial<Record<C, string>> {
  const next = { ...columns }
  if (chosen === undefined) delete next[name]
  else next[name] = chosen
  return next
}
