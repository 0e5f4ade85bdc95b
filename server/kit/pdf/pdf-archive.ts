import { createHash } from 'node:crypto'
import sharp from 'sharp'

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

export const PRODUCER = 'Parcelyard'

/** The colours of the pages: sRGB as an ICC profile, from the one sharp carries (public domain). */
export async function colourProfile(): Promise<Buffer> {
  const pixel = { width: 1, height: 1, channels: 3 as const, background: '#000' }
  const image = await sharp({ create: pixel }).withIccProfile('srgb').jpeg().toBuffer()
  const { icc } = await sharp(image).metadata()
  if (!icc) throw new Error('the image library has no sRGB profile')
  return icc
}

/** Any text inside a PDF: UTF-16 in hex, which cannot end the string. */
export function hexText(text: string): string {
  const units = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  return `<${units.toString('hex')}>`
}

/** Moments in UTC, to the second: document and metadata must agree. */
export const pdfDate = (moment: Date): string =>
  `(D:${moment.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}+00'00')`
const xmpDate = (moment: Date): string => `${moment.toISOString().slice(0, 19)}+00:00`

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
export const xmlText = (text: string): string => text.replace(/[&<>]/g, (sign) => signs[sign]!)

/** The XMP packet; the first bytes mark it as UTF-8. */
export function xmpOf({ title, author, created, metadata }: PdfArchive): Buffer {
  const list = (name: string, kind: string, text: string, lang = '') =>
    `<dc:${name}><rdf:${kind}><rdf:li${lang}>${xmlText(text)}</rdf:li></rdf:${kind}></dc:${name}>`
  const anyLanguage = ' xml:lang="x-default"'
  const about = (space: string, uri: string, inside: string) =>
    `<rdf:Description rdf:about="" xmlns:${space}="${uri}">${inside}</rdf:Description>\n`
  const date = xmpDate(created)
  return Buffer.from(
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n' +
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n' +
      about(
        'pdfaid',
        'http://www.aiim.org/pdfa/ns/id/',
        '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>',
      ) +
      about(
        'dc',
        'http://purl.org/dc/elements/1.1/',
        '<dc:format>application/pdf</dc:format>' +
          list('title', 'Alt', title, anyLanguage) +
          list('creator', 'Seq', author),
      ) +
      about(
        'pdf',
        'http://ns.adobe.com/pdf/1.3/',
        `<pdf:Producer>${xmlText(PRODUCER)}</pdf:Producer>`,
      ) +
      about(
        'xmp',
        'http://ns.adobe.com/xap/1.0/',
        `<xmp:CreateDate>${date}</xmp:CreateDate><xmp:ModifyDate>${date}</xmp:ModifyDate>`,
      ) +
      metadata +
      '</rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>',
    'utf8',
  )
}

/** Names the document by its contents: the same document has the same name again. */
export function documentId(chunks: readonly Buffer[]): string {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  const id = hash.digest('hex').slice(0, 32)
  return `/ID[<${id}><${id}>]`
}

export const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')
