import { createHash } from 'node:crypto'
import { drawLabel, type Layout } from './layout.ts'
import type { LabelModel } from './model.ts'
import type { LabelOp } from './ops.ts'

/** Thousandths of a millimetre, as finely as anything is placed. */
const at = (mm: number): number => Math.round(mm * 1_000)

function shown(op: LabelOp): string {
  const place = `${op.kind} ${at(op.x)} ${at(op.y)} `
  switch (op.kind) {
    case 'rect':
      return `${place}${at(op.w)} ${at(op.h)} ${op.white === true}`
    case 'text': {
      const { text, bold, size } = op.line
      return `${place}${at(size)} ${bold} ${op.white} ${op.align} ${op.turn ?? 0} ${text}`
    }
    case 'bars':
      return `${place}${at(op.h)} ${at(op.module)} ${op.turn ?? 0} ${op.barcode.widths.join('')}`
    case 'modules':
      return `${place}${at(op.unit)} ${op.rows.map((row) => row.map(Number).join('')).join(' ')}`
    case 'maxicode':
      return `${place}${op.turn} ${op.cells.join(' ')}`
    case 'picture':
      return `${place}${at(op.w)} ${at(op.h)} ${op.turn} ${op.threshold} ${op.picture.id}`
  }
}

const frames = new WeakMap<Layout, string>()
function frameOf(layout: Layout): string {
  const known = frames.get(layout)
  if (known !== undefined) return known
  const made = layout.frame.map(shown).join('\n')
  frames.set(layout, made)
  return made
}

/** SHA-256 of what a label shows: equal where the same is drawn. */
export const drawnHash = (layout: Layout, model: LabelModel): Buffer =>
  createHash('sha256')
    .update(`${frameOf(layout)}\n\n`)
    .update(drawLabel(layout, model).map(shown).join('\n'))
    .digest()
