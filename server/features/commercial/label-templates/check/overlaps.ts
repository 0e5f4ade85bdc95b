import type { ElementOf, LabelElement } from '#contracts/commercial/labels/document.ts'
import { QUIET_MODULES } from '../drawing/barcode.ts'
import { MAXICODE } from '../drawing/maxicode.ts'
import { crosses, inkOf, type Box, type LabelOp, type OpOf } from '../drawing/ops.ts'
import { quietOf } from '../drawing/symbols.ts'
import type { Drawn } from './scenes.ts'

type Symbol = OpOf<'bars'> | OpOf<'modules'> | OpOf<'maxicode'>
const isSymbol = (op: LabelOp): op is Symbol =>
  op.kind === 'bars' || op.kind === 'modules' || op.kind === 'maxicode'

/** The bars of an element with the white they need. */
export function zoneOf({ element, ops }: Drawn): Box | null {
  const op = ops.find(isSymbol)
  if (!op || element.type !== 'barcode') return null
  const { x, y, w, h } = inkOf(op)
  if (op.kind === 'maxicode') {
    const { quiet } = MAXICODE
    return { x: x - quiet, y: y - quiet, w: w + 2 * quiet, h: h + 2 * quiet }
  }
  if (op.kind === 'modules') {
    const quiet = quietOf(element.symbology) * op.unit
    return { x: x - quiet, y: y - quiet, w: w + 2 * quiet, h: h + 2 * quiet }
  }
  const quiet = QUIET_MODULES * op.module
  return op.turn === 90 || op.turn === 270
    ? { x, y: y - quiet, w, h: h + 2 * quiet }
    : { x: x - quiet, y, w: w + 2 * quiet, h }
}

const isBlack = (op: LabelOp): boolean =>
  op.kind === 'text' ? !op.white : op.kind !== 'rect' || !op.white

/** Elements with ink in the quiet zone, or on the bars, of a barcode. */
export function intruders(barcode: Drawn, drawn: readonly Drawn[]): LabelElement[] {
  const zone = zoneOf(barcode)
  if (!zone) return []
  const own = drawn.indexOf(barcode)
  return drawn
    .filter((other, at) =>
      other.ops.some(
        (op) => other !== barcode && crosses(zone, inkOf(op), 0.05) && (isBlack(op) || at > own),
      ),
    )
    .map(({ element }) => element)
}

/** Less than this of a text under something else is not seen. */
const SEEN = 0.3

/** The first element below or above a text that makes it hard to read. */
export function hider(text: Drawn, drawn: readonly Drawn[]): LabelElement | null {
  const lines = text.ops.filter((op) => op.kind === 'text')
  const own = drawn.indexOf(text)
  const found = drawn.find(
    (other, at) =>
      other !== text &&
      lines.some((line) =>
        other.ops.some((op) => hides(op, at > own, line) && crosses(inkOf(op), inkOf(line), SEEN)),
      ),
  )
  return found?.element ?? null
}

function hides(op: LabelOp, isAbove: boolean, line: OpOf<'text'>): boolean {
  if (op.kind !== 'rect') return true
  // A box under a text of the other colour is its ground.
  return isAbove || (op.white === true) === line.white
}

export const isTyped = (
  element: LabelElement,
): element is ElementOf<'text'> | ElementOf<'field'> | ElementOf<'address'> =>
  element.type === 'text' || element.type === 'field' || element.type === 'address'
