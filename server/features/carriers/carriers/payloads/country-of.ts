import { once } from '#contracts/kit/entity.ts'
import { POST_COUNTRIES } from '#contracts/commercial/numbers/number-formats.data.ts'

const byName = once(() => {
  const found = new Map<string, string>()
  const codes = POST_COUNTRIES.match(/../g) ?? []
  for (const lang of ['de', 'en']) {
    const names = new Intl.DisplayNames([lang], { type: 'region' })
    for (const code of codes) found.set((names.of(code) ?? code).toLowerCase(), code)
  }
  return found
})

/** A country's code from a name in English or German, or from the code itself. */
export function countryOf(name: string | null): string | null {
  if (name === null) return null
  const plain = name.trim().toLowerCase()
  if (/^[a-z]{2}$/.test(plain)) return plain.toUpperCase()
  return byName().get(plain) ?? null
}
