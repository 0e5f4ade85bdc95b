import type PDFKit from 'pdfkit'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { type Face, glyphOf } from './fonts.ts'
import { MM } from './pdf-text.ts'
import type { Drawable, Pen } from './pdf-sheet.ts'
import type { FittedLine } from './text-fit.ts'

/** What makes a document one to be kept: PDF/A-3 (ISO 19005-3), level B. */
export interface PdfArchive {
  readonly title: string
  readonly author: string
  readonly created: Date
  /** BCP 47, e.g. `de`. */
  readonly language: string
  /** A file inside the document, with the same contents as its pages. */
  readonly file: {
    readonly name: string
    readonly description: string
    /** e.g. `text/xml` */
    readonly type: string
    readonly bytes: Buffer
  }
  /** Further `rdf:Description` elements of the metadata. */
  readonly metadata: string
}

type Document = PDFKit.PDFDocument
type Step = (doc: Document) => void

/** Lines are measured letter by letter before they are drawn. */
const AS_MEASURED = { kern: false, liga: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[]
const NAME = 'Parcelyard'

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const xmlText = (text: string): string => text.replace(/[&<>]/g, (sign) => signs[sign]!)

/**
 * Papers for people: invoices, statements, lists, customs forms. Pages are kept as steps and
 * written by pdfkit at the end, each font embedded once.
 */
export class PaperDocument implements Drawable {
  readonly #title: string
  readonly #pages: { size: [number, number]; steps: Step[] }[] = []

  constructor(title: string) {
    this.#title = title
  }

  pen(width: number, height: number): Pen {
    const steps: Step[] = []
    return {
      line: (x1, y1, x2, y2) => steps.push((doc) => doc.moveTo(x1, y1).lineTo(x2, y2).stroke()),
      box: (x, y, w, h) => steps.push((doc) => doc.rect(x, y, w, h).stroke()),
      fill: (x, y, w, h) => steps.push((doc) => doc.rect(x, y, w, h).fill()),
      text: (x, y, line) => steps.push((doc) => writeLine(doc, x, y, line)),
      end: () => this.#pages.push({ size: [width * MM, height * MM], steps }),
    }
  }

  /** The bytes of the file. */
  async end(): Promise<Buffer> {
    return await this.#write({ info: { Title: this.#title, CreationDate: new Date(nowIso()) } })
  }

  /** Ends it as PDF/A-3; the same pages and facts give the same bytes. */
  async archive({ created, language, file, ...facts }: PdfArchive): Promise<Buffer> {
    return await this.#write(
      { subset: 'PDF/A-3b', lang: language, info: { CreationDate: created } },
      (doc) => {
        doc.appendXML(described(facts))
        const { bytes, ...about } = file
        // The types of the library do not know the relationship.
        const options = { ...about, relationship: 'Alternative' }
        doc.file(bytes, { ...options, creationDate: created, modifiedDate: created })
      },
    )
  }

  async #write(
    { info, ...options }: PDFKit.PDFDocumentOptions,
    last: Step = () => {},
  ): Promise<Buffer> {
    // Loaded with the first paper, not with the server.
    const { default: Pdf } = await import('pdfkit')
    const doc = new Pdf({
      ...options,
      pdfVersion: '1.7',
      autoFirstPage: false,
      // None of the fonts a PDF may leave out.
      font: null as unknown as string,
      info: { ...info, Producer: NAME, Creator: NAME },
    })
    const whole = new Promise<Buffer>((resolve, reject) => {
      const chunks: Buffer[] = []
      doc.on('data', (chunk: Buffer) => chunks.push(chunk))
      doc.on('end', () => resolve(Buffer.concat(chunks)))
      doc.on('error', reject)
    })
    for (const { size, steps } of this.#pages) {
      doc.addPage({ size, margin: 0 }).scale(MM).lineWidth(0.2)
      for (const step of steps) step(doc)
    }
    last(doc)
    doc.end()
    return await whole
  }
}

/** One line from its baseline, each letter in the first font that has it. */
function writeLine(
  doc: Document,
  left: number,
  y: number,
  { text, bold, size }: Pick<FittedLine, 'text' | 'bold' | 'size'>,
): void {
  const runs: { face: Face; text: string; width: number }[] = []
  for (const char of text) {
    const { face, advance, printed } = glyphOf(char.codePointAt(0) ?? 0, bold)
    if (runs.at(-1)?.face !== face) runs.push({ face, text: '', width: 0 })
    const run = runs.at(-1)!
    run.text += String.fromCodePoint(printed)
    run.width += advance * size
  }
  let x = left
  for (const run of runs) {
    doc
      // Opened once per process; the library takes a name where it embeds it, and finds it by that.
      .registerFont(run.face.key, run.face.font as unknown as ArrayBuffer)
      .font(run.face.key)
      .fontSize(size)
      .text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic', features: AS_MEASURED })
    x += run.width
  }
}

/** pdfkit writes its own facts without escaping them, so title and author are written here. */
const described = ({
  title,
  author,
  metadata,
}: Pick<PdfArchive, 'title' | 'author' | 'metadata'>): string =>
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">' +
  '<dc:format>application/pdf</dc:format>' +
  `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xmlText(title)}</rdf:li></rdf:Alt></dc:title>` +
  `<dc:creator><rdf:Seq><rdf:li>${xmlText(author)}</rdf:li></rdf:Seq></dc:creator>` +
  `</rdf:Description>\n${metadata}`
