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
  size: LabelSize
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

/**
 * How labels lie on a page: in the size and direction of which it holds most, 100 × 150 mm and
 * upright first. Each gets an equal part of the page, to be cut by, and lies at its top in the
 * middle. Nothing is scaled: bars would lose their widths. Null where not one label fits.
 */
export function planSheet(page: Paper): SheetPlan | null {
  let best: { size: LabelSize; turned: boolean; columns: number; lines: number } | null = null
  for (const turned of [false, true]) {
    for (const size of SIZES) {
      const { width, height } = lying(size, turned)
      const [columns, lines] = [Math.floor(page.width / width), Math.floor(page.height / height)]
      if (columns * lines > (best ? best.columns * best.lines : 0))
        best = { size, turned, columns, lines }
    }
  }
  if (!best) return null
  const { size, turned, columns, lines } = best
  const part = { width: page.width / columns, height: page.height / lines }
  const margin = (part.width - lying(size, turned).width) / 2
  return {
    page,
    size,
    turned,
    slots: Array.from({ length: columns * lines }, (_, at) => ({
      x: (at % columns) * part.width + margin,
      y: Math.floor(at / columns) * part.height,
    })),
  }
}

/** Room a label takes. */
export function lying(size: LabelSize, turned: boolean): Paper {
  const { width, height } = labelSizes[size]
  return turned ? { width: height, height: width } : { width, height }
}
