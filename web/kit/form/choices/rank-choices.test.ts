import fc from 'fast-check'
import { expect, it } from 'vitest'
import list from 'i18n-iso-countries/index.js'
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import zh from 'i18n-iso-countries/langs/zh.json' with { type: 'json' }
import { namesOf } from './choice-names.ts'
import { plain, rankChoices } from './rank-choices.ts'

list.registerLocale(en)
list.registerLocale(zh)
const countries = Object.keys(list.getAlpha2Codes())
  .toSorted()
  .map((value) => {
    const [text = value, otherText = null] = ['zh', 'en'].map((lang) => list.getName(value, lang))
    return { value, names: namesOf('country', { value, text, title: text, otherText }) }
  })
const first = (typed: string, used?: (value: string) => number) =>
  rankChoices(countries, typed, used)[0]?.value

it.each([
  ['荷兰', 'NL'],
  ['美国', 'US'],
  ['NL', 'NL'],
  ['nl', 'NL'],
  ['Nether', 'NL'],
  ['United States', 'US'],
  ['USA', 'US'],
  ['UK', 'GB'],
  ['uk', 'GB'],
  ['德国', 'DE'],
  ['Germ', 'DE'],
  ['de', 'DE'],
  ['österreich', undefined],
  ['Turkiye', 'TR'],
])('finds the country of %s', (typed, value) => {
  expect(first(typed)).toBe(value)
})

it('finds every country by its code and by both its names, whatever was used before', () => {
  const any = fc.constantFrom(...countries)
  const cases = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toLowerCase(),
    (text: string) => ` ${text.toUpperCase()} `,
  )
  fc.assert(
    fc.property(any, fc.nat(3), cases, any, (one, at, written, often) => {
      const typed = written(one.names[at % one.names.length] ?? one.value)
      const named = countries.filter(({ names }) => names.some((n) => plain(n) === plain(typed)))
      const found = first(typed, (value) => (value === often.value ? 9 : 0))
      expect(named.map(({ value }) => value)).toContain(found)
    }),
  )
})

it('orders by exact, prefix, word, within, then by use; and loses none that answers', () => {
  const word = fc.stringMatching(/^[ab]{1,3}( [ab]{1,2})?$/)
  const choice = fc.record({
    names: fc.array(word, { minLength: 1, maxLength: 3 }),
    uses: fc.nat(3),
  })
  fc.assert(
    fc.property(
      fc.array(choice, { maxLength: 12 }),
      fc.stringMatching(/^[ab]{1,3}$/),
      (all, typed) => {
        const choices = all.map((one, index) => ({ ...one, value: String(index) }))
        const uses = (value: string) => all[Number(value)]?.uses ?? 0
        const found = rankChoices(choices, typed, uses)
        const level = ({ names }: { names: readonly string[] }) =>
          names.includes(typed)
            ? 0
            : names.some((n) => n.startsWith(typed))
              ? 1
              : names.some((n) => n.includes(` ${typed}`))
                ? 2
                : 3
        expect(found.map(({ value }) => value).toSorted()).toEqual(
          choices
            .filter(({ names }) => names.some((n) => n.includes(typed)))
            .map(({ value }) => value)
            .toSorted(),
        )
        for (const [at, one] of found.entries()) {
          const next = found[at + 1]
          if (!next) continue
          expect(level(one)).toBeLessThanOrEqual(level(next))
          if (level(one) === level(next)) expect(one.uses).toBeGreaterThanOrEqual(next.uses)
        }
      },
    ),
  )
})
