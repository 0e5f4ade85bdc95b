import { useMemo } from 'react'
import type { Coverage } from '#contracts/commercial/zones/coverage.ts'
import type { T } from '../../../kit/text/i18n.ts'

/** Distinct next to one another; zones beyond them share a colour. */
const TONES = 10
/** Fields of an area that leave room for its name. */
const LABELLED = 18

/** The class of a zone's colour, by its place among the zones of the country. */
export const toneOf = (zones: Coverage['zones'], name: string | undefined): string => {
  const at = zones.findIndex((zone) => zone.name === name)
  return at < 0 ? 'zone-tone-none' : `zone-tone-${at % TONES}`
}

/**
 * The areas of a country by their first two digits, each in the colour of the zone most of its
 * codes lie in. Drawn from the coordinates of the codes, without a map service.
 */
export function AreaMap({
  coverage,
  chosen,
  onChoose,
  t,
}: {
  coverage: Coverage
  chosen: string | null
  onChoose: (area: string | null) => void
  t: T
}) {
  const { map, areas, zones } = coverage
  const shapes = useMemo(() => shapesOf(map, areas.length), [map, areas.length])
  return (
    <svg
      className="zone-map"
      viewBox={`-1 -1 ${map.width + 2} ${map.height + 2}`}
      role="img"
      aria-label={t('coverage.map')}
    >
      {areas.map(({ area, total, none, tied, zones: inside }, at) => {
        const shape = shapes[at]
        if (!shape) return null
        const text = t('coverage.area', { area, total, none, tied })
        return (
          <g
            key={area}
            className={[
              none === total ? 'zone-tone-none' : toneOf(zones, inside[0]?.name),
              none > 0 && none < total ? 'zone-partly' : '',
              tied > 0 ? 'zone-tied' : '',
              chosen === area ? 'zone-chosen' : '',
            ].join(' ')}
            onClick={() => onChoose(chosen === area ? null : area)}
          >
            <title>{text}</title>
            <path className="zone-fill" d={shape.path} />
            <path className="zone-outline" d={shape.outline} />
          </g>
        )
      })}
      {areas.map(({ area }, at) => {
        const shape = shapes[at]
        if (!shape || shape.fields < LABELLED) return null
        return (
          <text key={area} x={shape.x} y={shape.y}>
            {area}
          </text>
        )
      })}
    </svg>
  )
}

interface Shape {
  path: string
  /** Edges of fields next to those of another area. */
  outline: string
  x: number
  y: number
  fields: number
}

/** One path of an area's fields, those next to one another as one piece. */
function shapesOf({ width, fields }: Coverage['map'], count: number): (Shape | null)[] {
  const pieces = Array.from({ length: count }, () => ({
    path: '',
    outline: '',
    x: 0,
    y: 0,
    fields: 0,
  }))
  for (let at = 0; at < fields.length;) {
    const area = fields[at] ?? -1
    const [x, y] = [at % width, Math.floor(at / width)]
    let run = 1
    while (x + run < width && fields[at + run] === area) run++
    const piece = pieces[area]
    if (piece) {
      piece.path += `M${x} ${y}h${run}v1h${-run}z`
      piece.x += (x + run / 2) * run
      piece.y += (y + 0.5) * run
      piece.fields += run
    }
    at += run
  }
  for (const [at, area] of fields.entries()) {
    const piece = pieces[area]
    if (!piece) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    if (y === 0 || fields[at - width] !== area) piece.outline += `M${x} ${y}h1`
    if (fields[at + width] !== area) piece.outline += `M${x} ${y + 1}h1`
    if (x === 0 || fields[at - 1] !== area) piece.outline += `M${x} ${y}v1`
    if (x === width - 1 || fields[at + 1] !== area) piece.outline += `M${x + 1} ${y}v1`
  }
  return pieces.map(({ path, outline, x, y, fields: n }) =>
    n === 0 ? null : { path, outline, x: x / n, y: y / n, fields: n },
  )
}
