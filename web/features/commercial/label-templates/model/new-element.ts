import {
  labelElement,
  type LabelDocument,
  type LabelElement,
} from '#contracts/commercial/labels/document.ts'
import { freeIds } from './changes.ts'
import { tenth } from './boxes.ts'

/** In the order of the palette, each with the key that adds one. */
export const ELEMENT_TYPES = [
  'field',
  'text',
  'address',
  'barcode',
  'picture',
  'line',
  'box',
] as const satisfies readonly LabelElement['type'][]
export type ElementType = (typeof ELEMENT_TYPES)[number]
export const TYPE_KEYS: Readonly<Record<ElementType, string>> = {
  field: 'f',
  text: 't',
  address: 'a',
  barcode: 'b',
  picture: 'i',
  line: 'l',
  box: 'r',
}

const SIZES: Readonly<Record<ElementType, readonly [w: number, h: number]>> = {
  field: [40, 6],
  text: [40, 6],
  address: [65, 35],
  barcode: [80, 22],
  picture: [25, 25],
  line: [60, 0.4],
  box: [40, 20],
}

/** An element as it is when it is put on the label, in its middle or where it is dropped. */
export function newElement(
  type: ElementType,
  document: LabelDocument,
  about: { at?: { x: number; y: number } | undefined; text?: string; pictureId?: string },
): LabelElement {
  const { width, height } = document.page
  const [w, h] = SIZES[type]
  const [fitW, fitH] = [Math.min(w, width), Math.min(h, height)]
  const at = about.at ?? { x: width / 2, y: height / 2 }
  const shift = (document.elements.length % 5) * 2
  const place = {
    id: freeIds(document, 1)[0]!,
    x: tenth(Math.max(0, Math.min(width - fitW, at.x - fitW / 2 + shift))),
    y: tenth(Math.max(0, Math.min(height - fitH, at.y - fitH / 2 + shift))),
    w: fitW,
    h: fitH,
  }
  const sizes = { size: 10, minSize: 7 }
  switch (type) {
    case 'text':
      return labelElement.parse({ ...place, ...sizes, type, text: about.text ?? 'Text' })
    case 'field':
      return labelElement.parse({ ...place, ...sizes, type, field: 'reference' })
    case 'address':
      return labelElement.parse({ ...place, type, size: 12, minSize: 7, of: 'consignee' })
    case 'barcode':
      return labelElement.parse({ ...place, type, symbology: 'scheme', data: '{number}' })
    case 'picture':
      return labelElement.parse({ ...place, type, pictureId: about.pictureId })
    default:
      return labelElement.parse({ ...place, type })
  }
}

/** Elements once more under ids of their own, a little aside. */
export function copiesOf(
  elements: readonly LabelElement[],
  document: LabelDocument,
  by = 2,
): LabelElement[] {
  const ids = freeIds(document, elements.length)
  return elements.map((element, at) => ({
    ...element,
    id: ids[at]!,
    x: tenth(element.x + by),
    y: tenth(element.y + by),
  }))
}

const MARK = 'parcelyard-label-elements'
export const clipboardText = (elements: readonly LabelElement[]): string =>
  JSON.stringify({ [MARK]: elements })
/** Elements of a text that was copied in any template; null where it is something else. */
export function elementsOf(text: string): LabelElement[] | null {
  if (!text.startsWith(`{"${MARK}"`)) return null
  try {
    const found = (JSON.parse(text) as Record<string, unknown>)[MARK]
    const read = labelElement.array().safeParse(found)
    return read.success ? read.data : null
  } catch {
    return null
  }
}
