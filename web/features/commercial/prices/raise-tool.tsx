import { Button, Select } from 'antd'
import { useState } from 'react'
import { minorUnits } from '#contracts/kit/money.ts'
import type { ChangeCells } from '../../../kit/table/row-grid/grid-types.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { isAmount, raiseOf, raisedText, type PriceLine } from './price-lines.ts'

/** Multiples prices are rounded to, in minor units. */
const STEPS = [1, 5, 10, 50, 100]

/** Raises the selected prices by a percentage and rounds them; without a selection all of them. */
export function RaiseTool({
  currency,
  change,
}: {
  currency: string
  change: ChangeCells<PriceLine>
}) {
  const t = useT('prices')
  const [typed, setTyped] = useState('3')
  const [step, setStep] = useState(1)
  const decimals = minorUnits(currency)
  const percentBp = raiseOf(typed)
  const shown = (minor: number) => (minor / 10 ** decimals).toFixed(decimals)
  const apply = (bp: number) =>
    change((text, { key }) =>
      isAmount(key) ? raisedText(text, { percentBp: bp, stepMinor: step, decimals }) : text,
    )
  return (
    <span className="price-raise">
      <input
        className="py-input"
        inputMode="decimal"
        aria-label={t('raise.percent')}
        aria-invalid={percentBp === null || undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (percentBp !== null) apply(percentBp)
        }}
      />
      <Button
        size="small"
        disabled={percentBp === null}
        title={t('raise.hint')}
        onClick={() => percentBp !== null && apply(percentBp)}
      >
        {t('raise')}
      </Button>
      <Select
        size="small"
        className="price-round"
        aria-label={t('round.to')}
        value={step}
        onChange={setStep}
        options={STEPS.map((value) => ({ value, label: t('round.step', { step: shown(value) }) }))}
      />
      <Button size="small" title={t('raise.hint')} onClick={() => apply(0)}>
        {t('round')}
      </Button>
    </span>
  )
}
