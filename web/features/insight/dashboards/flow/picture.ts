import { saveBlob } from '../../../../kit/text/csv.ts'

/**
 * A picture of a chart for a mail or a report: on white, twice as fine as the screen, with its
 * title and what the lines mean.
 */
export interface Caption {
  title: string
  note: string
  legend: readonly { name: string; colour: string; dash?: string }[]
}
export interface Bar {
  name: string
  count: string
  part: number
}

const SCALE = 2
const PAD = 24
const HEAD = 64
const FOOT = 36
const ROW = 34
const WIDTH_OF_BARS = 640
const FONT = '"Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'

/** The chart's own drawing as a file of its own: sized, and with the fonts the page gave it. */
export function svgText(svg: SVGSVGElement, width: number, height: number): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  for (const [name, value] of [
    ['xmlns', 'http://www.w3.org/2000/svg'],
    ['width', String(width)],
    ['height', String(height)],
    ['font-family', FONT],
    ['font-size', '12'],
  ] as const)
    copy.setAttribute(name, value)
  // What only answers the pointer is no part of the picture.
  copy.querySelector('.py-chart-pointed')?.remove()
  return new XMLSerializer().serializeToString(copy)
}

/** Saves a chart drawn as SVG. Throws where this browser cannot draw it. */
export async function saveChart(svg: SVGSVGElement, caption: Caption, name: string): Promise<void> {
  const { width, height } = svg.getBoundingClientRect()
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg, width, height))}`
  await image.decode()
  const { canvas, context } = sheet(width + PAD * 2, HEAD + height + FOOT, caption)
  context.drawImage(image, PAD, HEAD, width, height)
  let x = PAD
  for (const { name: line, colour, dash = '' } of caption.legend) {
    context.strokeStyle = colour
    context.lineWidth = 2
    context.setLineDash(dash.split(' ').filter(Boolean).map(Number))
    context.beginPath()
    context.moveTo(x, HEAD + height + 14)
    context.lineTo(x + 28, HEAD + height + 14)
    context.stroke()
    x += 34 + write(context, line, x + 34, HEAD + height + 18, '13px', '#262626') + 24
  }
  await save(canvas, name)
}

/** Saves shares as bars, the largest first, as they are on the page. */
export async function saveBars(
  bars: readonly Bar[],
  caption: Omit<Caption, 'legend'>,
  name: string,
): Promise<void> {
  const { canvas, context } = sheet(WIDTH_OF_BARS, HEAD + bars.length * ROW + PAD, {
    ...caption,
    legend: [],
  })
  for (const [at, { name: word, count, part }] of bars.entries()) {
    const y = HEAD + at * ROW
    context.font = `13px ${FONT}`
    const right = context.measureText(count).width
    write(context, count, WIDTH_OF_BARS - PAD - right, y + 14, '13px', '#262626')
    write(
      context,
      shortened(context, word, WIDTH_OF_BARS - PAD * 2 - right - 16),
      PAD,
      y + 14,
      '13px',
      '#262626',
    )
    context.fillStyle = '#91caff'
    context.fillRect(PAD, y + 21, (WIDTH_OF_BARS - PAD * 2) * part, 4)
  }
  await save(canvas, name)
}

function sheet(
  width: number,
  height: number,
  { title, note }: Caption,
): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * SCALE)
  canvas.height = Math.round(height * SCALE)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.scale(SCALE, SCALE)
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  write(context, title, PAD, 32, '600 16px', '#141414')
  write(context, note, PAD, 52, '12px', '#595959')
  return { canvas, context }
}

function write(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: string,
  colour: string,
): number {
  context.font = `${size} ${FONT}`
  context.fillStyle = colour
  context.fillText(text, x, y)
  return context.measureText(text).width
}

function shortened(context: CanvasRenderingContext2D, text: string, available: number): string {
  const signs = [...text]
  while (signs.length > 1 && context.measureText(`${signs.join('')}…`).width > available)
    signs.pop()
  return signs.length === [...text].length ? text : `${signs.join('')}…`
}

async function save(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('no picture')
  saveBlob(blob, name)
}
