import type { Face, PrintGlyph } from './fonts.ts'

const hex4 = (n: number): string => n.toString(16).padStart(4, '0')

/** A surrogate pair is two UTF-16 units in a ToUnicode map. */
function utf16(codePoint: number): string {
  const text = String.fromCodePoint(codePoint)
  let hex = ''
  for (let i = 0; i < text.length; i++) hex += hex4(text.charCodeAt(i))
  return hex
}

/**
 * One font of one document: collects the glyphs that were really drawn, numbers them, and describes
 * them to the reader (ISO 32000-1 §9.7: Type 0 font, CIDFontType2, Identity-H, embedded TrueType
 * subset, ToUnicode).
 */
export class PdfFont {
  readonly face: Face
  readonly name: string
  /** Glyphs of the font by their number in the subset. */
  readonly #glyphs: number[] = [0]
  readonly #codes = new Map<number, string>()
  readonly #widths: number[] = []
  readonly #unicode: string[] = []

  constructor(face: Face, name: string) {
    this.face = face
    this.name = name
    this.#widths[0] = Math.round(face.font.getGlyph(0).advanceWidth * face.scale)
    this.#unicode[0] = 'fffd'
  }

  /**
   * The glyph's four hex digits inside a PDF string. Text can never end the string: only hex goes
   * in.
   */
  code(glyph: PrintGlyph): string {
    const known = this.#codes.get(glyph.codePoint)
    if (known) return known
    const id = this.#glyphs.push(glyph.id) - 1
    this.#widths[id] = Math.round(glyph.advance * 1000)
    this.#unicode[id] = utf16(glyph.codePoint)
    const code = hex4(id)
    this.#codes.set(glyph.codePoint, code)
    return code
  }

  get baseName(): string {
    // Six letters and a plus mark a subset; documents are never merged by font, so the letters may
    // be constant.
    return `PYLBLS+${this.face.font.postscriptName}`
  }

  program(): Buffer {
    return this.face.outlines.subset(this.#glyphs)
  }

  widths(): string {
    return `[0 [${this.#widths.join(' ')}]]`
  }

  descriptor(programId: number): string {
    const { font, scale } = this.face
    const n = (value: number): number => Math.round(value * scale)
    const box = [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY].map(n).join(' ')
    return (
      `<</Type/FontDescriptor/FontName/${this.baseName}/Flags 4/FontBBox[${box}]/ItalicAngle 0` +
      `/Ascent ${n(font.ascent)}/Descent ${n(font.descent)}/CapHeight ${n(font.capHeight)}/StemV 0/FontFile2 ${programId} 0 R>>`
    )
  }

  toUnicode(): string {
    const ranges: string[] = []
    for (let start = 0; start < this.#unicode.length; start += 100) {
      const part = this.#unicode.slice(start, start + 100)
      const lines = part.map((hex, i) => `<${hex4(start + i)}> <${hex}>`)
      ranges.push(`${part.length} beginbfchar\n${lines.join('\n')}\nendbfchar`)
    }
    return (
      '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n' +
      '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n' +
      `1 begincodespacerange\n<0000><ffff>\nendcodespacerange\n${ranges.join('\n')}\nendcmap\n` +
      'CMapName currentdict /CMap defineresource pop\nend\nend'
    )
  }
}
