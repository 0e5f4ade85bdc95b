/** What is in the fields of the scale, as typed. */
export interface Measures {
  weightKg: string
  lengthCm: string
  widthCm: string
  heightCm: string
}
export const MEASURES = ['weightKg', 'lengthCm', 'widthCm', 'heightCm'] as const
export const NO_MEASURES: Measures = { weightKg: '', lengthCm: '', widthCm: '', heightCm: '' }

export const isEmpty = (measures: Measures): boolean =>
  MEASURES.every((key) => measures[key] === '')

const SHAPES = {
  weightKg: /^\d{0,4}(\.\d{0,3})?$/,
  lengthCm: /^\d{0,4}(\.\d?)?$/,
  widthCm: /^\d{0,4}(\.\d?)?$/,
  heightCm: /^\d{0,4}(\.\d?)?$/,
} as const

/**
 * A keystroke as the field takes it (a comma is a point), or null where it cannot become a number
 * of its unit.
 */
export function typed(key: keyof Measures, text: string): string | null {
  const plain = text.normalize('NFKC').trim().replace(/[,。]/g, '.')
  return SHAPES[key].test(plain) ? plain : null
}

/**
 * The measures as a scan sends them: nothing for empty fields, no point without digits behind it.
 */
export function sent(measures: Measures): Partial<Measures> {
  return Object.fromEntries(
    MEASURES.flatMap((key) => {
      const text = measures[key].replace(/\.$/, '').replace(/^\./, '0.')
      return text === '' ? [] : [[key, text]]
    }),
  )
}

/** `1.25 kg · 62 × 49 × 39 cm`: what there is of them. */
export function inWords(measures: Measures): string {
  const { weightKg, ...sides } = sent(measures)
  const size = Object.values(sides)
  return [
    ...(weightKg === undefined ? [] : [`${weightKg} kg`]),
    ...(size.length === 0 ? [] : [`${size.join(' × ')} cm`]),
  ].join(' · ')
}

/** A size is three sides: one or two alone are no size. */
export const isHalfSized = ({ lengthCm, widthCm, heightCm }: Measures): boolean => {
  const given = [lengthCm, widthCm, heightCm].filter(Boolean).length
  return given > 0 && given < 3
}
