import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { madeAddress } from './made-addresses.fixture.ts'
import { madeChinese } from './made-chinese.fixture.ts'
import { LANGUAGES, onceWrong, samples, UNSEEN, type Sample } from './corpus.fixture.ts'
import { recognize as recognizeNow, unsureOf, type Recognized } from './recognize.ts'

/** Each text of the corpus is read once. */
const known = new Map<string, Recognized>()
function recognize(text: string, hint?: string): Recognized {
  if (hint !== undefined) return recognizeNow(text, hint)
  const before = known.get(text) ?? recognizeNow(text)
  known.set(text, before)
  return before
}

const read = (sample: Sample) => {
  const { found, left } = recognize(sample.text)
  const right = left.join() === sample.left.join() && isSame(found, sample.expected)
  return { found, left, right }
}
const isSame = (a: object, b: object): boolean =>
  JSON.stringify(Object.entries(a).toSorted()) === JSON.stringify(Object.entries(b).toSorted())
/** How often each letter and digit occurs. */
function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [sign] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]/gu))
    counts.set(sign, (counts.get(sign) ?? 0) + 1)
  return counts
}

describe('an address as one text', () => {
  it.each(LANGUAGES)('is read wholly right in %s', (language) => {
    const all = samples(language)
    expect(all.length).toBeGreaterThanOrEqual(60)
    const wrong = all.filter((sample) => !read(sample).right)
    expect(wrong.map(({ text }) => text)).toEqual([])
  })
  it.each(LANGUAGES)('is read wholly right in %s, nine of ten unseen ones', (language) => {
    for (const set of UNSEEN) {
      const all = samples(language, set)
      const wrong = all.filter((sample) => !read(sample).right)
      const texts = wrong.map(({ text }) => text)
      expect(wrong.length, texts.join('\n\n')).toBeLessThanOrEqual(all.length / 10)
    }
  })
  it.each([
    ['in letters', madeAddress()],
    ['in Chinese', madeChinese()],
  ])('is read wholly right whatever the layout, %s', (_name, made) => {
    const all = fc.sample(made, { numRuns: 120, seed: 20_260_101 })
    const wrong = all.filter(({ text, expected }) => !read({ text, expected, left: [] }).right)
    expect(wrong.map(({ text }) => text)).toEqual([])
  })
  it('names a wrong field of nine in ten readings that were once wrong', () => {
    const right = new Map(
      LANGUAGES.flatMap((language) => UNSEEN.flatMap((set) => samples(language, set))).map(
        (sample) => [sample.text, sample],
      ),
    )
    const missed = LANGUAGES.flatMap(onceWrong).filter(({ text, expected: found, left }) => {
      const sample = right.get(text) ?? expect.fail(text)
      const unsure = unsureOf(text.normalize('NFKC'), { found, left })
      return !unsure.some((part) =>
        part === 'left'
          ? left.join() !== sample.left.join()
          : found[part] !== sample.expected[part],
      )
    })
    expect(missed.length, missed.map(({ text }) => text).join('\n\n')).toBeLessThanOrEqual(27)
  })
  it('loses not one letter, whatever it is', () => {
    const lines = LANGUAGES.flatMap((language) =>
      [undefined, ...UNSEEN].flatMap((set) => samples(language, set)),
    ).flatMap(({ text }) => text.split('\n'))
    const line = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...lines) },
      { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
      { weight: 1, arbitrary: fc.constantFrom('12', '12345', '王', 'Herr', 'Tel.', '—', 'GmbH') },
    )
    const text = fc
      .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', ', ', ' ', ' | '))
      .map(([parts, between]) => parts.join(between))
    fc.assert(
      fc.property(text, (input) => {
        const { found, left, aside } = recognize(input)
        const returned = counted([...Object.values(found), ...left, ...aside].join(' '))
        const lost = [...counted(input)].filter(
          ([sign, count]) => (returned.get(sign) ?? 0) < count,
        )
        expect(lost, input).toEqual([])
      }),
      { numRuns: 300, seed: 20_260_101 },
    )
  })
  it('names the fields that were read without proof', () => {
    expect(recognize('Max Müller\nHauptstraße 5\n10115 Berlin').unsure).toEqual([])
    expect(recognize('Max Müller\nHauptstraße 5\n10115 Hamburg').unsure).toEqual(['city'])
    expect(recognize('Hauptstraße 5\n10115 Berlin').unsure).toEqual(['name'])
    expect(recognize('Kerle\nMax Müller\n10115 Berlin').unsure).toContain('street')
  })
  it('marks at most one of ten addresses it has wholly right', () => {
    const all = LANGUAGES.flatMap((language) => UNSEEN.flatMap((set) => samples(language, set)))
    const right = all.filter((sample) => read(sample).right)
    const marked = right.filter(({ text }) => recognize(text).unsure.length > 0)
    expect(marked.length).toBeLessThanOrEqual(right.length / 10)
  })
  it('finds nothing in nothing', () => {
    expect(recognize('  \n ')).toEqual({ found: {}, left: [], aside: [], unsure: [] })
  })
  it('takes the country chosen before where the text leaves it open', () => {
    const text = 'Max Muster\nDorf 5\n1010 Irgendwo'
    expect(recognize(text, 'AT').found.country).toBe('AT')
    expect(recognize(`${text}\nSchweiz`, 'AT').found.country).toBe('CH')
  })
  it('sets salutations aside and keeps in sight what it does not understand', () => {
    expect(recognize('Herr\nMax Müller\nHauptstraße 5\n10115 Berlin\nKennwort 4711')).toMatchObject(
      {
        found: { name: 'Max Müller' },
        left: ['Kennwort 4711'],
        aside: ['Herr'],
      },
    )
  })
})
