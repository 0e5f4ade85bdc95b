import type { ElementOf, LabelDocument } from '#contracts/commercial/labels/document.ts'
import { drawerOf, holds, type Raster } from '../drawing/elements.ts'
import { LabelError } from '../drawing/label-error.ts'
import { shapesOf } from '../drawing/maxicode.ts'
import type { LabelOp } from '../drawing/ops.ts'
import type { LabelValues } from '../drawing/values.ts'

const n = (mm: number): string => String(Math.round(mm * 1_000) / 1_000)
const rect = (x: number, y: number, w: number, h: number): string =>
  `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}z`

/** The ink of bars that lie upright, as an SVG path whose overlaps are white. */
function pathOf(op: LabelOp): string {
  if (op.kind === 'bars') {
    let at = 0
    return op.barcode.widths
      .map((width, no) => {
        const from = op.x + at * op.module
        at += width
        return no % 2 === 0 ? rect(from, op.y, width * op.module, op.h) : ''
      })
      .join('')
  }
  if (op.kind === 'modules')
    return op.rows
      .map((row, r) => {
        let out = ''
        for (let c = 0; c < row.length; c++) {
          if (!row[c]) continue
          const from = c
          while (row[c + 1]) c++
          out += rect(op.x + from * op.unit, op.y + r * op.unit, (c + 1 - from) * op.unit, op.unit)
        }
        return out
      })
      .join('')
  if (op.kind !== 'maxicode') return ''
  const { cells, rings } = shapesOf(op, 0, op.cells)
  const circle = (x: number, y: number, r: number): string =>
    `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0z`
  return [
    ...cells.map((cell) => `M${cell.map(({ x, y }) => `${n(x)} ${n(y)}`).join('L')}z`),
    ...rings.flatMap(({ at: { x, y }, outer, inner }) => [
      circle(x, y, outer),
      circle(x, y, inner),
    ]),
  ].join('')
}

/** The barcodes of a document as its labels have them, each upright in a box from 0, 0. */
export function barsOf(
  { elements }: LabelDocument,
  values: LabelValues,
  raster: Raster,
): { elementId: string; path: string }[] {
  return elements.flatMap((element) => {
    if (element.type !== 'barcode' || !holds(element.when, values)) return []
    const path = drawn(element, values, raster)
    return path === null ? [] : [{ elementId: element.id, path }]
  })
}

function drawn(element: ElementOf<'barcode'>, values: LabelValues, raster: Raster): string | null {
  const { w, h, rotation } = element
  const [width, height] = rotation % 180 === 0 ? [w, h] : [h, w]
  const upright = { ...element, x: 0, y: 0, w: width, h: height, rotation: 0 as const }
  const ops: LabelOp[] = []
  try {
    drawerOf(upright, new Map())(values, raster, ops)
  } catch (error) {
    if (error instanceof LabelError) return null
    throw error
  }
  return ops.map(pathOf).join('')
}
