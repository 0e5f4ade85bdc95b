import type {
  LabelCondition,
  LabelDocument,
  LabelElement,
} from '#contracts/commercial/labels/document.ts'
import { LABEL_FIELDS, type FieldKey } from '#contracts/commercial/labels/fields.ts'
import { drawerOf, holds, type Pictures, type Raster } from '../drawing/elements.ts'
import { LabelError } from '../drawing/label-error.ts'
import type { LabelModel } from '../drawing/model.ts'
import type { LabelOp } from '../drawing/ops.ts'
import { bareLabel, sampleLabel } from '../drawing/samples.ts'
import { valuesOf, type LabelValues } from '../drawing/values.ts'

/** One element as it was drawn with the values of a scene. */
export interface Drawn {
  element: LabelElement
  ops: readonly LabelOp[]
  /** Why it could not be drawn. */
  error: LabelError | null
  isCut: boolean
}
/** A label as it can be, with all elements its values let appear. */
export interface Scene {
  /** Values beyond everyday ones: what does not fit is worth a warning only. */
  isLong: boolean
  values: LabelValues
  drawn: readonly Drawn[]
}

/** What a condition allows of a field; null: any text. */
interface Allowed {
  only: ReadonlySet<string> | null
  not: ReadonlySet<string>
}

function allowedOf(field: FieldKey, when: readonly LabelCondition[]): Allowed {
  const ours = when.filter((one) => one.field === field)
  const not = new Set(
    ours.flatMap(({ op, values }) => (op === 'present' ? [''] : op === 'notOneOf' ? values : [])),
  )
  const only = ours.flatMap(({ op, values }) =>
    op === 'absent' ? [new Set([''])] : op === 'oneOf' ? [new Set(values)] : [],
  )
  const [first] = only
  if (!first) return { only: null, not }
  return { only: new Set([...first].filter((value) => only.every((set) => set.has(value)))), not }
}

/** Values that make all conditions hold; null where none do. */
export function valuesFor(
  when: readonly LabelCondition[],
): Partial<Record<FieldKey, string>> | null {
  const found: Partial<Record<FieldKey, string>> = {}
  for (const field of new Set(when.map((one) => one.field))) {
    const { only, not } = allowedOf(field, when)
    const choices = only
      ? [...only]
      : [LABEL_FIELDS[field].sample, LABEL_FIELDS[field].longest, 'X', 'Y', '']
    const value = choices.find((choice) => !not.has(choice))
    if (value === undefined) return null
    found[field] = value
  }
  return found
}

const withValues = (
  values: LabelValues,
  given: Partial<Record<FieldKey, string>>,
): LabelValues => ({ ...values, text: (key) => given[key] ?? values.text(key) })

/** Labels a check looks at; a template of more conditions is looked at in its first ones. */
const SCENES = 30

/**
 * The labels a check looks at: an everyday one, one with nothing that may be missing, one with the
 * longest values, and one for each element that none of them shows.
 */
export function scenesOf(document: LabelDocument, pictures: Pictures, raster: Raster): Scene[] {
  const scene = (values: LabelValues, isLong: boolean): Scene => ({
    isLong,
    values,
    drawn: drawAll(document, values, pictures, raster),
  })
  const bases = [sampleLabel('usual'), bareLabel(), sampleLabel('longest')].map(valuesOf)
  const scenes = bases.map((values, at) => scene(values, at === 2))
  for (const { when } of document.elements) {
    if (scenes.length >= SCENES) break
    if (bases.some((values) => holds(when, values))) continue
    const given = valuesFor(when)
    if (given) scenes.push(scene(withValues(bases[0]!, given), false))
  }
  return scenes
}

/** A label of a parcel's own values. */
export const sceneOf = (
  document: LabelDocument,
  model: LabelModel,
  pictures: Pictures,
  raster: Raster,
): Scene => {
  const values = valuesOf(model)
  return { isLong: false, values, drawn: drawAll(document, values, pictures, raster) }
}

function drawAll(
  { elements }: LabelDocument,
  values: LabelValues,
  pictures: Pictures,
  raster: Raster,
): Drawn[] {
  return elements.flatMap((element): Drawn[] => {
    if (!holds(element.when, values)) return []
    const ops: LabelOp[] = []
    let isCut = false
    try {
      drawerOf(element, pictures)(values, raster, ops, () => (isCut = true))
      return [{ element, ops, error: null, isCut }]
    } catch (error) {
      if (!(error instanceof LabelError)) throw error
      return [{ element, ops: [], error, isCut: false }]
    }
  })
}
