import { checkCharacter, weightedWork } from './number-checks.ts'
import { FORMATS } from './number-formats.data.ts'
import { recognise } from './number-formats.ts'

export interface LikelyCarrier {
  carrier: string
  format: string
  /** A check digit was right. */
  proven: boolean
}

const DHL_PREFIXES = /^00340(?:43|52)/
const HERMES = {
  weights: [3, 1],
  from: 'left',
  modulus: 10,
  finish: (rest: number) => (10 - rest) % 10,
} as const

/** The published formats, and those of Germany's carriers that are not among them. */
export function likelyCarriers(number: string): LikelyCarrier[] {
  const published = recognise(number).map(({ courier: carrier, format }) => ({
    carrier,
    format,
    proven: FORMATS.some(
      ([courier, name, , check]) =>
        courier === carrier && name === format && check !== undefined && check !== 'mod7',
    ),
  }))
  const others: LikelyCarrier[] = []
  const last = number.slice(-1)
  const body = number.slice(0, -1)
  if (/^00\d{18}$/.test(number) && checkCharacter('mod10_31', body) === last)
    others.push({
      carrier: DHL_PREFIXES.test(number) ? 'dhl' : 'sscc',
      format: 'SSCC-18',
      proven: true,
    })
  if (/^\d{12}$/.test(number) && checkCharacter('gls', body) === last)
    others.push({ carrier: 'gls', format: 'GLS (12)', proven: true })
  if (/^\d{11}$/.test(number)) others.push({ carrier: 'gls', format: 'GLS (11)', proven: false })
  if (/^\d{14}$/.test(number) && weightedWork(HERMES, body).check === last)
    others.push({ carrier: 'hermes', format: 'Hermes (14)', proven: true })
  return [...others, ...published]
}
