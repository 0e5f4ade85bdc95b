import type { LabelDocument } from '#contracts/commercial/labels/document.ts'
import { PAPERS, type PrintSet } from '#contracts/platform/operations/print-sets.ts'
import { labelSizes, type LabelSize } from './model.ts'

/** Millimetres. */
export interface Paper {
  width: number
  height: number
}
/** Where a label lies: its upper left corner from that of the page. */
export interface Slot {
  x: number
  y: number
}
/** `turned`: labels lie on their side. */
export interface SheetPlan {
  page: Paper
  label: Paper
  turned: boolean
  slots: readonly Slot[]
}

/**
 * The page a print set means: a known paper is as large as it is; `horizontal` lays its long side
 * across.
 */
export function paperOf({
  paper,
  widthMm,
  heightMm,
  horizontal,
}: Pick<PrintSet, 'paper' | 'widthMm' | 'heightMm' | 'horizontal'>): Paper {
  const [width, height] = PAPERS[paper] ?? [widthMm, heightMm]
  return horizontal
    ? { width: Math.max(width, height), height: Math.min(width, height) }
    : { width, height }
}

const SIZES: readonly LabelSize[] = ['100x150', 'A6']

/** The built-in layout of which a page holds most, 100 × 150 mm and upright first. */
export function planBuiltIn(page: Paper): (SheetPlan & { size: LabelSize }) | null {
  let best: (SheetPlan & { size: LabelSize }) | null = null
  for (const turned of [false, true]) {
    for (const size of SIZES) {
      const plan = planOf(page, labelSizes[size], turned)
      if (plan && plan.slots.length > (best?.slots.length ?? 0)) best = { ...plan, size }
    }
  }
  return best
}

/**
 * How labels lie on a page: in the direction of which it holds most, upright first. Each gets an
 * equal part of the page, to be cut by, and lies at its top in the middle. Nothing is scaled: bars
 * would lose their widths. Null where not one label fits.
 */
export function planSheet(page: Paper, label: Paper): SheetPlan | null {
  const upright = planOf(page, label, false)
  const across = planOf(page, label, true)
  return (across?.slots.length ?? 0) > (upright?.slots.length ?? 0) ? across : upright
}

function planOf(page: Paper, label: Paper, turned: boolean): SheetPlan | null {
  const { width, height } = lying(label, turned)
  const [columns, lines] = [Math.floor(page.width / width), Math.floor(page.height / height)]
  if (columns * lines === 0) return null
  const part = { width: page.width / columns, height: page.height / lines }
  const margin = (part.width - width) / 2
  return {
    page,
    label,
    turned,
    slots: Array.from({ length: columns * lines }, (_, at) => ({
      x: (at % columns) * part.width + margin,
      y: Math.floor(at / columns) * part.height,
    })),
  }
}

/** Room a label takes. */
export function lying({ width, height }: Paper, turned: boolean): Paper {
  return turned ? { width: height, height: width } : { width, height }
}

/** How labels lie on the sheet of their template; null where each is a page. */
export function planTemplate({ page, sheet }: LabelDocument): SheetPlan | null {
  if (!sheet) return null
  const { width, height, columns, rows, left, top, gapX, gapY } = sheet
  return {
    page: { width, height },
    label: page,
    turned: false,
    slots: Array.from({ length: columns * rows }, (_, at) => ({
      x: left + (at % columns) * (page.width + gapX),
      y: top + Math.floor(at / columns) * (page.height + gapY),
    })),
  }
}
