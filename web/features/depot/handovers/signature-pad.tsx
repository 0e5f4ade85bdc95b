import { useRef } from 'react'
import { SIGNATURE, type Strokes } from '#contracts/depot/handovers.ts'

const pathOf = (line: Strokes[number]): string => `M${line.map(([x, y]) => `${x} ${y}`).join('L')}`

/** A field to sign in with a finger, a pen or a mouse; the same size in points on every screen. */
export function SignaturePad({
  strokes,
  onChange,
  label,
}: {
  strokes: Strokes
  onChange: (strokes: Strokes) => void
  label: string
}) {
  const drawn = useRef<Strokes[number] | null>(null)
  const at = (event: React.PointerEvent<SVGSVGElement>): [number, number] => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const inside = (value: number, most: number) => Math.round(Math.min(Math.max(value, 0), most))
    return [
      inside(((event.clientX - left) / width) * SIGNATURE.width, SIGNATURE.width),
      inside(((event.clientY - top) / height) * SIGNATURE.height, SIGNATURE.height),
    ]
  }
  const extend = (event: React.PointerEvent<SVGSVGElement>) => {
    if (!drawn.current) return
    drawn.current = [...drawn.current, at(event)]
    onChange([...strokes.slice(0, -1), drawn.current])
  }
  return (
    <svg
      className="ho-pad"
      viewBox={`0 0 ${SIGNATURE.width} ${SIGNATURE.height}`}
      role="img"
      aria-label={label}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        const first = at(event)
        // A dot is a line as well.
        drawn.current = [first, first]
        onChange([...strokes, drawn.current])
      }}
      onPointerMove={extend}
      onPointerUp={() => (drawn.current = null)}
      onPointerCancel={() => (drawn.current = null)}
    >
      <path d={strokes.map(pathOf).join('')} />
    </svg>
  )
}
