import type { ElementOf, LabelElement } from '#contracts/commercial/labels/document.ts'
import { placesOf, type FieldKey } from '#contracts/commercial/labels/fields.ts'
import { unprintable } from '#server/kit/pdf/fonts.ts'
import { LEADING, wrap } from '#server/kit/pdf/text-fit.ts'
import { drawerOf, formatted, holds, type Raster } from '../drawing/elements.ts'
import { LabelError } from '../drawing/label-error.ts'
import { PAGE_RASTER, type Layout } from '../drawing/layout.ts'
import type { LabelModel } from '../drawing/model.ts'
import { addressSpecs, pt } from '../drawing/set-text.ts'
import { valuesOf, type AddressText, type LabelValues } from '../drawing/values.ts'

/** A value of a parcel that its label has no room for, or cannot print. */
export type Unfit = { field: FieldKey } & (
  | { code: 'label.characters'; data: { characters: string } }
  | { code: 'label.tooLong'; data: { lines: number; needed: number } }
  | { code: 'label.notInBars'; data: { data: string } }
)

/** Not known before an order is confirmed. */
const OF_NUMBER: ReadonlySet<string> = new Set<FieldKey>(['number', 'numberGrouped', 'trackingUrl'])
/** What comes from the order: it is never cut, whatever the template does with what is too long. */
const isOrders = (field: FieldKey): boolean => /^(?:consignee|sender)|^reference$/.test(field)

/**
 * What of a parcel does not fit the elements that would print it, each value once. Drawn as the
 * print does, so that what passes is printed whole.
 */
export function unfit(
  { document: { elements } }: Layout,
  model: LabelModel,
  raster = PAGE_RASTER,
): Unfit[] {
  const values = valuesOf(model)
  const found = new Map<string, Unfit>()
  for (const element of elements)
    if (holds(element.when, values))
      for (const one of ofElement(element, values, raster))
        if (!found.has(one.field)) found.set(one.field, one)
  return [...found.values()]
}

function ofElement(element: LabelElement, values: LabelValues, raster: Raster): Unfit[] {
  if (element.type === 'field') return ofField(element, values, raster)
  if (element.type === 'address') return ofAddress(element, values, raster)
  if (element.type === 'barcode') return ofBars(element, values, raster)
  return []
}

/** Whether it is cut; null where it is drawn whole. */
function drawn(
  element: LabelElement,
  values: LabelValues,
  raster: Raster,
): 'cut' | LabelError | null {
  let isCut = false
  try {
    drawerOf(element, NO_PICTURES)(values, raster, [], () => (isCut = true))
  } catch (error) {
    if (error instanceof LabelError) return error
    throw error
  }
  return isCut ? 'cut' : null
}
const NO_PICTURES = new Map<string, never>()

/** As it lies upright. */
const upright = ({ w, h, ...element }: LabelElement): { w: number; h: number } =>
  'rotation' in element && element.rotation % 180 !== 0 ? { w: h, h: w } : { w, h }

const odd = (field: FieldKey, text: string): Unfit[] => {
  const characters = unprintable(text)
  return characters.length > 0
    ? [{ field, code: 'label.characters', data: { characters: characters.join(' ') } }]
    : []
}

function ofField(element: ElementOf<'field'>, values: LabelValues, raster: Raster): Unfit[] {
  const { field, bold, minSize } = element
  if (OF_NUMBER.has(field)) return []
  const text = formatted(element, values)
  const characters = isOrders(field) ? odd(field, text) : []
  if (characters.length > 0) return characters
  const failed = drawn(element, values, raster)
  if (failed === null || (failed === 'cut' && !isOrders(field))) return []
  const { w, h } = upright(element)
  const size = pt(minSize)
  const lines = Math.min(element.lines, Math.floor(h / (size * LEADING)))
  const needed = Math.max(lines + 1, wrap({ text, bold, size }, w).length)
  return [{ field, code: 'label.tooLong', data: { lines, needed } }]
}

const PARTS = {
  consignee: {
    name: 'consigneeName',
    company: 'consigneeCompany',
    street: 'consigneeStreet',
    place: 'consigneeCity',
    country: 'consigneeStreet',
    phone: 'consigneePhone',
  },
  sender: {
    name: 'senderName',
    company: 'senderCompany',
    street: 'senderStreet',
    place: 'senderCity',
    country: 'senderStreet',
    phone: 'senderStreet',
  },
} as const satisfies Record<'consignee' | 'sender', Record<AddressText['part'], FieldKey>>

/** Of an address without room the part that takes the most of it is named. */
function ofAddress(element: ElementOf<'address'>, values: LabelValues, raster: Raster): Unfit[] {
  const lines = values.address(element.of)
  const parts = PARTS[element.of]
  const characters = lines.flatMap(({ part, text }) => odd(parts[part], text))
  if (characters.length > 0 || drawn(element, values, raster) === null) return characters
  const smallest = element.minSize / element.size
  const heights = new Map<FieldKey, { rows: number; height: number }>()
  let used = 0
  for (const { part, ...spec } of addressSpecs(lines, element)) {
    const size = spec.size * smallest
    const rows = wrap({ ...spec, size }, element.w).length
    const before = heights.get(parts[part]) ?? { rows: 0, height: 0 }
    const height = rows * size * LEADING
    used += height
    heights.set(parts[part], { rows: before.rows + rows, height: before.height + height })
  }
  const [most] = [...heights].toSorted(([, a], [, b]) => b.rows - a.rows)
  if (!most) return []
  const [field, { rows, height }] = most
  const fitting = Math.floor((element.h - (used - height)) / (height / rows) + 0.001)
  const free = Math.min(Math.max(0, fitting), rows - 1)
  return [{ field, code: 'label.tooLong', data: { lines: free, needed: rows } }]
}

/** Bars with something of the order in them; those of its number alone are checked with its template. */
function ofBars(element: ElementOf<'barcode'>, values: LabelValues, raster: Raster): Unfit[] {
  const places = placesOf(element.data) as FieldKey[]
  const field = places.find(isOrders) ?? places[0]
  if (!field || places.some((key) => OF_NUMBER.has(key))) return []
  if (!(drawn(element, values, raster) instanceof LabelError)) return []
  const data = places.map((key) => values.text(key)).join(' ')
  return [{ field, code: 'label.notInBars', data: { data } }]
}
