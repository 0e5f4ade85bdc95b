import { useRef, useState, type Dispatch, type PointerEvent } from 'react'
import type { LabelDocument } from '#contracts/commercial/labels/document.ts'
import {
  around,
  boxOf,
  moved,
  resized,
  tenth,
  toGrid,
  touches,
  type Box,
  type Handle,
} from '../model/boxes.ts'
import type { EditorAction } from '../model/editor-state.ts'

type Point = { x: number; y: number }
type Drag = { from: Point; merge: string } & (
  | { kind: 'move'; boxes: Readonly<Record<string, Box>> }
  | { kind: 'resize'; id: string; box: Box; handle: Handle }
  | { kind: 'marquee'; before: readonly string[] }
)
let drags = 0

interface DragOptions {
  document: LabelDocument
  selection: readonly string[]
  dispatch: Dispatch<EditorAction>
  grid: number
  readOnly: boolean
  toPage: (event: PointerEvent) => Point
}

/**
 * Pulling with the pointer: chosen elements, the handle of one, or a frame around several. A drag
 * is one step to undo; places come from where it began, so no rounding adds up.
 */
export function useDrag({ document, selection, dispatch, grid, readOnly, toPage }: DragOptions) {
  const drag = useRef<Drag | null>(null)
  const [frame, setFrame] = useState<Box | null>(null)
  const begin = (event: PointerEvent<SVGElement>, next: Drag) => {
    drag.current = next
    event.currentTarget.setPointerCapture?.(event.pointerId)
  }
  const start = (event: PointerEvent<SVGElement>) => ({
    from: toPage(event),
    merge: `drag:${++drags}`,
  })

  const onElement = (event: PointerEvent<SVGElement>, id: string) => {
    if (event.button !== 0) return
    const chosen = selection.includes(id)
    const more = event.shiftKey
    const ids = more
      ? chosen
        ? selection.filter((one) => one !== id)
        : [...selection, id]
      : chosen
        ? selection
        : [id]
    dispatch({ type: 'select', ids })
    if (readOnly || !ids.includes(id)) return
    const boxes = Object.fromEntries(
      document.elements.filter((one) => ids.includes(one.id)).map((one) => [one.id, boxOf(one)]),
    )
    begin(event, { ...start(event), kind: 'move', boxes })
  }
  const onHandle = (event: PointerEvent<SVGElement>, id: string, handle: Handle) => {
    const element = document.elements.find((one) => one.id === id)
    if (!element || event.button !== 0) return
    begin(event, { ...start(event), kind: 'resize', id, box: boxOf(element), handle })
  }
  const onGround = (event: PointerEvent<SVGElement>) => {
    if (event.button !== 0) return
    const before = event.shiftKey ? selection : []
    dispatch({ type: 'select', ids: before })
    begin(event, { ...start(event), kind: 'marquee', before })
  }
  const onMove = (event: PointerEvent<SVGElement>) => {
    const now = drag.current
    if (!now) return
    const at = toPage(event)
    const [dx, dy] = [at.x - now.from.x, at.y - now.from.y]
    if (now.kind === 'marquee') {
      const box = {
        x: Math.min(at.x, now.from.x),
        y: Math.min(at.y, now.from.y),
        w: Math.abs(dx),
        h: Math.abs(dy),
      }
      setFrame(box)
      const inside = document.elements.filter((one) => touches(one, box)).map(({ id }) => id)
      dispatch({ type: 'select', ids: [...new Set([...now.before, ...inside])] })
      return
    }
    const step = event.altKey ? 0 : grid
    const boxes = now.kind === 'move' ? pulled(now, dx, dy, step) : sized(now, dx, dy, step)
    dispatch({ type: 'change', change: { do: 'place', boxes }, merge: now.merge })
  }
  const pulled = (
    { boxes }: Extract<Drag, { kind: 'move' }>,
    dx: number,
    dy: number,
    step: number,
  ): Record<string, Box> => {
    const all = Object.values(boxes)
    const whole = around(all)
    const next = moved(all, toGrid(whole.x, dx, step), toGrid(whole.y, dy, step), document.page)
    return Object.fromEntries(Object.keys(boxes).map((id, at) => [id, next[at]!]))
  }
  const sized = (
    { id, box, handle }: Extract<Drag, { kind: 'resize' }>,
    dx: number,
    dy: number,
    step: number,
  ): Record<string, Box> => {
    const edgeX = handle.includes('w') ? box.x : box.x + box.w
    const edgeY = handle.includes('n') ? box.y : box.y + box.h
    const [byX, byY] = [tenth(toGrid(edgeX, dx, step)), tenth(toGrid(edgeY, dy, step))]
    return { [id]: resized(box, handle, byX, byY, document.page) }
  }
  const onEnd = () => {
    if (!drag.current) return
    drag.current = null
    setFrame(null)
    dispatch({ type: 'settle' })
  }
  return { frame, onElement, onHandle, onGround, onMove, onEnd }
}
