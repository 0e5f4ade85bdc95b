import { useRef, type Dispatch, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import type { LabelDocument } from '#contracts/commercial/labels/document.ts'
import type { Finding } from '#contracts/commercial/labels/findings.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import type { EditorAction } from '../model/editor-state.ts'
import { elementWords } from '../panels/element-words.ts'
import { canvasChange } from './canvas-keys.ts'
import { CanvasElement, SelectionMarks } from './canvas-element.tsx'
import { barsFor, type DrawnBars } from './drawn-bars.ts'
import { ElementDrawing } from './element-drawing.tsx'
import { Grid, Rulers } from './rulers.tsx'
import { isPrinted, type Values } from './text-layout.ts'
import { useDrag } from './use-drag.ts'
import { RULER_PX, type Zoom } from './use-zoom.ts'

export interface CanvasProps {
  document: LabelDocument
  selection: readonly string[]
  dispatch: Dispatch<EditorAction>
  zoom: Zoom
  frame: RefObject<HTMLDivElement | null>
  /** Millimetres things are put on; 0 for none. */
  grid: number
  value: Values
  bars: DrawnBars
  findings: readonly Finding[]
  readOnly: boolean
  /** The label as a printer prints it, in place of the elements' own drawings. */
  printed: string | null
  onCopied: (cut: boolean) => string
  onPasted: (text: string) => void
}

/** The label to scale: elements are chosen, moved and resized on it by pointer and by key. */
export function LabelCanvas(props: CanvasProps) {
  const { document, selection, dispatch, zoom, grid, value, bars, findings, readOnly, printed } =
    props
  const t = useT('label-designer')
  const fields = useT('label-fields')
  const svg = useRef<SVGSVGElement>(null)
  const pressed = useRef(false)
  const { page, elements } = document
  const { scale } = zoom
  const depth = RULER_PX / scale
  const rim = 14 / scale
  const toPage = (event: PointerEvent) => {
    const at = svg.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    return {
      x: (event.clientX - at.left) / scale - depth,
      y: (event.clientY - at.top) / scale - depth,
    }
  }
  const drag = useDrag({ document, selection, dispatch, grid, readOnly, toPage })
  const onKeyDown = (event: KeyboardEvent) => {
    const action = canvasChange(event, { selection, elements, readOnly })
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    for (const one of action) dispatch(one)
  }
  const width = page.width + depth + rim
  const height = page.height + depth + rim
  const worst = new Map<string, Finding['severity']>()
  for (const { elementId, severity } of findings)
    if (elementId !== null && worst.get(elementId) !== 'error') worst.set(elementId, severity)
  return (
    <div
      ref={props.frame}
      className="lbl-canvas"
      onCopy={(event) => {
        if (selection.length === 0) return
        event.clipboardData.setData('text/plain', props.onCopied(false))
        event.preventDefault()
      }}
      onCut={(event) => {
        if (selection.length === 0 || readOnly) return
        event.clipboardData.setData('text/plain', props.onCopied(true))
        event.preventDefault()
      }}
      onPaste={(event) => {
        if (!readOnly) props.onPasted(event.clipboardData.getData('text/plain'))
      }}
    >
      <svg
        ref={svg}
        width={width * scale}
        height={height * scale}
        viewBox={`${-depth} ${-depth} ${width} ${height}`}
        role="group"
        aria-label={t('canvas.name', { width: page.width, height: page.height })}
        tabIndex={elements.length === 0 ? 0 : -1}
        onKeyDown={onKeyDown}
        onPointerDownCapture={() => {
          pressed.current = true
        }}
        onPointerMove={drag.onMove}
        onPointerUp={() => {
          pressed.current = false
          drag.onEnd()
        }}
        onPointerCancel={drag.onEnd}
      >
        <Rulers page={page} scale={scale} depth={depth} />
        <rect
          className="lbl-page"
          width={page.width}
          height={page.height}
          strokeWidth={1 / scale}
          onPointerDown={drag.onGround}
        />
        <Grid page={page} step={grid} scale={scale} />
        {printed && (
          <image
            href={printed}
            width={page.width}
            height={page.height}
            preserveAspectRatio="none"
            pointerEvents="none"
          />
        )}
        <g aria-hidden>
          {printed === null &&
            elements.map((element) => (
              <g key={element.id} data-drawing={element.id}>
                {isPrinted(element, value) && (
                  <ElementDrawing element={element} value={value} bars={barsFor(element, bars)} />
                )}
              </g>
            ))}
        </g>
        {elements.map((element) => (
          <CanvasElement
            key={element.id}
            element={element}
            words={elementWords(element, t, fields)}
            chosen={selection.includes(element.id)}
            worst={worst.get(element.id) ?? null}
            scale={scale}
            absent={!isPrinted(element, value)}
            onPress={drag.onElement}
            onFocus={(id) => {
              if (!pressed.current && !selection.includes(id))
                dispatch({ type: 'select', ids: [id] })
            }}
          />
        ))}
        <rect
          className="lbl-margin"
          x={3}
          y={3}
          width={Math.max(0, page.width - 6)}
          height={Math.max(0, page.height - 6)}
          strokeWidth={1 / scale}
          strokeDasharray={`${4 / scale} ${4 / scale}`}
        />
        <SelectionMarks
          elements={elements.filter(({ id }) => selection.includes(id))}
          scale={scale}
          readOnly={readOnly}
          onHandle={drag.onHandle}
        />
        {drag.frame && (
          <rect
            className="lbl-marquee"
            x={drag.frame.x}
            y={drag.frame.y}
            width={drag.frame.w}
            height={drag.frame.h}
            strokeWidth={1 / scale}
          />
        )}
      </svg>
    </div>
  )
}
