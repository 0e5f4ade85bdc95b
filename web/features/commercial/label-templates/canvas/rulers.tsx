import { memo } from 'react'
import type { Size } from '../model/boxes.ts'

/** Millimetres along both sides of the label; numbers every ten. */
export const Rulers = memo(function Rulers({ page, scale, depth }: RulerProps) {
  const least = scale >= 4 ? 1 : 5
  const font = Math.min(depth * 0.42, 10 / scale)
  const tick = (at: number) => (at % 10 === 0 ? depth * 0.5 : at % 5 === 0 ? 0.32 : 0.2) || 0.2
  const long = (at: number) => (at % 10 === 0 ? depth * 0.5 : depth * tick(at))
  const marks = (length: number) =>
    Array.from({ length: Math.floor(length / least) + 1 }, (_, no) => no * least)
  const tens = (length: number) => marks(length).filter((at) => at % 10 === 0)
  return (
    <g className="lbl-ruler" aria-hidden>
      <rect x={-depth} y={-depth} width={page.width + depth} height={depth} />
      <rect x={-depth} y={-depth} width={depth} height={page.height + depth} />
      <path
        d={[
          ...marks(page.width).map((at) => `M${at} 0v${-long(at)}`),
          ...marks(page.height).map((at) => `M0 ${at}h${-long(at)}`),
        ].join('')}
        strokeWidth={1 / scale}
      />
      {tens(page.width).map((at) => (
        <text key={`x${at}`} x={at + 1 / scale} y={-depth * 0.5} fontSize={font}>
          {at}
        </text>
      ))}
      {tens(page.height).map((at) => (
        <text
          key={`y${at}`}
          fontSize={font}
          transform={`translate(${-depth * 0.5} ${at - 1 / scale}) rotate(-90)`}
          textAnchor="start"
        >
          {at > 0 ? at : ''}
        </text>
      ))}
    </g>
  )
})
interface RulerProps {
  page: Size
  scale: number
  /** In millimetres. */
  depth: number
}

/** The grid things are put on, coarser where its lines would be too near. */
export const Grid = memo(function Grid({ page, step, scale }: GridProps) {
  if (step === 0) return null
  const every = [1, 2, 5, 10, 20].map((factor) => step * factor).find((mm) => mm * scale >= 5) ?? 50
  return (
    <g aria-hidden>
      <pattern id="lbl-grid" width={every} height={every} patternUnits="userSpaceOnUse">
        <path d={`M${every} 0H0V${every}`} fill="none" stroke="#dfe5ee" strokeWidth={1 / scale} />
      </pattern>
      <rect width={page.width} height={page.height} fill="url(#lbl-grid)" pointerEvents="none" />
    </g>
  )
})
interface GridProps {
  page: Size
  step: number
  scale: number
}
