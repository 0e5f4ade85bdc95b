/**
 * A glyph's outline record without hinting, and where inside it the numbers of its components
 * stand.
 */
interface Outline {
  bytes: Buffer
  components: readonly { at: number; glyph: number }[]
}

const EMPTY: Outline = { bytes: Buffer.alloc(0), components: [] }

const MORE_COMPONENTS = 0x20
const HAS_INSTRUCTIONS = 0x100

/** Bytes of one component's offsets and scale, by its flags (OpenType `glyf`). */
const componentTail = (flags: number): number =>
  (flags & 0x01 ? 4 : 2) + (flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0)

/** Hints are for screens of the nineties; leaving them out makes a label a third smaller. */
function unhinted(source: Buffer): Outline {
  if (source.length < 10) return EMPTY
  const contours = source.readInt16BE(0)
  if (contours >= 0) {
    const at = 10 + contours * 2
    const hints = source.readUInt16BE(at)
    const bytes = Buffer.concat([
      source.subarray(0, at),
      Buffer.alloc(2),
      source.subarray(at + 2 + hints),
    ])
    return { bytes, components: [] }
  }
  const components: { at: number; glyph: number }[] = []
  const copy = Buffer.from(source)
  let at = 10
  for (;;) {
    const flags = copy.readUInt16BE(at)
    components.push({ at: at + 2, glyph: copy.readUInt16BE(at + 2) })
    copy.writeUInt16BE(flags & ~HAS_INSTRUCTIONS, at)
    at += 4 + componentTail(flags)
    if (!(flags & MORE_COMPONENTS)) break
  }
  return { bytes: copy.subarray(0, at), components }
}

const checksum = (bytes: Buffer): number => {
  let sum = 0
  for (let i = 0; i + 3 < bytes.length; i += 4) sum = (sum + bytes.readUInt32BE(i)) >>> 0
  return sum
}

const padded = (bytes: Buffer): Buffer =>
  bytes.length % 4 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(4 - (bytes.length % 4))])

/**
 * Cuts TrueType fonts down to the glyphs a document uses. Written here because the general library
 * re-reads its tables for every document, 3 ms each, and a single label should cost less than one.
 */
export class TrueType {
  readonly #bytes: Buffer
  readonly #tables = new Map<string, Buffer>()
  readonly #longOffsets: boolean
  readonly #metrics: number
  readonly #outlines = new Map<number, Outline>()

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    const count = bytes.readUInt16BE(4)
    for (let i = 0; i < count; i++) {
      const at = 12 + i * 16
      const start = bytes.readUInt32BE(at + 8)
      this.#tables.set(
        bytes.toString('latin1', at, at + 4),
        bytes.subarray(start, start + bytes.readUInt32BE(at + 12)),
      )
    }
    this.#longOffsets = this.#table('head').readInt16BE(50) === 1
    this.#metrics = this.#table('hhea').readUInt16BE(34)
  }

  #table(tag: string): Buffer {
    const table = this.#tables.get(tag)
    if (!table) throw new Error(`The font has no ${tag} table (${this.#bytes.length} bytes)`)
    return table
  }

  #outline(glyph: number): Outline {
    const known = this.#outlines.get(glyph)
    if (known) return known
    const loca = this.#table('loca')
    const offset = (i: number): number =>
      this.#longOffsets ? loca.readUInt32BE(i * 4) : loca.readUInt16BE(i * 2) * 2
    const outline = unhinted(this.#table('glyf').subarray(offset(glyph), offset(glyph + 1)))
    this.#outlines.set(glyph, outline)
    return outline
  }

  #metric(glyph: number): [number, number] {
    const hmtx = this.#table('hmtx')
    const last = this.#metrics - 1
    if (glyph <= last) return [hmtx.readUInt16BE(glyph * 4), hmtx.readUInt16BE(glyph * 4 + 2)]
    return [
      hmtx.readUInt16BE(last * 4),
      hmtx.readUInt16BE(this.#metrics * 4 + (glyph - this.#metrics) * 2),
    ]
  }

  /**
   * A font file of exactly these glyphs, renumbered by their place in the list; `glyphs[0]` must be
   * 0 (.notdef).
   */
  subset(glyphs: readonly number[]): Buffer {
    const all = [...glyphs]
    const placeOf = new Map(all.map((glyph, place) => [glyph, place]))
    const outlines: Buffer[] = []
    const loca: number[] = [0]
    let length = 0
    for (let place = 0; place < all.length; place++) {
      const { bytes, components } = this.#outline(all[place] ?? 0)
      const copy = components.length > 0 ? Buffer.from(bytes) : bytes
      for (const { at, glyph } of components) {
        if (!placeOf.has(glyph)) placeOf.set(glyph, all.push(glyph) - 1)
        copy.writeUInt16BE(placeOf.get(glyph) ?? 0, at)
      }
      const outline = padded(copy)
      outlines.push(outline)
      length += outline.length
      loca.push(length)
    }
    const offsets = Buffer.alloc(loca.length * 4)
    loca.forEach((offset, i) => offsets.writeUInt32BE(offset, i * 4))
    const hmtx = Buffer.alloc(all.length * 4)
    all.forEach((glyph, place) => {
      const [advance, bearing] = this.#metric(glyph)
      hmtx.writeUInt16BE(advance, place * 4)
      hmtx.writeUInt16BE(bearing, place * 4 + 2)
    })
    const [head, hhea, maxp] = [
      Buffer.from(this.#table('head')),
      Buffer.from(this.#table('hhea')),
      Buffer.from(this.#table('maxp')),
    ]
    head.writeUInt32BE(0, 8)
    head.writeInt16BE(1, 50)
    hhea.writeUInt16BE(all.length, 34)
    maxp.writeUInt16BE(all.length, 4)
    return assemble([
      ['glyf', Buffer.concat(outlines, length)],
      ['head', head],
      ['hhea', hhea],
      ['hmtx', hmtx],
      ['loca', offsets],
      ['maxp', maxp],
    ])
  }
}

function assemble(tables: readonly (readonly [string, Buffer])[]): Buffer {
  const header = Buffer.alloc(12 + tables.length * 16)
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(tables.length, 4)
  header.writeUInt16BE(64, 6)
  header.writeUInt16BE(2, 8)
  header.writeUInt16BE(tables.length * 16 - 64, 10)
  const parts: Buffer[] = [header]
  let at = header.length
  tables.forEach(([tag, table], i) => {
    const body = padded(table)
    header.write(tag, 12 + i * 16, 'latin1')
    header.writeUInt32BE(checksum(body), 16 + i * 16)
    header.writeUInt32BE(at, 20 + i * 16)
    header.writeUInt32BE(table.length, 24 + i * 16)
    parts.push(body)
    at += body.length
  })
  return Buffer.concat(parts, at)
}
