import type { LabelDocumentInput } from '#contracts/commercial/labels/document.ts'
import type { FieldKey } from '#contracts/commercial/labels/fields.ts'

export type Element = LabelDocumentInput['elements'][number]
export type Of<T extends Element['type']> = Extract<Element, { type: T }>

export const round = (mm: number): number => Math.round(mm * 10) / 10
const half = (points: number): number => Math.round(points * 2) / 2

interface Place {
  id: string
  x: number
  y: number
  w: number
  h: number
}
export const placed = <P extends Place>(place: P): P => ({
  ...place,
  x: round(place.x),
  y: round(place.y),
  w: round(place.w),
  h: round(place.h),
})

export const line = (id: string, x: number, y: number, w: number, h: number): Element =>
  placed({ type: 'line', id, x, y, w, h })
export const black = (id: string, at: Omit<Place, 'id'>, when: FieldKey | null = null): Element =>
  placed({ type: 'box', id, ...at, frame: 0, fill: 'black', ...(when ? present(when) : {}) })
export const present = (field: FieldKey) => ({ when: [{ field, op: 'present' as const }] })
export const absent = (field: FieldKey) => ({ when: [{ field, op: 'absent' as const }] })

/** A small word over a value, always in both languages. */
export const caption = (
  id: string,
  text: string,
  x: number,
  y: number,
  w: number,
  more: Partial<Of<'text'>> = {},
): Element => placed({ type: 'text', id, x, y, w, h: 3, text, size: 7, minSize: 5, ...more })

/** A value in one line, bold, smaller where it is long. */
export function value(
  field: FieldKey,
  place: Omit<Place, 'id'> & { id?: string },
  size: number,
  more: Partial<Of<'field'>> = {},
): Element {
  return placed({
    type: 'field',
    id: field,
    field,
    bold: true,
    size,
    minSize: half(size * 0.6),
    overflow: 'cut',
    ...place,
    ...more,
  })
}

/** The grid between the margins. */
export const GRID = 94

/** Codes are as long as their owner makes them, and none is cut. */
export const inRows = { lines: 3, minSize: 4.5 } as const
