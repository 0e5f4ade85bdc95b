import { isEmpty, isHalfSized, NO_MEASURES, type Measures } from './measures.ts'

/**
 * Which parcel a typed measure belongs to. What is typed while a parcel is on the screen is that
 * parcel's; what is typed with none there, or in weigh-first mode, is armed and goes to exactly one
 * scan.
 */
export interface MeasureEntry {
  /** As typed, not saved yet. */
  fields: Measures
  /** Number of the parcel on the screen: the last one scanned, answered or not. */
  onScreen: string | null
  /** For the next scan; shown next to the band. */
  armed: Measures | null
  weighFirst: boolean
  /** Not saved: they are tried again by hand or after a change, not by the next scan. */
  refused: Measures | null
}
export interface Saved {
  no: string
  measures: Measures
}

export const startEntry = (weighFirst: boolean): MeasureEntry => ({
  fields: NO_MEASURES,
  onScreen: null,
  armed: null,
  weighFirst,
  refused: null,
})

/** Number of the parcel typed measures are for; null: for the next one. */
export const targetOf = ({ onScreen, weighFirst }: MeasureEntry): string | null =>
  weighFirst ? null : onScreen

/** The fields' content changes its parcel only by this switch, in sight of the person. */
export const weighing = (entry: MeasureEntry, weighFirst: boolean): MeasureEntry => ({
  ...entry,
  weighFirst,
})

/** Enter in a field. `save` goes to the server; without it the measures are armed. */
export function submitted(entry: MeasureEntry): { entry: MeasureEntry; save: Saved | null } {
  if (isEmpty(entry.fields) || isHalfSized(entry.fields)) return { entry, save: null }
  const no = targetOf(entry)
  const emptied = { ...entry, fields: NO_MEASURES }
  return no === null
    ? {
        entry: { ...emptied, armed: { ...NO_MEASURES, ...entry.armed, ...given(entry.fields) } },
        save: null,
      }
    : { entry: emptied, save: { no, measures: entry.fields } }
}

/**
 * A scan. What was typed for the parcel before it and not saved yet is saved first; what was armed
 * goes with this one.
 */
export function scanned(
  entry: MeasureEntry,
  no: string,
): { entry: MeasureEntry; save: Saved | null; measures: Measures } {
  const typed = whole(entry.fields)
  const before = targetOf(entry)
  const next = { ...entry, fields: NO_MEASURES, armed: null, onScreen: no }
  const armed = entry.armed ?? NO_MEASURES
  return before === null
    ? { entry: next, save: null, measures: { ...armed, ...given(typed) } }
    : {
        entry: next,
        save:
          isEmpty(typed) || entry.fields === entry.refused ? null : { no: before, measures: typed },
        measures: armed,
      }
}

/** Esc: nothing is on the screen any more, and what was typed for it is gone with it. */
export const cleared = (entry: MeasureEntry): MeasureEntry => ({
  ...entry,
  fields: NO_MEASURES,
  onScreen: null,
})

/** A size with a side missing cannot be saved; its weight can. */
const whole = (measures: Measures): Measures =>
  isHalfSized(measures) ? { ...NO_MEASURES, weightKg: measures.weightKg } : measures

const given = (measures: Measures): Partial<Measures> =>
  Object.fromEntries(Object.entries(measures).filter(([, text]) => text !== ''))
