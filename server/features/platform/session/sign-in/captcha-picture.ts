import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** Strokes of the signs on a grid of 4×6. */
const STROKES: Record<string, string> = {
  '2': 'M0 1Q2 -1 4 1Q4 3 0 6H4',
  '3': 'M0 0H4L2 2Q4 3 3 5Q1 7 0 5',
  '4': 'M3 6V0L0 4H4',
  '5': 'M4 0H0V2Q4 2 3 5Q1 7 0 5',
  '6': 'M4 0Q0 1 0 4Q0 6 2 6Q4 6 3 4Q1 3 0 4',
  '7': 'M0 0H4L1 6',
  '8': 'M2 3Q0 2 1 0Q3 0 3 1Q3 3 1 3Q-1 5 2 6Q4 5 2 3',
  '9': 'M4 2Q2 4 0 2Q1 0 3 0Q4 1 4 2Q4 5 1 6',
  A: 'M0 6L2 0L4 6M1 4H3',
  C: 'M4 1Q1 -1 0 3Q1 7 4 5',
  E: 'M4 0H0V6H4M0 3H3',
  F: 'M4 0H0V6M0 3H3',
  H: 'M0 0V6M4 0V6M0 3H4',
  K: 'M0 0V6M4 0L0 3L4 6',
  L: 'M0 0V6H4',
  N: 'M0 6V0L4 6V0',
  P: 'M0 6V0H3Q5 2 3 3H0',
  R: 'M0 6V0H3Q5 2 3 3H0M2 3L4 6',
  T: 'M0 0H4M2 0V6',
  U: 'M0 0V4Q0 6 2 6Q4 6 4 4V0',
  X: 'M0 0L4 6M4 0L0 6',
  Y: 'M0 0L2 3L4 0M2 3V6',
  Z: 'M0 0H4L0 6H4',
}
export const SIGNS = Object.keys(STROKES)

const WIDTH = 120
const HEIGHT = 40
type Point = readonly [x: number, y: number]

/** A number from `from` up to `to`. */
const between = (from: number, to: number): number =>
  from + (randomBytes(4).readUInt32BE() / 2 ** 32) * (to - from)

/** Points along a sign's strokes, one list per stroke; curves as ten straight pieces. */
function strokesOf(sign: string): Point[][] {
  const lines: Point[][] = []
  for (const [, command, rest = ''] of (STROKES[sign] ?? '').matchAll(/([MLQHV])([^MLQHV]*)/g)) {
    const numbers = (rest.match(/-?\d+/g) ?? []).map(Number)
    const line = lines.at(-1) ?? []
    const [x, y] = line.at(-1) ?? [0, 0]
    const [a = 0, b = 0, c = 0, d = 0] = numbers
    if (command === 'M') lines.push([[a, b]])
    else if (command === 'L') line.push([a, b])
    else if (command === 'H') line.push([a, y])
    else if (command === 'V') line.push([x, a])
    else
      for (let step = 1; step <= 10; step++) {
        const t = step / 10
        const part = (from: number, by: number, to: number) =>
          (1 - t) ** 2 * from + 2 * t * (1 - t) * by + t ** 2 * to
        line.push([part(x, a, c), part(y, b, d)])
      }
  }
  return lines
}

/**
 * The signs as a grey picture: each stroke bent and turned by chance, under curves of the same ink,
 * speckles and an uneven ground. Only pixels leave the server, none of them at a place known
 * before.
 */
export function captchaPicture(answer: string): Buffer {
  const ink = new Float32Array(WIDTH * HEIGHT)
  const wave = { x: between(1, 2.2), y: between(1, 2.2), at: between(0, 7), long: between(9, 16) }
  const bent = ([x, y]: Point): Point => [
    x + wave.x * Math.sin(wave.at + y / wave.long),
    y + wave.y * Math.sin(wave.at + x / wave.long),
  ]
  for (const [index, sign] of [...answer].entries()) {
    const [turn, lean] = [between(-0.35, 0.35), between(-0.25, 0.25)]
    const [wide, high] = [between(3.4, 4.6), between(3.6, 4.6)]
    const [left, top] = [18 + index * 28 + between(-3, 3), HEIGHT / 2 + between(-3, 3)]
    const width = between(0.9, 1.5)
    for (const line of strokesOf(sign)) {
      const placed = line.map(([x, y]): Point => {
        const [u, v] = [(x - 2 + lean * (y - 3) + between(-0.15, 0.15)) * wide, (y - 3) * high]
        return bent([
          left + u * Math.cos(turn) - v * Math.sin(turn),
          top + u * Math.sin(turn) + v * Math.cos(turn),
        ])
      })
      draw(ink, placed, width)
    }
  }
  for (let curve = 0; curve < 4; curve++) {
    const [from, by, to] = [
      between(0, HEIGHT),
      between(-HEIGHT / 2, HEIGHT * 1.5),
      between(0, HEIGHT),
    ]
    const points = Array.from({ length: 21 }, (_, step): Point => {
      const t = step / 20
      return bent([t * WIDTH, (1 - t) ** 2 * from + 2 * t * (1 - t) * by + t ** 2 * to])
    })
    draw(ink, points, between(0.6, 1))
  }
  return png(shade(ink))
}

/** Adds a line of round ink; what lies half a pixel off is half as dark. */
function draw(ink: Float32Array, points: readonly Point[], width: number): void {
  for (let at = 1; at < points.length; at++) {
    const [[ax, ay], [bx, by]] = [points[at - 1]!, points[at]!]
    const [dx, dy] = [bx - ax, by - ay]
    const long = dx * dx + dy * dy || 1
    for (let y = Math.floor(Math.min(ay, by) - 3); y <= Math.max(ay, by) + 3; y++)
      for (let x = Math.floor(Math.min(ax, bx) - 3); x <= Math.max(ax, bx) + 3; x++) {
        if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) continue
        const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / long))
        const away = Math.hypot(x - ax - t * dx, y - ay - t * dy)
        const dark = Math.max(0, Math.min(1, width + 0.5 - away))
        const pixel = y * WIDTH + x
        ink[pixel] = Math.max(ink[pixel]!, dark)
      }
  }
}

/** Grey levels: an uneven ground, grain everywhere, and speckles of ink and of paper. */
function shade(ink: Float32Array): Buffer {
  const grain = randomBytes(ink.length * 2)
  const [slopeX, slopeY, ground] = [between(-25, 25), between(-25, 25), between(215, 235)]
  const levels = Buffer.alloc(ink.length)
  for (const [pixel, dark] of ink.entries()) {
    const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)]
    const paper = ground + (slopeX * x) / WIDTH + (slopeY * y) / HEIGHT
    const speckle = grain[pixel * 2 + 1]!
    const level = speckle < 9 ? 90 : speckle > 249 ? 245 : paper + (60 - paper) * dark
    levels[pixel] = Math.max(0, Math.min(255, level + (grain[pixel * 2]! - 128) / 6))
  }
  return levels
}

/** Eight bits of grey, every line unfiltered. */
function png(levels: Buffer): Buffer {
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    levels.copy(rows, y * (WIDTH + 1) + 1, y * WIDTH, (y + 1) * WIDTH)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head[8] = 8
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(body.length + 8)
    frame.writeUInt32BE(data.length, 0)
    body.copy(frame, 4)
    frame.writeUInt32BE(crc32(body), body.length + 4)
    return frame
  }
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
