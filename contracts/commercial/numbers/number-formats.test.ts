import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { getAlpha2Codes } from 'i18n-iso-countries'
import { describe, expect, it } from 'vitest'
import vectors from '#test/fixtures/tracking-number-vectors.json' with { type: 'json' }
import { FORMATS, POST_COUNTRIES } from './number-formats.data.ts'
import { recognise } from './number-formats.ts'

const formatsOf = (text: string) => recognise(text).map((hit) => hit.format)

describe('recognise', () => {
  it('knows the 39 published formats under their couriers', () => {
    expect(FORMATS.map(([courier, format]) => [courier, format])).toEqual(
      vectors.map((v) => [v.courier, v.format]),
    )
    expect(FORMATS).toHaveLength(39)
  })

  it.each(vectors)(
    '$format: takes every sound sample and no other',
    ({ courier, format, valid, invalid }) => {
      for (const sample of valid) {
        const number = sample.replace(/\s/g, '')
        expect(recognise(sample), sample).toContainEqual({ courier, format, number })
        expect(recognise(sample.toLowerCase()), sample).toContainEqual({ courier, format, number })
      }
      for (const sample of invalid) expect(formatsOf(sample), sample).not.toContain(format)
      expect(valid.length).toBeGreaterThan(0)
    },
  )

  it('agrees with the published patterns, blanks and all, on random texts of their alphabet', () => {
    const published = vectors.map((v) => ({
      format: v.format,
      regex: new RegExp(`^(?:${v.regex})$`),
    }))
    const text = fc.oneof(
      fc.stringMatching(/^[0-9]{8,36}$/),
      fc.stringMatching(/^(420[0-9]{5}|420[0-9]{9}|)9[1-6][0-9]{18,28}$/),
      fc.stringMatching(/^(GM|LX|J|JJ|JJD|YT|SP|1Z|LTN|1LS7|C|D|K)[0-9A-Z]{7,22}$/),
    )
    fc.assert(
      fc.property(text, (number) => {
        const shapes = published
          .filter(({ regex }) => regex.test(number))
          .map(({ format }) => format)
        for (const format of formatsOf(number)) expect(shapes).toContain(format)
        for (const [, format, pattern] of FORMATS) {
          expect(new RegExp(`^(?:${pattern})$`).test(number), `${format} ${number}`).toBe(
            shapes.includes(format),
          )
        }
      }),
      { numRuns: 500 },
    )
  })

  it('puts formats proven by a check digit before those that are only a shape', () => {
    const checked = new Set(vectors.filter((v) => v.checksum).map((v) => v.format))
    for (const sample of vectors.flatMap((v) => v.valid)) {
      const proven = formatsOf(sample).map((format) => checked.has(format))
      expect(proven).toEqual(proven.toSorted((a, b) => Number(b) - Number(a)))
    }
  })

  it('answers nothing for noise, however long', () => {
    for (const text of ['', '   ', 'hello', '9'.repeat(100_000), 'A'.repeat(60), '7'.repeat(49)])
      expect(recognise(text)).toEqual([])
    fc.assert(fc.property(fc.string(), (text) => void recognise(text)))
  })

  it('refuses an S10 number of a country that is none', () => {
    expect(formatsOf('RB123456785GB')).toContain('S10')
    expect(formatsOf('RB123456785XX')).not.toContain('S10')
    // A code may not be read across two neighbours of the run-together list: AD, AE hold no DA.
    expect(POST_COUNTRIES.startsWith('DA', 1)).toBe(true)
    expect(formatsOf('RB123456785DA')).not.toContain('S10')
    const codes = POST_COUNTRIES.match(/../g) ?? []
    expect(codes).toEqual(Object.keys(getAlpha2Codes()).toSorted())
  })

  it('stays small enough to be thought of for a public page', () => {
    expect(
      gzipSync(readFileSync(new URL('./number-formats.data.ts', import.meta.url))).length,
    ).toBeLessThan(3000)
  })
})
