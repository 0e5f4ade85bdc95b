import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arrange,
  isChosen,
  isColumnState,
  moved,
  pinned,
  resized,
  toggled,
  WIDTH,
  type ColumnState,
} from './column-state.ts'

const column = (key: string, more: object = {}) => ({ key, ...more })
const columns = (text: string) => [...text].map((key) => column(key))
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key).join('')

const someKeys = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { minLength: 1 })
const anyChoice: fc.Arbitrary<ColumnState> = fc.record(
  {
    order: fc.array(fc.constantFrom(...'abcdefghijxyz')),
    hidden: fc.array(fc.constantFrom(...'abcdefghijxyz')),
    shown: fc.array(fc.constantFrom(...'abcdefghijxyz')),
    pinned: fc.array(fc.constantFrom(...'abcdefghijxyz')),
    width: fc.dictionary(
      fc.constantFrom(...'abcdefghijxyz'),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    ),
  },
  { requiredKeys: [] },
)
const definition = fc
  .tuple(someKeys, fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }))
  .map(([names, optional]) =>
    names.map((key, at) => column(key, at > 0 && optional[at] ? { optional: true } : {})),
  )

describe('a choice of columns over a definition', () => {
  it('shows every column of the definition exactly once, whatever was chosen', () => {
    fc.assert(
      fc.property(definition, anyChoice, (defined, choice) => {
        const all = arrange(defined, choice)
        expect([...keys(all)].sort()).toEqual(defined.map(({ key }) => key).sort())
        expect(all.some(({ hidden }) => !hidden)).toBe(true)
        for (const { width } of all as { width?: number }[])
          if (width !== undefined)
            expect(width >= WIDTH.min && width <= WIDTH.max && Number.isInteger(width)).toBe(true)
        expect(isColumnState(JSON.parse(JSON.stringify(choice)))).toBe(true)
      }),
    )
  })
  it('without a choice is the definition', () => {
    fc.assert(
      fc.property(someKeys, (names) => {
        expect(
          keys(
            arrange(
              names.map((key) => column(key)),
              {},
            ),
          ),
        ).toBe(names.join(''))
      }),
    )
  })
  it('keeps what was chosen when the definition gains and loses columns', () => {
    fc.assert(
      fc.property(someKeys, someKeys, anyChoice, (before, after, choice) => {
        const [was, is] = [
          arrange(
            before.map((key) => column(key)),
            choice,
          ),
          arrange(
            after.map((key) => column(key)),
            choice,
          ),
        ]
        const both = was.filter(
          ({ key, pinned: pin }) =>
            after.includes(key) && is.some((one) => one.key === key && one.pinned === pin),
        )
        for (const one of both) {
          const now = is.find(({ key }) => key === one.key)
          // Hiding all columns is not followed, in either definition.
          const followed = [was, is].every((all) =>
            all.some(({ key }) => !choice.hidden?.includes(key)),
          )
          if (followed) expect(now?.hidden).toBe(one.hidden)
        }
        const chosen = (choice.order ?? []).filter(
          (key, at, list) =>
            list.indexOf(key) === at &&
            before.includes(key) &&
            after.includes(key) &&
            !choice.pinned?.includes(key),
        )
        expect(keys(is.filter(({ key }) => chosen.includes(key)))).toBe(chosen.join(''))
      }),
    )
  })
  it('puts a new column after its neighbour in the definition', () => {
    expect(keys(arrange(columns('abXcd'), { order: [...'dcba'] }))).toBe('dcbXa')
    expect(keys(arrange(columns('Xab'), { order: [...'ba'] }))).toBe('Xba')
    expect(keys(arrange(columns('abYX'), { order: [...'ba'] }))).toBe('bYXa')
  })
  it('brings pinned columns to the front in their order', () => {
    expect(keys(arrange(columns('abcd'), { pinned: ['d', 'b'] }))).toBe('bdac')
  })
})

describe('a change of the choice', () => {
  it('moves a column to the place it was put, and only that one', () => {
    fc.assert(
      fc.property(someKeys, anyChoice, fc.nat(), fc.nat(), (names, choice, pick, to) => {
        const defined = names.map((key) => column(key))
        const before = [...keys(arrange(defined, { ...choice, pinned: [] }))]
        const key = before[pick % before.length]!
        const place = to % before.length
        const after = [
          ...keys(arrange(defined, moved({ ...choice, pinned: [] }, defined, key, place))),
        ]
        expect(after.indexOf(key)).toBe(place)
        expect(after.filter((one) => one !== key)).toEqual(before.filter((one) => one !== key))
      }),
    )
  })
  it('keeps the place of a column that is not there today', () => {
    const choice = moved({ order: [...'cab'] }, columns('ab'), 'b', 0)
    expect(choice.order).toEqual(['b', 'a', 'c'])
  })
  it('shows and hides, pins and sizes, and can be taken back', () => {
    const [a] = columns('a')
    expect(arrange(columns('ab'), toggled({}, a!, false)).map(({ hidden }) => hidden)).toEqual([
      true,
      false,
    ])
    expect(isChosen(toggled(toggled({}, a!, false), a!, true))).toBe(false)
    expect(
      arrange([column('a'), column('o', { optional: true })], {}).map(({ hidden }) => hidden),
    ).toEqual([false, true])
    expect(
      arrange(
        [column('a'), column('o', { optional: true })],
        toggled({}, { key: 'o', optional: true }, true),
      ).map(({ hidden }) => hidden),
    ).toEqual([false, false])
    expect(isChosen(pinned(pinned({}, 'a', true), 'a', false))).toBe(false)
    expect(resized({}, 'a', 3).width).toEqual({ a: WIDTH.min })
    expect(isChosen(resized(resized({}, 'a', 300), 'a', null))).toBe(false)
  })
  it('what another version left behind is no choice', () => {
    for (const value of [
      null,
      7,
      [],
      { order: 'a' },
      { hidden: [1] },
      { width: { a: 'x' } },
      { width: [1] },
    ])
      expect(isColumnState(value)).toBe(false)
  })
})
