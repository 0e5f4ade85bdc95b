import { SheetError } from './sheets-model.ts'

/** What a scan reports; names come without their namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: string): void
  close(name: string): void
  text(text: string): void
}

/**
 * No honest tag, comment or entity in a workbook comes near this; carrying more from piece to piece
 * would cost n².
 */
const LONGEST_MARKUP = 1024 * 1024
const ENTITY = 12

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * The five named entities and numbers. There are no others: a document type is refused before it
 * could declare any.
 */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/g,
    (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name) return named[name] ?? whole
      const code = hex ? parseInt(hex, 16) : Number(decimal)
      const legal =
        code === 9 ||
        code === 10 ||
        code === 13 ||
        (code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff))
      return legal ? String.fromCodePoint(code) : '\ufffd'
    },
  )
}

/** One attribute's value out of a tag's inside, or undefined. */
export function attribute(attributes: string, name: string): string | undefined {
  for (let at = attributes.indexOf(name); at >= 0; at = attributes.indexOf(name, at + 1)) {
    const before = attributes.charCodeAt(at - 1)
    if (at > 0 && before > 32) continue
    let i = at + name.length
    while (attributes.charCodeAt(i) <= 32) i++
    if (attributes[i] !== '=') continue
    i++
    while (attributes.charCodeAt(i) <= 32) i++
    const quote = attributes[i]
    if (quote !== '"' && quote !== "'") continue
    const end = attributes.indexOf(quote, i + 1)
    if (end > 0) return unescapeXml(attributes.slice(i + 1, end))
  }
  return undefined
}

/** The `>` that ends a tag; one inside a quoted value does not count. -1: not here yet. */
function tagEnd(buffer: string, from: number): number {
  let quote = 0
  for (let i = from; i < buffer.length; i++) {
    const code = buffer.charCodeAt(i)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 34 || code === 39) quote = code
    else if (code === 62) return i
  }
  return -1
}

const local = (name: string): string => {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** Reads XML in pieces, forwards only, in constant memory: just enough for workbook parts. */
export class XmlScanner {
  readonly #handler: XmlHandler
  #rest = ''

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  push(piece: string): void {
    const buffer = this.#rest + piece
    let at = 0
    while (at < buffer.length) {
      const next = buffer.charCodeAt(at) === 60 ? this.#markup(buffer, at) : this.#text(buffer, at)
      if (next < 0) break
      at = next
    }
    this.#rest = buffer.slice(at)
    if (this.#rest.length > LONGEST_MARKUP) throw new SheetError('sheet.notATable')
  }

  end(): void {
    if (this.#rest.trim() !== '') throw new SheetError('sheet.damaged')
  }

  #text(buffer: string, at: number): number {
    const next = buffer.indexOf('<', at)
    if (next >= 0) {
      this.#handler.text(unescapeXml(buffer.slice(at, next)))
      return next
    }
    // An entity may be cut by the end of the piece; everything before it is complete.
    const open = buffer.lastIndexOf('&')
    const end = open >= at && buffer.length - open < ENTITY ? open : buffer.length
    if (end === at) return -1
    this.#handler.text(unescapeXml(buffer.slice(at, end)))
    return end
  }

  #markup(buffer: string, at: number): number {
    const second = buffer.charCodeAt(at + 1)
    if (second === 33) return this.#declaration(buffer, at)
    if (second === 63) {
      const end = buffer.indexOf('?>', at)
      return end < 0 ? -1 : end + 2
    }
    const end = tagEnd(buffer, at + 1)
    if (end < 0) return -1
    if (second === 47) {
      this.#handler.close(local(buffer.slice(at + 2, end).trim()))
      return end + 1
    }
    const empty = buffer.charCodeAt(end - 1) === 47
    const inside = buffer.slice(at + 1, empty ? end - 1 : end)
    const space = inside.search(/\s/)
    const name = local(space < 0 ? inside : inside.slice(0, space))
    this.#handler.open(name, space < 0 ? '' : inside.slice(space + 1))
    if (empty) this.#handler.close(name)
    return end + 1
  }

  #declaration(buffer: string, at: number): number {
    // Long enough to distinguish the three.
    if (buffer.length - at < 9) return -1
    if (buffer.startsWith('<!--', at)) {
      const end = buffer.indexOf('-->', at + 4)
      return end < 0 ? -1 : end + 3
    }
    if (buffer.startsWith('<![CDATA[', at)) {
      const end = buffer.indexOf(']]>', at + 9)
      if (end < 0) return -1
      this.#handler.text(buffer.slice(at + 9, end))
      return end + 3
    }
    // <!DOCTYPE …: entities that multiply or read other files begin here.
    throw new SheetError('sheet.unsafe', { name: 'DOCTYPE' })
  }
}
