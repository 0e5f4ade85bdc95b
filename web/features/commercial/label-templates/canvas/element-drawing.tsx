import { memo, type ReactNode } from 'react'
import {
  isLinear,
  type ElementOf,
  type LabelElement,
} from '#contracts/commercial/labels/document.ts'
import { fillPlaces } from '#contracts/commercial/labels/fields.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { usePicture } from '../panels/use-pictures.ts'
import { contentOf, LABEL_FONT, LEADING, setLines, type Values } from './text-layout.ts'

/** An element in millimetres, upright at its place; what it prints is near to what the server draws. */
export const ElementDrawing = memo(function ElementDrawing({
  element,
  value,
  bars = null,
}: {
  element: LabelElement
  value: Values
  /** The path of its bars, where the server has drawn them as they are now. */
  bars?: string | null
}): ReactNode {
  const { x, y, w, h } = element
  if (element.type === 'line') return <rect x={x} y={y} width={w} height={h} fill="#000" />
  if (element.type === 'box') return <BoxDrawing element={element} />
  return (
    <Turned element={element}>
      {(width, height) =>
        bars === null ? (
          inside(element, width, height, value)
        ) : (
          <path d={bars} fill="#000" fillRule="evenodd" />
        )
      }
    </Turned>
  )
})

type Turning = ElementOf<'text' | 'field' | 'address' | 'barcode' | 'picture'>
function inside(element: Turning, width: number, height: number, value: Values): ReactNode {
  switch (element.type) {
    case 'barcode':
      return <Bars element={element} width={width} height={height} value={value} />
    case 'picture':
      return <PictureDrawing element={element} width={width} height={height} />
    default:
      return <Lines element={element} width={width} height={height} value={value} />
  }
}

/** Contents are set into a box from 0, 0 and turned into the one on the label. */
function Turned({
  element: { x, y, w, h, rotation },
  children,
}: {
  element: Turning
  children: (width: number, height: number) => ReactNode
}) {
  const upright = rotation === 0 || rotation === 180
  const [width, height] = upright ? [w, h] : [h, w]
  const turn = {
    0: `translate(${x} ${y})`,
    90: `translate(${x + w} ${y}) rotate(90)`,
    180: `translate(${x + w} ${y + h}) rotate(180)`,
    270: `translate(${x} ${y + h}) rotate(270)`,
  }[rotation]
  return <g transform={turn}>{children(width, height)}</g>
}

const ANCHORS = { left: 'start', center: 'middle', right: 'end' } as const

function Lines({
  element,
  width,
  height,
  value,
}: {
  element: ElementOf<'text' | 'field' | 'address'>
  width: number
  height: number
  value: Values
}) {
  const most = element.type === 'address' ? Infinity : element.lines
  const { lines, cut } = setLines(contentOf(element, value), width, height, {
    least: element.minSize / element.size,
    most,
  })
  const align = element.type === 'address' ? 'left' : element.align
  const valign = element.type === 'address' ? 'top' : element.valign
  const tall = lines.reduce((sum, { size }) => sum + size * LEADING, 0)
  const left = align === 'left' ? 0 : align === 'center' ? width / 2 : width
  let at = valign === 'top' ? 0 : valign === 'middle' ? (height - tall) / 2 : height - tall
  const white = element.type !== 'address' && element.white
  return (
    <g fill={white ? '#fff' : '#000'} fontFamily={LABEL_FONT} data-cut={cut || undefined}>
      {lines.map(({ text, bold, size }, no) => {
        at += size * LEADING
        return (
          <text
            key={no}
            x={left}
            y={at - size * 0.26}
            fontSize={size}
            fontWeight={bold ? 700 : 400}
            textAnchor={ANCHORS[align]}
          >
            {text}
          </text>
        )
      })}
    </g>
  )
}

/** Bars of no code, until the server has drawn them: marked by the name of the symbology. */
function Bars({
  element,
  width,
  height,
  value,
}: {
  element: ElementOf<'barcode'>
  width: number
  height: number
  value: Values
}) {
  const t = useT('label-designer')
  const data = fillPlaces(element.data, value)
  const linear = isLinear(element.symbology)
  const side = Math.min(width, height)
  const word = Math.min(3, height / 4, width / 11)
  return (
    <g>
      {linear ? (
        <path d={stripes(data, width, height)} fill="#000" />
      ) : (
        <path
          d={squares(data, side)}
          fill="#000"
          transform={`translate(${(width - side) / 2} ${(height - side) / 2})`}
        />
      )}
      <rect
        x={width / 2 - word * 5}
        y={height / 2 - word * 0.75}
        width={word * 10}
        height={word * 1.5}
        fill="#fff"
      />
      <text
        x={width / 2}
        y={height / 2 + word * 0.3}
        fontSize={word * 0.9}
        textAnchor="middle"
        fontFamily={LABEL_FONT}
      >
        {t(`symbology.${element.symbology}`)}
      </text>
    </g>
  )
}

const seedOf = (data: string): number => {
  let seed = 7
  for (const char of data) seed = (seed * 31 + (char.codePointAt(0) ?? 0)) % 65_521
  return seed
}
function stripes(data: string, width: number, height: number): string {
  const quiet = Math.min(width / 8, 4)
  const unit = (width - 2 * quiet) / 120
  let [path, seed] = ['', seedOf(data)]
  for (let at = 0; at < 118; at += 2 + (seed % 3)) {
    seed = (seed * 75 + 74) % 65_537
    const thick = 1 + (seed % 2)
    path += `M${(quiet + at * unit).toFixed(2)} 0h${(thick * unit).toFixed(2)}v${height}h-${(thick * unit).toFixed(2)}z`
  }
  return path
}
function squares(data: string, side: number): string {
  const unit = side / 25
  let [path, seed] = ['', seedOf(data)]
  for (let row = 2; row < 23; row++)
    for (let column = 2; column < 23; column++) {
      seed = (seed * 75 + 74) % 65_537
      if (seed % 2)
        path += `M${(column * unit).toFixed(2)} ${(row * unit).toFixed(2)}h${unit.toFixed(2)}v${unit.toFixed(2)}h-${unit.toFixed(2)}z`
    }
  return path
}

function BoxDrawing({ element: { x, y, w, h, frame, fill } }: { element: ElementOf<'box'> }) {
  const inset = Math.min(frame, w / 2, h / 2)
  return (
    <rect
      x={x + inset / 2}
      y={y + inset / 2}
      width={Math.max(0, w - inset)}
      height={Math.max(0, h - inset)}
      fill={fill === 'none' ? 'none' : fill === 'black' ? '#000' : '#fff'}
      stroke={frame > 0 ? '#000' : 'none'}
      strokeWidth={inset}
    />
  )
}

function PictureDrawing({
  element,
  width,
  height,
}: {
  element: ElementOf<'picture'>
  width: number
  height: number
}) {
  const url = usePicture(element.pictureId)
  if (!url)
    return <rect width={width} height={height} fill="#f0f0f0" stroke="#999" strokeWidth={0.2} />
  return (
    <image
      href={url}
      width={width}
      height={height}
      preserveAspectRatio={element.fit === 'fill' ? 'none' : 'xMidYMid meet'}
    />
  )
}
