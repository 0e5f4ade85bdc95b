/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { likelyCarriers } from '#contracts/commercial/numbers/likely-carriers.ts'
import { normaliseNumber } from '#contracts/commercial/numbers/normalise-number.ts'
import { t } from '../texts.ts'

/** Lines that are shown; of forty numbers the first are enough. */
const SHOWN = 8
const NAMES: Record<string, string> = {
  dhl: 'DHL',
  dpd: 'DPD',
  gls: 'GLS',
  s10: 'Post',
  ups: 'UPS',
  usps: 'USPS',
  fedex: 'FedEx',
  sscc: '',
}
const nameOf = (carrier: string): string =>
  NAMES[carrier] ??
  carrier.replace(/(^|_)(\w)/g, (_, gap, first) => (gap && ' ') + first.toUpperCase())

/** Whose numbers these are by their form; those a check digit proves before all others. */
export function Guess({ numbers }: { numbers: readonly string[] }): VNode | null {
  const lines = numbers.slice(0, SHOWN).flatMap((no) => {
    const all = likelyCarriers(normaliseNumber(no))
    const proven = all.filter((one) => one.proven)
    const names = new Set((proven[0] ? proven : all).map(({ carrier }) => nameOf(carrier)))
    names.delete('')
    return names.size > 0 ? [{ no, names: [...names].slice(0, 3).join(' / ') }] : []
  })
  if (!lines[0]) return null
  return (
    <ul class="guess" aria-label={t('guess.label')}>
      {lines.map(({ no, names }) => (
        <li key={no}>
          <span class="no">{no}</span> {t('guess.label')} <b>{names}</b>
        </li>
      ))}
    </ul>
  )
}
