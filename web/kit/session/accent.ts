/**
 * The specification's colour. As a surface or a line it may be shown as it is; words on it or in it
 * need a darker step.
 */
export const ACCENT = '#1890FF'
/** The eight colours on offer (specification, settings drawer; wire.md §11.27). */
export const ACCENTS = [
  '#F5222D',
  '#FA541C',
  '#FAAD14',
  '#13C2C2',
  '#52C41A',
  '#1890FF',
  '#2F54EB',
  '#722ED1',
] as const
/** WCAG 2.2 AA for text. */
const CONTRAST = 4.5

type Rgb = readonly [number, number, number]
const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) =>
    part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** Contrast of a colour on a lighter one, 1 to 21. */
export const contrast = (hex: string, ground: string): number =>
  (luminance(rgbOf(ground)) + 0.05) / (luminance(rgbOf(hex)) + 0.05)
export const contrastOnWhite = (hex: string): number => contrast(hex, '#ffffff')
/** The nearest darker step of a colour on which white words, and which on white, can be read. */
export function readable(hex: string): string {
  let rgb = rgbOf(hex)
  while (1.05 / (luminance(rgb) + 0.05) < CONTRAST)
    rgb = [rgb[0] * 0.97, rgb[1] * 0.97, rgb[2] * 0.97]
  return hexOf(rgb)
}
/** One step down, for hover and press. */
export const darker = (hex: string): string => {
  const [r, g, b] = rgbOf(hex)
  return hexOf([r * 0.85, g * 0.85, b * 0.85])
}
/** A ground in the colour, so much of it on white; a darker step can be read on it. */
export const tint = (hex: string, part: number): string => {
  const [r, g, b] = rgbOf(hex)
  const on = (value: number) => 255 - (255 - value) * part
  return hexOf([on(r), on(g), on(b)])
}
