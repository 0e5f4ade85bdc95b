import { memo, type PointerEvent } from 'react'
import type { LabelElement } from '#contracts/commercial/labels/document.ts'
import type { Finding } from '#contracts/commercial/labels/findings.ts'
import { useStableCallback } from '../../../../kit/platform/use-stable-callback.ts'
import { HANDLES, type Handle } from '../model/boxes.ts'

interface CanvasElementProps {
  element: LabelElement
  words: string
  chosen: boolean
  worst: Finding['severity'] | null
  scale: number
  /** Its conditions do not hold with the values that are shown. */
  absent: boolean
  onPress: (event: PointerEvent<SVGElement>, id: string) => void
  onFocus: (id: string) => void
}

/** One element on the label: its name and frame, and an area large enough to press. */
export function CanvasElement(props: CanvasElementProps) {
  const onPress = useStableCallback(props.onPress)
  const onFocus = useStableCallback(props.onFocus)
  return <Drawn {...props} onPress={onPress} onFocus={onFocus} />
}

const Drawn = memo(function Drawn({
  element,
  words,
  chosen,
  worst,
  scale,
  absent,
  onPress,
  onFocus,
}: CanvasElementProps) {
  const { id, x, y, w, h } = element
  // What lies inside an empty box must stay within reach of the pointer.
  const hollow = element.type === 'box' && element.fill === 'none'
  const [padX, padY] = [w * scale < 8 ? 4 / scale : 0, h * scale < 8 ? 4 / scale : 0]
  return (
    <g
      className="lbl-element"
      data-element={id}
      data-finding={worst ?? undefined}
      data-absent={absent || undefined}
      role="button"
      tabIndex={0}
      aria-pressed={chosen}
      aria-label={words}
      onPointerDown={(event) => onPress(event, id)}
      onFocus={() => onFocus(id)}
    >
      <rect
        className="lbl-area"
        x={x - padX}
        y={y - padY}
        width={w + 2 * padX}
        height={h + 2 * padY}
        strokeWidth={hollow ? 10 / scale : 1 / scale}
        pointerEvents={hollow ? 'stroke' : 'all'}
      />
      <rect className="lbl-outline" x={x} y={y} width={w} height={h} strokeWidth={1 / scale} />
    </g>
  )
})

/** Frames of chosen elements; one alone has handles. */
export function SelectionMarks({
  elements,
  scale,
  readOnly,
  onHandle,
}: {
  elements: readonly LabelElement[]
  scale: number
  readOnly: boolean
  onHandle: (event: PointerEvent<SVGElement>, id: string, handle: Handle) => void
}) {
  const [only] = elements
  const side = 8 / scale
  return (
    <g aria-hidden>
      {elements.map(({ id, x, y, w, h }) => (
        <rect
          key={id}
          className="lbl-chosen"
          x={x}
          y={y}
          width={w}
          height={h}
          strokeWidth={1.5 / scale}
        />
      ))}
      {only &&
        elements.length === 1 &&
        !readOnly &&
        HANDLES.map((handle) => {
          const at = placeOf(handle, only)
          return (
            <rect
              key={handle}
              className="lbl-handle"
              data-handle={handle}
              x={at.x - side / 2}
              y={at.y - side / 2}
              width={side}
              height={side}
              strokeWidth={1 / scale}
              onPointerDown={(event) => onHandle(event, only.id, handle)}
            />
          )
        })}
    </g>
  )
}

function placeOf(handle: Handle, { x, y, w, h }: LabelElement): { x: number; y: number } {
  return {
    x: handle.includes('w') ? x : handle.includes('e') ? x + w : x + w / 2,
    y: handle.includes('n') ? y : handle.includes('s') ? y + h : y + h / 2,
  }
}
