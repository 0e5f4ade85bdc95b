import { deflateSync } from 'node:zlib'
import type { Face } from './fonts.ts'
import { PdfFont } from './pdf-font.ts'
import { MM, mm, SCALE, textOf } from './pdf-text.ts'
import type { Pen } from './pdf-sheet.ts'

/**
 * Fast rather than small: a label's page is 3 kB, and level 6 takes twice the time for 5 % fewer
 * bytes.
 */
const quick = { level: 3, windowBits: 12, memLevel: 5 }

/**
 * A PDF of labels: nothing but pages, embedded fonts and shared drawings. pdfkit, which draws all
 * other papers, spends 220 µs on each page's bookkeeping alone, more than the whole label may cost,
 * so labels write their few kinds of objects themselves.
 */
export class PdfDocument {
  readonly #chunks: Buffer[] = []
  readonly #offsets: number[] = [0]
  readonly #fonts = new Map<Face, PdfFont>()
  readonly #drawings: { name: string; id: number }[] = []
  readonly #pages: number[] = []
  readonly #title: string
  #length = 0
  readonly #catalog = this.#reserve()
  readonly #tree = this.#reserve()
  readonly #resources = this.#reserve()

  /** `title`: plain ASCII without brackets. */
  constructor(title: string) {
    this.#title = title
    this.#push(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'))
  }

  font(face: Face): PdfFont {
    const known = this.#fonts.get(face)
    if (known) return known
    const font = new PdfFont(face, `F${this.#fonts.size + 1}`)
    this.#fonts.set(face, font)
    return font
  }

  /** A drawing used on many pages; answers its name for the `Do` operator. Box in points. */
  drawing(width: number, height: number, content: string): string {
    const id = this.#reserve()
    const name = `D${this.#drawings.length + 1}`
    this.#stream(
      id,
      `/Type/XObject/Subtype/Form/BBox[0 0 ${width} ${height}]/Resources ${this.#resources} 0 R`,
      Buffer.from(content, 'latin1'),
    )
    this.#drawings.push({ name, id })
    return name
  }

  /** Adds a page of exactly this box (points, four decimals). */
  page(width: string, height: string, content: string): void {
    const contentId = this.#reserve()
    this.#stream(contentId, '', Buffer.from(content, 'latin1'))
    const id = this.#reserve()
    const box = `[0 0 ${width} ${height}]`
    this.#object(
      id,
      `<</Type/Page/Parent ${this.#tree} 0 R/MediaBox${box}/CropBox${box}/TrimBox${box}/Resources ${this.#resources} 0 R/Contents ${contentId} 0 R>>`,
    )
    this.#pages.push(id)
  }

  /** What a sheet is drawn with, in millimetres from the top left. */
  pen(width: number, height: number): Pen {
    let [shapes, texts] = ['', '']
    const rect = (x: number, y: number, w: number, h: number) =>
      `${[x, height - y - h, w, h].map(mm).join(' ')} re`
    return {
      line: (x1, y1, x2, y2) => {
        shapes += `${mm(x1)} ${mm(height - y1)} m ${mm(x2)} ${mm(height - y2)} l S\n`
      },
      box: (...box) => {
        shapes += `${rect(...box)} S\n`
      },
      fill: (...box) => {
        shapes += `${rect(...box)} f\n`
      },
      text: (x, y, line) => {
        texts += textOf(this, { x, y, line }, height)
      },
      end: () =>
        this.page(
          (width * MM).toFixed(4),
          (height * MM).toFixed(4),
          `${SCALE}0.2 w\n${shapes}BT\n${texts}ET\n`,
        ),
    }
  }

  end(): Buffer {
    const fonts = [...this.#fonts.values()].map((font) => `/${font.name} ${this.#embed(font)} 0 R`)
    const drawings = this.#drawings.map(({ name, id }) => `/${name} ${id} 0 R`)
    this.#object(
      this.#resources,
      `<</ProcSet[/PDF/Text]/Font<<${fonts.join('')}>>/XObject<<${drawings.join('')}>>>>`,
    )
    const kids = this.#pages.map((id) => `${id} 0 R`).join(' ')
    this.#object(this.#tree, `<</Type/Pages/Count ${this.#pages.length}/Kids[${kids}]>>`)
    // Viewers must not scale a page to the sheet in the tray.
    this.#object(
      this.#catalog,
      `<</Type/Catalog/Pages ${this.#tree} 0 R/ViewerPreferences<</PrintScaling/None>>>>`,
    )
    const info = this.#reserve()
    this.#object(info, `<</Producer(Parcelyard)/Title(${this.#title})>>`)

    const start = this.#length
    const entries = this.#offsets
      .slice(1)
      .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
    this.#push(
      Buffer.from(
        `xref\n0 ${this.#offsets.length}\n0000000000 65535 f \n${entries.join('')}` +
          `trailer\n<</Size ${this.#offsets.length}/Root ${this.#catalog} 0 R/Info ${info} 0 R>>\nstartxref\n${start}\n%%EOF\n`,
        'latin1',
      ),
    )
    return Buffer.concat(this.#chunks, this.#length)
  }

  #embed(font: PdfFont): number {
    const [program, descriptor, descendant, unicode, id] = [
      this.#reserve(),
      this.#reserve(),
      this.#reserve(),
      this.#reserve(),
      this.#reserve(),
    ]
    const bytes = font.program()
    this.#stream(program, `/Length1 ${bytes.length}`, bytes)
    this.#object(descriptor, font.descriptor(program))
    this.#object(
      descendant,
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${font.baseName}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
        `/FontDescriptor ${descriptor} 0 R/W ${font.widths()}/CIDToGIDMap/Identity>>`,
    )
    this.#stream(unicode, '', Buffer.from(font.toUnicode(), 'latin1'))
    this.#object(
      id,
      `<</Type/Font/Subtype/Type0/BaseFont/${font.baseName}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
    )
    return id
  }

  #reserve(): number {
    return this.#offsets.push(0) - 1
  }

  #object(id: number, body: string): void {
    this.#offsets[id] = this.#length
    this.#push(Buffer.from(`${id} 0 obj\n${body}\nendobj\n`, 'latin1'))
  }

  #stream(id: number, dictionary: string, bytes: Buffer): void {
    const packed = deflateSync(bytes, quick)
    this.#offsets[id] = this.#length
    this.#push(
      Buffer.from(
        `${id} 0 obj\n<<${dictionary}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
        'latin1',
      ),
    )
    this.#push(packed)
    this.#push(Buffer.from('\nendstream\nendobj\n', 'latin1'))
  }

  #push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
  }
}
