import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import { TrueType } from './ttf-subset.ts'

/**
 * One font file, opened once per process: reading the 10 MB Chinese font costs 30 ms, a label less
 * than one.
 */
export interface Face {
  readonly key: FaceKey
  readonly font: Font
  readonly outlines: TrueType
  /** Thousandths of an em to the font's own units. */
  readonly scale: number
}

/** A character as it will be printed: `advance` is its width in em. */
export interface PrintGlyph {
  readonly face: Face
  readonly id: number
  readonly advance: number
  readonly codePoint: number
  /** What stands in its place where no font has it; else the same. */
  readonly printed: number
}

const require = createRequire(import.meta.url)
/** Loaded with the first label, not with the server. */
const fontkit = () => require('fontkit') as typeof import('fontkit')
const own = (name: string): string => fileURLToPath(new URL(`./fonts/${name}`, import.meta.url))
const chinese = (name: string): string => require.resolve(`@expo-google-fonts/noto-sans-sc/${name}`)
const korean = (name: string): string => require.resolve(`@expo-google-fonts/noto-sans-kr/${name}`)

const files = {
  latin: () => own('NotoSans-Regular.ttf'),
  latinBold: () => own('NotoSans-Bold.ttf'),
  chinese: () => chinese('400Regular/NotoSansSC_400Regular.ttf'),
  chineseBold: () => chinese('700Bold/NotoSansSC_700Bold.ttf'),
  korean: () => korean('400Regular/NotoSansKR_400Regular.ttf'),
  koreanBold: () => korean('700Bold/NotoSansKR_700Bold.ttf'),
}
type FaceKey = keyof typeof files

const faces = new Map<FaceKey, Face>()

function face(key: FaceKey): Face {
  const open = faces.get(key)
  if (open) return open
  const bytes = readFileSync(files[key]())
  const font = fontkit().create(bytes)
  const opened: Face = { key, font, outlines: new TrueType(bytes), scale: 1000 / font.unitsPerEm }
  faces.set(key, opened)
  return opened
}

const MISSING = 0x25a1 // □, in the Chinese font: a reader sees that something stood here
const glyphs = { regular: new Map<number, PrintGlyph>(), bold: new Map<number, PrintGlyph>() }

function find(codePoint: number, bold: boolean): PrintGlyph | undefined {
  for (const key of bold
    ? (['latinBold', 'chineseBold', 'koreanBold'] as const)
    : (['latin', 'chinese', 'korean'] as const)) {
    const { font } = face(key)
    if (!font.hasGlyphForCodePoint(codePoint)) continue
    const glyph = font.glyphForCodePoint(codePoint)
    return {
      face: face(key),
      id: glyph.id,
      advance: glyph.advanceWidth / font.unitsPerEm,
      codePoint,
      printed: codePoint,
    }
  }
  return undefined
}

function resolve(codePoint: number, bold: boolean): PrintGlyph {
  const exact = find(codePoint, bold)
  if (exact) return exact
  // A letter without a glyph is still readable without its accent.
  const base = String.fromCodePoint(codePoint).normalize('NFKD').codePointAt(0) ?? MISSING
  const glyph = (base !== codePoint ? find(base, bold) : undefined) ?? find(MISSING, bold)
  if (!glyph) throw new Error('The label fonts hold no replacement character')
  return { ...glyph, codePoint }
}

/**
 * The glyph that prints a code point; never fails. Latin, Greek and Cyrillic from Noto Sans,
 * Chinese and Japanese from Noto Sans SC, Hangul from Noto Sans KR.
 */
export function glyphOf(codePoint: number, bold: boolean): PrintGlyph {
  const known = bold ? glyphs.bold : glyphs.regular
  const glyph = known.get(codePoint)
  if (glyph) return glyph
  const found = resolve(codePoint, bold)
  // Bounded by the characters the fonts really have plus what people typed by mistake.
  if (known.size < 70_000) known.set(codePoint, found)
  return found
}

/**
 * Width of one printed line in em (multiply by the font size). No kerning: a label is measured as
 * it is printed.
 */
export function measure(text: string, bold: boolean): number {
  let width = 0
  for (const char of text) width += glyphOf(char.codePointAt(0) ?? MISSING, bold).advance
  return width
}

/**
 * Characters of a text that would print as □ (Thai, Arabic …), so that a caller can warn
 * before printing.
 */
export function unprintable(text: string): string[] {
  const missing = new Set<string>()
  for (const char of text) {
    const codePoint = char.codePointAt(0) ?? MISSING
    const glyph = glyphOf(codePoint, false)
    if (
      codePoint !== MISSING &&
      glyph.id === glyphOf(MISSING, false).id &&
      glyph.face.key === 'chinese'
    )
      missing.add(char)
  }
  return [...missing]
}
