import type { SortingResult } from '#contracts/depot/sorting.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** Dark enough for white letters, apart from one another at three metres, none a refusal's red. */
const COLOURS = 8

/** The same gate has the same colour at every station. */
const colourOf = (code: string): number =>
  [...code].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7) % COLOURS

/** The gate of the last parcel, as big as the place there is. */
export function GatePanel({ answer }: { answer: SortingResult | null }) {
  const t = useT('sorting')
  if (!answer || (answer.gate === null && !answer.confirmed))
    return (
      <section className="so-gate so-gate-none" aria-label={t('gate')}>
        <strong>{answer ? t('gate.none') : t('gate.here')}</strong>
        {answer && <span>{answer.why}</span>}
      </section>
    )
  return (
    <section
      className="so-gate"
      data-colour={colourOf(answer.gate ?? '')}
      data-confirmed={answer.confirmed || undefined}
      aria-label={t('gate')}
    >
      <strong>{answer.gate}</strong>
      <span>
        {[answer.gateName, answer.sortCode && `${t('sortCode')} ${answer.sortCode}`]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span>
        {t(answer.confirmed ? 'gate.confirmed' : 'gate.confirm', { gate: answer.gate ?? '' })}
      </span>
    </section>
  )
}
