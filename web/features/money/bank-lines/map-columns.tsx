import { Button } from 'antd'
import { useId, useState } from 'react'
import type { BankMapping } from '#contracts/money/bank-files.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { useT } from '../../../kit/text/i18n.ts'

interface Row {
  line: number
  cells: readonly string[]
}
const COLUMNS = [
  'bookedOn',
  'amount',
  'debit',
  'currency',
  'counterparty',
  'counterAccount',
  'bankId',
] as const
const SHOWN = 6

/** What the columns of a bank's table are; asked once per payment account. */
export function MapColumns({
  rows,
  busy,
  onMapped,
}: {
  rows: readonly Row[]
  busy: boolean
  onMapped: (mapping: BankMapping) => void
}) {
  const t = useT('bank-lines')
  const id = useId()
  const [heading, setHeading] = useState(() => String(rows[0]?.line ?? 1))
  const [columns, setColumns] = useState<Partial<Record<(typeof COLUMNS)[number], string>>>({})
  const [text, setText] = useState<readonly string[]>([])
  const [decimal, setDecimal] = useState<BankMapping['decimal']>('comma')
  const [dates, setDates] = useState<BankMapping['dates']>('DMY')
  const titles = rows.find(({ line }) => String(line) === heading)?.cells ?? []
  const options = titles.map((title, at) => ({
    value: String(at),
    label: title.trim() || String(at + 1),
    names: [title],
  }))
  const column = (name: (typeof COLUMNS)[number]) =>
    columns[name] === undefined ? null : Number(columns[name])
  const [bookedOn, amount] = [column('bookedOn'), column('amount')]
  const choice = (value: string | readonly string[] | null) =>
    typeof value === 'string' ? value : undefined
  return (
    <section>
      <h3>{t('map.title')}</h3>
      <p className="py-hint">{t('map.hint')}</p>
      <div className="bkl-sample">
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
      <div className="bkl-map">
        <label htmlFor={`${id}-heading`}>
          {t('map.heading')}
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
        {COLUMNS.map((name) => (
          <label key={name} htmlFor={`${id}-${name}`}>
            {t(`map.${name}`)}
            <ChoiceInput
              id={`${id}-${name}`}
              value={columns[name] ?? null}
              options={options}
              onChange={(value) => {
                const { [name]: _, ...rest } = columns
                const chosen = choice(value)
                setColumns(chosen === undefined ? rest : { ...rest, [name]: chosen })
              }}
            />
          </label>
        ))}
        <label htmlFor={`${id}-text`}>
          {t('map.text')}
          <ChoiceInput
            id={`${id}-text`}
            many
            value={text}
            options={options}
            onChange={(value) => setText(Array.isArray(value) ? (value as string[]) : [])}
          />
        </label>
        <label htmlFor={`${id}-decimal`}>
          {t('map.decimal')}
          <ChoiceInput
            id={`${id}-decimal`}
            value={decimal}
            options={(['comma', 'point'] as const).map((value) => ({
              value,
              label: t(`map.decimal.${value}`),
              names: [],
            }))}
            onChange={(value) => setDecimal(value === 'point' ? 'point' : 'comma')}
          />
        </label>
        <label htmlFor={`${id}-dates`}>
          {t('map.dates')}
          <ChoiceInput
            id={`${id}-dates`}
            value={dates}
            options={(['YMD', 'DMY', 'MDY'] as const).map((value) => ({
              value,
              label: t(`map.dates.${value}`),
              names: [],
            }))}
            onChange={(value) => setDates(value === 'YMD' || value === 'MDY' ? value : 'DMY')}
          />
        </label>
      </div>
      <Button
        type="primary"
        loading={busy}
        disabled={bookedOn === null || amount === null}
        onClick={() => {
          if (bookedOn === null || amount === null) return
          onMapped({
            heading: Number(heading),
            bookedOn,
            valueOn: null,
            amount,
            debit: column('debit'),
            currency: column('currency'),
            text: text.map(Number),
            reference: null,
            counterparty: column('counterparty'),
            counterAccount: column('counterAccount'),
            bankId: column('bankId'),
            decimal,
            dates,
          })
        }}
      >
        {t('import.ok')}
      </Button>
    </section>
  )
}
