import type { ReferenceService } from '../../reference/services.ts'
import { allGoods, cartonGoods, smallGoods } from './goods.ts'
import type { Good } from './goods.ts'
import type { Weighed } from '../orders/money.ts'
import type { Draw } from '../random.ts'

/** What lies in a parcel and what box it needs. */
export interface Packed extends Weighed {
  lines: readonly { good: Good; quantity: number }[]
}

const LINES = [
  [1, 70],
  [2, 22],
  [3, 8],
] as const
const QUANTITIES = [
  [1, 72],
  [2, 18],
  [3, 7],
  [4, 3],
] as const

/** Packs a parcel a service takes: packets small, cartons for the warehouse full of one thing. */
export function pack(draw: Draw, service: ReferenceService): Packed {
  if (service.code === 'POST-S10') return boxed([{ good: draw.pick(smallGoods()), quantity: 1 }])
  if (service.code === 'SEA-FBA') {
    const good = draw.pick(cartonGoods())
    const available = 90_000_000 / (good.size[0] * good.size[1] * good.size[2])
    return boxed([
      {
        good,
        quantity: Math.max(
          2,
          Math.floor(Math.min((draw.int(8, 21) * 1000) / good.grams, available)),
        ),
      },
    ])
  }
  const count = draw.weighted(LINES)
  const lines = Array.from({ length: count }, () => ({
    good: draw.pick(allGoods()),
    quantity: draw.weighted(QUANTITIES),
  }))
  return boxed(lines)
}

/** A carton with room for its contents: millimetres in whole centimetres, grams with packing. */
function boxed(lines: Packed['lines']): Packed {
  let grams = 0
  let volume = 0
  let length = 0
  let width = 0
  let height = 0
  for (const {
    good: {
      size: [l, w, h],
      grams: each,
    },
    quantity,
  } of lines) {
    grams += each * quantity
    volume += l * w * h * quantity
    length = Math.max(length, l)
    width = Math.max(width, w)
    height = Math.max(height, h)
  }
  const up = (value: number) => Math.ceil(value / 10) * 10
  // Many items lie next to and on each other: the box grows to all sides.
  const side = Math.cbrt(volume * 1.12)
  length = up(Math.max(length + 20, side))
  width = up(Math.max(width + 20, Math.min(side, length)))
  return {
    lines,
    grams: Math.ceil((grams * 1.04 + 70) / 5) * 5,
    length,
    width,
    height: up(Math.max(height + 10, (volume * 1.12) / (length * width))),
  }
}

/** What scale and tape at the dock measure for a declared parcel: close to it, and now and then not. */
export function measured(
  draw: Draw,
  { grams, length, width, height }: Weighed,
  service: ReferenceService,
): Weighed {
  const off = draw.chance(0.06) ? draw.int(150, 900) : draw.int(-20, 45)
  const heaviest = Number(service.rules.find(({ type }) => type === '1')?.max ?? '31.5') * 1000
  return {
    grams: Math.min(Math.max(grams + off, Math.ceil(grams / 2)), heaviest),
    length: length + draw.pick([0, 0, 0, -5, 5, 10]),
    width: width + draw.pick([0, 0, 0, -5, 5]),
    height: height + draw.pick([0, 0, 0, -5, 5]),
  }
}
