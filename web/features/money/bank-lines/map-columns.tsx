import { useId, useState } from 'react'
import type { BankMapping, TableGuess } from '#contracts/money/bank-files.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { ColumnMap, type TableRow } from '../../../kit/form/table-file/column-map.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const COLUMNS = [
  'bookedOn',
  'amount',
  'debit',
  'direction',
  'status',
  'currency',
  'counterparty',
  'counterAccount',
  'bankId',
] as const
const NEEDED = ['bookedOn', 'amount'] as const
const USUAL = { decimal: 'comma', dates: 'DMY' } as const

/** What the columns of a bank's table are; asked once per payment account and headings. */
export function MapColumns({
  rows,
  guess,
  busy,
  onMapped,
}: {
  rows: readonly TableRow[]
  guess: TableGuess
  busy: boolean
  onMapped: (mapping: BankMapping) => void
}) {
  const t = useT('bank-lines')
  const id = useId()
  const [text, setText] = useState<readonly string[]>(() =>
    guess.columns.text === undefined ? [] : [String(guess.columns.text)],
  )
  return (
    <ColumnMap
      rows={rows}
      busy={busy}
      columns={COLUMNS}
      needed={NEEDED}
      start={USUAL}
      guess={guess}
      amount="amount"
      day="bookedOn"
      label={(name) => t(`map.${name}`)}
      more={(options) => (
        <label htmlFor={id}>
          {t('map.text')}
          <ChoiceInput
            id={id}
            many
            value={text}
            options={options}
            onChange={(value) => setText(Array.isArray(value) ? (value as string[]) : [])}
          />
        </label>
      )}
      onMapped={(of, column) => {
        const [bookedOn, amount] = [column('bookedOn'), column('amount')]
        if (bookedOn === null || amount === null) return
        onMapped({
          ...of,
          bookedOn,
          valueOn: null,
          amount,
          debit: column('debit'),
          direction: column('direction'),
          status: column('status'),
          currency: column('currency'),
          text: text.map(Number),
          reference: null,
          counterparty: column('counterparty'),
          counterAccount: column('counterAccount'),
          bankId: column('bankId'),
        })
      }}
    />
  )
}
