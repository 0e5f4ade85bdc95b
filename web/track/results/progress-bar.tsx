/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { STEPS } from './status-style.ts'
import { t } from '../texts.ts'

/** The main steps; `step` is how many are reached. The colour is the card's. */
export function ProgressBar({ step }: { step: number }): VNode {
  const name = STEPS[step - 1]
  const message = name
    ? t('card.progress', { step, all: STEPS.length, name: t(`step.${name}`) })
    : t('card.progressNone')
  return (
    <div class="progress" role="img" aria-label={message}>
      {STEPS.map((each, i) => (
        <span key={each} class={i < step - 1 ? 'reached' : i === step - 1 ? 'reached here' : ''}>
          {t(`step.${each}`)}
        </span>
      ))}
    </div>
  )
}
