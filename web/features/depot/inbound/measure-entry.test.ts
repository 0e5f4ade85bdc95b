import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cleared,
  scanned,
  startEntry,
  submitted,
  targetOf,
  weighing,
  type MeasureEntry,
  type Saved,
} from './measure-entry.ts'
import { isEmpty, NO_MEASURES } from './measures.ts'

type Step =
  | { do: 'scan'; no: string }
  | { do: 'type'; kg: string }
  | { do: 'enter' }
  | { do: 'escape' }
  | { do: 'mode' }

/** Plays steps; returns which measure reached which parcel, and how. */
function play(steps: readonly Step[]) {
  let entry: MeasureEntry = startEntry(false)
  const reached: { no: string; kg: string }[] = []
  const expected: { no: string | null; kg: string }[] = []
  const note = (save: Saved | null) =>
    save && reached.push({ no: save.no, kg: save.measures.weightKg })
  let next = 0
  for (const step of steps) {
    if (step.do === 'type') {
      entry = { ...entry, fields: { ...NO_MEASURES, weightKg: step.kg } }
      expected.push({ no: targetOf(entry), kg: step.kg })
    } else if (step.do === 'enter') {
      const done = submitted(entry)
      note(done.save)
      entry = done.entry
    } else if (step.do === 'escape') entry = cleared(entry)
    else if (step.do === 'mode') {
      entry = weighing(entry, !entry.weighFirst)
      expected.push({ no: targetOf(entry), kg: entry.fields.weightKg })
    } else {
      const no = `${step.no}-${next++}`
      const done = scanned(entry, no)
      note(done.save)
      if (!isEmpty(done.measures)) reached.push({ no, kg: done.measures.weightKg })
      entry = done.entry
    }
  }
  return { entry, reached, expected }
}

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('scan' as const), no: fc.constantFrom('A', 'B', 'C') }),
    fc.record({
      do: fc.constant('type' as const),
      kg: fc.integer({ min: 1, max: 1e6 }).map(String),
    }),
    fc.record({ do: fc.constant('enter' as const) }),
    fc.record({ do: fc.constant('escape' as const) }),
    fc.record({ do: fc.constant('mode' as const) }),
  ),
  { maxLength: 40 },
)

describe('a measure', () => {
  test('typed with a parcel on the screen reaches that parcel or none, in any order of hands', () => {
    fc.assert(
      fc.property(steps, (played) => {
        const { reached, expected } = play(played)
        for (const { no, kg } of reached) {
          const typedFor = expected.filter((one) => one.kg === kg).map((one) => one.no)
          expect(typedFor.includes(no) || typedFor.includes(null)).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })
  test('armed is used for exactly one parcel', () => {
    fc.assert(
      fc.property(steps, (played) => {
        const unique = played.map((step, at) =>
          step.do === 'type' ? { ...step, kg: String(1000 + at) } : step,
        )
        const used = play(unique).reached.map(({ kg }) => kg)
        expect(new Set(used).size).toBe(used.length)
      }),
      { numRuns: 2000 },
    )
  })
  test('typed after a scan and sent by Enter, or left in the field, goes to that scan', () => {
    const A = { do: 'scan', no: 'A' } as const
    const B = { do: 'scan', no: 'B' } as const
    const kg = { do: 'type', kg: '1.25' } as const
    const enter = { do: 'enter' } as const
    expect(play([A, kg, enter, B]).reached).toEqual([{ no: 'A-0', kg: '1.25' }])
    expect(play([A, kg, B]).reached).toEqual([{ no: 'A-0', kg: '1.25' }])
    expect(play([kg, enter, A, B]).reached).toEqual([{ no: 'A-0', kg: '1.25' }])
    expect(play([A, { do: 'mode' }, kg, enter, B]).reached).toEqual([{ no: 'B-1', kg: '1.25' }])
    expect(play([A, { do: 'escape' }, kg, B]).reached).toEqual([{ no: 'B-1', kg: '1.25' }])
  })
  test('that was refused is tried again by Enter or after a change, not by the next scan', () => {
    const fields = { ...NO_MEASURES, weightKg: '99' }
    const entry = { ...startEntry(false), onScreen: 'A', fields, refused: fields }
    expect(scanned(entry, 'B').save).toBeNull()
    expect(submitted(entry).save).toEqual({ no: 'A', measures: fields })
    expect(scanned({ ...entry, fields: { ...fields, weightKg: '9' } }, 'B').save?.no).toBe('A')
  })
  test('with a side missing keeps its weight and waits for the side', () => {
    const entry = {
      ...startEntry(false),
      onScreen: 'A',
      fields: { ...NO_MEASURES, weightKg: '2', lengthCm: '30' },
    }
    expect(submitted(entry)).toEqual({ entry, save: null })
    expect(scanned(entry, 'B').save).toEqual({
      no: 'A',
      measures: { ...NO_MEASURES, weightKg: '2' },
    })
  })
})
