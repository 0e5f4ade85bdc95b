import {
  labelDocument,
  type LabelDocument,
  type LabelElement,
} from '#contracts/commercial/labels/document.ts'
import { builtInDocument } from './built-in.ts'
import { drawerOf, type Drawer, type OnCut, type Pictures, type Raster } from './elements.ts'
import type { LabelModel, LabelSize } from './model.ts'
import { crosses, type LabelOp } from './ops.ts'
import { valuesOf, type LabelValues } from './values.ts'

/** The quiet margin that stays unprinted (domain rule: 3 mm). */
export const MARGIN = 3
/** Of pages: the least bar may also lie between two dots. */
export const PAGE_RASTER: Raster = { dots: 8, between: true }

/** A template made ready to draw many labels. */
export interface Layout {
  /** Equal for equal drawings. */
  readonly key: string
  readonly document: LabelDocument
  /** The same on every label, so a renderer may draw it once; it lies under the rest. */
  readonly frame: readonly LabelOp[]
  readonly drawers: readonly Drawer[]
  /** The size, of a built-in layout. */
  readonly builtIn: LabelSize | null
}

const NO_VALUES: LabelValues = {
  text: () => '',
  address: () => [],
  bars: () => {
    throw new Error('no values')
  },
}

/** Nothing of a label's own goes into it. */
const isFixed = (element: LabelElement): boolean =>
  element.when.length === 0 &&
  (element.type === 'text' ||
    element.type === 'line' ||
    element.type === 'box' ||
    element.type === 'picture')

/**
 * Elements that never change are put into the frame, unless one that changes lies under them. Those
 * that cannot be drawn fail with the labels, not here.
 */
export function layoutOf(
  key: string,
  document: LabelDocument,
  pictures: Pictures,
  builtIn: LabelSize | null = null,
): Layout {
  const frame: LabelOp[] = []
  const drawers: Drawer[] = []
  const before: LabelElement[] = []
  for (const element of document.elements) {
    const draw = drawerOf(element, pictures)
    if (isFixed(element) && !before.some((other) => crosses(element, other))) {
      const ops: LabelOp[] = []
      try {
        draw(NO_VALUES, PAGE_RASTER, ops)
        frame.push(...ops)
        continue
      } catch {
        // Drawn again with each label, which reports it.
      }
    }
    before.push(element)
    drawers.push(draw)
  }
  return { key, document, frame, drawers, builtIn }
}

/** What is this parcel's own on the label. @throws LabelError where it cannot be drawn. */
export function drawLabel(
  { drawers }: Layout,
  model: LabelModel,
  raster: Raster = PAGE_RASTER,
  onCut?: OnCut,
): LabelOp[] {
  const ops: LabelOp[] = []
  const values = valuesOf(model)
  for (const draw of drawers) draw(values, raster, ops, onCut)
  return ops
}

const NO_PICTURES: Pictures = new Map()
const builtIns = new Map<LabelSize, Layout>()

/** The layout of a size that labels have without a document of their own. */
export function builtInLayout(size: LabelSize): Layout {
  const known = builtIns.get(size)
  if (known) return known
  const made = layoutOf(size, labelDocument.parse(builtInDocument(size)), NO_PICTURES, size)
  builtIns.set(size, made)
  return made
}
