import type { LabelField, LabelLimits } from '#server/features/orders/label-sources/index.ts'

/** Limits of carriers that print Latin letters: so many characters a field, an address in two lines. */
export function latinLabel(lengths: Readonly<Record<LabelField, number>>): LabelLimits {
  const entries = Object.entries(lengths).map(([name, length]) => [
    name,
    { lines: name === 'address' ? 3 : 1, length },
  ])
  return {
    fields: Object.fromEntries(entries) as LabelLimits['fields'],
    widthOf: (text) => [...text].length,
    unprintable: (text) => [...new Set(text.match(/[^\u0020-\u024f\u1e00-\u1eff]/g) ?? [])],
  }
}
